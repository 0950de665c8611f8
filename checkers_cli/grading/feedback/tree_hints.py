"""Hints about a wrong computed action: what the correct tree says about it.

These hints state facts only. One wrong action does not show which mistake a program makes, because
it is often also the best action in a tree of another depth. `fault_match` names mistakes, from the
whole output.
"""

from typing import NamedTuple

from checkers_cli.analyser.replay import DEPTH
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


def choice_of(departure: Departure) -> Choice | None:
    """The choice at a departure; None if it is not about which action to compute."""
    expected, actual, position = departure.expected, departure.actual, departure.position()
    if expected is None or actual is None or position is None:
        return None
    if expected.kind == actual.kind == COMPUTED and "action" in departure.differences:
        return Choice(position, expected.action, actual.action)
    return None


def explain_choice(choice: Choice, depth: int = DEPTH) -> str:
    """The value of the computed action in the tree, as a hint; empty if the tree does not fit."""
    with collector_resting():
        # Either reading of a board without actions may be the one by which the program was judged.
        for limits in (False, True):
            root = minimax_tree(choice.position, depth, limits)
            best = best_child(root)
            if best is not None and best.action.name == choice.expected:
                return _explain_in(root, choice.actual.upper(), depth)
    return ""


def _explain_in(root: Node, actual: str, depth: int) -> str:
    chosen = next((child for child in root.children if child.action.name == actual), None)
    if chosen is None:
        return "The computed action is not legal here. Check how the children of a node are made."
    if chosen.value == root.value:
        return f"Both actions have the same value. Choose the left-most of equals: {_LEFT_MOST}."
    return (
        f"In the tree of depth {depth} the computed action is worth {chosen.value}, the "
        f"expected one {root.value}. Black takes the largest value, white the smallest."
    )
