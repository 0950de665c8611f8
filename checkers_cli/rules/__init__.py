"""The game itself: squares, actions, positions and checks. Pure values, no input or output."""
