"""Builds and runs submissions, judges their output, marks them and writes reports."""
