"""Writes `marks.csv`, for staff: one row for each submission."""

from collections import Counter
from pathlib import Path

from checkers_cli.grading.feedback.fault_text import faults_named
from checkers_cli.grading.reports.csv_table import Table, as_csv, safe_cell, two_decimals
from checkers_cli.grading.results import Build, Graded, Header
from checkers_cli.grading.rubric.schema import STAGE_NAMES
from checkers_cli.grading.summary import passed_of
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.text import plural

MARKS = "marks.csv"


class _MarksTable(Table):
    def __init__(self, header: Header, path: Path) -> None:
        super().__init__(path)
        self.sections = [*STAGE_NAMES, *(section.name for section in header.sections)]
        columns = [
            *("student", "name", *self.sections, "days late", "total", "out of", "complete"),
            *("build", *(verdict.value for verdict in Verdict)),
            *("robustness passed", "robustness cases", "habits", "faults", "judge error"),
            *("comment", "notes", "file"),
        ]
        self.rows = [[safe_cell(column) for column in columns]]

    def add(self, graded: Graded) -> None:
        marks = {section.name: section.mark for section in graded.marks.sections}
        counts = Counter(run.verdict for run in graded.within)
        total = graded.marks.total if graded.marks.complete else None
        cells = [
            *(graded.student, graded.name),
            *(two_decimals(marks.get(name)) for name in self.sections),
            f"{graded.late_days:g}",
            *(two_decimals(total), two_decimals(graded.marks.out_of)),
            _yes_or_no(graded.marks.complete),
            _build_words(graded.build),
            *(str(counts[verdict]) for verdict in Verdict),
            *map(str, passed_of(graded.beyond)),
            " ".join(graded.habits),
            "+".join(faults_named(graded.explanation)),
            _yes_or_no(graded.judge_error),
            graded.comment,
            "; ".join(graded.notes),
            graded.entry,
        ]
        self.rows.append([safe_cell(cell) for cell in cells])

    def text(self) -> str:
        return as_csv(self.rows)


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _build_words(build: Build) -> str:
    if build.judge_error:
        return "judge error"
    if not build.ok:
        return "does not build"
    words = plural(build.warnings, "warning")
    return words if build.warnings else "ok"


def open_marks(header: Header, folder: Path) -> Table:
    """The report `marks.csv`."""
    return _MarksTable(header, folder / MARKS)
