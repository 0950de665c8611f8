"""The tree as one self-contained SVG picture, in the manner of a textbook."""

from collections.abc import Iterator
from html import escape

from checkers_cli.analyser.trees.layout import DROP, SHORT, STUB, Spot, length, rows_of
from checkers_cli.analyser.trees.text import MARK, label
from checkers_cli.analyser.trees.view import LEAF, MAX, MIN, STUCK, View, headline, size_line
from checkers_cli.rules.notation import grid, player
from checkers_cli.rules.squares import COLUMNS, ROWS, is_dark

_PAD = 24  # between the picture and its border
_MARGIN = 200  # of the levels' labels
_CORNERS = {  # in parts of the width and the height
    MAX: ((0.5, 0), (1, 1), (0, 1)),
    MIN: ((0, 0), (1, 0), (0.5, 1)),
    LEAF: ((0, 0), (1, 0), (1, 1), (0, 1)),
    STUCK: ((0.2, 0), (0.8, 0), (1, 0.3), (1, 0.7), (0.8, 1), (0.2, 1), (0, 0.7), (0, 0.3)),
}
_NAME = 44  # an action's name, turned

# All below `.minimax`, to spare a page that has the picture inline.
_STYLE = """\
<style>
.minimax text{font:10px "Helvetica Neue",Arial,sans-serif;text-anchor:middle;fill:#0f172a}
.minimax .paper{fill:#ffffff} .minimax .headline{font-size:18px;font-weight:bold;text-anchor:start}
.minimax .caption,.minimax .level{font-size:12px;text-anchor:start}
.minimax .entry{font-size:11px;text-anchor:start}
.minimax .value{font-size:12px;font-weight:bold} .minimax .value.long{font-size:9px}
.minimax .rim{font-size:8px} .minimax .turned{text-anchor:start} .minimax .quiet{fill:#64748b}
.minimax .action{stroke:#ffffff;stroke-width:5px;stroke-linejoin:round;paint-order:stroke}
.minimax .edge,.minimax .frame{fill:none;stroke:#64748b}
.minimax .folded{stroke-width:1.5px;stroke-dasharray:1.5 4;stroke-linecap:round}
.minimax .shape{fill:#e2e8f0;stroke:#475569} .minimax .stuck .shape{fill:#fecdd3;stroke:#9f1239}
.minimax .max .shape{fill:#dbeafe} .minimax .min .shape{fill:#dcfce7}
.minimax .chosen .shape,.minimax .chosen .frame{stroke:#c2410c;stroke-width:2.5px}
.minimax .edge.chosen{stroke:#c2410c;stroke-width:3.5px;stroke-linejoin:round}
.minimax .chosen .action{fill:#c2410c;font-weight:bold}
.minimax .man,.minimax .ring{stroke-width:0.1px} .minimax .ring{fill:none;stroke:#f59e0b}
.minimax .man.b{fill:#1e293b;stroke:#ffffff} .minimax .man.w{fill:#ffffff;stroke:#1e293b}
@media (prefers-color-scheme:dark){
.minimax .paper{fill:#0f172a} .minimax text{fill:#f1f5f9} .minimax .quiet{fill:#94a3b8}
.minimax .action{stroke:#0f172a} .minimax .edge,.minimax .frame{stroke:#94a3b8}
.minimax .shape{fill:#334155;stroke:#cbd5e1} .minimax .stuck .shape{fill:#881337;stroke:#fda4af}
.minimax .max .shape{fill:#1e3a8a} .minimax .min .shape{fill:#14532d}
.minimax .chosen .shape,.minimax .chosen .frame,.minimax .edge.chosen{stroke:#fb923c}
.minimax .chosen .action{fill:#fb923c}
}
</style>"""

_PATH, _ACTED, _TOWER = "chosen", "acted", "tower"  # explained where the picture has them
_LEGEND = {
    MAX: "max: black takes the largest value",
    MIN: "min: white takes the smallest",
    LEAF: "leaf: its board's cost",
    STUCK: "the player cannot act",
    _PATH: "chosen path",
    STUB: "folded",
    _ACTED: "the last action",
    _TOWER: "tower",
}


