"""The summary of a grading, for the table at the end."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from checkers_cli.grading.results import Graded, Header
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.text import plural


@dataclass(frozen=True)
class SummaryRow:
    """A row of the table: one submission."""

    student: str
    name: str
    build: str
    passed: tuple[tuple[int, int], ...]  # passed cases and all cases, by stage
    verdicts: Mapping[Verdict, int]
    total: float
    complete: bool
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
    passed = tuple(
        (
            sum(run.verdict.passed for run in graded.runs if run.stage == stage),
            sum(run.stage == stage for run in graded.runs),
        )
        for stage in range(3)
    )
    counts = Counter(run.verdict for run in graded.runs)
    return SummaryRow(
        graded.student,
        graded.name,
        "judge error" if build.judge_error else words,
        passed,
        {verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        graded.marks.total,
        graded.marks.complete,
        trouble_of(graded),
    )


def trouble_of(graded: Graded) -> str:
    """Why a submission could not be judged completely; empty if it was."""
    if graded.build.judge_error:
        return graded.build.problem or "no reason given"
    reasons = [r.reason for r in graded.runs if not r.verdict.judged]
    if graded.memory is not None and graded.memory.judge_error:
        reasons.append(f"memory check: {graded.memory.problem}")
    return next((reason or "no reason given" for reason in reasons), "")
