"""The SVG picture is read back as XML: what it shows, and where everything stands."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.image import SVGImageSnapshotExtension

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.trees.svg import svg_of
from checkers_cli.analyser.trees.view import View, headline, signed, size_line
from checkers_cli.rules.notation import grid, parse_position
from checkers_cli.rules.position import START, Position
from checkers_cli.search.minimax import Node

SVG = "{http://www.w3.org/2000/svg}"
WORKED = parse_position("B:WC6,B7:BKA6,C8")  # the worked example of the rules
WINNING = parse_position("B:WH7:BE4,G8")  # after two of three actions white cannot act
TRAPPED = parse_position("W:WF3:BD5,F5")  # INT_MAX at nodes that have children
LOST = parse_position("W:W:BKA6")  # white has no men


def make(
    position: Position,
    depth: int = 3,
    levels: int | None = None,
    width: int | None = None,
    limits: bool = False,
) -> View:
    return View(position, Settings(depth=depth, limits=limits), levels=levels, width=width)


PICTURES = {
    "worked": make(WORKED),
    "root only": make(WORKED, levels=0),
    "deep": make(WORKED, depth=7, width=2),
    "limits": make(WORKED, depth=5, width=3, limits=True),
    "narrow": make(START, levels=2, width=2),
    "width four": make(START, width=4),
    "depth one": make(START, depth=1),
    "one level": make(START, levels=1),
    "depth two": make(START, depth=2),
    "winning": make(WINNING),
    "trapped": make(TRAPPED),
    "lost": make(LOST),
}
every_picture = pytest.mark.parametrize("view", PICTURES.values(), ids=PICTURES.keys())


class Box(NamedTuple):
    """What something covers."""

    left: float
    top: float
    right: float
    bottom: float


def picture(view: View) -> Element:
    return ElementTree.fromstring("\n".join(svg_of(view)))


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def having(root: Element, *names: str) -> list[Element]:
    """The elements that have all of these classes, in the order in which they are drawn."""
    return [element for element in root.iter() if set(names) <= set(classes(element))]


def words(element: Element) -> str:
    """All text in an element but its tooltip."""
    return " ".join(text.text or "" for text in element.iter(f"{SVG}text"))


def tooltip(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


def level(element: Element) -> int:
    return int(element.attrib["data-level"])


def corners(shape: Element) -> list[tuple[float, float]]:
    pairs = (point.split(",") for point in shape.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def text_box(text: Element) -> Box:
    """The box of a text, at half a font size a letter, which is somewhat less than usual."""
    size = 18 if "headline" in classes(text) else 10
    x, y, length = float(text.attrib["x"]), float(text.attrib["y"]), len(text.text or "") * size / 2
    if "turned" in classes(text):
        return Box(x, y, x + size * 0.7, y + length)
    starts = {"headline", "caption", "level", "entry"} & set(classes(text))
    left = x if starts else x - length / 2
    return Box(left, y - size * 0.7, left + length, y)


def boxes(element: Element) -> Iterator[Box]:
    """The boxes of all shapes, frames and texts in an element."""
    for part in element.iter():
        if part.tag == f"{SVG}polygon":
            xs, ys = zip(*corners(part), strict=True)
            yield Box(min(xs), min(ys), max(xs), max(ys))
        elif "frame" in classes(part):
            x, y, width, height = (float(part.attrib[key]) for key in ("x", "y", "width", "height"))
            yield Box(x, y, x + width, y + height)
        elif part.tag == f"{SVG}text":
            yield text_box(part)


def around(element: Element) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes(element), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def edges(root: Element) -> list[tuple[list[float], list[str]]]:
    """Start, bend and end of every edge as x1 y1 x2 y2 y3, and its classes."""
    return [
        ([float(number) for number in re.findall(r"[\d.]+", edge.attrib["d"])], classes(edge))
        for edge in root.findall(f"{SVG}path")
    ]


def shown(view: View) -> Iterator[tuple[int, Node]]:
    pending = [(0, view.root)]
    while pending:
        depth, node = pending.pop()
        yield depth, node
        pending += [(depth + 1, child) for child in view.shown_children(node, depth)]


@every_picture
def test_each_shown_node_is_drawn_once_with_its_kind_and_value(view: View) -> None:
    drawn = having(picture(view), "node")

    assert len(drawn) == view.count_shown()
    assert sorted(
        (level(node), classes(node)[1], words(value))
        for node in drawn
        for value in having(node, "value")
    ) == sorted((depth, view.kind(node, depth), signed(node.value)) for depth, node in shown(view))


@every_picture
def test_each_node_has_a_tooltip_with_its_action_and_value(view: View) -> None:
    for node in having(picture(view), "node"):
        names = [words(name) for name in having(node, "action")]
        assert len(names) == min(level(node), 1)
        assert tooltip(node).split()[: len(names)] == names
        assert tooltip(node).split()[-1] == words(having(node, "value")[0])


@every_picture
def test_nothing_on_a_level_overlaps(view: View) -> None:
    root = picture(view)
    rows = defaultdict(list)
    for element in (*having(root, "node"), *having(root, "stub")):
        rows[level(element)].append(around(element))

    for row in rows.values():
        for one, another in pairwise(sorted(row)):
            assert one.right < another.left


@every_picture
def test_each_level_lies_below_the_one_above(view: View) -> None:
    root = picture(view)
    tops, bottoms = defaultdict(list), defaultdict(list)
    for element in (*having(root, "node"), *having(root, "stub")):
        tops[level(element)].append(around(element).top)
        bottoms[level(element)].append(around(element).bottom)

    for above, below in pairwise(sorted(tops)):
        assert max(bottoms[above]) < min(tops[below])


@every_picture
def test_everything_is_within_the_view_box(view: View) -> None:
    root = picture(view)
    left, top, width, height = map(float, root.attrib["viewBox"].split())

    assert (left, top) == (0, 0)
    assert (root.get("width"), root.get("height")) == tuple(root.attrib["viewBox"].split()[2:])
    covered = around(root)
    assert covered.left > 0
    assert covered.top > 0
    assert covered.right < width
    assert covered.bottom < height


@every_picture
def test_the_levels_labels_stand_left_of_the_tree(view: View) -> None:
    root = picture(view)
    tree = min(around(node).left for node in having(root, "node"))

    assert max(around(text).right for text in having(root, "level")) < tree


@every_picture
def test_a_parent_stands_in_the_middle_above_its_children(view: View) -> None:
    families = defaultdict(list)
    for (x, y, below, *_), _ in edges(picture(view)):
        families[x, y].append(below)

    assert len(families) == sum(1 for depth, node in shown(view) if node.children)
    for (x, _), children in families.items():
        assert x == pytest.approx((min(children) + max(children)) / 2, abs=0.11)


@every_picture
def test_each_edge_ends_at_the_top_of_what_it_leads_to(view: View) -> None:
    root = picture(view)
    ends = {(x, y) for (_, _, x, _, y), look in edges(root) if "folded" not in look}
    tops = set()
    for node in filter(level, having(root, "node")):
        shape = around(having(node, "shape")[0])
        solids = [shape, *map(around, having(node, "frame"))]
        tops.add(((shape.left + shape.right) / 2, min(solid.top for solid in solids)))

    assert len(ends) == view.count_shown() - 1
    for end, top in zip(sorted(ends, key=by_row), sorted(tops, key=by_row), strict=True):
        assert end == pytest.approx(top, abs=0.11)


def by_row(point: tuple[float, float]) -> tuple[float, float]:
    return point[1], point[0]


@every_picture
def test_no_sloping_edge_crosses_the_name_of_an_action(view: View) -> None:
    root = picture(view)
    names = [around(name) for name in having(root, "action")]

    for (_, top, _, bend, end), _ in edges(root):
        row = [name for name in names if top < name.bottom < end]
        assert all(bend < name.top for name in row)


@every_picture
def test_names_stand_above_or_below_what_they_name(view: View) -> None:
    for node in filter(level, having(picture(view), "node")):
        (name,) = map(around, having(node, "action"))
        for solid in map(around, having(node, "shape") + having(node, "frame")):
            assert name.bottom < solid.top or solid.bottom < name.top


@every_picture
def test_the_legend_stands_below_the_tree(view: View) -> None:
    root = picture(view)
    drawn = [around(element) for element in (*having(root, "node"), *having(root, "stub"))]

    assert max(box.bottom for box in drawn) < around(having(root, "legend")[0]).top - 10


@every_picture
def test_the_chosen_path_is_marked_and_drawn_last(view: View) -> None:
    root = picture(view)
    path = view.chosen[: view.levels + 1]
    marks = ["chosen" in classes(node) for node in having(root, "node")]
    chosen = having(root, "node", "chosen")

    assert marks == sorted(marks)
    assert [level(node) for node in chosen] == list(range(len(path)))
    assert [words(name) for node in chosen for name in having(node, "action")] == [
        node.action.name for node in path[1:]
    ]
    looks = ["chosen" in look for _, look in edges(root)]
    assert looks == sorted(looks)
    assert sum(looks) == len(path) - 1


@every_picture
def test_the_chosen_edges_are_one_line_from_the_root_down(view: View) -> None:
    path = [points for points, look in edges(picture(view)) if "chosen" in look]

    for (_, _, x, _, _), (next_x, *_) in pairwise(path):
        assert x == next_x


@every_picture
def test_there_are_boards_for_the_root_and_level_1_only(view: View) -> None:
    root = picture(view)

    for node in having(root, "node"):
        expected = 1 if level(node) < 2 else 0
        assert len(having(node, "board")) == len(having(node, "frame")) == expected


@every_picture
def test_folded_children_are_stubs(view: View) -> None:
    root = picture(view)
    folded = [view.folded(node, depth) for depth, node in shown(view)]
    expected = [
        f"+{children:,} folded ({nodes:,} node{'' if nodes == 1 else 's'})"
        for children, nodes in folded
        if children
    ]

    assert sorted(map(words, having(root, "stub"))) == sorted(expected)
    assert sum("folded" in look for _, look in edges(root)) == len(expected)


@every_picture
def test_numbers_have_one_decimal_at_most(view: View) -> None:
    lines = "\n".join(svg_of(view))

    assert re.findall(r"\d+\.\d{2,}", lines) == []


@every_picture
def test_the_result_and_the_size_are_told_in_words(view: View) -> None:
    root = picture(view)

    assert tooltip(root) == f"Minimax tree: {headline(view)}"
    assert root.findtext(f"{SVG}desc") == size_line(view)
    assert [words(text) for text in having(root, "headline")] == [headline(view)]
    assert [words(text) for text in having(root, "caption")] == [size_line(view)]


def labels(view: View) -> list[str]:
    return [words(text) for text in having(picture(view), "level")]


def test_levels_are_labelled_with_who_acts() -> None:
    assert labels(PICTURES["worked"]) == [
        "level 0 · max (black acts)",
        "level 1 · min (white acts)",
        "level 2 · max (black acts)",
        "level 3 · leaves: cost",
    ]
    assert labels(PICTURES["trapped"])[:2] == [
        "level 0 · min (white acts)",
        "level 1 · max (black acts)",
    ]


def test_levels_that_are_cut_have_no_label() -> None:
    assert labels(PICTURES["one level"]) == [
        "level 0 · max (black acts)",
        "level 1 · min (white acts)",
    ]


def test_triangles_point_up_for_max_and_down_for_min() -> None:
    at_the_top = {"max": 1, "min": 2, "leaf": 2, "stuck": 2}
    sides = {"max": 3, "min": 3, "leaf": 4, "stuck": 8}
    seen = set()
    for node in having(picture(PICTURES["winning"]), "node"):
        kind = classes(node)[1]
        points = corners(having(node, "shape")[0])
        assert len(points) == sides[kind]
        assert [y for _, y in points].count(min(y for _, y in points)) == at_the_top[kind]
        seen.add(kind)

    assert seen == set(sides)


def test_a_root_without_actions_is_a_single_stuck_node() -> None:
    root = picture(PICTURES["lost"])

    (node,) = having(root, "node")
    assert classes(node) == ["node", "stuck", "chosen"]
    assert words(having(node, "value")[0]) == "INT_MAX"
    assert edges(root) == []


def test_boards_show_the_men_and_the_last_action() -> None:
    view = PICTURES["worked"]
    nodes = {tooltip(node): node for node in having(picture(view), "node") if level(node) < 2}

    assert list(nodes) == ["C8-D7 min 0", "max +1", "A6-B5 min +1"]
    assert read_board(nodes["max +1"]) == (grid(WORKED), [])
    for child in view.root.children:
        node = nodes[f"{child.action.name} min {signed(child.value)}"]
        assert read_board(node) == (grid(child.position), child.action.name.split("-"))


def test_a_board_has_light_and_dark_cells_that_need_no_style() -> None:
    board = picture(PICTURES["worked"]).find(f"{SVG}defs/{SVG}g[@id='minimax-board']")

    assert board is not None
    colours = [path.attrib["fill"] for path in board]
    assert len(set(colours)) == 2
    assert [path.attrib["d"].count("M") for path in board] == [1, 32]
    assert "M1 0h1v1h-1z" in board[1].attrib["d"]  # B1


def read_board(node: Element) -> tuple[list[str], list[str]]:
    """The rows of the board in a node, and its highlighted cells."""
    (board,) = having(node, "board")
    rows = [["."] * 8 for _ in range(8)]
    for man in having(board, "man"):
        rows[int(float(man.attrib["cy"]))][int(float(man.attrib["cx"]))] = classes(man)[1]
    for ring in having(board, "ring"):
        row, column = int(float(ring.attrib["cy"])), int(float(ring.attrib["cx"]))
        rows[row][column] = rows[row][column].upper()
    cells = [
        "ABCDEFGH"[int(cell.attrib["x"])] + "12345678"[int(cell.attrib["y"])]
        for cell in having(board, "acted")
    ]
    return ["".join(row) for row in rows], cells


def test_the_legend_explains_what_the_picture_shows() -> None:
    def legend(name: str) -> str:
        return words(having(picture(PICTURES[name]), "legend")[0])

    assert "cannot act" in legend("winning")
    assert "cannot act" not in legend("worked")
    assert "folded" in legend("width four")
    assert "folded" not in legend("worked")


def test_text_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "a < b & \"c\" > 'd'"
    monkeypatch.setattr("checkers_cli.analyser.trees.svg.headline", lambda view: hostile)

    root = picture(PICTURES["worked"])

    assert tooltip(root) == f"Minimax tree: {hostile}"
    assert words(having(root, "headline")[0]) == hostile


def test_dark_pages_get_colours_of_their_own() -> None:
    style = picture(PICTURES["worked"]).findtext(f"{SVG}style", "")
    light, dark = style.split("@media (prefers-color-scheme:dark){")

    papers = [re.findall(r"\.paper\{fill:(#\w+)\}", rules) for rules in (light, dark)]
    inks = [re.findall(r"\.minimax text\{.*?fill:(#\w+)\}", rules) for rules in (light, dark)]
    assert papers[0] != papers[1]
    assert inks[0] != inks[1]
    assert all(len(colours) == 1 for colours in (*papers, *inks))


def test_the_worked_example(snapshot: SnapshotAssertion) -> None:
    picture = "\n".join(svg_of(PICTURES["worked"]))
    # A file of its own, for the README to show.
    assert picture == snapshot(extension_class=SVGImageSnapshotExtension)
