"""Why a program may have computed another action: asked of the real tree.

One action says little: whatever is wrong, it is often also the best by a tree of another depth. So
of a single choice only facts are told, and a fault is named only if it explains several choices.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from checkers_cli.rules.position import Position
from checkers_cli.search.minimax import Node, best_child, collector_resting, minimax_tree

_LEFT_MOST = "the left-most counts: cells row by row from A1, and for each NE, SE, SW, NW"
FEWEST = 2  # choices that a fault must explain, all of them


class Choice(NamedTuple):
    """An action that was computed instead of the expected one."""

    position: Position
    expected: str
    actual: str


class _Tree(NamedTuple):
    """The tree in which the expected action is the best, and the child that was chosen."""

    root: Node
    chosen: Node | None  # None: no legal action
    limits: bool
    depth: int

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


def common_fault(choices: Sequence[Choice], depth: int) -> str | None:
    """The fault that explains all of these choices, if there is one."""
    if len(choices) < FEWEST:
        return None
    with collector_resting():
        trees = [_tree(choice, depth) for choice in choices]
        known = [tree for tree in trees if tree is not None and tree.chosen is not None]
        if len(known) < len(choices):
            return None
        for explains, words in _FAULTS:
            if all(explains(tree) for tree in known):
                return words
        if any(len(tree.best) > FEWEST for tree in known) and all(map(_is_right_most, known)):
            return f"It is always the right-most of the best actions, but {_LEFT_MOST}."
    return None


def _tree(choice: Choice, depth: int) -> _Tree | None:
    for limits in (False, True):
        root = minimax_tree(choice.position, depth, limits)
        best = best_child(root)
        if best is not None and best.action.name == choice.expected:
            actual = choice.actual.upper()
            chosen = next((child for child in root.children if child.action.name == actual), None)
            return _Tree(root, chosen, limits, depth)
    return None


def _is_right_most(tree: _Tree) -> bool:
    return tree.best[-1] is tree.chosen


def _is_worst(tree: _Tree) -> bool:
    children = tree.root.children
    worst = (min if tree.root.position.black_to_act else max)(child.value for child in children)
    return next(child for child in children if child.value == worst) is tree.chosen


def _is_first(tree: _Tree) -> bool:
    return tree.root.children[0] is tree.chosen


def _is_best_with_roles_swapped(tree: _Tree) -> bool:
    values = [_swapped_value(child, tree.depth - 1) for child in tree.root.children]
    best = (min if tree.root.position.black_to_act else max)(values)
    return tree.root.children[values.index(best)] is tree.chosen


def _swapped_value(node: Node, depth: int) -> int:
    """A node's value if white took the largest value and black the smallest."""
    if depth == 0 or not node.children:
        return node.position.cost if depth == 0 else node.value
    values = [_swapped_value(child, depth - 1) for child in node.children]
    return (min if node.position.black_to_act else max)(values)


def _is_best_at(difference: int) -> Callable[[_Tree], bool]:
    def explains(tree: _Tree) -> bool:
        depth = tree.depth + difference
        if depth < 1 or tree.chosen is None:
            return False
        best = best_child(minimax_tree(tree.root.position, depth, tree.limits))
        return best is not None and best.action.name == tree.chosen.action.name

    return explains


_DEEP = "It is always the best by a tree that is {} deep: three levels are asked for."
_FAULTS: tuple[tuple[Callable[[_Tree], bool], str], ...] = (
    (_is_first, "It is always the first action in order: the values of the tree are not used."),
    (_is_worst, "It is always the worst action: black takes the largest value, white the least."),
    (_is_best_at(-1), _DEEP.format("two levels")),
    (_is_best_at(-2), _DEEP.format("one level")),
    (
        _is_best_with_roles_swapped,
        "It is always the best if black and white change roles in the tree (max for min).",
    ),
    (_is_best_at(+1), _DEEP.format("four levels")),
)
