"""A game between people and machines at a terminal."""
