"""A game of any variant: played, typed, kept as text."""
