"""Differences in presentation: white space and upper or lower case, named and made visible."""

import re

from checkers_cli.analyser.compare import first_difference
from checkers_cli.grading.results import LinePair
from checkers_cli.util.text import visible_bytes

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST = 200  # characters of any text in a diagnosis
_WHITE_SPACE = b" \t\r\n\v\f"
_CHUNK = 1 << 16
# Pieces and towers in their cells, in text without white space.
_CELLS = re.compile(rb"\|[bwBW.](?=\|)")


def presentation_only(expected: bytes, actual: bytes) -> bool:
    """Whether two texts differ in white space or in the case of words at most.

    Letter case matters in the cells of a board: b instead of B is wrong.
    """
    wanted, printed = _without_white_space(expected), _without_white_space(actual)
    if wanted == printed:
        return True
    if len(wanted) != len(printed) or wanted.lower() != printed.lower():
        return False
    return _CELLS.findall(wanted) == _CELLS.findall(printed)


def _without_white_space(text: bytes) -> bytes:
    return text.removeprefix(BYTE_ORDER_MARK).translate(None, _WHITE_SPACE)


def habits_of_layout(expected: bytes, actual: bytes) -> list[str]:
    """Differences in white space and line ends that concern the whole text, in words."""
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
        words.append("tabs instead of spaces")
    if _has_trailing_spaces(actual) and not _has_trailing_spaces(expected):
        words.append("spaces at the ends of lines")
    if _blank_lines(actual) > _blank_lines(expected):
        words.append("extra blank lines")
    return words


def _has_trailing_spaces(text: bytes) -> bool:
    return b" \n" in text or b"\t\n" in text or text.endswith((b" ", b"\t"))


def _blank_lines(text: bytes) -> int:
    return text.count(b"\n\n") + text.startswith(b"\n")


def presentation_words(expected: bytes, actual: bytes) -> list[str]:
    """The differences between two texts that differ in presentation only, in words."""
    words = habits_of_layout(expected, actual)
    if _without_white_space(expected) != _without_white_space(actual):
        words.append("upper and lower case")
    return words or [_about_one_line(expected, actual)]


def _about_one_line(expected: bytes, actual: bytes) -> str:
    if actual.count(b"\n") < expected.count(b"\n"):
        return "missing line breaks"
    if actual.count(b"\n") > expected.count(b"\n"):
        return "extra line breaks"
    if len(actual) < len(expected):
        return "missing spaces"
    return "extra spaces" if len(actual) > len(expected) else "other white space"


def first_line_pair(expected: bytes, actual: bytes) -> LinePair | None:
    """The first line that differs in any byte; None if the texts are equal."""
    if expected == actual:
        return None
    at = 0
    while expected[at : at + _CHUNK] == actual[at : at + _CHUNK]:
        at += _CHUNK
    # Compare lines only around the difference, because there may be millions of lines.
    start, end = expected.rfind(b"\n", 0, at) + 1, at + 2 * _CHUNK
    found = first_difference(expected[start:end], actual[start:end])
    if found is None:
        return None
    line = expected.count(b"\n", 0, start) + found.line
    return make_line_pair(line, found.column, found.expected, found.actual)


def make_line_pair(
    line: int, column: int, expected: bytes | None, actual: bytes | None
) -> LinePair:
    """Both lines with visible white space; of a long line only the part around the column."""
    start = max(0, column - 1 - LONGEST // 2)
    shown = [
        None if side is None else visible_bytes(side[start : start + LONGEST])
        for side in (expected, actual)
    ]
    return LinePair(line, column - start, *shown)
