"""Two events or two lines side by side, as pieces of text with a style: for any terminal.

A style is one that rich knows by that name. Nothing here needs rich, which not everyone has.
"""

from collections.abc import Iterable, Iterator

from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent
from checkers_cli.util.text import printable

Piece = tuple[str, str]  # text and style
Line = list[Piece]

BOLD, DIM, DIFFERENT = "bold", "dim", "bold red"
_APART = 4  # blanks between the two sides


def side_by_side(diagnosis: Diagnosis, names: tuple[str, str]) -> Iterator[Line]:
    """The event where two transcripts part, from both, cells that differ marked."""
    left = list(_shown_lines(diagnosis.expected, diagnosis.cells, names[0]))
    right = list(_shown_lines(diagnosis.actual, diagnosis.cells, names[1]))
    width = max((_width(line) for line in left), default=0) + _APART
    for number in range(max(len(left), len(right))):
        line = left[number] if number < len(left) else []
        padding = (" " * (width - _width(line)), "")
        yield [*line, padding, *right[number]] if number < len(right) else line


def two_lines(pair: LinePair, names: tuple[str, str]) -> Iterator[Line]:
    """The first line that differs, from both, white space made visible."""
    yield [(f"line {pair.line}, column {pair.column} (· is a blank, ␊ the line's end):", "")]
    for name, side in zip(names, (pair.expected, pair.actual), strict=True):
        yield [(f"  {name:8} | {'(nothing)' if side is None else printable(side)}", "")]
    yield [(f"  {'':8} | {'':{max(pair.column - 1, 0)}}^", "")]


def _width(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def _shown_lines(event: ShownEvent | None, cells: Iterable[str], title: str) -> Iterator[Line]:
    yield [(title, BOLD)]
    if event is None:
        yield [("(nothing more)", "")]
        return
    yield [(printable(event.head), "")]
    if event.cost:
        yield [(printable(event.cost), "")]
    if not event.rows:
        return
    yield [("    A  B  C  D  E  F  G  H", DIM)]
    marked = set(cells)
    for number, row in enumerate(event.rows, 1):
        line: Line = [(f" {number} ", DIM)]
        for column, man in zip("ABCDEFGH", row, strict=False):
            differs = f"{column}{number}" in marked
            text = f"[{printable(man)}]" if differs else f" {printable(man)} "
            line.append((text, DIFFERENT if differs else ""))
        yield line
