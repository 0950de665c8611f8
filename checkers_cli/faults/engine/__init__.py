"""A second, slow engine, in which every decision of the assignment is a knob."""
