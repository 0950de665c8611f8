"""What a search says of a position."""
