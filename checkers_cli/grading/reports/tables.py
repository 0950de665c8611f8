"""Tables of marks, and the one for staff: `marks.csv`.

Each `open_...` gives a context manager: `add` every submission, and the file is there once the
block has ended well. `told` then has a line for everything that staff should know.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from checkers_cli.grading.feedback.fault_text import faults_named
from checkers_cli.grading.results import Build, Graded, Header
from checkers_cli.grading.rubric.schema import STAGES
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.files import replacing
from checkers_cli.util.text import plural

MARKS = "marks.csv"


def safe_cell(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula: it may come from a student."""
    text = "".join(_harmless(character) for character in text)
    # Of the first character alone: what follows could join with it into another.
    first = unicodedata.normalize("NFKC", re.sub(r"^[\s\u200c\u200d]+", "", text)[:1])
    if first in ("=", "+", "-", "@") and not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text):
        return "'" + text
    return text


def _harmless(character: str) -> str:
    if character in "\t\r\n\v\f\x85\u2028\u2029":
        return " "
    if character in "\u200c\u200d":  # these join letters in real names
        return character
    kind = unicodedata.category(character)
    return "\ufffd" if kind == "Cs" else "" if kind in ("Cc", "Cf") else character


class Table:
    """A CSV file under way; rows are kept until the end, and are as short as a student's marks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: list[str] = []

    def __enter__(self) -> "Table":
        return self

    def add(self, graded: Graded) -> None:
        """Take in one more submission."""
        raise NotImplementedError

    def text(self) -> str:
        """The file, once all submissions are there."""
        raise NotImplementedError

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            data = self.text().encode("utf-8", "replace")
            with replacing(self.path) as stream:
                stream.write(data)


def as_csv(rows: Iterable[Sequence[str]], delimiter: str = ",", line_end: str = "\r\n") -> str:
    """Rows as the text of a CSV file."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return stream.getvalue()


def two_decimals(mark: float | None) -> str:
    """A mark as uploads have it; nothing if there is none."""
    return "" if mark is None else f"{mark:.2f}"


class _MarksTable(Table):
    def __init__(self, header: Header, path: Path) -> None:
        super().__init__(path)
        self.sections = [*STAGES, *(section.name for section in header.sections)]
        columns = [
            *("student", "name", *self.sections, "days late", "total", "out of", "complete"),
            *("build", *(verdict.value for verdict in Verdict), "habits", "faults", "judge error"),
            *("comment", "notes", "file"),
        ]
        self.rows = [[safe_cell(column) for column in columns]]

    def add(self, graded: Graded) -> None:
        marks = {section.name: section.mark for section in graded.marks.sections}
        counts = Counter(run.verdict for run in graded.runs)
        cells = [
            *(graded.student, graded.name),
            *(two_decimals(marks.get(name)) for name in self.sections),
            f"{graded.late_days:g}",
            *(two_decimals(graded.marks.total), two_decimals(graded.marks.out_of)),
            _yes_or_no(graded.marks.complete),
            _build_words(graded.build),
            *(str(counts[verdict]) for verdict in Verdict),
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
    """`marks.csv`: one row a submission, for staff."""
    return _MarksTable(header, folder / MARKS)
