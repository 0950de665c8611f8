"""Deliberately faulty variants of the game, and the slow reference they are made from."""
