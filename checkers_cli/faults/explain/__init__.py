"""The diagnosis: finds the faults that explain the output of a program."""
