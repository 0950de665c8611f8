"""Scores, generates and shortens test cases."""
