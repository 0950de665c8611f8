"""The runs of one stage of a submission, several of them in one sandbox."""

from collections.abc import Sequence

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution.build import Program
from checkers_cli.grading.execution.run import Outcome
from checkers_cli.grading.reading import Unreadable
from checkers_cli.grading.sandbox.runner import MOST_RUNS
from checkers_cli.grading.steps import Steps, SubmissionState


class StageRuns:
    """The runs of one stage. Several cases run in one sandbox, ahead of being asked for."""

    def __init__(self, steps: Steps, state: SubmissionState, cases: Sequence[TestCase]) -> None:
        self._steps = steps
        self._state = state
        self._cases = cases
        self._program: Program | None = None
        self._ahead: dict[int, tuple[Outcome, bool]] = {}
        self.slow = False  # whether the last outcome came from a new run that took long

    def __enter__(self) -> "StageRuns":
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def outcome(self, number: int) -> Outcome:
        """The outcome of a case; `JudgeError` if the grader or machine failed."""
        if number not in self._ahead:
            known = self._steps.known_outcome(self._state, self._cases[number])
            if known is not None:
                self.slow = False
                return known
            self._run_from(number)
        outcome, self.slow = self._ahead.pop(number)
        self._state.slow |= self.slow
        return outcome

    def _run_from(self, first: int) -> None:
        """Run the program on this case and on the following ones without a stored outcome."""
        steps, state = self._steps, self._state
        last = first + 1
        while (
            last < min(len(self._cases), first + MOST_RUNS)
            and steps.known_outcome(state, self._cases[last]) is None
        ):
            last += 1
        cases = self._cases[first:last]
        items = []
        try:
            if self._program is None:
                self._program = steps.program(state)
            runs = steps.run_and_judge(state, self._program, cases)
        except Unreadable:
            runs = [(*steps.unread(case), False) for case in cases]
        for number, (outcome, output, slow) in enumerate(runs):
            self._ahead[first + number] = outcome, slow or outcome.timed_out
            key = steps.plan.run_key(state.build_key, cases[number])
            items.append((key, outcome, output))
        steps.store(items)
