"""The tree for graphviz: `checkers tree FILE --format dot | dot -Tsvg > tree.svg`."""

from collections.abc import Iterator
from itertools import count

from checkers_cli.analyser.trees.view import LEAF, MAX, STUCK, View, headline, signed, size_line
from checkers_cli.search.minimax import Node
from checkers_cli.util.text import plural

_SHAPES = {MAX: "triangle", LEAF: "box", STUCK: "octagon"}  # and a minimum: invtriangle
KEY = "triangle up: max, down: min; box: a leaf's cost; octagon: cannot act"
_CHOSEN = ' color="#c2410c" penwidth=2.5'


def dot_of(view: View) -> Iterator[str]:
    """The lines of the graph."""
    yield "digraph minimax {"
    yield f'  label="{headline(view)}\\n{size_line(view)}\\n{KEY}"; labelloc=t;'
    yield '  node [fontname="sans-serif" fontsize=10 margin=0.03]; edge [arrowhead=none];'
    yield '  edge [fontname="sans-serif" fontsize=9];'
    yield from _node(view, view.root, 0, 0, count(1))
    yield "}"


def _node(view: View, node: Node, level: int, number: int, numbers: "count[int]") -> Iterator[str]:
    kind = view.kind(node, level)
    shape = _SHAPES.get(kind, "invtriangle")
    chosen = _CHOSEN if view.is_chosen(node) else ""
    shade = ' style=filled fillcolor="#e2e8f0"' if kind == LEAF else ""
    yield f'  n{number} [label="{signed(node.value)}" shape={shape}{shade}{chosen}];'
    for child in view.shown_children(node, level):
        below = next(numbers)
        yield from _node(view, child, level + 1, below, numbers)
        mark = _CHOSEN if view.is_chosen(child) else ""
        yield f'  n{number} -> n{below} [label="{child.action.name}"{mark}];'
    children, nodes = view.folded(node, level)
    if children:
        rest = next(numbers)
        label = f"{children:,} folded\\n{plural(nodes, 'node')}"
        yield f'  n{rest} [label="{label}" shape=plaintext fontcolor="#64748b"];'
        yield f"  n{number} -> n{rest} [style=dotted];"
