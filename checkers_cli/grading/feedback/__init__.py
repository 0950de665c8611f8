"""Explains failed runs to students: differences, hints, known mistakes, shortest scripts."""
