"""Files to upload to Canvas and Moodle: made from scratch, or filled-in exported sheets."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from checkers_cli.grading.reports.csv_table import Table, as_csv, safe_cell, two_decimals
from checkers_cli.grading.results import Graded, Header, Marks
from checkers_cli.grading.rubric.rosters import Sheet, folded, folded_id, read_sheet
from checkers_cli.util.errors import UnusableInput

CANVAS, MOODLE = "canvas.csv", "moodle.csv"
POINTS_POSSIBLE = "    Points Possible"  # with the spaces by which Canvas recognises the row
CANVAS_IDS = ("ID", "SIS User ID", "SIS Login ID")
MOODLE_IDS = ("Identifier", "ID number", "Username", "Email address")
EXCUSED = "EX"
_MAXIMUM = "Maximum Grade"
NAMED = 20  # students that are named in one message; the others are counted


class _Grade(NamedTuple):
    """The fields of a submission that an upload needs."""

    student: str
    name: str
    entry: str
    origin: str
    cell: str  # empty: no grade yet
    why_none: str  # the reason if there is no grade yet


def _grade(graded: Graded) -> _Grade:
    why = ""
    if graded.judge_error:
        why = "judge error; grade the submission again"
    elif not graded.marks.complete:
        why = "; ".join(_missing(graded.marks)) or "not marked yet"
    cell = "" if why else two_decimals(graded.marks.total)
    return _Grade(graded.student, graded.name, graded.entry, graded.origin, cell, why)


def _missing(marks: Marks) -> Iterator[str]:
    unjudged = [s.name for s in marks.sections if s.mark is None and not s.by_hand]
    if unjudged:
        yield f"not judged: {', '.join(unjudged)}"
    if marks.waiting:
        yield f"not yet marked by hand: {', '.join(s.name for s in marks.waiting)}"


class _Upload(Table):
    """A file to upload to a learning management system, made from scratch."""

    no_grade = "no grade"

    def __init__(
        self, path: Path, system: str, scratch: Callable[[Sequence[_Grade]], list[list[str]]]
    ) -> None:
        super().__init__(path)
        self.system = system
        self.scratch = scratch
        self.grades: list[_Grade] = []
        self.problems: dict[str, list[str]] = {}  # the students that have each problem

    def add(self, graded: Graded) -> None:
        grade = _grade(graded)
        self.grades.append(grade)
        if grade.why_none:
            self._note(grade, f"{self.no_grade} in {self.path.name}: {grade.why_none}")

    def _note(self, grade: _Grade, problem: str) -> None:
        self.problems.setdefault(problem, []).append(safe_cell(grade.student))

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        super().__exit__(kind, error, trace)
        for problem, students in self.problems.items():
            who = ", ".join(students[:NAMED])
            if len(students) == len(self.grades) > 1:
                who = "everybody"
            elif len(students) > NAMED:
                who += f" and {len(students) - NAMED} more"
            self.notices.append(f"{who}: {problem}")
        if not self._is_wanted():
            self.notices.clear()

    def _is_wanted(self) -> bool:
        """Whether the file is likely to be uploaded; otherwise its notices are left out."""
        return any(grade.origin == self.system for grade in self.grades)

    def text(self) -> str:
        return as_csv([[safe_cell(cell) for cell in row] for row in self.scratch(self.grades)])


class _Filled(_Upload):
    """An exported sheet with the grades filled in, otherwise unchanged."""

    no_grade = "no new grade"  # an old grade stays

    def __init__(
        self, path: Path, system: str, sheet: Sheet, column: int, ids: Sequence[str], name: str
    ) -> None:
        super().__init__(path, system, lambda _: [])
        self.sheet = sheet
        self.encoding = sheet.encoding
        self.column = column  # of the grade
        self.by_id = [_index(sheet, id_column, _ids) for id_column in ids]
        self.by_name = _index(sheet, name, _spellings)

    def _is_wanted(self) -> bool:
        return True

    def text(self) -> str:
        grades: dict[int, list[_Grade]] = {}
        for grade in self.grades:
            found = self._rows_of(grade)
            if len(found) == 1:
                grades.setdefault(found[0], []).append(grade)
            else:
                problem = "several rows match in" if found else "no row matches in"
                self._note(grade, f"{problem} {self.sheet.path}")
        rows = [
            self._filled(row, grades.get(number, []))
            for number, (_, row) in enumerate(self.sheet.rows)
        ]
        mark = "\ufeff" if self.sheet.byte_order_mark else ""
        return mark + as_csv([self.sheet.header, *rows], self.sheet.delimiter, self.sheet.line_end)

    def _filled(self, row: list[str], grades: Sequence[_Grade]) -> list[str]:
        if len(grades) > 1:
            entries = ", ".join(safe_cell(grade.entry) for grade in grades)
            self.notices.append(
                f"several submissions match one row of {self.sheet.path}: {entries}"
            )
        if len(grades) != 1 or not grades[0].cell:
            return row
        if _cell(row, self.column).strip().upper() == EXCUSED:
            self._note(grades[0], f"excused in {self.sheet.path}")
            return row
        row = row + [""] * (self.column + 1 - len(row))
        return [*row[: self.column], grades[0].cell, *row[self.column + 1 :]]

    def _rows_of(self, grade: _Grade) -> list[int]:
        """The rows of a student: by the first kind of id that matches, else by name."""
        for index in self.by_id:
            if folded_id(grade.student) in index:
                return index[folded_id(grade.student)]
        if grade.origin == self.system:
            return []  # the id is this system's own, so a row of this name is another student's
        return self.by_name.get(_letters(grade.name), [])


def _index(sheet: Sheet, column: str, forms: Callable[[str], set[str]]) -> dict[str, list[int]]:
    """The numbers of the rows by the text in a column, in each of the forms of the text."""
    index: dict[str, list[int]] = {}
    at = sheet.header.index(column) if column in sheet.header else len(sheet.header)
    for number, (_, row) in enumerate(sheet.rows):
        for form in forms(_cell(row, at)) - {""}:
            index.setdefault(form, []).append(number)
    return index


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _ids(text: str) -> set[str]:
    return {folded_id(text)}


def _letters(text: str) -> str:
    """A name as Canvas writes it in file names: only letters and digits."""
    return "".join(character for character in folded(text) if character.isalnum())


def _spellings(name: str) -> set[str]:
    """The forms of a name: Canvas exports `Last, First` or `First Last`."""
    last, _, first = name.partition(",")
    words = name.split()
    turned = " ".join([*words[-1:], *words[:-1]])
    return {_letters(name), _letters(first + last), _letters(turned)}


def open_canvas(header: Header, folder: Path, exported: str | None = None) -> Table:
    """`canvas.csv`: from scratch, or the exported gradebook with the grades filled in."""
    path = folder / CANVAS
    if exported is None:
        return _Upload(path, "canvas", lambda grades: _canvas_rows(header, grades))
    sheet = read_sheet(exported)
    at = _assignment(header, sheet)
    table = _Filled(path, "canvas", sheet, at, CANVAS_IDS, "Student")
    points = [_cell(row, at) for _, row in sheet.rows if _is_points(row)]
    _compare_scale(table, POINTS_POSSIBLE.strip(), points, header)
    return table


def _compare_scale(table: _Filled, column: str, points: Sequence[str], header: Header) -> None:
    """Add a notice if the sheet has another maximum than the rubric."""
    if points and not _same_number(points[0], header.out_of):
        words = f"{column} is {safe_cell(points[0])}, but the rubric gives {header.out_of:g}"
        table.notices.append(f"{table.sheet.path}: {words}")


def _canvas_rows(header: Header, grades: Sequence[_Grade]) -> list[list[str]]:
    rows = [
        ["Student", *CANVAS_IDS, "Section", header.title],
        [POINTS_POSSIBLE, "", "", "", "", two_decimals(header.out_of)],
    ]
    for grade in grades:
        # Only the names of Canvas's own downloads contain Canvas's ids.
        ids = [grade.student, ""] if grade.origin == "canvas" else ["", grade.student]
        rows.append([grade.name, *ids, "", "", grade.cell])
    return rows


def _is_points(row: Sequence[str]) -> bool:
    return _cell(row, 0).strip() == POINTS_POSSIBLE.strip()


def _same_number(text: str, number: float) -> bool:
    try:
        return float(text) == number
    except ValueError:
        return False


def _assignment(header: Header, sheet: Sheet) -> int:
    """The index of the column `Title (id)`, or of the only column of an assignment."""
    bare = [re.sub(r" \(\d+\)$", "", column) for column in sheet.header]
    titled = [n for n, title in enumerate(bare) if folded(title) == folded(header.title)]
    assignments = [n for n, title in enumerate(bare) if title != sheet.header[n]]
    found = titled or assignments
    if len(found) == 1:
        return found[0]
    title = safe_cell(header.title)
    if titled:
        raise UnusableInput(f'{sheet.path}:1: several columns are called "{title}"')
    if not assignments:
        words = "no column of an assignment; export the gradebook from Canvas"
        raise UnusableInput(f"{sheet.path}:1: {words}")
    names = ", ".join(f'"{safe_cell(bare[n])}"' for n in assignments[:5])
    raise UnusableInput(
        f'{sheet.path}:1: no column is called "{title}"; choose from {names} with --title'
    )


def open_moodle(header: Header, folder: Path, exported: str | None = None) -> Table:
    """`moodle.csv`: from scratch, or the exported grading worksheet with the grades filled in."""
    path = folder / MOODLE
    if exported is None:
        return _Upload(path, "moodle", lambda grades: _moodle_rows(header, grades))
    sheet = read_sheet(exported)
    for column in ("Identifier", "Grade"):
        if sheet.header.count(column) != 1:
            words = f'no column "{column}"; export the grading worksheet from Moodle'
            raise UnusableInput(f"{sheet.path}:1: {words}")
    grade = sheet.header.index("Grade")
    table = _Filled(path, "moodle", sheet, grade, MOODLE_IDS, "Full name")
    if _MAXIMUM in sheet.header:
        at = sheet.header.index(_MAXIMUM)
        _compare_scale(table, _MAXIMUM, [_cell(row, at) for _, row in sheet.rows], header)
    return table


def _moodle_rows(header: Header, grades: Sequence[_Grade]) -> list[list[str]]:
    rows = [["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]]
    for grade in grades:
        number = grade.student if grade.origin == "moodle" else ""
        identifier = f"Participant {number}" if number.isdigit() else grade.student
        rows.append([identifier, grade.name, grade.cell, two_decimals(header.out_of), ""])
    return rows


# The files to upload, by the system that they are for: a key of `DOWNLOADS` in `submissions.lms`.
UPLOADS: Mapping[str, Callable[[Header, Path, str | None], Table]] = MappingProxyType(
    {"canvas": open_canvas, "moodle": open_moodle}
)
