"""Checkered boards of any size that fits into a machine word, as bits of one integer.

It is the layout of `squares` for other sizes too. A row counts as an odd number of cells, one or
two more than it has, and only dark cells are numbered. So a diagonal step is the same distance from
every cell, and a step off the side of the board lands on a bit that is never set.
"""

from typing import Final

from checkers_cli.rules.actions import Action, action_table
from checkers_cli.rules.native import i64

SMALLEST: Final = 4  # a smaller board has no room between the men
LARGEST: Final = 10  # 12 would need 78 bits
# 2 is a primitive root modulo 59: `bit % 59` turns each of up to 58 bits into a table index of its
# own with one operation.
BOARD_SLOTS: Final = 59
LETTERS: Final = "ABCDEFGHIJ"


class Board:
    """The geometry of a board: its dark cells, their names, its rows, and every step on it.

    Tables of actions are looked up by `bit % SLOTS` of the cell that they start from.
    """

    def __init__(self, size: int) -> None:
        self.size: Final = size
        width = size + 1 if size % 2 == 0 else size + 2
        short, long = (width - 1) // 2, (width + 1) // 2
        self.short: Final[i64] = short  # to the north-east, and back to the south-west
        self.long: Final[i64] = long  # to the north-west, and back to the south-east
        cells = [(r, c) for r in range(size) for c in range(size) if (r + c) % 2 == 1]
        self.places: Final = {(row * width + column) // 2: (row, column) for row, column in cells}
        self.names: Final = {
            square: LETTERS[column] + str(row + 1) for square, (row, column) in self.places.items()
        }
        self.squares: Final = {name: square for square, name in self.names.items()}
        self.rows: Final = [
            sum(1 << square for square, (there, _) in self.places.items() if there == row)
            for row in range(size)
        ]
        self.dark: Final[i64] = sum(self.rows)
        self.first_row: Final[i64] = self.rows[0]
        self.last_row: Final[i64] = self.rows[-1]
        self.moves_ne: Final = self._actions(-short, 1)
        self.moves_se: Final = self._actions(long, 1)
        self.moves_sw: Final = self._actions(short, 1)
        self.moves_nw: Final = self._actions(-long, 1)
        self.slides_ne: Final = self._slides(-short)
        self.slides_se: Final = self._slides(long)
        self.slides_sw: Final = self._slides(short)
        self.slides_nw: Final = self._slides(-long)
        self.captures_ne: Final = self._actions(-short, 2)
        self.captures_se: Final = self._actions(long, 2)
        self.captures_sw: Final = self._actions(short, 2)
        self.captures_nw: Final = self._actions(-long, 2)

    def _actions(self, step: int, distance: int) -> list[Action]:
        return action_table(self.names, step, distance, BOARD_SLOTS, "-" if distance == 1 else "x")

    def _slides(self, step: int) -> list[list[Action]]:
        """For each cell the moves one way, to the edge of the board, the nearest first."""
        table: list[list[Action]] = [[] for _ in range(BOARD_SLOTS)]
        for source, name in self.names.items():
            target = source + step
            while target in self.names:
                action = Action(f"{name}-{self.names[target]}", 1 << source, 1 << target, 0)
                table[(1 << source) % BOARD_SLOTS].append(action)
                target += step
        return table


_boards: Final[dict[int, Board]] = {}


def board_of(size: int) -> Board:
    """The board of a size, made once."""
    if size not in _boards:
        _boards[size] = Board(size)
    return _boards[size]


def count_bits(bits: i64) -> i64:
    """How many bits are set: sums of pairs, of fours, of bytes, then of all bytes.

    (`int.bit_count` would make a Python integer of a machine word each time.)
    """
    bits -= (bits >> 1) & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F
