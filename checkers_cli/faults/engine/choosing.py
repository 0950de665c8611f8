"""Computes actions for any setting of the knobs, faster than by the explicit tree."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import INT_MAX, INT_MIN, REFERENCE, Moves, Tree
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    Action,
    Board,
    act,
    actions,
    can_act,
    cost_changes,
    has_three_moves,
)
from checkers_cli.faults.engine.tree import ExplicitTree, Node, cost

# Knobs that decide only in which order the children of a node are made, or which of equals is taken
_ORDER = (
    "cells", "men", "directions_black", "directions_white", "arranged", "ties_black", "ties_white",
)  # fmt: skip


class ComputedAction(NamedTuple):
    """A computed action, its board and value, the value of the root, and the work it took."""

    action: Action
    board: Board
    value: int
    root_value: int
    work: int  # in nodes that were valued one by one


class BestChildren(NamedTuple):
    """The best value at the root, and the boards after the actions that have it."""

    value: int
    boards: dict[Action, Board]
    work: int


class TreeSearch(ExplicitTree):
    """Computes actions for one setting of the knobs, and caches them.

    `choose` comes to the same action as the explicit tree without making all nodes.
    """

    def __init__(self, tree: Tree, moves: Moves) -> None:
        super().__init__(tree, moves)
        self._computed: dict[tuple[str, str], ComputedAction | None] = {}
        self._best_children: dict[tuple[str, str], BestChildren | None] = {}
        self._node_counts: dict[tuple[str, str], int] = {}
        self._explicit = tree.merged or tree.pruned or tree.overflows
        # Whether the values of leaves follow from the cost of their parent, in the board's order.
        self._leaves_by_change = (
            self.tables.plain
            and tree.leaf == "own"
            and not tree.most_children
            and not (self.tables.ordered and tree.zero_unset)
        )
        self._recounts = self.tables.slips or self.tables.promotes_late
        # Programs that differ only in the order of children share the values of these.
        self._unordered: TreeSearch | None = None
        usual = {knob: getattr(REFERENCE.tree, knob) for knob in _ORDER}
        if self._takes_a_best_child() and any(getattr(tree, k) != v for k, v in usual.items()):
            self._unordered = tree_search(replace(tree, **usual), moves)

    def _takes_a_best_child(self) -> bool:
        """Tell whether one of the best children is chosen, and the order decides only which."""
        tree = self.tree
        return not (
            self._explicit
            or tree.zero_unset
            or tree.most_children
            or tree.ties_by_cost
            or tree.best_from is not None
            or tree.all_lost != "first"
            or tree.chooses != "value"
        )

    def choose(self, board: Board, player: str) -> ComputedAction | None:
        """Return the computed action; None if there is none."""
        key = ("".join(board), player)
        if key not in self._computed:
            if self._unordered is None:
                self._computed[key] = self._chosen(board, player)
            else:
                best = self._unordered.best_children(board, player)
                self._computed[key] = best and self._first_of(best, board, player)
        return self._computed[key]

    def _chosen(self, board: Board, player: str) -> ComputedAction | None:
        before = self.valued
        root = self.build(board, player) if self._explicit else self._evaluated(board, player)
        node = self.best_child(root)
        if node is None or node.action is None:
            return None
        work = self.valued - before
        return ComputedAction(node.action, node.board, node.value, root.value, work)

    def best_children(self, board: Board, player: str) -> BestChildren | None:
        """Return all children of the root that have the best value; None if there are none."""
        key = ("".join(board), player)
        if key not in self._best_children:
            before = self.valued
            root = self._evaluated(board, player, ties=True)
            boards = {
                child.action: child.board
                for child in root.children
                if child.value == root.value and child.action is not None
            }
            work = self.valued - before
            self._best_children[key] = BestChildren(root.value, boards, work) if boards else None
        return self._best_children[key]

    def _first_of(self, best: BestChildren, board: Board, player: str) -> ComputedAction | None:
        """Return the one of the best children that comes first, or last, in this order."""
        player = self._root_player(player)
        found = [a for a in self._actions(board, player, player) if a in best.boards]
        ties = self.tree.ties_black if player == BLACK else self.tree.ties_white
        action = found[0 if ties == "first" else -1]
        return ComputedAction(action, best.boards[action], best.value, best.value, best.work)

    def count_nodes(self, board: Board, player: str) -> int:
        """Return the number of nodes of the explicit tree."""
        key = ("".join(board), player)
        if key not in self._node_counts:
            self._node_counts[key] = _count_nodes(self.build(board, player), set())
        return self._node_counts[key]

    def _evaluated(self, board: Board, player: str, ties: bool = False) -> Node:
        """Return the root of a tree with its children only, with their values.

        The value of a child that is not chosen may be a bound: see `_value`. With `ties`, a child
        that has the best value has it for certain.
        """
        player = self._root_player(player)
        root = Node(None, board, player)
        after = self._next_player(player, 0)
        maximises = self._maximising[player][0]
        # A child whose value only equals the best one so far is not chosen, unless ties count.
        taken = self.tree.ties_black if player == BLACK else self.tree.ties_white
        slack = 0 if taken == "first" and not self.tree.ties_by_cost and not ties else 1
        low, high = INT_MIN - 1, INT_MAX + 1
        for action in self._actions(board, player, player):
            child = Node(action, act(board, action, self.tables), after)
            shift = self._shift(board, action)
            if self.depth == 1:
                child.value = self._leaf(child.board, after, board, shift)
            else:
                material = cost(child.board, self.tree)
                child.value = self._value(child.board, after, 1, player, material, shift, low, high)
            root.children.append(child)
            if self._zero_unset:
                continue  # then the best value is not the largest or smallest one
            if maximises:
                low = max(low, child.value - slack)
            else:
                high = min(high, child.value + slack)
        self._combine(root, 0)
        return root

    def _material(self, before: int, board: Board, action: Action, after: Board) -> int:
        """Return the cost of a board after an action, given the cost before it."""
        if self._recounts:  # other cells may have changed
            return cost(after, self.tree)
        worth, source, target = self._worth, action.source, action.target
        found = before + worth[after[source]] - worth[board[source]]
        found += worth[after[target]] - worth[board[target]]
        for cell in action.captured:
            found += worth[after[cell]] - worth[board[cell]]
        return found

    def _value(
        self, board: Board, player: str, level: int, root_player: str, material: int, shift: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Return the value of a node above the full depth if it lies between `low` and `high`.

        Else a bound is returned: at most `low`, or at least `high`. (This is alpha-beta. It makes
        a quarter of the nodes or less, and the tests compare it with the explicit tree.)
        `material` is the cost of the board.
        """
        self.valued += 1
        after = self._next_player(player, level)
        if level + 1 == self.depth:
            return self._value_above_leaves(
                board, player, level, root_player, after, material + shift
            )
        maximises = self._maximising[player][level]
        values: list[int] = []
        for action in self._actions(board, player, root_player):
            below = act(board, action, self.tables)
            value = self._value(
                below, after, level + 1, root_player,
                self._material(material, board, action, below), shift + self._shift(board, action),
                low, high,
            )  # fmt: skip
            values.append(value)
            if self._zero_unset:
                continue
            if maximises:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return self._best(values, player, level) if values else self._stuck(board, player, level)

    def _value_above_leaves(
        self, board: Board, player: str, level: int, root_player: str, after: str, kept: int
    ) -> int:
        """Return the value of a node whose children are leaves; `kept` is its own cost."""
        tables = self.tables
        hunter = root_player if self._root_hunts else player
        if not self._leaves_by_change:
            shift = kept - cost(board, self.tree)
            values = [
                self._leaf(
                    act(board, action, tables), after, board, shift + self._shift(board, action)
                )
                for action in self._actions(board, player, root_player)
            ]
            self.valued += len(values)  # these leaves are as much work as other nodes
        else:
            values = cost_changes(board, player, tables, hunter, self._worth, self._taken)
            limited = self._limit_at_leaf and not (
                after != player and has_three_moves(board, after, tables)
            )
            if values and not limited and not self._zero_unset and self._best_from is None:
                return kept + (max(values) if self._maximising[player][level] else min(values))
            values = [kept + change for change in values]
            if limited:
                found = actions(board, player, tables, hunter, arranged=False)
                for place, action in enumerate(found):
                    child = act(board, action, tables)
                    if not can_act(child, after, tables):
                        values[place] = self._stuck(child, after, self.depth)
        return self._best(values, player, level) if values else self._stuck(board, player, level)


def _count_nodes(node: Node, known: set[int]) -> int:
    """Return the number of nodes of a tree; nodes that were merged count once."""
    if id(node) in known:
        return 0
    known.add(id(node))
    return 1 + sum(_count_nodes(child, known) for child in node.children)


@lru_cache(maxsize=600)
def tree_search(tree: Tree, moves: Moves) -> TreeSearch:
    """Return the search for these knobs; equal knobs share one, with the actions it computed."""
    return TreeSearch(tree, moves)
