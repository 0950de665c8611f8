"""Searches: how an action is chosen."""
