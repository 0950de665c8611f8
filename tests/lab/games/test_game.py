from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.lab.games.game import NEVER, Draws, Game, GameOutcome, draws_of
from checkers_cli.lab.games.notation import find_action
from checkers_cli.rules.variants import CONTEST, ENGLISH, TICTACTOE, TOWER, VARIANTS, Variant


def game_of(variant: Variant, start: str, actions: str, draws: Draws | None = None) -> Game:
    game = Game(variant, variant.read(start) if start else None, draws)
    for entry in actions.split(","):
        game.act(find_action(variant, game.state, entry))
    return game


SHUFFLE = "C2-B1,F7-G8,B1-C2,G8-F7,"


def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    start = "B:WKF7:BKC2"
    game = game_of(ENGLISH, start, (SHUFFLE * 2)[:-1])
    assert game.outcome == GameOutcome(None, "the same position for the 3rd time")
    assert game_of(ENGLISH, start, SHUFFLE[:-1]).outcome is None
    assert game_of(ENGLISH, start, (SHUFFLE * 2)[:-1], Draws(repetitions=4)).outcome is None
    assert game_of(TOWER, "B:WKF7:BKC2", (SHUFFLE * 9)[:-1]).outcome is None


def test_moves_of_kings_alone_lead_to_a_draw() -> None:
    draws = Draws(repetitions=0, quiet=4)
    assert game_of(ENGLISH, "B:WKF7:BKC2", (SHUFFLE * 2)[:-1], draws).outcome == GameOutcome(
        None, "4 moves a side without a capture or a move of a man"
    )
    # A man's move begins the count anew.
    actions = SHUFFLE + "H1-G2,F7-G8,C2-B1,G8-F7"
    assert game_of(ENGLISH, "B:WKF7:BKC2,H1", actions, draws).outcome is None


def test_rounds_are_limited_where_that_is_asked_for() -> None:
    draws = NEVER._replace(rounds=2)
    assert game_of(TOWER, "B:WKF7:BKC2", SHUFFLE[:-1], draws).outcome == GameOutcome(
        None, "2 rounds"
    )
    one = game_of(TOWER, "B:WKF7:BKC2", "C2-B1,F7-G8", NEVER._replace(rounds=1))
    assert one.outcome == GameOutcome(None, "1 round")


@pytest.mark.parametrize(
    ("draws", "plies"), [(Draws(0, 40), 80), (Draws(3, 0), 8), (Draws(0, 0, 7), 14)]
)
def test_a_draw_comes_at_the_very_action_and_no_sooner(draws: Draws, plies: int) -> None:
    game = Game(ENGLISH, ENGLISH.read("B:WKF7:BKC2"), draws)
    while game.outcome is None:
        entry = SHUFFLE.split(",")[len(game.actions) % 4]
        game.act(find_action(ENGLISH, game.state, entry))
    assert len(game.actions) == plies


def test_a_king_that_captures_begins_the_count_anew() -> None:
    draws = Draws(repetitions=0, quiet=1)
    assert game_of(ENGLISH, "B:WKF7,D3:BKC2", "C2xE4", draws).outcome is None
    game = game_of(ENGLISH, "W:WKF7,D3:BKC2,B1", "F7-G8,C2xE4,G8-H7", draws)
    assert game.outcome is None
    game.act(find_action(ENGLISH, game.state, "E4-D5"))
    assert game.outcome == GameOutcome(None, "1 move a side without a capture or a move of a man")


@pytest.mark.parametrize(
    ("repetitions", "word"), [(2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")]
)
def test_repetitions_are_counted_in_words(repetitions: int, word: str) -> None:
    draws = Draws(repetitions, quiet=0)
    game = game_of(ENGLISH, "B:WKF7:BKC2", (SHUFFLE * (repetitions - 1))[:-1], draws)
    assert game.outcome == GameOutcome(None, f"the same position for the {word} time")


@pytest.mark.parametrize(
    ("variant", "start", "outcome", "pdn"),
    [
        (ENGLISH, "B:WB7,C8:BA6", GameOutcome(False, "black cannot act"), "1-0"),
        (CONTEST, "W:W:BA6", GameOutcome(True, "white has no men left"), "0-1"),
        (TICTACTOE, "xxx/oo./... o", GameOutcome(True, "x has a line"), "0-1"),
        (TICTACTOE, "xox/xoo/oxx o", GameOutcome(None, "the board is full"), "1/2-1/2"),
    ],
)
def test_how_games_end(variant: Variant, start: str, outcome: GameOutcome, pdn: str) -> None:
    game = Game(variant, variant.read(start))
    assert game.outcome == outcome
    assert outcome.pdn == pdn


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(random=st.randoms(use_true_random=False), back=st.integers(0, 60))
def test_undo_restores_the_game(name: str, random: Random, back: int) -> None:
    game, same = Game(VARIANTS[name]), Game(VARIANTS[name])
    while game.outcome is None and len(game.actions) < 60:
        game.act(random.choice(game.state.actions()))
    for _ in range(min(back, len(game.actions))):
        game.undo()
    for action in game.actions:
        same.act(action)
    assert (same.states, same.actions, same.outcome) == (game.states, game.actions, game.outcome)


def test_undone_actions_do_not_count_towards_a_draw() -> None:
    for draws in (Draws(3, 0), Draws(0, 4)):
        game = game_of(ENGLISH, "B:WKF7:BKC2", (SHUFFLE * 2)[:-1], draws)
        for _ in range(3):
            assert game.outcome is not None
            last = game.undo()
            assert game.outcome is None
            game.act(last)
        for _ in range(8):
            game.undo()
        for entry in (SHUFFLE + "C2-D1,F7-E8,D1-C2").split(","):
            game.act(find_action(ENGLISH, game.state, entry))
            assert game.outcome is None


def test_the_tower_game_knows_no_draws() -> None:
    assert draws_of(TOWER) == draws_of(TICTACTOE) == NEVER
    assert draws_of(ENGLISH) == Draws(3, 40, 0)
