from checkers_cli.rules.squares import (
    BOARD,
    CELLS,
    NAMES,
    NORTH_EAST,
    NORTH_WEST,
    ROW_1,
    ROW_8,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    is_dark,
    square_at,
)


def test_the_dark_cells_are_those_of_the_rules() -> None:
    assert len(NAMES) == 32
    assert len(CELLS) == 64
    assert {"B1", "D1", "A2", "C2", "H1", "A8", "G8"} <= set(SQUARES)
    assert not {"A1", "C1", "B2", "H8"} & set(SQUARES)


def test_row_major_order_is_the_order_of_the_bits() -> None:
    cells = [NAMES[square] for square in sorted(NAMES)]
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))


def test_the_ghosts_are_not_on_the_board() -> None:
    assert [bit for bit in range(35) if not BOARD >> bit & 1] == [8, 17, 26]
    assert BOARD >> 35 == 0


def test_a_step_is_the_same_distance_from_every_cell() -> None:
    steps = {(-1, 1): NORTH_EAST, (1, 1): SOUTH_EAST, (1, -1): SOUTH_WEST, (-1, -1): NORTH_WEST}
    for row in range(8):
        for column in range(8):
            if not is_dark(row, column):
                continue
            for (down, right), step in steps.items():
                there = square_at(row, column) + step
                if 0 <= row + down < 8 and 0 <= column + right < 8:
                    assert there == square_at(row + down, column + right)
                else:
                    assert there not in NAMES


def test_the_rows_of_promotion() -> None:
    assert {NAMES[bit] for bit in NAMES if ROW_1 >> bit & 1} == {"B1", "D1", "F1", "H1"}
    assert {NAMES[bit] for bit in NAMES if ROW_8 >> bit & 1} == {"A8", "C8", "E8", "G8"}
