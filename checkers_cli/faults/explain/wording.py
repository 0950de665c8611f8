"""Learns, from what a program prints, the words that it has in place of the given ones.

A line that is worded in another way can be anything: here the words are read off, and whether they
explain the output is then found out by playing with them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

from checkers_cli.faults.engine.knobs import REFERENCE, Prints

_TITLE = re.compile(r"(\*\*\* )?(BLACK|WHITE) ACTION #(\d+): (\S+)")
_COST = re.compile(r"BOARD COST: (-?\d+)")
_COUNT = re.compile(r"#(BLACK|WHITE) PIECES: (\d+)")
_PAIRS = 40  # texts that are looked at: whoever words a line in another way does so in each
_LINES = 200  # lines of each that differ
_ALIKE = 0.5  # below that it is another line, not the same in other words
_FIXED = {
    getattr(REFERENCE.prints, name): f"prints.{name}"
    for name in ("size", "columns", "rule", "delimiter", "black_wins", "white_wins")
}
_ERRORS = {
    getattr(REFERENCE.prints, f"error_{number}"): f"prints.error_{number}" for number in range(1, 7)
}


def learned_wordings(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Knobs and the words that they would have to be set to, from expected and printed texts."""
    found: dict[str, str] = {}
    for expected, printed in islice(pairs, _PAIRS):
        for path, words in _learned_from(_lines(expected), _lines(printed)):
            found.setdefault(path, words)
    right = {f"prints.{knob.name}": getattr(REFERENCE.prints, knob.name) for knob in fields(Prints)}
    return {path: words for path, words in found.items() if words != right[path]}


def _lines(text: bytes) -> list[str]:
    return [line.rstrip("\r") for line in text.decode("utf-8", "surrogateescape").split("\n")]


def _learned_from(expected: list[str], printed: list[str]) -> Iterator[tuple[str, str]]:
    differing = ((r, line) for r, line in zip(expected, printed, strict=False) if r != line != "")
    for right, line in islice(differing, _LINES):
        found = _knob(right, line)
        if found is not None:
            yield found


@lru_cache(maxsize=10_000)
def _knob(right: str, line: str) -> tuple[str, str] | None:
    if right in _ERRORS:
        return (_ERRORS[right], line) if line not in _ERRORS and _alike(right, line) else None
    if right in _FIXED:
        return (_FIXED[right], line) if _alike(right, line) else None
    if (cost := _COST.fullmatch(right)) and _has_one(line, cost[1]):
        return "prints.cost", _template(line, {cost[1]: "{}"})
    if (count := _COUNT.fullmatch(right)) and _has_one(line, count[2]) and _alike(right, line):
        return f"prints.{count[1].lower()}", _template(line, {count[2]: "{}"})
    return _title(right, line)


def _title(right: str, line: str) -> tuple[str, str] | None:
    title = _TITLE.fullmatch(right)
    if title is None:
        return None
    mark, player, number, action = title[1] or "", title[2], title[3], title[4]
    if mark:
        plain = right.removeprefix(mark)
        return ("prints.mark", line.removesuffix(plain)) if line.endswith(plain) else None
    rest = line.replace(action, "", 1)
    if line.count(action) != 1 or line.count(player) != 1 or not _has_one(rest, number):
        return None
    words = {action: "{action}", player: "{player}", number: "{number}"}
    return "prints.title", "{mark}" + _template(line, words)


def _has_one(line: str, number: str) -> bool:
    """Whether a number is in a line just once, and not as a part of another number."""
    return line.count(number) == 1 and bool(re.search(rf"(?<![\d-]){number}(?!\d)", line))


def _template(line: str, places: dict[str, str]) -> str:
    """The line with these texts replaced, ready for `str.format`."""
    pattern = "|".join(re.escape(text) for text in places)
    escaped = line.replace("{", "{{").replace("}", "}}")
    return re.sub(pattern, lambda match: places[match[0]], escaped)


def _alike(right: str, line: str) -> bool:
    if not len(right) <= 3 * len(line) <= 9 * len(right):  # nothing of a third of the length is
        return False
    return SequenceMatcher(None, right.lower(), line.lower()).ratio() >= _ALIKE
