"""Runs untrusted commands with limits."""
