"""Builds programs, runs them on cases, judges the runs and checks memory."""
