"""Builds submissions, runs them on cases, judges each run."""
