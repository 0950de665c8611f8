"""The catalogue of known mistakes, the engine that plays them, and what is built on both."""
