"""Builds and runs submissions, compares what they print, marks them and reports."""
