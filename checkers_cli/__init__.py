"""The reference analyser for tower checkers: transcripts, golden files, minimax trees."""

__version__ = "0.1.0"
