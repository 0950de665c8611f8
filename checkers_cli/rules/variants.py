"""The games by name: where they begin, how positions are read and written."""

from collections.abc import Mapping
from types import MappingProxyType

from checkers_cli.rules import notation
from checkers_cli.rules.boards import LETTERS
from checkers_cli.rules.draughts import (
    Draughts,
    DraughtsRules,
    draughts_rules,
    draughts_start,
    make_draughts,
)
from checkers_cli.rules.notation import BadPosition
from checkers_cli.rules.position import START, Position
from checkers_cli.rules.state import LOST, State
from checkers_cli.rules.tictactoe import TicTacToe, grid_of


def cells_of(action: str) -> list[tuple[int, int]]:
    """The cells (row, column, from 0) that a man stands on; the board may have any size."""
    names = action.replace("x", "-").split("-")
    return [(int(name[1:]) - 1, LETTERS.index(name[0])) for name in names]


class Variant:
    """A game as far as commands and the lab need to know it. Positions of it are a `State`.

    What is common to the games with men on eight by eight cells stands here.
    """

    size = 8  # how many rows and columns the board has
    has_men = True  # men that move: only then material counts and draws are declared
    black_goes_north = False  # black's men go up the board, as in the tower game; else down

    def __init__(self, name: str, start: State) -> None:
        self.name = name  # on the command line
        self.start = start  # where a game begins

    def read(self, text: str) -> State:
        """The position that a text describes; `BadPosition` if it describes none."""
        raise NotImplementedError

    def write(self, state: State) -> str:
        """A position as one line that `read` understands."""
        return notation.fen(state)

    def rows(self, state: State) -> list[str]:
        """The rows of a position from the top, a character for each cell."""
        return notation.grid(state)

    def player(self, black: bool) -> str:
        """The name of a player."""
        return notation.player(black)

    def cells(self, action: str) -> list[tuple[int, int]]:
        """The cells (row, column, from 0) that an action visits, one after the other."""
        return cells_of(action)


class Tower(Variant):
    """The game of the assignment."""

    black_goes_north = True

    def read(self, text: str) -> Position:
        """From a grid or a FEN with cell names."""
        return notation.parse_position(text)


class DraughtsVariant(Variant):
    """English draughts, or one of its kin."""

    def __init__(self, name: str, crowned_goes_on: bool = False, flying: bool = False) -> None:
        self._crowned_goes_on = crowned_goes_on
        self._flying = flying
        super().__init__(name, draughts_start(self.rules(self.size)))

    def rules(self, size: int) -> DraughtsRules:
        """The rules on a board of some size; the usual one has `self.size` rows."""
        return draughts_rules(size, self._crowned_goes_on, self._flying)

    def read(self, text: str) -> Draughts:
        """From a grid, or a FEN with cell names or numbers."""
        rules = self.rules(self.size)
        board = rules.board
        men, black_to_act = notation.read_men(text, notation.NUMBERED)
        bits = notation.bits_of(men, board.squares, board.last_row, board.first_row)
        return make_draughts(rules, *bits, black_to_act)


class TicTacToeVariant(Variant):
    """Tic-tac-toe on a board of some size."""

    has_men = False

    def __init__(self, name: str, size: int) -> None:
        super().__init__(name, TicTacToe(grid_of(size), 0, 0, True))
        self.size = size

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


TOWER = Tower("tower", START)
ENGLISH = DraughtsVariant("english")  # English draughts, or American checkers
# A man that is crowned in mid-capture goes on capturing as a king.
CONTEST = DraughtsVariant("contest", crowned_goes_on=True)
FLYING = DraughtsVariant("flying", flying=True)  # kings slide when they do not capture
TICTACTOE = TicTacToeVariant("tictactoe", 3)
TICTACTOE4 = TicTacToeVariant("tictactoe4", 4)  # four in a row

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {one.name: one for one in (TOWER, ENGLISH, CONTEST, FLYING, TICTACTOE, TICTACTOE4)}
)
