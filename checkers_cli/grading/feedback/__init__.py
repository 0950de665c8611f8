"""What is wrong with a run, and why."""
