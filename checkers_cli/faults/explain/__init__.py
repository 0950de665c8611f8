"""Finds the faults with which the slow engine prints what a program prints."""
