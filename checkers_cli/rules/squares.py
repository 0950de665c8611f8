"""The 32 dark cells as bits of one integer.

Two rows of four cells take eight bits and are followed by one *ghost* bit that is never set:

    row 1    B1 D1 F1 H1      bits  0  1  2  3
    row 2   A2 C2 E2 G2       bits  4  5  6  7      8 is a ghost
    row 3    B3 D3 F3 H3      bits  9 10 11 12
    row 4   A4 C4 E4 G4       bits 13 14 15 16     17 is a ghost
    ...                                            26 is a ghost

With the ghosts, a diagonal step is the same distance from every cell (north-east -4, south-east +5,
south-west +4, north-west -5), and a step off the side of the board lands on a ghost. So one shift
moves all men at once, without a table and without odd and even rows.
"""

from typing import Final

COLUMNS: Final = "ABCDEFGH"
ROWS: Final = "12345678"

NORTH_EAST: Final = -4
SOUTH_EAST: Final = 5
SOUTH_WEST: Final = 4
NORTH_WEST: Final = -5


def square_at(row: int, column: int) -> int:
    """The bit index of a dark cell, given its row and column from 0."""
    return row // 2 * 9 + row % 2 * 4 + column // 2


def is_dark(row: int, column: int) -> bool:
    """Whether the cell is one of the 32 that are used."""
    return (row + column) % 2 == 1


def _names() -> dict[int, str]:
    return {
        square_at(row, column): COLUMNS[column] + ROWS[row]
        for row in range(8)
        for column in range(8)
        if is_dark(row, column)
    }


NAMES: Final = _names()
SQUARES: Final = {name: square for square, name in NAMES.items()}
CELLS: Final = frozenset(column + row for column in COLUMNS for row in ROWS)

BOARD: Final = sum(1 << square for square in NAMES)
ROW_1: Final = 0b1111  # where black pieces become towers
ROW_8: Final = 0b1111 << 31  # where white pieces become towers
