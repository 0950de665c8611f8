"""The explicit minimax tree, for any setting of the knobs."""

from checkers_cli.faults.engine.knobs import INT_MAX, INT_MIN, REFERENCE, Moves, Prints, Tree
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    EMPTY,
    MEN,
    NO_MEN,
    OPPONENT,
    WHITE,
    Action,
    Board,
    MoveTables,
    act,
    actions,
    can_act,
    has_men,
    move_tables,
)

LIMIT = {BLACK: INT_MIN, WHITE: INT_MAX}  # the value of a node whose player cannot act


class Node:
    """A board of the explicit tree; the same board reached in two ways is two nodes."""

    __slots__ = ("action", "board", "children", "player", "shift", "value")

    def __init__(self, action: Action | None, board: Board, player: str) -> None:
        self.action = action  # the action that leads here; None at the root
        self.board = board
        self.player = player  # the player to act
        self.value = 0  # until propagated
        self.shift = 0  # by how much a cost that is kept differs from that of the board
        self.children: list[Node] = []


def cost(board: Board, worths: Tree | Prints = REFERENCE.tree) -> int:
    """Return the cost of a board by the formula b + 3B - w - 3W."""
    count = "".join(board).count
    towers = worths.black_tower * count("B") - worths.white_tower * count("W")
    return worths.piece * (count("b") - count("w")) + towers


def worth_by_letter(worths: Tree | Prints) -> dict[str, int]:
    """Return what each letter adds to the cost."""
    return {
        EMPTY: 0,
        **dict.fromkeys(NO_MEN, 0),
        "b": worths.piece,
        "w": -worths.piece,
        "B": worths.black_tower,
        "W": -worths.white_tower,
    }


