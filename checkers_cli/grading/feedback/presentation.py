"""Differences in presentation: white space and upper or lower case, named and made visible."""

import re

from checkers_cli.analyser.compare import first_difference
from checkers_cli.grading.results import LinePair
from checkers_cli.util.text import visible_bytes

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST = 200  # characters of any text in a diagnosis
_BLANKS = b" \t\r\n\v\f"
_CHUNK = 1 << 16
# Men in their cells, once white space is gone.
_CELLS = re.compile(rb"\|[bwBW.](?=\|)")


def presentation_only(expected: bytes, actual: bytes) -> bool:
    """Whether texts differ in white space or in the case of words at most.

    The letters in a board's cells are no words: a tower shown as a piece is wrong.
    """
    mine, theirs = _without_blanks(expected), _without_blanks(actual)
    if mine == theirs:
        return True
    if len(mine) != len(theirs) or mine.lower() != theirs.lower():
        return False
    return _CELLS.findall(mine) == _CELLS.findall(theirs)


def _without_blanks(text: bytes) -> bytes:
    return text.removeprefix(BYTE_ORDER_MARK).translate(None, _BLANKS)


def habits_of_layout(expected: bytes, actual: bytes) -> list[str]:
    """What a text does to white space and ends of lines throughout, in words."""
    words = []
    if actual.startswith(BYTE_ORDER_MARK):
        words.append("a byte order mark before the first line")
        actual = actual.removeprefix(BYTE_ORDER_MARK)
    if b"\r\n" in actual and b"\r\n" not in expected:
        words.append("CRLF line ends (\\r\\n instead of \\n)")
        actual = actual.replace(b"\r\n", b"\n")
    if actual and expected.endswith(b"\n") and not actual.endswith(b"\n"):
        words.append("no newline at the end of the last line")
    if b"\t" in actual and b"\t" not in expected:
        words.append("tabs instead of blanks")
    if _has_trailing_blanks(actual) and not _has_trailing_blanks(expected):
        words.append("blanks at the ends of lines")
    if _blank_lines(actual) > _blank_lines(expected):
        words.append("extra blank lines")
    return words


def _has_trailing_blanks(text: bytes) -> bool:
    return b" \n" in text or b"\t\n" in text or text.endswith((b" ", b"\t"))


def _blank_lines(text: bytes) -> int:
    return text.count(b"\n\n") + text.startswith(b"\n")


def presentation_words(expected: bytes, actual: bytes) -> list[str]:
    """All that is wrong with the layout of a text that is right otherwise, in words."""
    words = habits_of_layout(expected, actual)
    if _without_blanks(expected) != _without_blanks(actual):
        words.append("upper and lower case")
    return words or [_about_one_line(expected, actual)]


def _about_one_line(expected: bytes, actual: bytes) -> str:
    if actual.count(b"\n") < expected.count(b"\n"):
        return "missing ends of lines"
    if actual.count(b"\n") > expected.count(b"\n"):
        return "lines that are broken in two"
    if len(actual) < len(expected):
        return "missing blanks"
    return "extra blanks" if len(actual) > len(expected) else "other white space"


def first_line_pair(expected: bytes, actual: bytes) -> LinePair | None:
    """The first line that differs in any byte; None if there is none."""
    if expected == actual:
        return None
    at = 0
    while expected[at : at + _CHUNK] == actual[at : at + _CHUNK]:
        at += _CHUNK
    # From the start of that line, and not much further: there may be millions of lines.
    start, end = expected.rfind(b"\n", 0, at) + 1, at + 2 * _CHUNK
    found = first_difference(expected[start:end], actual[start:end])
    if found is None:
        return None
    line = expected.count(b"\n", 0, start) + found.line
    return make_line_pair(line, found.column, found.expected, found.actual)


def make_line_pair(
    line: int, column: int, expected: bytes | None, actual: bytes | None
) -> LinePair:
    """Both lines made visible; of long ones only what is around the column."""
    start = max(0, column - 1 - LONGEST // 2)
    shown = [
        None if side is None else visible_bytes(side[start : start + LONGEST])
        for side in (expected, actual)
    ]
    return LinePair(line, column - start, *shown)
