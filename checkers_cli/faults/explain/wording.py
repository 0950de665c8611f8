"""Learns the words of a program from its output.

A program can word a line in any way, so the catalogue cannot list all wordings. They are read from
the first place where a model and the output of the program differ. The search then plays with these
words to see whether they explain the output.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.plays import Observation, Play, decoded, encoded

_TITLE = re.compile(r"(\*\*\* )?(BLACK|WHITE) ACTION #(\d+): (\S+)")
_COST = re.compile(r"BOARD COST: (-?\d+)")
_COUNT = re.compile(r"#(BLACK|WHITE) PIECES: (\d+)")
_MOST_LINES = 60  # lines to compare at each place
_LONGEST = 200  # bytes of a wording
_LEAST_SIMILARITY = 0.5  # below, a line is another line and not the same in other words
_MOST_TEXTS = 4  # wordings of one knob that are tried
_FIXED = ("size", "columns", "rule", "delimiter")
_ENDINGS = ("black_wins", "white_wins", *(f"error_{number}" for number in range(1, 7)))
_REFUSAL = "reads.refusal"


def learned_words(
    differences: Iterable[tuple[Observation, Play]], knobs: Knobs
) -> dict[str, list[str]]:
    """Return the texts by knob, such as "prints.cost", that the first differences suggest."""
    found: dict[str, dict[str, int]] = {}
    for observation, play in differences:
        for path, words in set(_learned(observation, play, knobs)):
            if len(words) <= _LONGEST:
                counts = found.setdefault(path, {})
                counts[words] = counts.get(words, 0) + 1
    return {
        path: sorted(counts, key=lambda words: -counts[words])[:_MOST_TEXTS]
        for path, counts in found.items()
    }


def _learned(observation: Observation, play: Play, knobs: Knobs) -> Iterator[tuple[str, str]]:
    """Yield knobs and texts that one difference suggests."""
    right = decoded(play.piece)
    window = observation.printed[play.place : play.place + 3 * len(play.piece) + 2 * _LONGEST]
    printed = decoded(window)
    rest = observation.printed[play.place :]
    if observation.complete and 0 < len(rest) <= _LONGEST and b" ACTION " not in rest:
        yield _REFUSAL, decoded(rest)  # also in place of an error or a winner
    for name in _ENDINGS:
        if right == getattr(knobs.prints, name):
            yield from _ending(f"prints.{name}", right, printed, rest, observation.complete)
            return
    if not right and observation.complete and 0 < len(rest) <= _LONGEST:
        before = observation.printed[: play.place]
        for name in _ENDINGS:
            ending = getattr(knobs.prints, name)
            if before.endswith(encoded(ending)):
                yield f"prints.{name}", ending + decoded(rest)
    lines = zip(_lines(right), _lines(printed), strict=False)
    differing = ((r, line) for r, line in lines if r != line != "")
    for expected, line in islice(differing, _MOST_LINES):
        learned = _knob(expected, line)
        if learned is not None:
            yield learned


def _lines(text: str) -> list[str]:
    """Return lines without their ends; CRLF is another fault."""
    return [line.rstrip("\r") for line in text.split("\n")]


def _ending(
    path: str, right: str, printed: str, rest: bytes, complete: bool
) -> Iterator[tuple[str, str]]:
    """Yield wordings of an error or a winner: the rest of the output, or the next line."""
    others = {getattr(REFERENCE.prints, name) for name in _ENDINGS} - {right}
    body = right.strip()
    if complete and 0 < len(rest) <= _LONGEST:
        text = decoded(rest)
        if text not in others and _is_similar(body, text.strip()):
            yield path, text
    blank, line = _first_line(printed)
    if blank + line not in others and _is_similar(body, line.strip()):
        yield path, blank + line


def _first_line(text: str) -> tuple[str, str]:
    """Return the newlines at the start of a text, and its first line with its newline."""
    start = len(text) - len(text.lstrip("\n"))
    end = text.find("\n", start)
    return text[:start], text[start : end + 1 if end >= 0 else len(text)]


@lru_cache(maxsize=10_000)
def _knob(right: str, line: str) -> tuple[str, str] | None:
    for name in _FIXED:
        if right == getattr(REFERENCE.prints, name):
            return (f"prints.{name}", line) if _is_similar(right, line) else None
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
