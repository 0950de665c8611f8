"""Bots, and matches between them."""
