import json
from typing import Any

from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.trees.data import json_of
from checkers_cli.analyser.trees.view import View
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, Position


def load(position: Position, settings: Settings) -> Any:
    return json.loads("".join(json_of(View(position, settings, None, None))))


def count(node: Any) -> int:
    return 1 + sum(count(child) for child in node["children"])


def test_the_worked_example(snapshot: SnapshotAssertion) -> None:
    assert load(parse_position(WORKED_EXAMPLE), Settings()) == snapshot


def test_the_json_tree_is_complete() -> None:
    data = load(START, Settings())
    assert count(data["tree"]) == data["nodes"] == 436
    assert data["levels"] == [1, 7, 49, 379]
    assert data["reading"] == "formula"


def test_a_root_without_children() -> None:
    data = load(parse_position("W:W:BKA6"), Settings(limits=True))
    assert data["action"] is None
    assert data["reading"] == "limits"
    assert data["tree"]["kind"] == "stuck"
    assert data["tree"]["children"] == []
