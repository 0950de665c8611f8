"""Pictures for the pages as inline SVG: boards, histograms and heat maps.

The style sheet sets the colours by class, for the light and the dark scheme.
"""

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

from checkers_cli.grading.results import Diagnosis, ShownEvent
from checkers_cli.grading.verdicts import Verdict

NOT_RUN = "-"
WORDS = {v.letter: f"{v.value}, {v.words}" for v in Verdict} | {NOT_RUN: "not run"}
_CLASSES = {v.letter: f"v-{v.value}" for v in Verdict} | {NOT_RUN: "v-none"}

_AROUND = 60  # characters shown on both sides of the place where two lines differ
# Few fonts have the Unicode symbols for control characters, so these are replaced.
_LEGIBLE = {0x2400 + code: f"\\x{code:02x}" for code in range(0x20)}
_LEGIBLE |= {ord("␊"): "↵", ord("␍"): "\\r", ord("␉"): "\\t", ord("␡"): "\\x7f"}
_COLUMNS = "ABCDEFGH"
_CELL, _RIM = 32, 18  # of a board, in SVG units


def board(rows: Sequence[str], cells: Collection[str], label: str) -> str:
    """A board with pieces and towers as letters in discs, and a frame around these cells."""
    size = 8 * _CELL + _RIM + 1
    parts = [f'<svg class="board" viewBox="0 0 {size} {size}" role="img" aria-label="']
    parts.append(escape(f"{label}: {'; '.join(_spoken(rows))}") + '">')
    for n in range(8):
        middle = _RIM + n * _CELL + _CELL / 2
        parts.append(f'<text class="rim" x="{middle:g}" y="13">{_COLUMNS[n]}</text>')
        parts.append(f'<text class="rim" x="9" y="{middle + 4:g}">{n + 1}</text>')
    for y, row in enumerate(rows[:8]):
        for x, man in enumerate(row[:8]):
            parts.append(_cell(x, y, man, f"{_COLUMNS[x]}{y + 1}" in cells))
    parts.append(f'<rect class="frame" x="{_RIM}" y="{_RIM}" width="256" height="256"/></svg>')
    return "".join(parts)


def _spoken(rows: Sequence[str]) -> list[str]:
    readable = ["".join(man if man in ".bwBW" else "?" for man in row[:8]) for row in rows[:8]]
    return [f"row {n}: {' '.join(row)}" for n, row in enumerate(readable, 1)]


def _cell(x: int, y: int, man: str, differs: bool) -> str:
    left, top = _RIM + x * _CELL, _RIM + y * _CELL
    shade = "dark" if (x + y) % 2 else "light"
    text = f'<rect class="{shade}" x="{left}" y="{top}" width="{_CELL}" height="{_CELL}"/>'
    if man != ".":
        man = man if man in "bwBW" else "?"
        kind = f"man-{man}" if man != "?" else "man-unknown"
        text += f'<circle class="{kind}" cx="{left + 16}" cy="{top + 16}" r="13"/>'
        if man in "BW":  # a tower has a second ring
            text += f'<circle class="{kind} ring" cx="{left + 16}" cy="{top + 16}" r="11"/>'
        text += f'<text class="{kind}" x="{left + 16}" y="{top + 22}">{man}</text>'
    if differs:
        text += f'<rect class="differs" x="{left + 2}" y="{top + 2}" width="28" height="28"/>'
        text += f'<path class="corner" d="M{left} {top}h11l-11 11z"/>'
    return text


def differences(diagnosis: Diagnosis) -> list[str]:
    """The differing cells in words, such as `F5: expected b, yours empty`."""
    found = []
    for cell in diagnosis.cells:
        expected, actual = _on(diagnosis.expected, cell), _on(diagnosis.actual, cell)
        known = expected and actual
        found.append(f"{cell}: expected {expected}, yours {actual}" if known else cell)
    return found


def _on(shown: ShownEvent | None, cell: str) -> str:
    """The content of a cell; an empty text if the board could not be read."""
    try:
        man = shown.rows[int(cell[1:]) - 1][_COLUMNS.index(cell[:1])] if shown else ""
    except (ValueError, IndexError):
        return ""
    return "empty" if man == "." else man


def legible(text: str) -> str:
    """The text with signs that most fonts have."""
    return text.translate(_LEGIBLE)


class MarkedLine(NamedTuple):
    """The part of a line around the first difference."""

    before: str
    at: str
    after: str


def marked_line(line: str, column: int) -> MarkedLine:
    """The part of a line around a column (counted from 1)."""
    place = max(column - 1, 0)
    start, end = max(0, place - _AROUND), place + 1 + _AROUND
    before, at, after = line[start:place], line[place : place + 1], line[place + 1 : end]
    return MarkedLine(
        ("…" if start else "") + legible(before),
        legible(at),
        legible(after) + ("…" if len(line) > end else ""),
    )


