"""Finds the submissions in a folder and reads their files."""
