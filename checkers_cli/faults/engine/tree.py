"""Computes actions with an explicit minimax tree, for any setting of the knobs."""

from functools import lru_cache
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import INT_MAX, INT_MIN, REFERENCE, Moves, Prints, Tree
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    OPPONENT,
    WHITE,
    Action,
    Board,
    MoveTables,
    act,
    actions,
    has_men,
    move_tables,
)

LIMIT = {BLACK: INT_MIN, WHITE: INT_MAX}  # the value of a node whose player cannot act


class Node:
    """A board of the explicit tree; the same board reached in two ways is two nodes."""

    __slots__ = ("action", "board", "children", "player", "value")

    def __init__(self, action: Action | None, board: Board, player: str) -> None:
        self.action = action  # the action that leads here; None at the root
        self.board = board
        self.player = player  # the player to act
        self.value = 0  # until propagated
        self.children: list[Node] = []


def cost(board: Board, worths: Tree | Prints = REFERENCE.tree) -> int:
    """Return the cost of a board by the formula b + 3B - w - 3W."""
    count = "".join(board).count
    towers = worths.black_tower * count("B") - worths.white_tower * count("W")
    return worths.piece * (count("b") - count("w")) + towers


class ComputedAction(NamedTuple):
    """A computed action, its board and value in the tree, and the size of the tree."""

    action: Action
    board: Board
    value: int
    nodes: int


