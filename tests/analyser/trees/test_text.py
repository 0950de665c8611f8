from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.trees.text import text_of
from checkers_cli.analyser.trees.view import View
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START


def test_the_worked_example(snapshot: SnapshotAssertion) -> None:
    view = View(parse_position(WORKED_EXAMPLE), Settings(), None, None)
    assert "\n".join(text_of(view)) == snapshot


def test_folded(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_of(View(START, Settings(), 2, 2))) == snapshot


def test_players_who_cannot_act(snapshot: SnapshotAssertion) -> None:
    view = View(parse_position("B:WD3:BD5"), Settings(), None, None)
    assert "\n".join(text_of(view)) == snapshot


def test_a_tree_without_actions(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_of(View(parse_position("W:W:BKA6"), Settings(), None, None))) == snapshot


def test_a_line_for_every_node_shown() -> None:
    view = View(START, Settings(), None, None)
    lines = list(text_of(view))
    assert len(lines) == 4 + view.nodes
    assert sum(line.endswith(" *") for line in lines) == 4
