import pytest
from hypothesis import given
from turned import draughts_of_all_sizes, turned_draughts

from checkers_cli.rules.boards import LARGEST, SMALLEST, board_of
from checkers_cli.rules.draughts import Draughts, draughts_start, make_draughts
from checkers_cli.rules.variants import ENGLISH, TOWER, Variant
from checkers_cli.search.positional import (
    ADVANCE,
    CENTRE,
    GUARD,
    KING,
    MAN,
    SUPPORT,
    UNIT,
    Positional,
)


def value(variant: Variant, text: str) -> int:
    return int(Positional(board_of(8), black_goes_north=variant is TOWER).value(variant.read(text)))


def test_the_weights_are_those_of_the_issue() -> None:
    assert [one / UNIT for one in (MAN, MAN + ADVANCE, KING, KING + CENTRE)] == [2, 3.5, 5, 6]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B:W:BB1", 200 + GUARD),
        ("B:W:BA2", 225),
        ("B:W:BD5", 300),
        ("B:W:BB7", 350),
        ("B:W:BKB1", 500),
        ("B:W:BKB7", 533),
        ("B:W:BKD5", 600),
        ("B:W:BD5,C4", 300 + 275 + SUPPORT),
        ("B:W:BD5,C4,E4", 300 + 2 * 275 + 2 * SUPPORT),
        ("W:WD5:B", -275),
        ("W:WG8:B", -200 - GUARD),
        ("W:WC2:B", -350),
    ],
)
def test_the_worth_of_men(text: str, expected: int) -> None:
    assert value(ENGLISH, text) == expected


@pytest.mark.parametrize("size", range(SMALLEST, LARGEST + 1))
def test_on_every_board_the_start_is_even(size: int) -> None:
    start = draughts_start(ENGLISH.rules(size))
    assert Positional(board_of(size), black_goes_north=False).value(start) == 0


@given(draughts_of_all_sizes())
def test_the_evaluation_is_symmetric_on_boards_of_all_sizes(state: Draughts) -> None:
    positional = Positional(board_of(state.rules.board.size), black_goes_north=False)
    assert positional.value(turned_draughts(state)) == -positional.value(state)


@pytest.mark.parametrize("size", range(SMALLEST, LARGEST + 1))
def test_on_every_board_men_and_kings_grow_to_their_full_worth(size: int) -> None:
    board, rules = board_of(size), ENGLISH.rules(size)
    positional = Positional(board, black_goes_north=False)
    cells = [1 << square for square in board.places]
    men = [positional.value(make_draughts(rules, cell, 0, 0, True)) for cell in cells]
    kings = [positional.value(make_draughts(rules, cell, 0, cell, True)) for cell in cells]
    assert max(men[: -(size // 2)]) == MAN + ADVANCE  # no man stands on the last row
    assert (min(kings), max(kings)) == (KING, KING + CENTRE)
