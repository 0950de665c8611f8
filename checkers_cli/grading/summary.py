"""The summary of a grading, for the table at the end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checkers_cli.grading.results import Graded, Header, Run
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.text import plural


@dataclass(frozen=True)
class SummaryRow:
    """A row of the table: one submission."""

    student: str
    name: str
    build: str
    # Passed cases and all cases, by stage and of those beyond the assignment.
    passed: tuple[tuple[int, int], ...]
    robustness: tuple[int, int]
    failures: Mapping[Verdict, int]  # on cases within the assignment
    execution: float | None  # None: not judged
    total: float | None  # None: some marks are missing
    waiting: tuple[str, ...]  # sections that are not yet marked by hand
    trouble: str  # why it could not be judged completely; empty if it was


@dataclass(frozen=True)
class Summary:
    """The rows of the table, and the numbers of new builds and runs."""

    header: Header
    rows: tuple[SummaryRow, ...]
    built: int
    ran: int

    @property
    def judge_errors(self) -> int:
        """The number of submissions that could not be judged completely."""
        return sum(bool(row.trouble) for row in self.rows)


def row_of(graded: Graded) -> SummaryRow:
    """The row of a submission."""
    build = graded.build
    warnings = plural(build.warnings, "warning")
    words = "fails" if not build.ok else warnings if build.warnings else "ok"
    stages = [[run for run in graded.within if run.stage == stage] for stage in range(3)]
    counts = Counter(run.verdict for run in graded.within if not run.verdict.passed)
    marks = graded.marks
    return SummaryRow(
        graded.student,
        graded.name,
        "judge error" if build.judge_error else words,
        tuple(map(passed_of, stages)),
        passed_of(graded.beyond),
        {verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        marks.execution.mark if marks.execution else None,
        marks.total if marks.complete else None,
        tuple(section.name for section in marks.waiting),
        trouble_of(graded),
    )


def passed_of(runs: Sequence[Run]) -> tuple[int, int]:
    """How many of these runs passed, and how many there are."""
    return sum(run.verdict.passed for run in runs), len(runs)


def trouble_of(graded: Graded) -> str:
    """Why a submission could not be judged completely; empty if it was."""
    if graded.build.judge_error:
        return graded.build.problem or "no reason given"
    reasons = [r.reason for r in graded.runs if not r.verdict.judged]
    if graded.memory is not None and graded.memory.judge_error:
        reasons.append(f"memory check: {graded.memory.problem}")
    return next((reason or "no reason given" for reason in reasons), "")
