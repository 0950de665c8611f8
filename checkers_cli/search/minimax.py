"""The explicit minimax tree: built, then valued from the leaves, then asked for its best child."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from checkers_cli.rules.actions import NO_ACTION, Action
from checkers_cli.rules.native import i64
from checkers_cli.rules.readings import INT_MAX, INT_MIN, lost_value
from checkers_cli.rules.state import DRAWN, State
from checkers_cli.search.evaluation import MATERIAL, Evaluation
from checkers_cli.util.errors import UnusableInput

# The tree is really built, and takes 150 to 400 bytes a node: this is one to two gigabytes. Down to
# three levels no board has so many leaves, in any of the games: it would take 170 actions at every
# turn, and twelve flying kings in the middle of the board have at most 156.
MOST_LEAVES: Final = 5_000_000
ALWAYS_FITS: Final = 3
# What users may ask for. A tree grows about eightfold with each level, and faster on boards with
# many towers; `minimax_tree` refuses those that are too large.
DEEPEST_TREE: Final = 7


class TreeTooLarge(UnusableInput):
    """A tree that would take too much memory."""


class Node:
    """One board of the tree, with the action that led to it (the root has `NO_ACTION`).

    A board that is reached along two ways is two nodes.
    """

    __slots__ = ("action", "children", "position", "value")

    def __init__(self, action: Action, position: State) -> None:
        self.action: Final = action
        self.position: Final = position
        self.children: tuple[Node, ...] = ()
        self.value: i64 = 0  # until values are propagated


def build_tree(position: State, depth: int) -> Node:
    """The tree of everything that can happen in the next `depth` actions."""
    root = Node(NO_ACTION, position)
    _grow(root, depth)
    return root


def _grow(node: Node, depth: i64) -> None:
    position = node.position
    node.children = tuple([Node(action, position.after(action)) for action in position.actions()])
    if depth > 1:
        for child in node.children:
            _grow(child, depth - 1)


def propagate(node: Node, depth: i64, limits: bool, evaluation: Evaluation) -> i64:
    """Give every node its value, from the leaves up, and return this node's.

    Black takes the largest value of its children, white the smallest. `depth` is how far the
    tree goes on below the node: at 0 stands a leaf at full depth, worth what the evaluation says
    (under the reading `limits` only if its player can act).
    """
    value: i64
    best: i64
    position = node.position
    if depth == 0:
        if limits and not position.actions():
            best = lost_value(position)
        else:
            best = evaluation.value(position)
    elif not node.children and position.fate() == DRAWN:
        best = 0
    elif position.black_to_act:
        best = INT_MIN
        for child in node.children:
            value = propagate(child, depth - 1, limits, evaluation)
            if value > best:
                best = value
    else:
        best = INT_MAX
        for child in node.children:
            value = propagate(child, depth - 1, limits, evaluation)
            if value < best:
                best = value
    node.value = best
    return best


def best_child(root: Node) -> Node | None:
    """The left-most of the children with the best value; None if there is no action."""
    for child in root.children:
        if child.value == root.value:
            return child
    return None


def minimax_tree(
    position: State, depth: int, limits: bool, evaluation: Evaluation = MATERIAL
) -> Node:
    """The built and valued tree of a position; `TreeTooLarge` if it would not fit."""
    if depth > ALWAYS_FITS and _paths(position, depth, MOST_LEAVES) > MOST_LEAVES:
        raise TreeTooLarge(
            f"a tree of depth {depth} would have more than {MOST_LEAVES:,} leaves here; "
            "ask for a smaller --depth"
        )
    root = build_tree(position, depth)
    propagate(root, depth, limits, evaluation)
    return root


def _paths(position: State, depth: i64, most: i64) -> i64:
    """How many leaves a tree would have; counting stops beyond `most`."""
    actions = position.actions()
    paths: i64 = len(actions)
    if depth > 1:
        paths = 0
        for action in actions:
            paths += _paths(position.after(action), depth - 1, most - paths)
            if paths > most:
                break
    return paths


def count_nodes(node: Node) -> i64:
    """How many nodes a tree has, its root included."""
    nodes: i64 = 1
    for child in node.children:
        if child.children:
            nodes += count_nodes(child)
        else:
            nodes += 1
    return nodes


@contextmanager
def collector_resting() -> Iterator[None]:
    """Switch the cyclic garbage collector off inside the block.

    Trees hold no reference cycles, but the collector would walk a growing tree again and again. In
    compiled code that takes a third of the time of a small tree, and more of a large one.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Decision:
    """The decision of a tree: the action, the value of the root, and the number of nodes."""

    __slots__ = ("action", "nodes", "value")

    def __init__(self, action: Action, value: i64, nodes: i64) -> None:
        self.action: Final = action
        self.value: Final = value
        self.nodes: Final = nodes


def decide(position: State, depth: int, limits: bool) -> Decision | None:
    """The best action by the minimax tree, which is freed again; None if there is no action."""
    with collector_resting():
        return _decide(position, depth, limits)


def _decide(position: State, depth: int, limits: bool) -> Decision | None:
    root = minimax_tree(position, depth, limits)
    best = best_child(root)
    if best is None:
        return None
    return Decision(best.action, root.value, count_nodes(root))
