"""Two events side by side, or two lines below each other, as styled text for a terminal.

Styles are names that rich knows, but this module does not import rich: it is an optional library.
"""

from collections.abc import Iterable, Iterator

from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent
from checkers_cli.util.text import printable

StyledText = tuple[str, str]  # text and style
StyledLine = list[StyledText]

BOLD, DIM, DIFFERENT = "bold", "dim", "bold red"
_GAP = 4  # spaces between the two sides


def side_by_side(diagnosis: Diagnosis, names: tuple[str, str]) -> Iterator[StyledLine]:
    """The first differing event of two transcripts, with the differing cells marked."""
    left = list(_shown_lines(diagnosis.expected, diagnosis.cells, names[0]))
    right = list(_shown_lines(diagnosis.actual, diagnosis.cells, names[1]))
    width = max((_width(line) for line in left), default=0) + _GAP
    for number in range(max(len(left), len(right))):
        line = left[number] if number < len(left) else []
        padding = (" " * (width - _width(line)), "")
        yield [*line, padding, *right[number]] if number < len(right) else line


def two_lines(pair: LinePair, names: tuple[str, str]) -> Iterator[StyledLine]:
    """The first differing line of two texts, with visible white space."""
    yield [(f"line {pair.line}, column {pair.column} (· is a space, ␊ the end of the line):", "")]
    for name, side in zip(names, (pair.expected, pair.actual), strict=True):
        yield [(f"  {name:8} | {'(nothing)' if side is None else printable(side)}", "")]
    yield [(f"  {'':8} | {'':{max(pair.column - 1, 0)}}^", "")]


def _width(line: StyledLine) -> int:
    return sum(len(text) for text, _ in line)


def _shown_lines(
    event: ShownEvent | None, cells: Iterable[str], title: str
) -> Iterator[StyledLine]:
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
        line: StyledLine = [(f" {number} ", DIM)]
        for column, man in zip("ABCDEFGH", row, strict=False):
            differs = f"{column}{number}" in marked
            text = f"[{printable(man)}]" if differs else f" {printable(man)} "
            line.append((text, DIFFERENT if differs else ""))
        yield line
