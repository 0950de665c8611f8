"""Says what a run was worth: its verdict, under each combination of readings and habits."""

from collections.abc import Sequence
from dataclasses import dataclass

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.feedback.presentation import presentation_only
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.verdicts import SIGNALS, STOPS, Verdict

# A run that was stopped for its wall time and used this much of its CPU time was busy, not waiting.
_BUSY = 0.5


@dataclass(frozen=True)
class Judged:
    """A run's verdict: one for all combinations, or else those under which it is right."""

    fixed: Verdict | None
    accepted: int = 0  # a bit for each combination
    presentation: int = 0

    def under(self, combination: int, case: TestCase) -> Verdict:
        """The verdict under a combination of readings and habits."""
        if self.fixed is not None:
            return self.fixed
        if self.accepted & 1:
            # The reference's own output: what others expect is looked at only when it matters.
            same = combination == 0 or case.expected(combination) == case.expected(0)
            return Verdict.ACCEPTED if same else Verdict.WRONG
        if self.accepted >> combination & 1:
            return Verdict.ACCEPTED
        return Verdict.PRESENTATION if self.presentation >> combination & 1 else Verdict.WRONG


def judge(case: TestCase, ended: Ended, limits: Limits, combinations: Sequence[int]) -> Judged:
    """The verdict on how a run ended and what it printed."""
    fixed = _by_its_end(ended, limits)
    if fixed is not None:
        return Judged(fixed)
    if ended.stdout == case.expected(0):
        return Judged(None, accepted=1)
    accepted = presentation = 0
    for combination in combinations:
        expected = case.expected(combination)
        if ended.stdout == expected:
            accepted |= 1 << combination
        elif presentation_only(expected, ended.stdout):
            presentation |= 1 << combination
    return Judged(None, accepted, presentation)


def _by_its_end(ended: Ended, limits: Limits) -> Verdict | None:
    """The verdict if it follows from how the run ended, whatever was printed."""
    if ended.why == "wall":
        busy = ended.cpu >= limits.cpu * _BUSY
        return Verdict.CPU_TIME if busy else Verdict.WALL_TIME
    if ended.why in STOPS:
        return STOPS[ended.why][1]
    if max(len(ended.stdout), len(ended.stderr)) >= limits.output:
        return Verdict.OUTPUT
    if ended.signal:
        return SIGNALS.get(ended.signal, Verdict.CRASHED)
    return None
