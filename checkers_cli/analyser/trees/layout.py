"""Where everything stands in the picture of a tree: leaves side by side, parents above."""

from checkers_cli.analyser.trees.view import LEAF, MAX, MIN, STUCK, View, signed
from checkers_cli.search.minimax import Node
from checkers_cli.util.text import plural

STUB = "folded"  # the kind of what stands for folded children, beside the kinds of nodes
TOP = 92  # where the root's board begins, below the captions and the names of its columns
DROP = 24  # the upright end of an edge, on which the action's name stands
GAP = 6  # between neighbours
_FAMILY = 5  # more of it, at both ends of a family
_SLOPE = 0.14  # the wider an edge reaches, the further it goes down, or it would lie too flat
_CELLS = {0: 14, 1: 10}  # a board's cells, by level; further down are no boards
_NARROW = " .,:;()-+ijltfr"  # narrow letters, so that a length can be told without the font
SIZES = {MAX: (46, 38), MIN: (46, 38), LEAF: (24, 20), STUCK: (60, 28)}
SHORT = 3  # characters of a value, unless it is INT_MIN or INT_MAX
_BROAD = (78, 46)  # a triangle that holds one of those


class Spot:
    """A node, or the stub of its folded children: how much room it takes, and where it stands."""

    def __init__(self, view: View, node: Node, level: int, folded: tuple[str, ...] = ()) -> None:
        self.node, self.level = node, level
        self.kind = STUB if folded else view.kind(node, level)
        self.words = folded or (signed(node.value),)
        self.chosen = not folded and view.is_chosen(node)
        # Where leaves stand close, words are turned, and the names of actions go below.
        self.turned = 1 < level == view.depth == view.levels
        self.board = 0 if folded else 8 * _CELLS.get(level, 0)
        self.below: list[Spot] = []
        if not folded:
            self.below += [
                Spot(view, child, level + 1) for child in view.shown_children(node, level)
            ]
            if rest := _folded_words(view, node, level):
                self.below.append(Spot(view, node, level + 1, rest))
        self.width, self.height = self._size()
        self._spread()
        self.x = self.y = 0.0  # the middle of its top

    def _size(self) -> tuple[float, float]:
        if self.kind != STUB:
            broad = self.kind in (MAX, MIN) and len(self.words[0]) > SHORT
            return _BROAD if broad else SIZES[self.kind]
        if self.turned:
            return SIZES[LEAF][0], length(" ".join(self.words))
        return max(map(length, self.words)), 26

    def _spread(self) -> None:
        """How far the node, and all below it, reaches to the left and the right of its middle."""
        total = sum(child.left + child.right for child in self.below)
        self.middle = 0.0  # of the children, counted from the left end of the first one's room
        if self.below:
            self.middle = (self.below[0].left + total - self.below[-1].right) / 2
        own = max(self.width + GAP, self.board + 4 * GAP) / 2
        family = _FAMILY if self.below else 0
        self.left: float = max(own, self.middle) + family
        self.right: float = max(own, total - self.middle) + family

    def stand(self, x: float) -> None:
        """Give the node and all below it their places from left to right."""
        self.x = x
        x -= self.middle
        for child in self.below:
            child.stand(x + child.left)
            x += child.left + child.right

    @property
    def foot(self) -> float:
        """Where the node's shape ends, and the edges to its children begin."""
        return self.y + self.height + (self.board + GAP if self.board else 0)


def rows_of(root: Spot) -> list[list[Spot]]:
    """The rows from top to bottom, each in its place."""
    rows, row, y = [], [root], float(TOP)
    while row:
        for spot in row:
            spot.y = y
        reach = max((abs(child.x - spot.x) for spot in row for child in spot.below), default=0)
        y = max(spot.foot for spot in row) + min(max(reach * _SLOPE, 28), 140) + DROP
        rows.append(row)
        row = [child for spot in row for child in spot.below]
    return rows


def _folded_words(view: View, node: Node, level: int) -> tuple[str, ...]:
    children, nodes = view.folded(node, level)
    return (f"+{children:,} folded", f"({plural(nodes, 'node')})") if children else ()


def length(words: str, size: int = 10) -> float:
    """How long the words are at most, in a font of this size; bold ones count as larger."""
    return size * sum(0.36 if letter in _NARROW else 0.64 for letter in words)
