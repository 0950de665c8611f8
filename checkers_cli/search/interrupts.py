"""Ctrl-C in the middle of a search. This module is not compiled, and that is its point."""


def notice() -> None:
    """Have signals handled that have come meanwhile.

    Python does so whenever one of its functions is entered, but compiled code enters none: without
    this a search would go on to its end before anybody is heard.
    """
