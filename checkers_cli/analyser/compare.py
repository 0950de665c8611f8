"""Finds the first difference of two transcripts, and shows it with white space visible."""

import re
from typing import NamedTuple

from checkers_cli.util.text import common_prefix_length, visible_bytes

_WIDEST = 100


class Difference(NamedTuple):
    """The first place where two texts differ: line and column from 1, and both lines.

    A line is None if its text ends before it.
    """

    line: int
    column: int
    expected: bytes | None
    actual: bytes | None
    before: tuple[bytes, ...]  # up to three common lines before

    def where(self) -> str:
        """The place in words."""
        if self.expected is None:
            return f"line {self.line}: the golden file has ended"
        if self.actual is None:
            return f"line {self.line}: the transcript has ended"
        return f"line {self.line}, column {self.column}"


def first_difference(expected: bytes, actual: bytes) -> Difference | None:
    """Where two texts differ first; None if they are the same, byte for byte."""
    if expected == actual:
        return None
    mine, theirs = _lines(expected), _lines(actual)
    at = next(
        (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b),
        min(len(mine), len(theirs)),
    )
    left = mine[at] if at < len(mine) else None
    right = theirs[at] if at < len(theirs) else None
    column = 1
    if left is not None and right is not None:
        column += common_prefix_length(left, right)
    return Difference(at + 1, column, left, right, tuple(mine[max(0, at - 3) : at]))


def _lines(text: bytes) -> list[bytes]:
    """The lines with their newlines. Only a newline ends a line: a lone CR does not."""
    return re.findall(rb"[^\n]*\n|[^\n]+", text)


def explain_difference(difference: Difference) -> list[str]:
    """The difference for people: the lines before, both versions, a mark below the place."""
    start = max(0, difference.column - _WIDEST // 2)
    sides = {"golden": difference.expected, "transcript": difference.actual}
    lines = [
        f"{number:>7} {'':10} | {visible_bytes(line[:_WIDEST].rstrip()).replace('·', ' ')}"
        for number, line in enumerate(difference.before, difference.line - len(difference.before))
    ]
    for name, side in sides.items():
        shown = "(nothing)" if side is None else visible_bytes(side[start : start + _WIDEST])
        lines.append(f"{difference.line:>7} {name:10} | {shown}")
    if None not in sides.values():
        lines.append(f"{'':18} | {'':{difference.column - 1 - start}}^")
    return lines
