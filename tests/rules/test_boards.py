import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.rules.boards import BOARD_SLOTS, LARGEST, SMALLEST, Board, board_of, count_bits
from checkers_cli.rules.squares import BOARD, NAMES, ROW_1, ROW_8

SIZES = range(SMALLEST, LARGEST + 1)


def test_the_usual_board_is_laid_out_as_that_of_the_tower_game() -> None:
    board = board_of(8)
    assert board.names == NAMES
    assert (board.dark, board.first_row, board.last_row) == (BOARD, ROW_1, ROW_8)
    assert (board.short, board.long) == (4, 5)


@pytest.mark.parametrize("size", SIZES)
def test_a_step_is_the_same_distance_from_every_cell(size: int) -> None:
    board = Board(size)
    cells = {place: square for square, place in board.places.items()}
    assert len(cells) == len(board.places) == size * size // 2
    steps = {(-1, 1): -board.short, (1, 1): board.long, (1, -1): board.short, (-1, -1): -board.long}
    for (row, column), square in cells.items():
        for (down, right), step in steps.items():
            there = cells.get((row + down, column + right))
            assert square + step == there if there is not None else square + step not in board.names


@pytest.mark.parametrize("size", SIZES)
def test_every_bit_has_a_slot_of_its_own_in_a_machine_word(size: int) -> None:
    board = Board(size)
    assert len({(1 << square) % BOARD_SLOTS for square in board.names}) == len(board.names)
    assert max(board.names) < 63
    # A step beyond the last row must not leave the word.
    assert max(board.names) + 2 * board.long < 2 * 63


def test_actions_are_found_by_slot() -> None:
    board = board_of(10)
    slot = (1 << board.squares["I10"]) % BOARD_SLOTS
    assert board.moves_ne[slot].name == "I10-J9"
    assert board.captures_nw[slot].name == "I10xG8"
    assert [one.name for one in board.slides_nw[slot]][:3] == ["I10-H9", "I10-G8", "I10-F7"]
    assert board.moves_se[slot].name == ""


@given(st.integers(0, (1 << 62) - 1))
def test_count(bits: int) -> None:
    assert count_bits(bits) == bits.bit_count()
