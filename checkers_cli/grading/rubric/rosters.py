"""Rosters: CSV files of staff with days late, or with marks given by hand.

The files come from spreadsheets, so UTF-8 with and without a byte order mark, UTF-16 (the "Unicode
text" of Excel), semicolons, tabs and decimal commas are accepted.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import nearest, printable, reason

LONGEST_DELAY = 366  # days
# Ids come first, because a sheet may have a name under `student` and a number under `id`.
STUDENT = ("student id", "sid", "id", "student", "name")
DAYS = ("days late", "late days", "days")
# Encodings by their byte order mark. A file without one is UTF-8.
_ENCODINGS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "")

T = TypeVar("T")


@dataclass(frozen=True)
class HandMarks:
    """The marks that a marker gave a submission, without sections not marked yet."""

    marks: Mapping[str, float]
    repaired: bool = False  # staff repaired the source so that it builds
    comment: str = ""


class Identified(Protocol):
    """The fields of a submission that rows are matched with."""

    @property
    def key(self) -> str:
        """Unique among the submissions."""

    @property
    def student(self) -> str:
        """The student's id."""

    @property
    def name(self) -> str:
        """The student's name."""

    @property
    def entry(self) -> str:
        """The file or folder among the submissions."""


@dataclass(frozen=True)
class Matched(Generic[T]):
    """The rows of a roster by submission key, and a problem for each row without submission."""

    rows: Mapping[str, T]
    problems: tuple[str, ...]


class Sheet(NamedTuple):
    """A CSV file: its format, its header, and its rows with their line numbers."""

    path: str  # for messages
    encoding: str
    byte_order_mark: bool
    delimiter: str
    line_end: str
    header: list[str]
    rows: list[tuple[int, list[str]]]


class _Row(NamedTuple):
    place: str  # FILE:LINE
    student: str
    cells: dict[str, str]  # by the normalised name of the column


def read_late(path: str) -> dict[str, float]:
    """Days late by student: columns `student` and `days`; other columns are ignored."""
    sheet = read_sheet(path)
    days = _find_column(sheet, DAYS, "days late", "days")
    late = {}
    for row in _students(sheet):
        if row.cells[days]:  # blank: the name of the download says it
            late[row.student] = _number(row.cells[days], LONGEST_DELAY, f"{row.place}: {days}")
    return late


def read_by_hand(path: str, rubric: Rubric) -> dict[str, HandMarks]:
    """Marks by student: columns `student`, one for each section, `repaired`, `comment`, `name`."""
    sheet = read_sheet(path)
    sections = {_heading(section.name): section for section in rubric.by_hand}
    known = ["student", *sections, "repaired", "comment"]
    for column in map(_heading, sheet.header):
        if column and column not in (*STUDENT, *known):
            raise UnusableInput(
                f'{sheet.path}:1: no section of the rubric is called "{printable(column)}"'
                + _suggestion(column, known)
            )
    given = {}
    for row in _students(sheet):
        given[row.student] = HandMarks(
            {
                section.name: _number(row.cells[column], section.out_of, f"{row.place}: {column}")
                for column, section in sections.items()
                if row.cells.get(column)
            },
            _yes(row.cells.get("repaired", ""), f"{row.place}: repaired"),
            row.cells.get("comment", ""),
        )
    return given


def match(roster: Mapping[str, T], submissions: Iterable[Identified]) -> Matched[T]:
    """Match submissions and rows. A row that fits two students of one name goes to neither."""
    ids: dict[str, list[Identified]] = {}
    others: dict[str, list[Identified]] = {}
    for submission in submissions:
        ids.setdefault(folded_id(submission.student), []).append(submission)
        for column in {folded(submission.name), folded(submission.entry)}:
            others.setdefault(column, []).append(submission)
    rows: dict[str, T] = {}
    problems = []
    # All ids are matched before any name, because an id is the better match.
    waiting = []
    for student, row in roster.items():
        rows.update({submission.key: row for submission in ids.get(folded_id(student), [])})
        if folded_id(student) not in ids:
            waiting.append((student, row))
    for student, row in waiting:
        namesakes = others.get(folded(student), [])
        fitting = [submission for submission in namesakes if submission.key not in rows]
        if len({submission.student for submission in fitting}) > 1:
            several = ", ".join(printable(submission.student) for submission in fitting)
            problems.append(
                f'"{printable(student)}" matches several submissions: {several}; use their ids'
            )
        elif namesakes and not fitting:
            known = printable(namesakes[0].student)
            problems.append(f'"{printable(student)}" is ignored: {known} already has a row')
        elif not fitting:
            problems.append(f'"{printable(student)}" has no submission')
        else:
            rows.update({submission.key: row for submission in fitting})
    return Matched(rows, tuple(problems))


