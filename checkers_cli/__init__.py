"""The reference analyser and autograder for tower checkers, and a small checkers lab."""

__version__ = "0.1.0"