def svg_of(view: View) -> Iterator[str]:
    """The lines of the picture."""
    root = Spot(view, view.root, 0)
    captions = max(length(headline(view), 21), length(size_line(view), 12)) + 2 * _PAD
    width = max(_MARGIN + root.left + root.right + _PAD, captions)
    root.stand((_MARGIN + root.left + width - _PAD - root.right) / 2)
    rows = rows_of(root)
    spots = [spot for row in rows for spot in row]
    bottom = max(spot.foot + (_NAME if spot.turned and spot.kind != STUB else 0) for spot in spots)
    legend, height = _legend(_shown_kinds(spots), width, bottom + 2 * _PAD)
    yield from _head(view, width, height + _PAD)
    for spot in (row[0] for row in rows if row[0].kind != STUB):
        yield _text("level", _PAD, spot.foot - spot.height / 2 + 4, _level_words(view, spot))
    for chosen in (False, True):  # the chosen path last: it lies on top
        for spot in spots:
            yield from (_edge(spot, child) for child in spot.below if child.chosen == chosen)
        for spot in spots:
            if spot.chosen == chosen:
                yield from _stub(spot) if spot.kind == STUB else _node(view, spot)
    yield from legend
    yield "</svg>"


def _shown_kinds(spots: list[Spot]) -> set[str]:
    """Everything in the picture that the legend explains."""
    kinds = {spot.kind for spot in spots}
    boards = [spot for spot in spots if spot.board]
    if any(spot.chosen and spot.level for spot in spots):
        kinds.add(_PATH)
    if any(spot.level for spot in boards):
        kinds.add(_ACTED)
    if any(spot.node.position.towers for spot in boards):
        kinds.add(_TOWER)
    return kinds


def _level_words(view: View, spot: Spot) -> str:
    if spot.level == view.depth:
        return f"level {spot.level} · leaves: cost"
    side = MAX if spot.node.position.black_to_act else MIN
    return f"level {spot.level} · {side} ({player(spot.node.position.black_to_act)} acts)"


def _head(view: View, width: float, height: float) -> Iterator[str]:
    size = f'viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}"'
    fit = 'style="max-width:100%;height:auto"'  # a browser window may be smaller than the tree
    yield f'<svg xmlns="http://www.w3.org/2000/svg" class="minimax" role="img" {size} {fit}>'
    yield f"<title>Minimax tree: {escape(headline(view))}</title>"
    yield f"<desc>{escape(size_line(view))}</desc>"
    yield from _STYLE.splitlines()
    dark = "".join(f"M{x} {y}h1v1h-1z" for y in range(8) for x in range(8) if is_dark(y, x))
    # Colours as attributes: what is drawn by `use` stands outside the reach of the style's rules.
    cells = f'<path fill="#f3e6cf" d="M0 0h8v8h-8z"/><path fill="#b98b5e" d="{dark}"/>'
    yield f'<defs><g id="minimax-board">{cells}</g></defs>'
    yield f'<rect class="paper" width="{_n(width)}" height="{_n(height)}"/>'
    yield _text("headline", _PAD, _PAD + 14, headline(view))
    yield _text("caption quiet", _PAD, _PAD + 34, size_line(view))


def _edge(spot: Spot, child: Spot) -> str:
    look = "edge folded" if child.kind == STUB else "edge chosen" if child.chosen else "edge"
    bend = child.y if child.turned else child.y - DROP
    line = f"M{_n(spot.x)} {_n(spot.foot)}L{_n(child.x)} {_n(bend)}V{_n(child.y)}"
    return f'<path class="{look}" d="{line}"/>'


def _node(view: View, spot: Spot) -> Iterator[str]:
    chosen = " chosen" if spot.chosen else ""
    yield f'<g class="node {spot.kind}{chosen}" data-level="{spot.level}">'
    yield f"<title>{escape(label(view, spot.node, spot.level).removesuffix(MARK))}</title>"
    if spot.board:
        yield from _board(spot)
    top = spot.foot - spot.height
    yield _shape(spot.kind, spot.x - spot.width / 2, top, spot.width, spot.height)
    # Inside a triangle there is room near its flat side.
    middle = {MAX: spot.height - 10, MIN: 10}.get(spot.kind, spot.height / 2)
    look, rise = ("value long", 3) if len(spot.words[0]) > SHORT else ("value", 4)
    yield _text(look, spot.x, top + middle + rise, spot.words[0])
    if spot.turned:
        yield _text("action turned", spot.x - 3, spot.foot + 6, spot.node.action.name)
    elif spot.level:
        yield _text("action", spot.x, spot.y - DROP / 2 + 3, spot.node.action.name)
    yield "</g>"


