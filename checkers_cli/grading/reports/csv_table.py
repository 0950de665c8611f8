"""CSV files under way: `add` every submission; the file is there once the block has ended well."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from checkers_cli.grading.results import Graded
from checkers_cli.util.files import replacing


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
        self.notices: list[str] = []  # what staff should know, once all submissions are there

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
