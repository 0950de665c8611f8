"""Small submissions with marks, for the tests of tables."""

import csv
import io

from checkers_cli.grading.reports.csv_table import Table
from checkers_cli.grading.results import (
    Build,
    Graded,
    Header,
    Marks,
    Run,
    SectionInfo,
    SectionMark,
)
from checkers_cli.grading.verdicts import Verdict

SECTIONS = (SectionInfo("execution", 7.0, False), SectionInfo("structure", 6.0, True))
HEADER = Header("Tower checkers", "checkers 1", "gcc", "limits", "deductions", 13.0, SECTIONS, ())
RUNS = (Run("a.txt", 0, False, Verdict.ACCEPTED), Run("b.txt", 1, False, Verdict.WRONG))


def graded(
    student: str,
    total: float = 9.5,
    *,
    name: str = "",
    origin: str = "plain",
    structure: float | None = 4.0,
    build: Build = Build(True, "gcc"),  # noqa: B008 - it is frozen
    notes: tuple[str, ...] = (),
) -> Graded:
    sections = (
        SectionMark("stage 0", 2.0, 2.0),
        SectionMark("stage 1", 3.0, 2.0),
        SectionMark("stage 2", 2.0, None),
        SectionMark("execution", 7.0, 5.5),
        SectionMark("structure", 6.0, structure, by_hand=True),
    )
    complete = structure is not None
    return Graded(
        *(f"key-{student}", student, name or student, f"{student}.c", origin, 1.5, "c", build),
        habits=("limits",),
        runs=RUNS,
        marks=Marks(total, 13.0, complete, sections),
        notes=notes,
    )


def made(table: Table, *submissions: Graded) -> list[list[str]]:
    with table:
        for submission in submissions:
            table.add(submission)
    text = table.path.read_text(table.encoding)
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))
