import json
from random import Random

import pytest

from checkers_cli.bench import searches as benchmark
from checkers_cli.bench.searches import (
    COMPILED,
    FULL_TREE,
    GAME_POSITIONS,
    HELPED,
    PLANS,
    PURE,
    Depths,
    depths,
    middle_games,
    perft_depth,
    perfts,
    searches,
)
from checkers_cli.installation import is_compiled
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import TOWER, VARIANTS, Variant
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.searches import ALPHABETA, Engine

SHALLOW = Depths(perft_paths=300, all=2, pruning=3)
GAMES = pytest.mark.parametrize(
    "game", [VARIANTS[name] for name in middle_games()], ids=list(middle_games())
)


def made(game: Variant, many: int = 24) -> list[str]:
    """Middle games by random play; quiet and noisy ones in turn."""
    random = Random(f"middle games of {game.name}")
    found: list[str] = []
    while len(found) < many:
        state: State = game.start
        for _ in range(random.randint(10, 40) if game.has_men else random.randint(2, 6)):
            actions = state.actions()
            if not actions:
                break
            state = state.after(random.choice(actions))
        if suits(game, state, noisy=len(found) % 2 == 1) and game.write(state) not in found:
            found.append(game.write(state))
    return found


def suits(game: Variant, state: State, noisy: bool) -> bool:
    """Whether a position is one of the middle of a game, with a capture or without."""
    actions = state.actions()
    if not actions or not game.has_men:
        return bool(actions)
    black, white = int(state.black).bit_count(), int(state.white).bit_count()
    if min(black, white) < 7 or max(black, white) > 11 or abs(black - white) > 1:
        return False
    return noisy == any(action.captured for action in actions)


def test_the_positions_are_those_that_random_play_made() -> None:
    lines = [f"{name} {text}" for name in middle_games() for text in made(VARIANTS[name])]
    assert GAME_POSITIONS.read_text("ascii").splitlines() == lines


@GAMES
def test_the_positions_are_middle_games(game: Variant) -> None:
    states = middle_games()[game.name]
    assert len(set(states)) == 24
    assert all(state.actions() for state in states)
    if game.has_men:
        men = sum(int(state.black | state.white).bit_count() for state in states)
        assert 8 <= men / 48 <= 10
        noisy = [any(action.captured for action in state.actions()) for state in states]
        assert noisy == [False, True] * 12


def test_all_games_are_counted() -> None:
    figures = perfts(1, SHALLOW)
    assert list(figures) == list(VARIANTS)
    assert figures["english"]["nodes"] == 302
    assert figures["tictactoe"]["nodes"] == 504
    assert all(one["nodes_per_s"] > 0 for one in figures.values())


def test_all_searches_are_measured_beside_the_plain_ones() -> None:
    figures = searches(1, SHALLOW)
    assert list(figures) == ["tower", "english", "tictactoe4"]
    assert (figures["tower"]["depth"], figures["tictactoe4"]["depth"]) == (2, 1)
    for game in figures.values():
        assert game["middle_games"] == 24
        assert list(game["searches"]) == list(PLANS)
        plain, pruned = game["searches"]["negamax"], game["searches"]["alphabeta"]
        for group in ("start", "middle"):
            assert plain[group]["of_minimax"] == pruned[group]["of_alphabeta"] == 1
            assert "deep_nodes" not in plain[group]
            assert pruned[group]["of_minimax"] <= 1
    assert figures["tower"]["searches"]["minimax"]["start"]["nodes"] == 1 + 7 + 49
    json.dumps(figures)


@GAMES
def test_the_measured_searches_find_the_same_values(game: Variant) -> None:
    evaluation = evaluation_of("material", game)
    for state in middle_games()[game.name][:6]:
        plans = [plan._replace(depth=3) for plan in PLANS.values()]
        assert len({Engine(evaluation, plan).search(state).value for plan in plans}) == 1


@pytest.mark.slow
def test_a_third_of_the_nodes_will_do() -> None:
    """Nodes, unlike seconds, are the same on every machine."""
    for states in ([TOWER.start], middle_games()["tower"]):
        plain, helped = (
            benchmark._run(TOWER, name, states, depth=8, rounds=1)[0]
            for name in (ALPHABETA, HELPED)
        )
        assert 3 * helped <= plain


def test_pure_python_is_not_asked_for_as_much() -> None:
    assert depths() == (COMPILED if is_compiled() else PURE)
    assert PURE.all < COMPILED.all
    assert PURE.perft_paths < COMPILED.perft_paths
    assert set(FULL_TREE) < set(PLANS)


@pytest.mark.parametrize(("name", "depth"), [("tower", 6), ("english", 7), ("tictactoe4", 5)])
def test_perft_goes_as_deep_as_there_are_enough_paths(name: str, depth: int) -> None:
    assert perft_depth(VARIANTS[name].start, PURE.perft_paths) == depth


def test_perft_goes_where_a_short_game_has_the_most_paths() -> None:
    assert perft_depth(VARIANTS["tictactoe"].start, COMPILED.perft_paths) == 8
