"""The limit of a search for a model."""

import time


class Budget:
    """How many plays are left. Counting plays instead of seconds makes results reproducible."""

    def __init__(self, plays: int, seconds: float | None = None) -> None:
        """`seconds` limits the time as well, for somebody who waits."""
        self.left = plays
        self._end = None if seconds is None else time.monotonic() + seconds
        self._whole: Budget | None = None

    def part(self, share: float) -> "Budget":
        """Return a budget with a share of the plays that are left; they are spent from both."""
        seconds = None if self._end is None else share * (self._end - time.monotonic())
        part = Budget(int(share * self.left), seconds)
        part._whole = self
        return part

    def spend(self, plays: int = 1) -> None:
        """Use up some plays."""
        self.left -= plays
        if self._end is not None and time.monotonic() > self._end:
            self.left = 0
        if self._whole is not None:
            self._whole.spend(plays)
