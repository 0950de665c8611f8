"""Measures the parts of a benchmark that were asked for, in one run."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from checkers_cli.bench import scripts, searches
from checkers_cli.bench.peers import peers
from checkers_cli.installation import describe

PARTS = ("engine", "batch", "call", "explaining", "perft", "searches")


def measure(
    parts: Sequence[str], script_count: int, rounds: int, programs: int, with_peers: bool
) -> dict[str, Any]:
    """The figures of these parts by name, and the form of the engine."""
    depths = searches.depths()
    measures: dict[str, Callable[[], object]] = {
        "engine": lambda: scripts.engine(rounds),
        "batch": lambda: scripts.batch(script_count, rounds),
        "call": lambda: scripts.call(rounds),
        "explaining": lambda: _explaining(programs),
        "perft": lambda: searches.perfts(rounds, depths),
        "searches": lambda: searches.searches(rounds, depths),
        "peers": lambda: peers(depths),
    }
    wanted = {*parts} - ({"explaining"} if not programs else set())
    wanted |= {"peers"} if with_peers else set()
    return {"form": describe()} | {name: measures[name]() for name in measures if name in wanted}


def _explaining(programs: int) -> dict[str, object]:
    from checkers_cli.bench.diagnosis import explaining
    from checkers_cli.grading.cases import bundled_cases

    paths = sorted(Path(bundled_cases()).glob("*.txt"))
    return explaining([path.read_bytes() for path in paths], programs)
