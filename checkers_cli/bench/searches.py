"""Measures games and searches: their speed, and how many nodes each search leaves out.

All times are processor times, so that other work on the machine does not count.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import Any, NamedTuple

from checkers_cli.bench.timing import best_of, timed
from checkers_cli.installation import is_compiled
from checkers_cli.rules.state import State, perft
from checkers_cli.rules.variants import VARIANTS, Variant
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.searches import ALPHABETA, MINIMAX, NEGAMAX, NEGASCOUT, Engine, SearchPlan

# Lines of a game's name and a position. The test of this module has the code that made them: random
# games of 10 to 40 actions, kept if both sides have 7 to 11 men, at most one more than the other;
# every other position has a capture. Of tic-tac-toe, two to six marks anywhere.
GAME_POSITIONS = Path(__file__).with_name("game_positions.txt")
HELPED = "negascout, table and ordering"
PLANS: Mapping[str, SearchPlan] = MappingProxyType(
    {
        MINIMAX: SearchPlan(MINIMAX),
        NEGAMAX: SearchPlan(NEGAMAX),
        ALPHABETA: SearchPlan(ALPHABETA),
        NEGASCOUT: SearchPlan(NEGASCOUT),
        HELPED: SearchPlan(NEGASCOUT, table=True, ordering=True),
    }
)
FULL_TREE = (MINIMAX, NEGAMAX)  # they visit every node, and search less deep here


class Depths(NamedTuple):
    """How deep to go, so that the whole benchmark takes some seconds."""

    perft_paths: int  # that are enough to count
    all: int  # for all searches
    pruning: int  # for the searches that prune

    def of(self, game: Variant) -> tuple[int, int]:
        """Both depths for one game: tic-tac-toe starts with twice as many actions as the others."""
        return self.all - (not game.has_men), self.pruning


PURE = Depths(perft_paths=100_000, all=4, pruning=6)
COMPILED = Depths(perft_paths=2_000_000, all=6, pruning=8)


def depths() -> Depths:
    """How deep to go with the engine that is installed."""
    return COMPILED if is_compiled() else PURE


def perfts(rounds: int, depths: Depths) -> dict[str, dict[str, float]]:
    """How fast perft is from the start of each game."""
    figures: dict[str, dict[str, float]] = {}
    for name, game in VARIANTS.items():
        depth = perft_depth(game.start, depths.perft_paths)
        paths, seconds = timed_perft(game.start, depth, rounds)
        figures[name] = {"depth": depth, "nodes": paths, "nodes_per_s": paths / seconds}
    return figures


def perft_depth(start: State, enough: int) -> int:
    """The first depth that has so many paths; where a game ends before, the one with the most."""
    paths = [0, len(start.actions())]  # by depth
    while paths[-2] < paths[-1] < enough:
        paths.append(int(perft(start, len(paths))))
    return paths.index(max(paths))


def timed_perft(start: State, depth: int, rounds: int) -> tuple[int, float]:
    """A perft number, and the shortest time that it took."""
    return best_of(rounds, lambda: timed(lambda: int(perft(start, depth)), process_time))


def middle_games() -> dict[str, list[State]]:
    """The positions that searches are measured on besides the start, by the name of their game."""
    found: dict[str, list[State]] = {}
    for line in GAME_POSITIONS.read_text("ascii").splitlines():
        name, _, text = line.partition(" ")
        found.setdefault(name, []).append(VARIANTS[name].read(text))
    return found


def searches(rounds: int, depths: Depths) -> dict[str, dict[str, Any]]:
    """How fast each search is on some games, and how many nodes it visits."""
    return {
        name: _searches(VARIANTS[name], states, rounds, depths)
        for name, states in middle_games().items()
    }


def _searches(game: Variant, middle: list[State], rounds: int, depths: Depths) -> dict[str, Any]:
    everyone, pruning = depths.of(game)
    positions = {"start": [game.start], "middle": middle}
    figures: dict[str, dict[str, Any]] = {}
    for name in PLANS:
        found: dict[str, Any] = {"ns_per_node": 0.0}
        figures[name] = found
        nodes, seconds = 0, 0.0  # as deep as this search goes
        for group, states in positions.items():
            here: dict[str, Any] = {}
            found[group] = here
            here["nodes"], took = _run(game, name, states, everyone, rounds)
            here["of_minimax"] = here["nodes"] / figures[MINIMAX][group]["nodes"]
            if name not in FULL_TREE:
                here["deep_nodes"], took = _run(game, name, states, pruning, rounds)
                here["of_alphabeta"] = here["deep_nodes"] / figures[ALPHABETA][group]["deep_nodes"]
            nodes += here.get("deep_nodes", here["nodes"])
            seconds += took
        found["ns_per_node"] = seconds / nodes * 1e9
    return {"depth": everyone, "deep": pruning, "middle_games": len(middle), "searches": figures}


def _run(
    game: Variant, name: str, states: list[State], depth: int, rounds: int
) -> tuple[int, float]:
    """The nodes and the shortest time of a search on positions, each with an empty table."""
    plan = PLANS[name]._replace(depth=depth)
    evaluation = evaluation_of("material", game)

    def once() -> tuple[int, float]:
        nodes, seconds = 0, 0.0
        for state in states:
            engine = Engine(evaluation, plan)  # not timed: it makes room for a table
            result, took = timed(partial(engine.search, state), process_time)
            nodes += result.nodes
            seconds += took
        return nodes, seconds

    return best_of(rounds, once)