class TreeSearch:
    """Computes actions for one setting of the knobs, and caches them."""

    def __init__(self, tree: Tree, moves: Moves) -> None:
        self.tree = tree
        self.tables: MoveTables = move_tables(moves, tree)
        self._computed: dict[tuple[str, str], ComputedAction | None] = {}
        self._node_count = 0  # of the last tree

    def choose(self, board: Board, player: str) -> ComputedAction | None:
        """Return the computed action; None if there is none."""
        key = ("".join(board), player)
        if key not in self._computed:
            root = self.build(board, player)
            node = self.best_child(root)
            if node is None or node.action is None:
                self._computed[key] = None
            else:
                self._computed[key] = ComputedAction(
                    node.action, node.board, node.value, self._node_count
                )
        return self._computed[key]

    def build(self, board: Board, player: str) -> Node:
        """Return the root of a new tree with all values."""
        if self.tree.players in OPPONENT:
            player = self.tree.players
        root = Node(None, board, player)
        self._node_count = 1
        self._grow(root, 0, root, {})
        if self.tree.overflows:
            self._negate(root, 0)
        elif self.tree.pruned:
            self._prune(root, 0, INT_MIN, INT_MAX)
        else:
            self._propagate(root, 0)
        return root

    def _grow(self, node: Node, level: int, root: Node, known: dict[tuple[int, str], Node]) -> None:
        if level == self.tree.depth:
            return
        tables = self.tables
        player = self._next_player(node.player, level)
        last = level + 1 == self.tree.depth
        hunter = root.player if self.tree.prey == "root" else node.player
        for action in actions(node.board, node.player, tables, hunter):
            child = Node(action, act(node.board, action, tables.moves), player)
            if self.tree.merged and level:
                twin = known.setdefault((level, "".join(child.board)), child)
                if twin is not child:
                    node.children.append(twin)
                    continue
            node.children.append(child)
            self._node_count += 1
            if not last:
                self._grow(child, level + 1, root, known)

    def _next_player(self, player: str, level: int) -> str:
        same = self.tree.players == "same" or (self.tree.players == "twice" and level == 0)
        return player if same else OPPONENT[player]

    def _propagate(self, node: Node, level: int) -> None:
        if level + 1 == self.tree.depth:
            for child in node.children:
                child.value = self._leaf(child, node)
        else:
            for child in node.children:
                self._propagate(child, level + 1)
        if not node.children:
            node.value = self._stuck(node)
        else:
            values = [child.value for child in node.children]
            if self.tree.best_from is not None:
                values.append(self.tree.best_from)
            if self.tree.zero_unset:
                node.value = _best_unset(values, self._maximises(node.player, level))
            else:
                node.value = max(values) if self._maximises(node.player, level) else min(values)

    def _leaf(self, node: Node, parent: Node) -> int:
        tree = self.tree
        if tree.limit_at_leaf and not actions(node.board, node.player, self.tables):
            return self._stuck(node)
        return cost(parent.board if tree.leaf == "parent" else node.board, tree)

    def _cost(self, node: Node) -> int:
        return cost(node.board, self.tree)

    def _stuck(self, node: Node) -> int:
        """Return the value of a node whose player cannot act."""
        limit = LIMIT[node.player]
        stuck = self.tree.stuck
        if not self.tree.blocked and has_men(node.board, node.player):
            stuck = "material"
        return {
            "limit": limit,
            "zero": 0,
            "material": self._cost(node),
            "flipped": LIMIT[OPPONENT[node.player]],
            "INT_MIN": INT_MIN,
        }[stuck]

    def _maximises(self, player: str, level: int) -> bool:
        exchanged = self.tree.exchanged
        if exchanged == "root max" and level == 0:
            return True
        if exchanged == "by level":
            return level % 2 == 0
        reversed_ = {
            "": False,
            "root max": False,
            "both": True,
            "black": player == BLACK,
            "white": player == WHITE,
            "inner": level > 0,
            "root": level == 0,
        }[exchanged]
        return (player == BLACK) is not reversed_

    def _negate(self, node: Node, level: int) -> int:
        """Set values from the view of the player to act, in a C int, where -INT_MIN is INT_MIN."""
        for child in node.children:
            self._negate(child, level + 1)
        sign = 1 if node.player == BLACK else -1
        if level == self.tree.depth:
            stuck = self.tree.limit_at_leaf and not actions(node.board, node.player, self.tables)
            node.value = INT_MIN if stuck else sign * self._cost(node)
        elif node.children:
            node.value = max(negated(child.value) for child in node.children)
        else:
            node.value = INT_MIN
        return node.value

    def _prune(self, node: Node, level: int, alpha: int, beta: int) -> int:
        """Set values by alpha-beta. The value of a child that was cut off is only a bound."""
        if level == self.tree.depth:
            node.value = self._leaf(node, node)
        elif not node.children:
            node.value = self._stuck(node)
        elif self._maximises(node.player, level):
            node.value = INT_MIN
            for child in node.children:
                node.value = max(node.value, self._prune(child, level + 1, alpha, beta))
                alpha = max(alpha, node.value)
                if alpha > beta or (level and alpha == beta):
                    break
        else:
            node.value = INT_MAX
            for child in node.children:
                node.value = min(node.value, self._prune(child, level + 1, alpha, beta))
                beta = min(beta, node.value)
                if alpha > beta or (level and alpha == beta):
                    break
        return node.value

    def best_child(self, root: Node) -> Node | None:
        """Return the child of the root that is played; None if there is none."""
        children, tree = root.children, self.tree
        if not children:
            return None
        if tree.chooses == "first":
            return children[0]
        if tree.chooses == "any capture":
            captures = [child for child in children if child.action and child.action.captured]
            if captures:
                return captures[0]
        if tree.overflows:
            scores = [negated(child.value) for child in children]
        else:
            sign = 1 if self._maximises(root.player, 0) else -1
            scores = [sign * child.value for child in children]
        best = max(scores)
        if tree.best_from is not None:
            from_score = tree.best_from if tree.overflows else sign * tree.best_from
            return children[scores.index(best)] if best > from_score else children[0]
        if tree.zero_unset:
            best = _best_unset(scores, True)
        if best <= INT_MIN + 1 and tree.all_lost != "first":  # -INT_MAX is INT_MIN + 1
            return None if tree.all_lost == "none" else children[-1]
        ties = tree.ties_black if root.player == BLACK else tree.ties_white
        place = scores.index(best)
        if ties == "last":
            place = len(scores) - 1 - scores[::-1].index(best)
        return children[place]


def _best_unset(values: list[int], largest: bool) -> int:
    """Return the best value of a program that treats a best value of 0 as unset."""
    best = 0
    for value in values:
        if best == 0 or (value > best if largest else value < best):
            best = value
    return best


def negated(value: int) -> int:
    """Return -value in a C int, where -INT_MIN is INT_MIN."""
    return INT_MIN if value == INT_MIN else -value


@lru_cache(maxsize=600)
def tree_search(tree: Tree, moves: Moves) -> TreeSearch:
    """Return the search for these knobs; equal knobs share one, with the actions it computed."""
    return TreeSearch(tree, moves)
