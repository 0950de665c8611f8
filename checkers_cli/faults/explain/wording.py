"""Learns the wording of a program's lines from its output.

A program can word a line in any way, so the catalogue cannot list all wordings. They are read from
the output here; the search then plays with these words to see whether they explain the output.
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
_MOST_PAIRS = 40  # outputs to read: a different wording shows in each of them
_MOST_LINES = 200  # different lines to read of each output
_LEAST_SIMILARITY = 0.5  # below, a line is another line and not the same in other words
_FIXED = {
    getattr(REFERENCE.prints, name): f"prints.{name}"
    for name in ("size", "columns", "rule", "delimiter", "black_wins", "white_wins")
}
_ERRORS = {
    getattr(REFERENCE.prints, f"error_{number}"): f"prints.error_{number}" for number in range(1, 7)
}


def learned_wordings(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return texts by knob, such as "prints.cost", from pairs of expected and printed outputs."""
    found: dict[str, str] = {}
    for expected, printed in islice(pairs, _MOST_PAIRS):
        for path, words in _learned_from(_lines(expected), _lines(printed)):
            found.setdefault(path, words)
    right = {f"prints.{knob.name}": getattr(REFERENCE.prints, knob.name) for knob in fields(Prints)}
    return {path: words for path, words in found.items() if words != right[path]}


def _lines(text: bytes) -> list[str]:
    return [line.rstrip("\r") for line in text.decode("utf-8", "surrogateescape").split("\n")]


def _learned_from(expected: list[str], printed: list[str]) -> Iterator[tuple[str, str]]:
    differing = ((r, line) for r, line in zip(expected, printed, strict=False) if r != line != "")
    for right, line in islice(differing, _MOST_LINES):
        found = _knob(right, line)
        if found is not None:
            yield found


@lru_cache(maxsize=10_000)
def _knob(right: str, line: str) -> tuple[str, str] | None:
    if right in _ERRORS:
        return (_ERRORS[right], line) if line not in _ERRORS and _is_similar(right, line) else None
    if right in _FIXED:
        return (_FIXED[right], line) if _is_similar(right, line) else None
    if (cost := _COST.fullmatch(right)) and _has_one(line, cost[1]):
        return "prints.cost", _template(line, {cost[1]: "{}"})
    if (count := _COUNT.fullmatch(right)) and _has_one(line, count[2]) and _is_similar(right, line):
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
    """Tell whether a number occurs once in a line, and not as a part of another number."""
    return line.count(number) == 1 and bool(re.search(rf"(?<![\d-]){number}(?!\d)", line))


def _template(line: str, places: dict[str, str]) -> str:
    """Return the line with texts replaced by placeholders of `str.format`."""
    pattern = "|".join(re.escape(text) for text in places)
    escaped = line.replace("{", "{{").replace("}", "}}")
    return re.sub(pattern, lambda match: places[match[0]], escaped)


def _is_similar(right: str, line: str) -> bool:
    if not len(right) <= 3 * len(line) <= 9 * len(right):  # quick refusal of other lengths
        return False
    return SequenceMatcher(None, right.lower(), line.lower()).ratio() >= _LEAST_SIMILARITY
