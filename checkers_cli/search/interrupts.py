"""Ctrl-C in the middle of a search. This module must not be compiled."""


def notice() -> None:
    """Let Python handle pending signals.

    Python does so when it enters a function that is not compiled. A compiled search enters none, so
    without this call Ctrl-C would have no effect until the search ends.
    """
