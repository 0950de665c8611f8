import pytest

from checkers_cli.lab.games.game import Game
from checkers_cli.lab.match.openings import actions_of, make_openings
from checkers_cli.rules.variants import CONTEST, TICTACTOE, VARIANTS, Variant
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.searches import NEGASCOUT, Engine, SearchPlan
from checkers_cli.util.errors import UnusableInput

GAMES = list(VARIANTS.values())


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_openings_are_legal_different_and_the_same_again(variant: Variant) -> None:
    openings = make_openings(variant, 1, 4, 8)
    positions = set()
    for opening in openings:
        game = Game(variant)
        for action in actions_of(game.start, opening):
            game.act(action)
        assert len(game.actions) == 4
        assert game.outcome is None
        positions.add(game.state)
    assert len(positions) == 8
    assert make_openings(variant, 1, 4, 8) == openings
    assert make_openings(variant, 2, 4, 8) != openings


def test_fewer_are_the_first_of_more() -> None:
    assert make_openings(CONTEST, 3, 4, 20)[:5] == make_openings(CONTEST, 3, 4, 5)


def test_neither_side_is_more_than_a_man_ahead() -> None:
    engine = Engine(MATERIAL, SearchPlan(NEGASCOUT, 4, quiescence=True))
    for opening in make_openings(CONTEST, 0, 20, 40):
        state = CONTEST.start
        for action in actions_of(state, opening):
            state = state.after(action)
        assert abs(engine.search(state).value) <= 1


def test_openings_repeat_if_there_are_too_few() -> None:
    openings = make_openings(CONTEST, 0, 1, 30)
    assert len(set(openings)) == 7
    assert openings[7:14] == openings[:7]
    assert make_openings(CONTEST, 0, 0, 3) == [()] * 3


def test_a_message_says_that_no_opening_was_found() -> None:
    with pytest.raises(UnusableInput, match="no 9 random plies of tictactoe"):
        make_openings(TICTACTOE, 0, 9, 1)
