"""The limit of a search for a model."""

import time

WORK_A_SECOND = 400_000  # about, compiled, on one core


class Budget:
    """How much work is left: actions that are played, and nodes of trees that are valued.

    Counting work instead of seconds makes results reproducible.
    """

    def __init__(self, work: int, seconds: float | None = None) -> None:
        """`seconds` limits the time as well, for somebody who waits."""
        self.left = work
        self._end = None if seconds is None else time.monotonic() + seconds
        self._whole: Budget | None = None

    def part(self, share: float) -> "Budget":
        """Return a budget with a share of the work that is left; it is spent from both."""
        seconds = None if self._end is None else share * (self._end - time.monotonic())
        part = Budget(int(share * self.left), seconds)
        part._whole = self
        return part

    def spend(self, work: int) -> None:
        """Use up some work."""
        self.left -= work
        if self._end is not None and time.monotonic() > self._end:
            self.left = 0
        if self._whole is not None:
            self._whole.spend(work)
