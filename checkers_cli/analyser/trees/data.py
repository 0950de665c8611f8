"""The whole tree as JSON, written node by node so that a large one needs no second copy."""

import json
from collections.abc import Iterator

from checkers_cli.analyser.trees.view import View
from checkers_cli.rules.notation import fen, player
from checkers_cli.rules.readings import FORMULA, LIMITS
from checkers_cli.search.minimax import Node


def json_of(view: View) -> Iterator[str]:
    """The pieces of one JSON object."""
    head = {
        "player": player(view.root.position.black_to_act),
        "action": view.action,
        "value": view.root.value,
        "depth": view.depth,
        "reading": LIMITS if view.limits else FORMULA,
        "nodes": view.nodes,
        "levels": view.sizes,
        "boards": view.boards,
        "chosen": [node.action.name for node in view.chosen[1:]],
    }
    yield json.dumps(head)[:-1] + ', "tree":\n'
    yield from _node(view, view.root, 0)
    yield "}\n"


def _node(view: View, node: Node, level: int) -> Iterator[str]:
    fields = {
        "action": node.action.name or None,
        "kind": view.kind(node, level),
        "value": node.value,
        "cost": node.position.cost,
        "chosen": view.is_chosen(node),
        "position": fen(node.position),
    }
    yield " " * level + json.dumps(fields)[:-1] + ', "children": ['
    for index, child in enumerate(node.children):
        yield ",\n" if index else "\n"
        yield from _node(view, child, level + 1)
    yield "]}"
