"""The common part of all pictures of a tree: figures, the chosen path, folded nodes."""

from collections.abc import Iterator

from checkers_cli.analyser.replay import Settings
from checkers_cli.rules.notation import player
from checkers_cli.rules.position import Position
from checkers_cli.rules.readings import INT_MAX, INT_MIN
from checkers_cli.rules.state import State
from checkers_cli.search.minimax import Node, best_child, count_nodes, minimax_tree
from checkers_cli.util.text import plural

MAX = "max"
MIN = "min"
LEAF = "leaf"  # at the full depth: worth its board's cost
STUCK = "stuck"  # the player to act cannot act


class View:
    """A tree, and how much of it is shown."""

    def __init__(
        self, position: Position, settings: Settings, levels: int | None, width: int | None
    ) -> None:
        self.depth = settings.depth
        self.limits = settings.limits
        self.root = minimax_tree(position, settings.depth, settings.limits)
        self.levels = self.depth if levels is None else min(levels, self.depth)
        self.width = width
        self.chosen = tuple(self._path())
        self.sizes, self.boards = self._figures()
        self.nodes = sum(self.sizes)

    def _path(self) -> Iterator[Node]:
        """The root, its best child, that one's best child, and so on."""
        node: Node | None = self.root
        while node is not None:
            yield node
            node = best_child(node)

    def _figures(self) -> tuple[tuple[int, ...], int]:
        """How many nodes each level has, the root's first, and how many different boards."""
        level = [self.root]
        sizes: list[int] = []
        boards: set[State] = set()
        while level:
            sizes.append(len(level))
            boards.update(node.position for node in level)
            level = [child for node in level for child in node.children]
        return tuple(sizes), len(boards)

    @property
    def action(self) -> str | None:
        """The action that the tree chooses; None if there is none."""
        return self.chosen[1].action.name if len(self.chosen) > 1 else None

    def is_chosen(self, node: Node) -> bool:
        """Whether the node lies on the chosen path."""
        return any(node is step for step in self.chosen)

    def kind(self, node: Node, level: int) -> str:
        """What the node's value is: a maximum, a minimum, a leaf's cost, or a defeat."""
        if node.children:
            return MAX if node.position.black_to_act else MIN
        if level < self.depth or node.value in (INT_MIN, INT_MAX):
            return STUCK
        return LEAF

    def shown_children(self, node: Node, level: int) -> list[Node]:
        """The children to show: at most `width`, the best one always among them."""
        if level >= self.levels:
            return []
        if self.width is None or len(node.children) <= self.width:
            return list(node.children)
        best = best_child(node)
        kept = list(node.children[: self.width])
        if best is not None and not any(child is best for child in kept):
            kept[-1] = best
        return kept

    def folded(self, node: Node, level: int) -> tuple[int, int]:
        """How many children are not shown, and how many nodes there are in and below them."""
        kept = self.shown_children(node, level)
        hidden = [child for child in node.children if not any(child is other for other in kept)]
        return len(hidden), sum(int(count_nodes(child)) for child in hidden)

    def count_shown(self) -> int:
        """How many nodes are shown in all."""
        return self._count_shown(self.root, 0)

    def _count_shown(self, node: Node, level: int) -> int:
        shown = self.shown_children(node, level)
        return 1 + sum(self._count_shown(child, level + 1) for child in shown)


def signed(value: int) -> str:
    """A value as the pictures write it: `+1`, `0`, `-3`, `INT_MIN`, `INT_MAX`."""
    if value in (INT_MIN, INT_MAX):
        return "INT_MIN" if value == INT_MIN else "INT_MAX"
    return f"{value:+d}" if value else "0"


def headline(view: View) -> str:
    """The tree's result in a sentence."""
    who, worth = player(view.root.position.black_to_act), signed(view.root.value)
    if view.action is None:
        return f"{who} to act, and cannot: worth {worth}"
    return f"{who} to act: {view.action}, worth {worth}"


def size_line(view: View) -> str:
    """The tree's figures in a sentence, with the number of folded nodes."""
    levels = " + ".join(f"{size:,}" for size in view.sizes)
    line = (
        f"depth {view.depth}: {plural(view.nodes, 'node')} ({levels}), "
        f"{plural(view.boards, 'different board')}"
    )
    folded = view.nodes - view.count_shown()
    return f"{line}; {plural(folded, 'node')} folded" if folded else line