def folded(text: str) -> str:
    """A text for comparison: letter case, white space and Unicode forms are made equal."""
    return unicodedata.normalize("NFC", " ".join(text.split()).casefold())


def folded_id(text: str) -> str:
    """An id for comparison: Moodle writes `Participant 123`, names of downloads only 123."""
    return folded(text).removeprefix("participant ")


def _heading(text: str) -> str:
    """The name of a column for comparison, with spaces instead of `_` and `-`."""
    return folded(re.sub(r"[_-]", " ", text))


def read_sheet(path: str) -> Sheet:
    """Read a CSV file with a header; `UnusableInput` names the line of a problem."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise UnusableInput(f"{printable(path)}: {reason(error)}") from None
    mark = next((mark for mark in _ENCODINGS if data.startswith(mark)), b"")
    encoding = _ENCODINGS.get(mark, "utf-8")
    text = _decoded(printable(path), data[len(mark) :], encoding)
    first = re.sub(r'"[^"]*"', "", text.lstrip().split("\n", 1)[0])
    delimiter = max(",;\t", key=first.count)
    if encoding != "utf-8" and "\t" in first:
        delimiter = "\t"  # Excel separates by tabs in UTF-16, even if names have commas
    rows = list(_numbered(printable(path), text, delimiter))
    if not rows:
        raise UnusableInput(f"{printable(path)}: empty; a header line is needed")
    line_end = "\r\n" if "\r\n" in text else "\n"
    return Sheet(printable(path), encoding, bool(mark), delimiter, line_end, rows[0][1], rows[1:])


def _decoded(path: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding).count("\n") + 1
        words = "not UTF-8; save it as CSV UTF-8"
        if encoding != "utf-8":
            words = f"damaged UTF-16 ({error.reason}); save it again, best as CSV UTF-8"
        raise UnusableInput(f"{path}:{line}: {words}") from None


def _numbered(path: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records with the line that each begins on, without blank ones."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnusableInput(f"{path}:{line}: not CSV: {error}") from None
        if any(cell.strip() for cell in row):
            yield line, row
        line = reader.line_num + 1


def _find_column(sheet: Sheet, names: Sequence[str], what: str, suggested: str) -> str:
    """The first of these columns that the sheet has."""
    columns = [_heading(column) for column in sheet.header]
    for name in names:
        if columns.count(name) > 1:
            raise UnusableInput(f'{sheet.path}:1: two columns are called "{name}"')
        if name in columns:
            return name
    raise UnusableInput(f'{sheet.path}:1: no column for {what}; call it "{suggested}"')


def _students(sheet: Sheet) -> Iterator[_Row]:
    """The rows of students, each student once."""
    id_column = _find_column(sheet, STUDENT, "students", "student")
    columns = [_heading(column) for column in sheet.header]
    twice = next((c for c in columns if c and columns.count(c) > 1), None)
    if twice:
        raise UnusableInput(f'{sheet.path}:1: two columns are called "{printable(twice)}"')
    seen: dict[str, int] = {}
    for line, row in sheet.rows:
        place = f"{sheet.path}:{line}"
        if any(cell.strip() for cell in row[len(columns) :]):
            words = f"{len(row)} cells, but the header has {len(columns)}"
            raise UnusableInput(f"{place}: {words}; does a cell need quotes?")
        cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))
        cells = dict.fromkeys(columns, "") | cells
        student = cells[id_column]
        if not student:
            raise UnusableInput(f'{place}: no student in the column "{id_column}"')
        if folded(student) in seen:
            before = seen[folded(student)]
            raise UnusableInput(f"{place}: {printable(student)} is already in line {before}")
        seen[folded(student)] = line
        yield _Row(place, student, cells)


def _number(text: str, most: float, place: str) -> float:
    # Only plain digits, because float() also accepts nan, inf and 1_0.
    if re.fullmatch(r"[0-9]{1,6}([.,][0-9]{1,2})?", text):
        number = float(text.replace(",", "."))
        if number <= most:
            return number
    words = f"must be a number from 0 to {most:g} with at most two decimals"
    raise UnusableInput(f'{place} {words}, not "{printable(text[:40])}"')


def _yes(text: str, place: str) -> bool:
    if text.casefold() in (*YES, *NO):
        return text.casefold() in YES
    raise UnusableInput(f'{place} must be yes or no, not "{printable(text[:40])}"')


def _suggestion(column: str, known: Sequence[str]) -> str:
    close = nearest(column, known)
    return f'; did you mean "{close}"?' if close else f"; choose from {', '.join(known)}"
