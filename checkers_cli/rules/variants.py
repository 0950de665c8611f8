"""The games by name, behind one protocol: where they begin, how positions are read and written."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from checkers_cli.rules.boards import LETTERS
from checkers_cli.rules.draughts import (
    Draughts,
    DraughtsRules,
    draughts_rules,
    draughts_start,
    make_draughts,
)
from checkers_cli.rules.notation import (
    NUMBERED,
    BadPosition,
    bits_of,
    fen,
    grid,
    parse_position,
    player,
    read_men,
)
from checkers_cli.rules.position import START, Position
from checkers_cli.rules.state import LOST, State
from checkers_cli.rules.tictactoe import TicTacToe, grid_of


class Variant(Protocol):
    """A game as far as commands and the lab need to know it. Positions of it are a `State`."""

    @property
    def name(self) -> str:
        """The game's name on the command line."""

    @property
    def title(self) -> str:
        """A description of the game in one line."""

    @property
    def size(self) -> int:
        """How many rows and columns the board has."""

    @property
    def has_men(self) -> bool:
        """Whether the game has men that move. Only then material counts and draws are declared."""

    @property
    def black_goes_north(self) -> bool:
        """Whether black's men go up the board, as in the tower game; else they go down."""

    @property
    def start(self) -> State:
        """Where a game begins."""

    def read(self, text: str) -> State:
        """The position that a text describes; `BadPosition` if it describes none."""

    def write(self, state: State) -> str:
        """A position as one line that `read` understands."""

    def rows(self, state: State) -> list[str]:
        """The rows of a position from the top, a character for each cell."""

    def player(self, black: bool) -> str:
        """The name of a player."""

    def cells(self, action: str) -> list[tuple[int, int]]:
        """The cells (row, column, from 0) that an action visits, one after the other."""


def cells_of(action: str) -> list[tuple[int, int]]:
    """The cells (row, column, from 0) that a man stands on; the board may have any size."""
    names = action.replace("x", "-").split("-")
    return [(int(name[1:]) - 1, LETTERS.index(name[0])) for name in names]


class _Men:
    """The common part of the games with men on eight by eight cells."""

    size = 8
    has_men = True
    black_goes_north = False

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title

    def write(self, state: State) -> str:
        """A FEN with cell names."""
        return fen(state)

    def rows(self, state: State) -> list[str]:
        """Rows of `.bwBW`."""
        return grid(state)

    def player(self, black: bool) -> str:
        """Black or white."""
        return player(black)

    def cells(self, action: str) -> list[tuple[int, int]]:
        """The source, the landing cells on the way, and the target."""
        return cells_of(action)


class Tower(_Men):
    """The game of the assignment."""

    black_goes_north = True

    @property
    def start(self) -> Position:
        """Twelve men each; black, at the bottom, begins."""
        return START

    def read(self, text: str) -> Position:
        """From a grid or a FEN with cell names."""
        return parse_position(text)


class DraughtsVariant(_Men):
    """English draughts, or one of its kin."""

    def __init__(
        self, name: str, title: str, crowned_goes_on: bool = False, flying: bool = False
    ) -> None:
        super().__init__(name, title)
        self._crowned_goes_on = crowned_goes_on
        self._flying = flying

    def rules(self, size: int) -> DraughtsRules:
        """The rules on a board of some size; the usual one has `self.size` rows."""
        return draughts_rules(size, self._crowned_goes_on, self._flying)

    @property
    def start(self) -> Draughts:
        """Twelve men each; black, at the top, begins."""
        return draughts_start(self.rules(self.size))

    def read(self, text: str) -> Draughts:
        """From a grid, or a FEN with cell names or numbers."""
        rules = self.rules(self.size)
        board = rules.board
        men, black_to_act = read_men(text, NUMBERED)
        bits = bits_of(men, board.squares, board.last_row, board.first_row)
        return make_draughts(rules, *bits, black_to_act)


class TicTacToeVariant:
    """Tic-tac-toe on a board of some size."""

    has_men = False
    black_goes_north = False  # nothing goes anywhere

    def __init__(self, name: str, title: str, size: int) -> None:
        self.name = name
        self.title = title
        self.size = size

    @property
    def start(self) -> TicTacToe:
        """An empty board; x begins."""
        return TicTacToe(grid_of(self.size), 0, 0, True)

    def read(self, text: str) -> TicTacToe:
        """From rows of `.xo`; the player to act may follow, or is derived from the marks."""
        words = text.replace("/", " ").lower().split()
        sides = [word for word in words if word in ("x", "o")]
        rows = [word for word in words if word not in ("x", "o")]
        size = self.size
        if len(rows) != size or any(len(row) != size or set(row) - set(".xo") for row in rows):
            raise BadPosition(
                f"this board has {size} rows of {size} characters out of .xo, "
                f"as in {'/'.join(['.' * size] * size)}"
            )
        cells = "".join(rows)
        marks = {mark: cells.count(mark) for mark in "xo"}
        if len(sides) > 1:
            raise BadPosition("the board says more than once who is to act; add x or o, once")
        x_to_act = sides[0] == "x" if sides else marks["x"] == marks["o"]
        x, o = (sum(1 << at for at, mark in enumerate(cells) if mark == who) for who in "xo")
        if TicTacToe(grid_of(size), x, o, not x_to_act).fate() == LOST:
            name = self.player(x_to_act)
            raise BadPosition(f"{name} has a line and is to act, but a line ends the game")
        return TicTacToe(grid_of(size), x, o, x_to_act)

    def write(self, state: State) -> str:
        """The rows and who is to act."""
        return f"{'/'.join(self.rows(state))} {self.player(state.black_to_act)}"

    def rows(self, state: State) -> list[str]:
        """Rows of `.xo`."""
        cells = [
            "x" if state.black >> at & 1 else "o" if state.white >> at & 1 else "."
            for at in range(self.size**2)
        ]
        return ["".join(cells[at : at + self.size]) for at in range(0, len(cells), self.size)]

    def player(self, black: bool) -> str:
        """x or o."""
        return "x" if black else "o"

    def cells(self, action: str) -> list[tuple[int, int]]:
        """The cell that is marked."""
        return [divmod(int(action) - 1, self.size)]


TOWER: Variant = Tower("tower", "the game of the assignment: one jump a turn, captures optional")
ENGLISH = DraughtsVariant(
    "english", "English draughts, or American checkers: captures forced, jumps go on"
)
CONTEST = DraughtsVariant(
    "contest",
    "as english, but a man crowned in mid-capture goes on capturing as a king",
    crowned_goes_on=True,
)
FLYING = DraughtsVariant(
    "flying", "as english, but kings slide any distance when they do not capture", flying=True
)
TICTACTOE: Variant = TicTacToeVariant("tictactoe", "tic-tac-toe on 3 by 3 cells", 3)
TICTACTOE4: Variant = TicTacToeVariant("tictactoe4", "four in a row on 4 by 4 cells", 4)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {one.name: one for one in (TOWER, ENGLISH, CONTEST, FLYING, TICTACTOE, TICTACTOE4)}
)
