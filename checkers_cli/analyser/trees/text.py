"""The tree as indented text."""

from collections.abc import Iterator

from checkers_cli.analyser.trees.view import LEAF, STUCK, View, headline, signed, size_line
from checkers_cli.rules.notation import player
from checkers_cli.search.minimax import Node
from checkers_cli.util.text import plural

MARK = " *"  # after the nodes of the chosen path


def text_of(view: View) -> Iterator[str]:
    """The lines of the picture."""
    yield headline(view)
    yield size_line(view)
    yield f"max: black takes the largest value, min: white the smallest;{MARK} the chosen path"
    yield ""
    yield label(view, view.root, 0)
    yield from _children(view, view.root, 0, "")


def label(view: View, node: Node, level: int) -> str:
    """A node in a few words: its action, its kind, its value."""
    kind = view.kind(node, level)
    words = [node.action.name] if level else []
    if kind == STUCK:
        words += [f"{player(node.position.black_to_act)} cannot act:", signed(node.value)]
    elif kind == LEAF:
        words += ["cost", signed(node.value)]
    else:
        words += [kind, signed(node.value)]
    return " ".join(words) + (MARK if view.is_chosen(node) else "")


def _children(view: View, node: Node, level: int, indent: str) -> Iterator[str]:
    shown = view.shown_children(node, level)
    children, nodes = view.folded(node, level)
    for child in shown:
        last = child is shown[-1] and not children
        yield f"{indent}{'└─ ' if last else '├─ '}{label(view, child, level + 1)}"
        yield from _children(view, child, level + 1, indent + ("   " if last else "│  "))
    if children:
        more = "more " if shown else ""
        yield f"{indent}└─ … {children:,} {more}folded ({plural(nodes, 'node')})"
