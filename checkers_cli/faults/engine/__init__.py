"""A second, slow game engine with a named setting (a knob) for every decision of the assignment."""
