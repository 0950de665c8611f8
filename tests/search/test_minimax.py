import gc

import pytest
from support import WORKED_EXAMPLE

from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START
from checkers_cli.rules.readings import INT_MAX, INT_MIN
from checkers_cli.search.minimax import (
    Node,
    best_child,
    build_tree,
    count_nodes,
    decide,
    minimax_tree,
)


def tree_of(text: str, depth: int = 3, limits: bool = False) -> Node:
    return minimax_tree(parse_position(text), depth, limits)


def test_the_worked_example_of_the_rules() -> None:
    root = tree_of(WORKED_EXAMPLE)
    assert count_nodes(root) == 30
    assert [(child.action.name, child.value) for child in root.children] == [
        ("A6-B5", 1),
        ("C8-D7", 0),
    ]
    assert root.value == 1
    best = best_child(root)
    assert best is not None
    assert best.action.name == "A6-B5"


def test_every_node_is_an_object_of_its_own() -> None:
    seen: list[Node] = []

    def walk(node: Node) -> None:
        seen.append(node)
        for child in node.children:
            walk(child)

    walk(build_tree(START, 3))
    assert len({id(node) for node in seen}) == len(seen) == 1 + 7 + 49 + 379
    assert len({node.position for node in seen}) < len(seen)  # some boards are there twice


def test_the_left_most_of_equal_children_is_best() -> None:
    root = tree_of("B:W:BKD5")
    assert {child.value for child in root.children} == {INT_MAX}
    best = best_child(root)
    assert best is root.children[0]


@pytest.mark.parametrize(("text", "value"), [("B:WB5,C4:BA6", INT_MIN), ("W:W:BKA6", INT_MAX)])
def test_a_player_who_cannot_act_has_lost(text: str, value: int) -> None:
    root = tree_of(text)
    assert root.value == value
    assert root.children == ()
    assert best_child(root) is None
    assert count_nodes(root) == 1


def test_the_left_most_action_is_taken_even_if_all_lose() -> None:
    root = tree_of("B:WD3:BD5")  # wherever black goes, its last man is captured
    assert [(child.action.name, child.value) for child in root.children] == [
        ("D5-E4", INT_MIN),
        ("D5-C4", INT_MIN),
    ]
    assert best_child(root) is root.children[0]


def test_the_readings_part_at_the_leaves() -> None:
    text = "B:WC4:BKB5,A8"  # black captures the last man: white cannot act
    formula, limits = tree_of(text, depth=1), tree_of(text, depth=1, limits=True)
    assert formula.value == 4
    assert limits.value == INT_MAX


def test_a_decision_is_what_the_tree_says() -> None:
    decision = decide(parse_position(WORKED_EXAMPLE), 3, limits=False)
    assert decision is not None
    assert (decision.action.name, decision.value, decision.nodes) == ("A6-B5", 1, 30)
    assert decide(parse_position("W:W:BKA6"), 3, limits=False) is None


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(enabled: bool) -> None:
    was = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        decide(START, 2, limits=False)
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
