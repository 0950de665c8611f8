"""Why a program may have computed another action: asked of the real tree.

One action says little: whatever is wrong, it is often also the best by a tree of another depth. So
only facts are told here; faults are named by `explaining`, from all of the output.
"""

from typing import NamedTuple

from checkers_cli.rules.position import Position
from checkers_cli.search.minimax import Node, best_child, collector_resting, minimax_tree

_LEFT_MOST = "the left-most counts: cells row by row from A1, and for each NE, SE, SW, NW"


class Choice(NamedTuple):
    """An action that was computed, and the expected one."""

    position: Position
    expected: str
    actual: str


class _Tree(NamedTuple):
    """The tree in which the expected action is the best, and the child that was chosen."""

    root: Node
    chosen: Node | None  # None: no legal action


def explain_choice(choice: Choice, depth: int) -> str | None:
    """What the tree says of one choice."""
    with collector_resting():
        tree = _tree(choice, depth)
    if tree is None:
        return None
    if tree.chosen is None:
        return "The computed action is not legal here: look at how the children are made."
    if tree.chosen.value == tree.root.value:
        return f"It is as good as the expected one. Of equally good actions {_LEFT_MOST}."
    return (
        f"By a tree of depth {depth} its value is {tree.chosen.value}, that of the expected action "
        f"{tree.root.value}: black takes the largest, white the smallest."
    )


def _tree(choice: Choice, depth: int) -> _Tree | None:
    for limits in (False, True):
        root = minimax_tree(choice.position, depth, limits)
        best = best_child(root)
        if best is not None and best.action.name == choice.expected:
            actual = choice.actual.upper()
            chosen = next((child for child in root.children if child.action.name == actual), None)
            return _Tree(root, chosen)
    return None