def _stub(spot: Spot) -> Iterator[str]:
    yield f'<g class="stub" data-level="{spot.level}">'
    if spot.turned:
        yield _text("quiet turned", spot.x - 3, spot.y + 4, " ".join(spot.words))
    else:
        yield _text("quiet", spot.x, spot.y + 11, spot.words[0])
        yield _text("quiet", spot.x, spot.y + 23, spot.words[1])
    yield "</g>"


def _shape(kind: str, x: float, y: float, width: float, height: float) -> str:
    corners = ((x + width * across, y + height * down) for across, down in _CORNERS[kind])
    points = " ".join(f"{_n(across)},{_n(down)}" for across, down in corners)
    return f'<polygon class="shape" points="{points}"/>'


def _board(spot: Spot) -> Iterator[str]:
    """The board, the cells of its last action highlighted; the root's with the cells' names."""
    size, x, y = spot.board, spot.x - spot.board / 2, spot.y
    yield f'<g class="board" transform="translate({_n(x)} {_n(y)}) scale({_n(size / 8)})">'
    yield '<use href="#minimax-board"/>'
    for name in filter(None, spot.node.action.name.split("-")):
        at = f'x="{COLUMNS.index(name[0])}" y="{ROWS.index(name[1])}"'
        yield f'<rect class="acted" {at} width="1" height="1" fill="#facc15"/>'
    for row, men in enumerate(grid(spot.node.position)):
        yield from (_man(man, column, row) for column, man in enumerate(men) if man in "bwBW")
    yield "</g>"
    yield f'<rect class="frame" x="{_n(x)}" y="{_n(y)}" width="{size}" height="{size}"/>'
    if not spot.level:
        for place in range(8):
            along = (place + 0.5) * size / 8
            yield _text("rim quiet", x + along, y - 4, COLUMNS[place])
            yield _text("rim quiet", x - 7, y + along + 3, ROWS[place])


def _man(man: str, column: int, row: int) -> str:
    middle = f'cx="{column + 0.5}" cy="{row + 0.5}"'
    ring = f'<circle class="ring" {middle} r="0.2"/>' if man.isupper() else ""
    return f'<circle class="man {man.lower()}" {middle} r="0.4"/>{ring}'


def _legend(kinds: set[str], width: float, top: float) -> tuple[list[str], float]:
    """The lines of the legend, for what the picture shows, and where it ends."""
    lines, x, y = ['<g class="legend">'], float(_PAD), top
    for kind in sorted(kinds, key=list(_LEGEND).index):
        wide = 26 + length(_LEGEND[kind], 11) + 12
        if x > _PAD and x + wide > width - _PAD:
            x, y = _PAD, y + 20
        lines += [_sample(kind, x, y), _text("entry quiet", x + 26, y + 4, _LEGEND[kind])]
        x += wide
    return [*lines, "</g>"], y + 8


def _sample(kind: str, x: float, y: float) -> str:
    if kind in (_PATH, STUB):
        return f'<path class="edge {kind}" d="M{_n(x)} {_n(y)}h20"/>'
    if kind == _ACTED:
        return f'<rect x="{_n(x + 3)}" y="{_n(y - 7)}" width="14" height="14" fill="#facc15"/>'
    if kind == _TOWER:
        return f'<g transform="translate({_n(x + 3)} {_n(y - 7)}) scale(14)">{_man("B", 0, 0)}</g>'
    return f'<g class="{kind}">{_shape(kind, x + 1, y - 7, 18, 14)}</g>'


def _text(look: str, x: float, y: float, words: str) -> str:
    turn = f' transform="rotate(90 {_n(x)} {_n(y)})"' if "turned" in look else ""
    return f'<text class="{look}" x="{_n(x)}" y="{_n(y)}"{turn}>{escape(words)}</text>'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
