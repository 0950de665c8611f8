"""Measures the engine alone, in the form that this process has imported."""

import json
import sys
from pathlib import Path

from checkers_cli.bench.timing import timed
from checkers_cli.installation import is_compiled
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START
from checkers_cli.rules.state import perft
from checkers_cli.search.minimax import decide

TOWER_POSITIONS = Path(__file__).with_name("tower_positions.txt")
TREE_DEPTH = 3
PERFT_DEPTH = 6


def measure() -> dict[str, float]:
    """How long the trees of all positions take, and how fast perft counts."""
    positions = [parse_position(line) for line in TOWER_POSITIONS.read_text("ascii").splitlines()]
    decisions, tree_seconds = timed(
        lambda: [decide(position, TREE_DEPTH, limits=False) for position in positions]
    )
    nodes = sum(int(decision.nodes) for decision in decisions if decision is not None)
    paths, perft_seconds = timed(lambda: int(perft(START, PERFT_DEPTH)))
    return {
        "compiled": is_compiled(),
        "positions": len(positions),
        "tree_nodes": nodes,
        "tree_ns_per_node": tree_seconds / nodes * 1e9,
        "perft_nodes_per_s": paths / perft_seconds,
    }


def main() -> None:
    """Print the measurements as JSON, for the process that compares both forms."""
    json.dump(measure(), sys.stdout)
