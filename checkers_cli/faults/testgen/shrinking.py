"""Shortens a script as long as a predicate holds."""

from collections.abc import Callable, Sequence
from functools import cache

Lines = tuple[str, ...]
Shows = Callable[[Lines], bool]

# Above this number of lines there are too many pairs to try.
MOST_IN_PAIRS = 60


def shrink(lines: Sequence[str], still_shows: Shows) -> list[str]:
    """Return the shortest script found for which the predicate holds; it must hold for `lines`.

    Lines are removed in chunks, large ones first, then one by one, then in pairs that need not be
    adjacent (one action of each player), and the command P is replaced by A, until none of this is
    possible. The predicate also decides what is legal. The result is deterministic.
    """
    shows = cache(still_shows)
    best = tuple(lines)
    size = len(best)
    while size > 2:
        best = _without_chunks(best, size, shows)
        size = size * 2 // 3
    before: Lines | None = None
    while best != before:
        before = best
        for size in (4, 2, 1):
            best = _without_chunks(best, size, shows)
        best = _without_a_pair(_with_a_instead_of_p(best, shows), shows)
    return list(best)


def _without_chunks(lines: Lines, size: int, shows: Shows) -> Lines:
    """Remove all chunks of this size that can be removed.

    Later chunks are tried first, because early actions decide which later ones are legal.
    """
    start = len(lines) - size
    while start >= 0:
        shorter = lines[:start] + lines[start + size :]
        if shows(shorter):
            lines = shorter
            start = min(start, len(lines) - size)
        else:
            start -= max(1, size // 3)
    return lines


def _without_a_pair(lines: Lines, shows: Shows) -> Lines:
    """Remove the first pair of lines, not adjacent, that can be removed together."""
    if len(lines) > MOST_IN_PAIRS:
        return lines
    for second in range(len(lines) - 1, 1, -1):
        for first in range(second - 2, -1, -1):
            shorter = lines[:first] + lines[first + 1 : second] + lines[second + 1 :]
            if shows(shorter):
                return shorter
    return lines


def _with_a_instead_of_p(lines: Lines, shows: Shows) -> Lines:
    if not lines or lines[-1].strip() != "P":
        return lines
    simpler = (*lines[:-1], lines[-1].replace("P", "A"))
    return simpler if shows(simpler) else lines
