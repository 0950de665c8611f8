"""Renderers of results: each takes the same objects and writes one kind of report."""
