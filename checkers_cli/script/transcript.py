"""Prints events as the transcript that the assignment asks for, byte for byte."""

from typing import Final

from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.native import i64
from checkers_cli.rules.state import State
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup

DELIMITER: Final = "=" * 37 + "\n"
_RULE: Final = "   +---+---+---+---+---+---+---+---+\n"
_HEAD: Final = "     A   B   C   D   E   F   G   H\n" + _RULE
# Where each row of four cells starts in the 35 bits.
_SHIFTS: Final = (0, 4, 9, 13, 18, 22, 27, 31)


def transcript_of(event: Event) -> str:
    """The lines that an event adds to the transcript."""
    if isinstance(event, Acted):
        return _acted(event, "")
    if isinstance(event, Computed):
        return _acted(event.acted, "*** ")
    if isinstance(event, Setup):
        return _setup(event)
    if isinstance(event, Illegal):
        return f"ERROR: {MESSAGES[event.error]}\n"
    return "BLACK WIN!\n" if event.black else "WHITE WIN!\n"


def _setup(event: Setup) -> str:
    position = event.position
    return (
        "BOARD SIZE: 8x8\n"
        f"#BLACK PIECES: {bin(position.black).count('1')}\n"
        f"#WHITE PIECES: {bin(position.white).count('1')}\n" + boxed_board(position)
    )


def _acted(event: Acted, mark: str) -> str:
    player = "WHITE" if event.position.black_to_act else "BLACK"
    return (
        f"{DELIMITER}{mark}{player} ACTION #{event.number}: {event.action.name}\n"
        f"BOARD COST: {event.cost}\n{boxed_board(event.position)}"
    )


def boxed_board(position: State) -> str:
    """The boxed board: eight rows, each looked up by the twelve bits that describe it."""
    black: i64 = position.black
    white: i64 = position.white
    towers: i64 = position.towers
    lines = [_HEAD]
    for row in range(8):
        shift: i64 = _SHIFTS[row]
        key: i64 = (
            (black >> shift & 15)
            | (white >> shift & 15) << 4
            | (towers >> shift & 15) << 8
            | row << 12
        )
        line = _rows.get(key)
        if line is None:
            line = _rows[key] = _row(row, key)
        lines.append(line)
    return "".join(lines)


# Filled as rows are met: a game meets a few hundred of the 5,000 that there can be, and building
# them all would cost more than most calls take.
_rows: Final[dict[int, str]] = {}


def _row(row: int, key: int) -> str:
    cells = []
    for place in range(4):
        man = "b" if key >> place & 1 else "w" if key >> place + 4 & 1 else "."
        man = man.upper() if key >> place + 8 & 1 else man
        cells += [".", man] if row % 2 == 0 else [man, "."]
    return f" {row + 1} | {' | '.join(cells)} |\n{_RULE}"
