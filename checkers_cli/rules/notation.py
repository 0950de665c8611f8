"""Positions as text that people write: a grid of `.bwBW` rows, or a draughts FEN with cell names.

Both forms say who is to act:

    ........ ........ ........ ........ ........ B.w..... .w...... ..b..... black
    B:WC6,B7:BKA6,C8
"""

import re
from collections.abc import Mapping, Sequence

from checkers_cli.rules.position import Position, make_position
from checkers_cli.rules.squares import CELLS, COLUMNS, NAMES, ROW_1, ROW_8, ROWS, SQUARES
from checkers_cli.rules.state import State
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import quoted

EMPTY = "."
SIDES = {"black": True, "b": True, "white": False, "w": False}
NUMBERED = tuple(NAMES[square] for square in sorted(NAMES))  # as draughts players count, from 1
_FEN = re.compile(r"\s*([BW])\s*:\s*([BW])([^:]*):\s*([BW])([^:]*?)\.?\s*")


class BadPosition(UnusableInput, ValueError):
    """A text that describes no position, or an impossible one."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"position: {problem}")


def player(black: bool) -> str:
    """A player in words."""
    return "black" if black else "white"


def man_at(position: State, square: int) -> str:
    """What stands on a square: one of `.bwBW`."""
    bit = 1 << square
    if position.black & bit:
        return "B" if position.towers & bit else "b"
    if position.white & bit:
        return "W" if position.towers & bit else "w"
    return EMPTY


def grid(position: State) -> list[str]:
    """The eight rows of a position, top to bottom, each of eight characters out of `.bwBW`."""
    men = {NAMES[square]: man_at(position, square) for square in NAMES}
    return ["".join(men.get(column + row, EMPTY) for column in COLUMNS) for row in ROWS]


def fen(position: State, numbered: bool = False) -> str:
    """The position as a draughts FEN with cell names, or with the numbers of cells."""
    lists: dict[str, list[str]] = {"B": [], "W": []}
    for number, name in enumerate(NUMBERED, 1):
        man = man_at(position, SQUARES[name])
        cell = str(number) if numbered else name
        if man != EMPTY:
            lists[man.upper()].append(f"K{cell}" if man.isupper() else cell)
    side = "B" if position.black_to_act else "W"
    return f"{side}:W{','.join(lists['W'])}:B{','.join(lists['B'])}"


def parse_position(text: str, numbers: Sequence[str] = ()) -> Position:
    """The position that a grid or a FEN describes; `BadPosition` says what is wrong with it."""
    men, black_to_act = read_men(text, numbers)
    return make_position(*bits_of(men, SQUARES, ROW_1, ROW_8), black_to_act)


def read_men(text: str, numbers: Sequence[str] = ()) -> tuple[dict[str, str], bool]:
    """The men that a text places on cells, and whether black is to act.

    With `numbers`, the cells in the order in which they are counted from 1, a FEN may have numbers
    as well as names.
    """
    return _men_of_fen(text, numbers) if ":" in text else _men_of_grid(text)


def _men_of_grid(text: str) -> tuple[dict[str, str], bool]:
    words = re.split(r"[\s/]+", text.strip())
    sides = [word for word in words if word.lower() in SIDES]
    rows = [word for word in words if word.lower() not in SIDES]
    for number, row in enumerate(rows, 1):
        if len(row) != 8 or not set(row) <= set(".bwBW"):
            raise BadPosition(
                f"row {number} is {quoted(row, 20)}; a row has eight characters out of .bwBW"
            )
    if len(rows) != 8:
        raise BadPosition(f"a grid has eight rows out of .bwBW; this one has {len(rows)}")
    if len(sides) != 1:
        problem = "does not say" if not sides else "says more than once"
        raise BadPosition(f"the grid {problem} who is to act; add black or white, once")
    men = {
        COLUMNS[column] + str(number): man
        for number, row in enumerate(rows, 1)
        for column, man in enumerate(row)
        if man != EMPTY
    }
    return men, SIDES[sides[0].lower()]


def _men_of_fen(text: str, numbers: Sequence[str]) -> tuple[dict[str, str], bool]:
    match = _FEN.fullmatch(text)
    if match is None or match[2] == match[4]:
        raise BadPosition(
            f"{quoted(text.strip())} is not a FEN; one with cell names looks like B:WC6,B7:BKA6,C8"
        )
    men: dict[str, str] = {}
    for letter, cells in ((match[2], match[3]), (match[4], match[5])):
        for word in filter(None, (word.strip() for word in cells.split(","))):
            tower = word.startswith("K")
            cell = word.removeprefix("K")
            if re.fullmatch("[0-9]{1,2}", cell) and 1 <= int(cell) <= len(numbers):
                cell = numbers[int(cell) - 1]
            if cell not in CELLS:
                raise BadPosition(
                    f"{quoted(word, 20)} is not a cell; cells are A1 to H8, towers KA1 to KH8"
                )
            if cell in men:
                raise BadPosition(f"{cell} is taken twice")
            men[cell] = letter if tower else letter.lower()
    return men, match[1] == "B"


def bits_of(
    men: Mapping[str, str], squares: Mapping[str, int], black_crowned: int, white_crowned: int
) -> tuple[int, int, int]:
    """Black men, white men and towers as bits; given the rows on which pieces become towers."""
    black = white = towers = 0
    for cell, man in men.items():
        if cell not in squares:
            raise BadPosition(f"{cell} is a light cell; only dark cells are used")
        bit = 1 << squares[cell]
        if (man == "b" and bit & black_crowned) or (man == "w" and bit & white_crowned):
            raise BadPosition(f"the piece {man} on {cell} would have become a tower there")
        if man in "bB":
            black |= bit
        else:
            white |= bit
        if man.isupper():
            towers |= bit
    return black, white, towers
