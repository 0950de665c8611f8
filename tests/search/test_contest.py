import pytest
from hypothesis import given
from turned import draughts_of_all_sizes, turned_draughts

from checkers_cli.rules.boards import board_of
from checkers_cli.rules.draughts import Draughts
from checkers_cli.rules.variants import ENGLISH, TOWER, Variant
from checkers_cli.search.contest import (
    BACK_ROW,
    KING,
    MAN,
    MIDDLE_BOX,
    MIDDLE_SIDES,
    PROTECTED,
    UNIT,
    VULNERABLE,
    Contest,
)  # fmt: skip


def value(variant: Variant, text: str) -> int:
    return int(Contest(board_of(8), black_goes_north=variant is TOWER).value(variant.read(text)))


def test_the_weights_are_those_of_the_contest() -> None:
    points = [one / UNIT for one in (MAN, KING, BACK_ROW, MIDDLE_BOX, MIDDLE_SIDES)]
    assert points == [5, 7.75, 4, 2.5, 0.5]
    assert (VULNERABLE / UNIT, PROTECTED / UNIT) == (-3, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B:W:BC2", MAN),  # alone in the open
        ("B:W:BKC2", KING),
        ("B:W:BA2", MAN + PROTECTED),  # at the edge
        ("B:W:BB1", MAN + PROTECTED + BACK_ROW),
        ("B:W:BKA8", KING + PROTECTED),  # the row of the other side is no home
        ("B:W:BD5", MAN + MIDDLE_BOX),
        ("B:W:BH5", MAN + MIDDLE_SIDES + PROTECTED),
        ("B:W:BC2,D3", 2 * MAN),  # a friend on one diagonal, nobody on the other
        ("B:W:BC4,E4,D5", 3 * MAN + 3 * MIDDLE_BOX + PROTECTED),
    ],
)
def test_the_worth_of_a_man(text: str, expected: int) -> None:
    assert value(ENGLISH, text) == expected


def test_vulnerable_is_who_can_be_captured() -> None:
    both = value(ENGLISH, "W:WC6:BD5")  # each could capture the other
    assert both == MIDDLE_BOX
    guarded = value(ENGLISH, "W:WC6:BD5,E4")  # nobody can capture D5 now
    assert guarded == 2 * MAN + 2 * MIDDLE_BOX - (MAN + VULNERABLE)


@given(draughts_of_all_sizes())
def test_the_evaluation_is_symmetric_on_boards_of_all_sizes(state: Draughts) -> None:
    contest = Contest(board_of(state.rules.board.size), black_goes_north=False)
    assert contest.value(turned_draughts(state)) == -contest.value(state)
