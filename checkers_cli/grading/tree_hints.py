"""Why a program may have computed another action: asked of the real tree.

One action says little: whatever is wrong, it is often also the best by a tree of another depth. So
of a single choice only facts are told, and a fault is named only if it explains several choices,
and none that was right speaks against it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from checkers_cli.rules.position import Position, legal_actions
from checkers_cli.search.minimax import Node, best_child, collector_resting, minimax_tree

_LEFT_MOST = "the left-most counts: cells row by row from A1, and for each NE, SE, SW, NW"
FEWEST = 2  # wrong choices that a fault must explain


class Choice(NamedTuple):
    """An action that was computed, and the expected one."""

    position: Position
    expected: str
    actual: str


class _Tree(NamedTuple):
    """The tree in which the expected action is the best, and the child that was chosen."""

    root: Node
    chosen: Node | None  # None: no legal action

    @property
    def best(self) -> list[Node]:
        return [child for child in self.root.children if child.value == self.root.value]


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


def common_fault(wrong: Sequence[Choice], right: Sequence[Choice], depth: int) -> str | None:
    """The fault by which all of the wrong choices, and the right ones as well, are made."""
    if len(wrong) < FEWEST:
        return None
    with collector_resting():
        for fault in _FAULTS:
            if all(_is_made_by(fault, choice, depth) for choice in (*wrong, *right)) and (
                fault is not _right_most or any(_has_ties(choice, depth) for choice in wrong)
            ):
                return _FAULTS[fault]
    return None


def _tree(choice: Choice, depth: int) -> _Tree | None:
    for limits in (False, True):
        root = minimax_tree(choice.position, depth, limits)
        best = best_child(root)
        if best is not None and best.action.name == choice.expected:
            actual = choice.actual.upper()
            chosen = next((child for child in root.children if child.action.name == actual), None)
            return _Tree(root, chosen)
    return None


# What a program with a fault chooses: from the right tree and the reading `limits`, a child's name.
_Fault = Callable[[Position, int, bool], str]


def _is_made_by(fault: _Fault, choice: Choice, depth: int) -> bool:
    limits = _reading(choice.position, choice.expected, depth)
    if limits is None:
        return False
    return _chosen_by(fault, choice.position, depth, limits) == choice.actual.upper()


# All students of a class meet the same positions.
@lru_cache(maxsize=4096)
def _chosen_by(fault: _Fault, position: Position, depth: int, limits: bool) -> str:
    return fault(position, depth, limits)


@lru_cache(maxsize=4096)
def _reading(position: Position, expected: str, depth: int) -> bool | None:
    """Whether the expected action is that of the reading `limits`; None if it is of neither."""
    for limits in (False, True):
        best = best_child(minimax_tree(position, depth, limits))
        if best is not None and best.action.name == expected:
            return limits
    return None


def _has_ties(choice: Choice, depth: int) -> bool:
    """Whether there are more than two best actions, so that the last one is not just the other."""
    tree = _tree(choice, depth)
    return tree is not None and len(tree.best) > FEWEST


def _first(position: Position, depth: int, limits: bool) -> str:
    return legal_actions(position)[0].name


def _worst(position: Position, depth: int, limits: bool) -> str:
    children = minimax_tree(position, depth, limits).children
    pick = min if position.black_to_act else max
    return pick(children, key=lambda child: child.value).action.name


def _right_most(position: Position, depth: int, limits: bool) -> str:
    root = minimax_tree(position, depth, limits)
    return [child for child in root.children if child.value == root.value][-1].action.name


def _roles_swapped(position: Position, depth: int, limits: bool) -> str:
    children = minimax_tree(position, depth, limits).children
    pick = min if position.black_to_act else max
    return pick(children, key=lambda child: _swapped_value(child, depth - 1)).action.name


def _swapped_value(node: Node, depth: int) -> int:
    """A node's value if white took the largest value and black the smallest."""
    if depth == 0 or not node.children:
        return node.position.cost if depth == 0 else node.value
    values = [_swapped_value(child, depth - 1) for child in node.children]
    return (min if node.position.black_to_act else max)(values)


def _deeper_by(levels: int) -> _Fault:
    def chosen(position: Position, depth: int, limits: bool) -> str:
        best = best_child(minimax_tree(position, max(1, depth + levels), limits))
        return "" if best is None else best.action.name

    return chosen


_DEEP = "It is always the best by a tree that is {} deep: three levels are asked for."
_FAULTS: dict[_Fault, str] = {
    _first: "It is always the first action in order: the values of the tree are not used.",
    _worst: "It is always the worst action: black takes the largest value, white the least.",
    _deeper_by(-1): _DEEP.format("two levels"),
    _deeper_by(-2): _DEEP.format("one level"),
    _roles_swapped: "It is always the best if black and white change roles in the tree "
    "(max for min).",
    _deeper_by(+1): _DEEP.format("four levels"),
    _right_most: f"It is always the right-most of the best actions, but {_LEFT_MOST}.",
}
