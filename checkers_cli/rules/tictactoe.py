"""Tic-tac-toe on a board of n by n cells, n in a row: shows that the searches know no game.

x begins and is `black`, o is `white`; cells are numbered from 1, row by row.
"""

from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.native import Bitboard, i64, mypyc_attr
from checkers_cli.rules.state import DRAWN, LOST, State


class Grid:
    """A board: its lines, and the action for each of its cells."""

    def __init__(self, size: int) -> None:
        self.size: Final = size
        rows = [range(row * size, (row + 1) * size) for row in range(size)]
        columns = [range(column, size * size, size) for column in range(size)]
        diagonals = [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)]
        self.lines: Final = [
            sum(1 << cell for cell in line) for line in (*rows, *columns, *diagonals)
        ]
        self.marks: Final = [Action(str(cell + 1), 0, 1 << cell, 0) for cell in range(size * size)]

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return grid_of, (self.size,)


_grids: Final[dict[int, Grid]] = {}


def grid_of(size: int) -> Grid:
    """The board of a size, made once."""
    if size not in _grids:
        _grids[size] = Grid(size)
    return _grids[size]


@mypyc_attr(acyclic=True, free_list_len=1)
class TicTacToe(State):
    """A position of tic-tac-toe."""

    __slots__ = ("grid",)

    def __init__(self, grid: Grid, black: Bitboard, white: Bitboard, black_to_act: bool) -> None:
        super().__init__(black, white, 0, black_to_act, 0)
        self.grid: Final = grid

    def __reduce__(self) -> tuple[type["TicTacToe"], tuple[Grid, int, int, bool]]:
        return TicTacToe, (self.grid, self.black, self.white, self.black_to_act)

    def actions(self) -> list[Action]:
        """A mark on any empty cell, unless a player has a line."""
        if self.fate() == LOST:
            return []
        taken: Bitboard = self.black | self.white
        return [mark for mark in self.grid.marks if not mark.target & taken]

    def after(self, action: Action) -> "TicTacToe":
        """The position after a mark."""
        if self.black_to_act:
            return TicTacToe(self.grid, self.black | action.target, self.white, False)
        return TicTacToe(self.grid, self.black, self.white | action.target, True)

    def fate(self) -> i64:
        """Lost if the other player, who was the last to act, has a line."""
        other: Bitboard = self.white if self.black_to_act else self.black
        line: Bitboard
        for line in self.grid.lines:
            if other & line == line:
                return LOST
        return DRAWN
