"""Judges a run: its verdict under each combination of readings and habits."""

from collections.abc import Sequence
from dataclasses import dataclass

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.feedback.presentation import presentation_only
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.verdicts import SIGNALS, STOPS, Verdict

# A run stopped by the wall limit that used at least this part of its CPU time was computing, not
# waiting for input.
_BUSY = 0.5


@dataclass(frozen=True)
class Judged:
    """The verdict on a run: fixed, or dependent on the combination of readings and habits."""

    fixed: Verdict | None
    accepted: int = 0  # bit n: the output is right under combination n
    presentation: int = 0  # bit n: only the presentation differs under combination n

    def under(self, combination: int, case: TestCase) -> Verdict:
        """The verdict under a combination of readings and habits."""
        if self.fixed is not None:
            return self.fixed
        if self.accepted & 1:
            # `judge` did not compare this output with the other combinations, to save time.
            same = combination == 0 or case.expected(combination) == case.expected(0)
            return Verdict.ACCEPTED if same else Verdict.WRONG
        if self.accepted >> combination & 1:
            return Verdict.ACCEPTED
        return Verdict.PRESENTATION if self.presentation >> combination & 1 else Verdict.WRONG


def judge(case: TestCase, ended: Ended, limits: Limits, combinations: Sequence[int]) -> Judged:
    """The verdict on a run, from how it ended and what it printed."""
    simple = judge_end(case, ended, limits)
    return simple or judge_output(case, ended.stdout, combinations)


def judge_end(case: TestCase, ended: Ended, limits: Limits) -> Judged | None:
    """The verdict if the output is right, or if how the run ended decides; else None."""
    fixed = _verdict_of_end(ended, limits)
    if fixed is not None:
        return Judged(fixed)
    return Judged(None, accepted=1) if ended.stdout == case.expected(0) else None


def judge_output(case: TestCase, printed: bytes, combinations: Sequence[int]) -> Judged:
    """The verdict on the output of a run that ended by itself."""
    accepted = presentation = 0
    for combination in combinations:
        expected = case.expected(combination)
        if printed == expected:
            accepted |= 1 << combination
        elif presentation_only(expected, printed):
            presentation |= 1 << combination
    return Judged(None, accepted, presentation)


def judge_outputs(
    items: Sequence[tuple[TestCase, bytes]], combinations: Sequence[int]
) -> list[Judged]:
    """The verdicts on several outputs."""
    return [judge_output(case, printed, combinations) for case, printed in items]


def _verdict_of_end(ended: Ended, limits: Limits) -> Verdict | None:
    """The verdict if it follows from how the run ended; None if it depends on the output."""
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
