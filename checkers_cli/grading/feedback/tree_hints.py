"""Hints about a wrong computed action: what the correct tree says about it.

These hints state facts only. One wrong action does not show which mistake a program makes, because
it is often also the best action in a tree of another depth. `fault_match` names mistakes, from the
whole output.
"""

from typing import NamedTuple

from checkers_cli.grading.feedback.departure import Departure
from checkers_cli.rules.position import Position
from checkers_cli.script.reader import COMPUTED
from checkers_cli.search.minimax import Node, best_child, collector_resting, minimax_tree

_LEFT_MOST = "cells row by row from A1, and for each cell NE, SE, SW, NW"


class Choice(NamedTuple):
    """A computed action beside the expected one."""

    position: Position
    expected: str
    actual: str


class _Tree(NamedTuple):
    """The tree in which the expected action is the best, and the child that was chosen."""

    root: Node
    chosen: Node | None  # None: no legal action


def choice_of(departure: Departure) -> Choice | None:
    """The choice at a departure; None if it is not about which action to compute."""
    expected, actual, position = departure.expected, departure.actual, departure.position()
    if expected is None or actual is None or position is None:
        return None
    if expected.kind != COMPUTED or actual.kind != COMPUTED:
        return None
    if "action" not in departure.differences:
        return None
    return Choice(position, expected.action, actual.action)


def explain_choice(choice: Choice, depth: int) -> str | None:
    """The value of the computed action in the tree, as a hint; None if the tree does not fit."""
    with collector_resting():
        tree = _tree(choice, depth)
    if tree is None:
        return None
    if tree.chosen is None:
        return "The computed action is not legal here. Check how the children of a node are made."
    if tree.chosen.value == tree.root.value:
        return f"Both actions have the same value. Choose the left-most of equals: {_LEFT_MOST}."
    return (
        f"In the tree of depth {depth} the computed action is worth {tree.chosen.value}, the "
        f"expected one {tree.root.value}. Black takes the largest value, white the smallest."
    )


def _tree(choice: Choice, depth: int) -> _Tree | None:
    # Either reading of a board without actions may be the one under which the program was judged.
    for limits in (False, True):
        root = minimax_tree(choice.position, depth, limits)
        best = best_child(root)
        if best is not None and best.action.name == choice.expected:
            actual = choice.actual.upper()
            chosen = next((child for child in root.children if child.action.name == actual), None)
            return _Tree(root, chosen)
    return None
