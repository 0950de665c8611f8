"""Helpers that know nothing of checkers: text, files, worker processes, errors."""
