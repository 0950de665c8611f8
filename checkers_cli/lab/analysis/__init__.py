"""Analyses: the best action of a position, and all searches side by side."""
