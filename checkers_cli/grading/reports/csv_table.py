"""CSV files that are written when all submissions have been added."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from checkers_cli.grading.results import Graded
from checkers_cli.util.files import replacing

# In many countries Excel splits lines at semicolons, whatever the writer meant; other programs ask.
# Quotes do not help, because they only count at the start of what is then a cell. Commas and tabs
# need no care: a cell with a comma is quoted where commas separate, and no cell contains a tab.
_PART = re.compile(r"(?<=[;|])")
_UNSEEN = re.compile(r'^[\s"\u200c\u200d]+')


def safe_cell(text: str) -> str:
    """Text as a cell that no spreadsheet runs as a formula, because students write such texts."""
    text = "".join(_harmless(character) for character in text)
    # Numbers that this program writes are never below 0, so every sign is of a submission.
    parts = _PART.split(text)
    return "".join("'" + part if _begins_a_formula(part) else part for part in parts)


def _begins_a_formula(text: str) -> bool:
    # Only the first character is normalised, because it could combine with the next one.
    first = _UNSEEN.sub("", text)[:1]
    return unicodedata.normalize("NFKC", first) in ("=", "+", "-", "@")


def _harmless(character: str) -> str:
    if character in "\t\r\n\v\f\x85\u2028\u2029":
        return " "
    if character in "\u200c\u200d":  # joiners that occur in real names
        return character
    kind = unicodedata.category(character)
    return "\ufffd" if kind == "Cs" else "" if kind in ("Cc", "Cf") else character


class Table:
    """A report in CSV format; rows are short, so all of them are kept in memory until the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.encoding = "utf-8"
        self.notices: list[str] = []  # messages for staff, complete at the end of the block

    def __enter__(self) -> "Table":
        return self

    def add(self, graded: Graded) -> None:
        """Add a submission."""
        raise NotImplementedError

    def text(self) -> str:
        """The content of the file, after all submissions have been added."""
        raise NotImplementedError

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            data = self.text().encode(self.encoding, "replace")
            with replacing(self.path) as stream:
                stream.write(data)


def as_csv(rows: Iterable[Sequence[str]], delimiter: str = ",", line_end: str = "\r\n") -> str:
    """The rows as CSV text."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return stream.getvalue()


def two_decimals(mark: float | None) -> str:
    """A mark with two decimals; empty if there is none."""
    return "" if mark is None else f"{mark:.2f}"
