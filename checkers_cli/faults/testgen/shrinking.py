"""Makes scripts shorter as long as they still show what they are to show."""

from collections.abc import Callable, Sequence

Lines = tuple[str, ...]
Shows = Callable[[Lines], bool]

# With more lines than this, not every pair of them is tried: there are too many.
MOST_IN_PAIRS = 60


def shrink(lines: Sequence[str], still_shows: Shows) -> list[str]:
    """The shortest script found for which the predicate holds, which must hold for this one.

    Lines are removed in chunks, large ones first, then singly, then in pairs (an action of each
    player, wherever they stand), and the command P gives way to A. In the end none of this can be
    done any more. The predicate decides what is legal. Nothing is random: the same script and
    predicate give the same result.
    """
    shows = _remembering(still_shows)
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
        best = _without_a_pair(_with_a_for_p(best, shows), shows)
    return list(best)


def _remembering(still_shows: Shows) -> Shows:
    asked: dict[Lines, bool] = {}

    def shows(lines: Lines) -> bool:
        if lines not in asked:
            asked[lines] = still_shows(lines)
        return asked[lines]

    return shows


def _without_chunks(lines: Lines, size: int, shows: Shows) -> Lines:
    """The lines without all chunks of this size that can go.

    Later ones are tried first: what is done early decides what is legal later.
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
    """The lines without the first two found, apart from each other, that can go together."""
    if len(lines) > MOST_IN_PAIRS:
        return lines
    for second in range(len(lines) - 1, 1, -1):
        for first in range(second - 2, -1, -1):
            shorter = lines[:first] + lines[first + 1 : second] + lines[second + 1 :]
            if shows(shorter):
                return shorter
    return lines


def _with_a_for_p(lines: Lines, shows: Shows) -> Lines:
    if not lines or lines[-1].strip() != "P":
        return lines
    simpler = (*lines[:-1], lines[-1].replace("P", "A"))
    return simpler if shows(simpler) else lines
