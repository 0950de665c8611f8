import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.game import Draws, Game
from checkers_cli.lab.match.bots import BadBot, BotSpec, parse_bot
from checkers_cli.rules.variants import ENGLISH, FLYING, TICTACTOE, VARIANTS, Variant
from checkers_cli.search.evaluations import EVALUATIONS
from checkers_cli.search.searches import DEEPEST_SEARCH


def test_the_defaults() -> None:
    assert parse_bot("search") == parse_bot("negascout")
    plan = parse_bot("search").plan
    assert (plan.search, plan.depth, plan.seconds, plan.nodes) == ("negascout", 6, 0, 0)
    assert (plan.table, plan.ordering, plan.shortest) == (True, True, True)
    assert (plan.deepening, plan.quiescence) == (False, False)
    plain = parse_bot("alphabeta").plan
    assert (plain.table, plain.ordering, plain.deepening, plain.quiescence) == (False,) * 4


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("search", "negascout:depth=6,evaluation=material"),
        ("search:evaluation=contest,depth=4", "negascout:depth=4,evaluation=contest"),
        ("negascout:table=on,ordering=off", "negascout:depth=6,evaluation=material,ordering=off"),
        ("search:time=0.50", "negascout:time=0.5,evaluation=material"),
        ("search:time=2,deepening=on", "negascout:time=2,evaluation=material"),
        ("alphabeta:nodes=500,depth=9", "alphabeta:depth=9,nodes=500,evaluation=material"),
        ("alphabeta:table=on", "alphabeta:depth=6,evaluation=material,table=on"),
        ("alphabeta:quiescence=on,deepening=on",
         "alphabeta:depth=6,evaluation=material,deepening=on,quiescence=on"),
        ("negamax:depth=60", "negamax:depth=60,evaluation=material"),
        ("minimax:depth=3", "minimax:depth=3,evaluation=material"),
        ("negamax:evaluation=positional", "negamax:depth=6,evaluation=positional"),
        ("random", "random"),
        ("random:seed=0", "random"),
        ("random:seed=03", "random:seed=3"),
        ("./program:with,odd=name", "./program:with,odd=name"),
    ],
)  # fmt: skip
def test_a_bot_has_one_name(text: str, canonical: str) -> None:
    assert str(parse_bot(text)) == canonical
    assert parse_bot(canonical) == parse_bot(text)


def switches(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from([f"{name}=on", f"{name}=off"])


OPTIONS = st.tuples(
    st.integers(1, DEEPEST_SEARCH).map("depth={}".format),
    st.decimals("0.001", 3600, places=3).map("time={}".format),
    st.integers(1, 10**9).map("nodes={}".format),
    st.sampled_from(EVALUATIONS).map("evaluation={}".format),
    switches("table"),
    switches("ordering"),
    switches("quiescence"),
).flatmap(lambda all_options: st.sets(st.sampled_from(all_options), min_size=1))


@given(st.sampled_from(["search", "negascout", "alphabeta"]), OPTIONS)
def test_a_bot_is_known_by_its_name(name: str, options: set[str]) -> None:
    spec = parse_bot(f"{name}:{','.join(sorted(options))}")
    assert parse_bot(str(spec)) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.out").touch()
    (tmp_path / "random").touch()
    assert parse_bot("a.out") == BotSpec("program", program="a.out")
    assert parse_bot("bots/none").program == "bots/none"
    assert parse_bot("random").program == ""
    assert parse_bot("./random").program == "./random"
    with pytest.raises(ValueError, match="is a program"):
        parse_bot("a.out").player(ENGLISH)


BAD_BOTS = [
    "",
    "negascuot",
    "b.out",
    "Search",
    "search:",
    "search:depth",
    "search:depth=",
    "search:deep=3",
    "search:depth=3,",
    "search:depth=3,depth=4",
    "search:depth=0",
    "search:depth=61",
    "search:depth=x",
    "search:depth=²",
    "minimax:depth=8",
    "minimax:table=on",
    "negamax:time=1",
    "search:time=0",
    "search:time=1e3",
    "search:time=nan",
    "search:nodes=-1",
    "search:evaluation=best",
    "search:table=yes",
    "search:time=1,deepening=off",
    "random:seed=-1",
    "random:depth=3",
    "search:evaluation=\x1b[31m\n",
    "x" * 100,
]


def test_bad_bots(
    snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = {}
    for text in BAD_BOTS:
        with pytest.raises(BadBot) as error:
            parse_bot(text)
        said[ascii(text)] = str(error.value)
        assert str(error.value).isprintable()
    assert said == snapshot


def played(variant: Variant, black: str, white: str, seed: int, rounds: int = 100) -> Game:
    game = Game(variant, draws=Draws(rounds=rounds))
    players = [parse_bot(text).player(variant, seed) for text in (black, white)]
    while game.outcome is None:
        game.act(players[len(game.actions) % 2].choose(game))
    return game


def names(game: Game) -> list[str]:
    return [action.name for action in game.actions]


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_are_games_of_their_seed(name: str) -> None:
    games = [names(played(VARIANTS[name], "random", "random", seed)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert games[0] != names(played(VARIANTS[name], "random:seed=1", "random:seed=1", 1))


def test_a_random_player_does_not_choose_the_same_again_and_again() -> None:
    game = Game(ENGLISH, ENGLISH.read("B:WKF7:BKC2"), Draws(0, 0))
    player = parse_bot("random").player(ENGLISH, 5)
    places = set()
    for _ in range(20):
        actions = game.state.actions()
        action = player.choose(game)
        places.add((len(actions), actions.index(action)))
        game.act(action)
        if game.outcome is not None:
            break
    assert len(places) > len({count for count, _ in places})


def test_a_random_player_does_not_mind_what_was_taken_back() -> None:
    game = Game(ENGLISH)
    player = parse_bot("random").player(ENGLISH, 5)
    first = player.choose(game)
    game.act(first)
    game.act(player.choose(game))
    game.undo()
    game.undo()
    assert player.choose(game) is first


@pytest.mark.parametrize(
    "text",
    ["minimax:depth=2", "negamax:depth=2", "alphabeta:depth=2,table=on", "search:depth=2"],
)
def test_searches_beat_chance(text: str) -> None:
    outcome = played(ENGLISH, text + ",evaluation=contest", "random", 3).outcome
    assert outcome is not None
    assert outcome.winner is True


def test_a_budget_of_nodes_is_enough_to_play() -> None:
    game = played(TICTACTOE, "search:nodes=3", "search", 0)
    assert game.outcome is not None
    assert game.outcome.winner is not True


def test_minimax_goes_on_where_its_tree_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    kings = FLYING.read("B:WKA8,KC8:BKH1,KF1")
    small = parse_bot("minimax:depth=4").player(FLYING).choose(Game(FLYING, kings))
    monkeypatch.setattr("checkers_cli.search.minimax.MOST_LEAVES", 100)
    assert parse_bot("minimax:depth=4").player(FLYING).choose(Game(FLYING, kings)) is small


def test_there_is_nothing_to_choose_from_in_the_end() -> None:
    game = Game(ENGLISH, ENGLISH.read("B:WA8:B"))
    with pytest.raises(ValueError, match="no action"):
        parse_bot("search").player(ENGLISH).choose(game)
