"""Measures the engine alone, in whichever form this process has imported it."""

import json
import sys
from pathlib import Path
from time import perf_counter

from checkers_cli.form import is_compiled
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, perft
from checkers_cli.search.minimax import decide

POSITIONS = Path(__file__).with_name("bench_positions.txt")
TREE_DEPTH = 3
PERFT_DEPTH = 6


def measure(rounds: int) -> dict[str, float]:
    """The best of some rounds: noise on a shared machine only ever makes things slower."""
    positions = [parse_position(line) for line in POSITIONS.read_text("ascii").splitlines()]
    decisions = [decide(position, TREE_DEPTH, limits=False) for position in positions]
    nodes = sum(int(decision.nodes) for decision in decisions if decision is not None)
    tree_times, perft_times = [], []
    paths = 0
    for _ in range(rounds):
        start = perf_counter()
        for position in positions:
            decide(position, TREE_DEPTH, limits=False)
        tree_times.append(perf_counter() - start)
        start = perf_counter()
        paths = int(perft(START, PERFT_DEPTH))
        perft_times.append(perf_counter() - start)
    return {
        "compiled": is_compiled(),
        "positions": len(positions),
        "tree_nodes": nodes,
        "tree_ns_per_node": min(tree_times) / nodes * 1e9,
        "perft_nodes_per_s": paths / min(perft_times),
    }


def main() -> None:
    """Print the measurements as JSON, for a process that wants those of the other form."""
    json.dump(measure(int(sys.argv[-1])), sys.stdout)