class ExplicitTree:
    """Makes trees for one setting of the knobs, node by node."""

    def __init__(self, tree: Tree, moves: Moves) -> None:
        self.tree = tree
        self.depth = tree.depth
        self.tables: MoveTables = move_tables(moves, tree)
        self.valued = 0  # nodes so far: a measure of the work
        self._maximising = {
            player: [_maximises(tree.exchanged, player, level) for level in range(tree.depth + 1)]
            for player in OPPONENT
        }
        self._worth = worth_by_letter(tree)
        self._taken = {**self._worth}
        if tree.captured_tower != REFERENCE.tree.captured_tower:
            self._taken.update(B=tree.captured_tower, W=-tree.captured_tower)
        self._shifts = self._taken != self._worth
        # Read often, and knobs are slow to read in compiled code:
        self._zero_unset, self._limit_at_leaf = tree.zero_unset, tree.limit_at_leaf
        self._best_from, self._most_children = tree.best_from, tree.most_children
        self._root_hunts = tree.prey == "root"
        self._same_player = tree.players == "same"
        self._acts_twice = tree.players == "twice"

    def _root_player(self, player: str) -> str:
        return self.tree.players if self.tree.players in OPPONENT else player

    def _shift(self, board: Board, action: Action) -> int:
        """Return by how much a cost that is kept differs more from that of the board."""
        if not self._shifts:
            return 0
        worth, taken = self._worth, self._taken
        return sum(worth[board[cell]] - taken[board[cell]] for cell in action.captured)

    def _actions(self, board: Board, player: str, root_player: str) -> list[Action]:
        """Return the actions that lead to the children of a node."""
        hunter = root_player if self._root_hunts else player
        found = actions(board, player, self.tables, hunter)
        return found[: self._most_children] if self._most_children else found

    def build(self, board: Board, player: str) -> Node:
        """Return the root of a new tree with all values."""
        root = Node(None, board, self._root_player(player))
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
        for action in self._actions(node.board, node.player, root.player):
            child = Node(action, act(node.board, action, tables), player)
            child.shift = node.shift + self._shift(node.board, action)
            if self.tree.merged and level:
                twin = known.setdefault((level, "".join(child.board)), child)
                if twin is not child:
                    node.children.append(twin)
                    continue
            node.children.append(child)
            self.valued += 1
            if not last:
                self._grow(child, level + 1, root, known)

    def _next_player(self, player: str, level: int) -> str:
        same = self._same_player or (self._acts_twice and level == 0)
        return player if same else OPPONENT[player]

    def _propagate(self, node: Node, level: int) -> None:
        if level + 1 == self.tree.depth:
            for child in node.children:
                child.value = self._leaf(child.board, child.player, node.board, child.shift)
        else:
            for child in node.children:
                self._propagate(child, level + 1)
        self._combine(node, level)

    def _combine(self, node: Node, level: int) -> None:
        """Set the value of a node from those of its children."""
        if node.children:
            values = [child.value for child in node.children]
            node.value = self._best(values, node.player, level)
        else:
            node.value = self._stuck(node.board, node.player, level)

    def _best(self, values: list[int], player: str, level: int) -> int:
        """Return the value of a node whose children have these values."""
        if self._best_from is not None:
            values = [*values, self._best_from]
        maximises = self._maximising[player][level]
        if self._zero_unset:
            return _best_unset(values, maximises)
        return max(values) if maximises else min(values)

    def _leaf(self, board: Board, player: str, parent: Board, shift: int = 0) -> int:
        tree = self.tree
        if tree.limit_at_leaf and not can_act(board, player, self.tables):
            return self._stuck(board, player, tree.depth)
        captured = 0
        if tree.leaf == "uncaptured":
            theirs = MEN[player]
            captured = sum(
                self._worth[man]
                for man, left in zip(parent, board, strict=True)
                if man in theirs and left != man
            )
        return cost(parent if tree.leaf == "parent" else board, tree) + captured + shift

    def _stuck(self, board: Board, player: str, level: int) -> int:
        """Return the value of a node whose player cannot act."""
        tree = self.tree
        stuck = tree.stuck
        if str(level) not in tree.stuck_levels or player[0] not in tree.stuck_players:
            stuck = "limit"
        if not tree.blocked and has_men(board, player):
            stuck = "material"
        return {
            "limit": LIMIT[player],
            "zero": 0,
            "material": cost(board, tree),
            "flipped": LIMIT[OPPONENT[player]],
            "INT_MIN": INT_MIN,
            "INT_MAX": INT_MAX,
        }[stuck]

    def _negate(self, node: Node, level: int) -> int:
        """Set values from the view of the player to act, in a C int, where -INT_MIN is INT_MIN."""
        for child in node.children:
            self._negate(child, level + 1)
        sign = 1 if node.player == BLACK else -1
        if level == self.tree.depth:
            stuck = self.tree.limit_at_leaf and not can_act(node.board, node.player, self.tables)
            node.value = INT_MIN if stuck else sign * (cost(node.board, self.tree) + node.shift)
        elif node.children:
            node.value = max(negated(child.value) for child in node.children)
        else:
            node.value = INT_MIN
        return node.value

    def _prune(self, node: Node, level: int, alpha: int, beta: int) -> int:
        """Set values by alpha-beta. The value of a child that was cut off is only a bound."""
        if level == self.tree.depth:
            node.value = self._leaf(node.board, node.player, node.board, node.shift)
        elif not node.children:
            node.value = self._stuck(node.board, node.player, level)
        elif self._maximising[node.player][level]:
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
        sign = 1 if self._maximising[root.player][0] else -1
        if tree.overflows:
            scores = [negated(child.value) for child in children]
        else:
            scores = [sign * child.value for child in children]
        best = max(scores)
        if tree.best_from is not None:
            from_score = tree.best_from if tree.overflows else sign * tree.best_from
            return children[scores.index(best)] if best > from_score else children[0]
        if tree.zero_unset:
            best = _best_unset(scores, True)
        if best <= INT_MIN + 1 and tree.all_lost != "first":  # -INT_MAX is INT_MIN + 1
            return None if tree.all_lost == "none" else children[-1]
        if tree.ties_by_cost:
            costs = [sign * cost(child.board, tree) for child in children]
            return children[max(range(len(children)), key=lambda n: (scores[n], costs[n], -n))]
        ties = tree.ties_black if root.player == BLACK else tree.ties_white
        place = scores.index(best)
        if ties == "last":
            place = len(scores) - 1 - scores[::-1].index(best)
        return children[place]


def _maximises(exchanged: str, player: str, level: int) -> bool:
    """Tell whether a player takes the maximum on a level, with a fault of `Tree.exchanged`."""
    if exchanged == "root max" and level == 0:
        return True
    if exchanged == "by level":
        return level % 2 == 0
    if exchanged[-1:].isdigit():
        here = int(exchanged[-1]) == level and exchanged[:-1] in ("", player[0])
        return (player == BLACK) is not here
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
