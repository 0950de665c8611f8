"""The rubric, and the marks that it gives."""