def histogram(totals: Sequence[tuple[float, bool]], out_of: float) -> str:
    """The number of submissions by total; totals that are not complete are hatched."""
    bins = _bins(totals, out_of)
    highest = max((done + open_ for _, done, open_ in bins), default=0) or 1
    step, base, tall = 720 / len(bins), 190, 150
    words = ", ".join(f"{done + open_} with {label}" for label, done, open_ in bins if done + open_)
    parts = [
        f'<svg class="histogram" viewBox="0 0 740 240" role="img" aria-label="{escape(words)}">'
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="hatch-paper" width="6" height="6"/>'
        '<rect class="bar" width="3" height="6"/></pattern></defs>'
    ]
    labelled = max(1, round(len(bins) / 21))
    for n, (label, done, open_) in enumerate(bins):
        left, width = 10 + n * step + step * 0.08, step * 0.84
        middle = left + width / 2
        full, hatched = tall * done / highest, tall * open_ / highest
        parts.append(f"<g><title>{label}: {done + open_}</title>")
        if done:
            parts.append(_bar("bar", left, base - full, width, full))
        if open_:
            parts.append(_bar("bar open", left, base - full - hatched, width, hatched))
        if done + open_:
            top = base - full - hatched - 5
            parts.append(f'<text x="{middle:.1f}" y="{top:.1f}">{done + open_}</text>')
        if n % labelled == 0 or n == len(bins) - 1:
            kind = "axis" if n // labelled % 5 == 0 else "axis minor"  # left out on a phone
            parts.append(f'<text class="{kind}" x="{middle:.1f}" y="208">{label}</text>')
        parts.append("</g>")
    parts.append(f'<path class="axis" d="M10 {base}H730"/>')
    parts.append(f'<text class="axis" x="370" y="233">marks out of {out_of:g}</text></svg>')
    return "".join(parts)


def _bar(kind: str, left: float, top: float, width: float, height: float) -> str:
    return (
        f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}"/>'
    )


def share(count: int, most: int) -> str:
    """A bar for a count, relative to the highest count; hidden from screen readers."""
    width = 100 * count / max(most, 1)
    return (
        '<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="bar" width="{width:.1f}" height="4"/></svg>'
    )


def _bins(totals: Sequence[tuple[float, bool]], out_of: float) -> list[tuple[str, int, int]]:
    """The label of each bin, its number of complete totals, and of incomplete ones.

    Totals are rounded down; a total above the maximum counts in the last bin.
    """
    width = 1.0 if 1 <= out_of <= 25 else max(out_of, 1e-9) / 20
    last = int(out_of / width + 1e-9)
    done, open_ = [0] * (last + 1), [0] * (last + 1)
    for total, complete in totals:
        place = min(max(int(total / width + 1e-9), 0), last)
        (done if complete else open_)[place] += 1
    return [(f"{n * width:g}", done[n], open_[n]) for n in range(last + 1)]


def cell_size(submissions: int, cases: int) -> int:
    """The size of the cells of a heat map: smaller for large cohorts."""
    return 18 if max(submissions, cases) <= 40 else 14 if submissions <= 150 else 10


def heat_symbols(cell: int) -> str:
    """The symbols that the rows of a heat map use: one for each verdict, once in a page."""
    inner, middle = cell - 1, (cell - 1) / 2
    parts = ['<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>']
    parts.append(f'<pattern id="accepted" width="{cell}" height="{cell}" ')
    parts.append(f'patternUnits="userSpaceOnUse"><rect class="v-AC" width="{inner}" ')
    parts.append(f'height="{inner}"/><circle class="v-AC dot" cx="{middle:g}" cy="{middle:g}" ')
    parts.append('r="1"/></pattern>')
    for number, (letter, kind) in enumerate(_CLASSES.items()):
        parts.append(f'<g id="heat{number}"><rect class="paper" width="{cell}" height="{cell}"/>')
        parts.append(f'<rect class="{kind}" x=".5" y=".5" width="{inner - 1}" ')
        parts.append(f'height="{inner - 1}"/><text class="{kind} letter" x="{middle:g}" ')
        parts.append(
            f'y="{middle + cell * 0.25:g}" font-size="{cell * 0.78:g}">{letter}</text></g>'
        )
    parts.append(f'<rect id="heat-empty" class="paper" width="{cell}" height="{cell}"/>')
    parts.append("</defs></svg>")
    return "".join(parts)


def heat_head(names: Sequence[str], cell: int) -> str:
    """The names of the cases, rotated above their columns."""
    shown = [name if len(name) <= 26 else name[:25] + "…" for name in names]
    size = min(cell, 10.5)
    tall = 8 + round(max((len(name) for name in shown), default=0) * size * 0.68)
    parts = [f'<svg width="{len(names) * cell}" height="{tall}" role="img" ']
    parts.append('aria-label="one column for each case, in the order of the list of cases">')
    for n, (name, full) in enumerate(zip(shown, names, strict=True)):
        x = n * cell + cell / 2 + size / 4
        parts.append(f'<text transform="translate({x:g} {tall - 4})rotate(-90)" ')
        parts.append(f'font-size="{size:g}">')
        parts.append(f"{escape(name)}<title>{escape(full)}</title></text>")
    parts.append("</svg>")
    return "".join(parts)


_NUMBERS = {letter: number for number, letter in enumerate(_CLASSES)}


def heat_row(letters: str, names: Sequence[str], cell: int) -> str:
    """The row of one submission, with a cell for each case.

    `letters` has the verdict letter of each case, or a space if there was no run. Accepted cases
    are drawn by one background pattern, which keeps the pages of large cohorts small.
    """
    width = len(names) * cell
    parts = [f'<svg width="{width}" height="{cell}" viewBox="0 0 {width} {cell}" role="img" ']
    parts.append(f'aria-label="{escape(_counted(letters))}">')
    parts.append(f'<rect width="{width}" height="{cell}" fill="url(#accepted)"/>')
    for n, (letter, name) in enumerate(zip(letters, names, strict=True)):
        if letter == " ":
            parts.append(f'<use href="#heat-empty" x="{n * cell}"/>')
        elif letter != Verdict.ACCEPTED.letter:
            parts.append(f'<use href="#heat{_NUMBERS[letter]}" x="{n * cell}"><title>')
            parts.append(f"{escape(name)}: {WORDS[letter]}</title></use>")
    parts.append("</svg>")
    return "".join(parts)


def _counted(letters: Iterable[str]) -> str:
    found = list(letters)
    counts = {letter: found.count(letter) for letter in _CLASSES}
    return "; ".join(f"{n} {WORDS[letter]}" for letter, n in counts.items() if n) or "no runs"
