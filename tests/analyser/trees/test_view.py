import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import WORKED_EXAMPLE, played_positions

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.trees.view import View, headline, signed, size_line
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, Position
from checkers_cli.search.minimax import Node


def view_of(
    text: str, levels: int | None = None, width: int | None = None, limits: bool = False
) -> View:
    return View(parse_position(text), Settings(limits=limits), levels, width)


def test_the_figures_of_the_worked_example() -> None:
    view = view_of(WORKED_EXAMPLE)
    assert view.sizes == (1, 2, 5, 22)
    assert view.nodes == view.count_shown() == 30
    assert view.boards == 29  # A6-B5, B7-A8, C8-D7 and C8-D7, B7-A8, A6-B5 meet
    assert view.action == "A6-B5"
    assert [node.action.name for node in view.chosen] == ["", "A6-B5", "B7-A8", "B5-D7"]


def test_sentences() -> None:
    assert headline(view_of(WORKED_EXAMPLE)) == "black to act: A6-B5, worth +1"
    assert headline(view_of("W:W:BKA6")) == "white to act, and cannot: worth INT_MAX"
    assert size_line(view_of(WORKED_EXAMPLE)) == (
        "depth 3: 30 nodes (1 + 2 + 5 + 22), 29 different boards"
    )
    assert size_line(view_of(WORKED_EXAMPLE, width=1)).endswith("; 26 nodes folded")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (3, "+3"), (-1, "-1"), (-2147483648, "INT_MIN"), (2147483647, "INT_MAX")],
)
def test_values_are_written_with_their_sign(value: int, text: str) -> None:
    assert signed(value) == text


def test_kinds() -> None:
    view = view_of("B:WD3:BD5")
    child = view.root.children[0]
    grandchild = child.children[0]
    assert view.kind(view.root, 0) == "max"
    assert view.kind(child, 1) == "min"
    assert view.kind(grandchild, 2) == "stuck"
    leaf = view_of(WORKED_EXAMPLE).chosen[-1]
    assert view.kind(leaf, 3) == "leaf"


def test_a_lost_leaf_is_stuck_under_the_reading_limits() -> None:
    settings = Settings(parse_position("B:WC4:BKD5"), depth=1, limits=True)
    view = View(settings.start, settings, None, None)
    kinds = {view.kind(child, 1) for child in view.root.children}
    assert kinds == {"stuck", "leaf"}


@given(played_positions(), st.integers(0, 3), st.one_of(st.none(), st.integers(1, 5)))
@settings(max_examples=40, deadline=None)
def test_shown_and_folded_nodes_add_up_to_the_tree(
    position: Position, levels: int, width: int | None
) -> None:
    view = View(position, Settings(), levels, width)
    seen: list[Node] = []
    folded = 0

    def walk(node: Node, level: int) -> None:
        nonlocal folded
        seen.append(node)
        shown = view.shown_children(node, level)
        children, nodes = view.folded(node, level)
        assert len(shown) + children == len(node.children)
        assert width is None or len(shown) <= width
        folded += nodes
        for child in shown:
            walk(child, level + 1)

    walk(view.root, 0)
    assert len(seen) == view.count_shown()
    assert len(seen) + folded == view.nodes
    for node in view.chosen[: levels + 1]:
        assert any(node is other for other in seen)


def test_levels_beyond_the_depth_are_no_harm() -> None:
    assert View(START, Settings(depth=1), 7, None).count_shown() == 8
