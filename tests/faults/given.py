"""Transcripts as the rules give them, and what the tests of the slow engine read in others."""

from shown import printed_board

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

ERRORS = {
    1: "ERROR: Source cell is outside of the board.",
    2: "ERROR: Target cell is outside of the board.",
    3: "ERROR: Source cell is empty.",
    4: "ERROR: Target cell is not empty.",
    5: "ERROR: Source cell holds opponent's piece/tower.",
    6: "ERROR: Illegal action.",
}
OPENING = """\
BOARD SIZE: 8x8
#BLACK PIECES: 12
#WHITE PIECES: 12
     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 2 | w | . | w | . | w | . | w | . |
   +---+---+---+---+---+---+---+---+
 3 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 6 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
 7 | . | b | . | b | . | b | . | b |
   +---+---+---+---+---+---+---+---+
 8 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
"""
AFTER_G6_F5 = """\
=====================================
BLACK ACTION #1: G6-F5
BOARD COST: 0
     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 2 | w | . | w | . | w | . | w | . |
   +---+---+---+---+---+---+---+---+
 3 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | b | . | . |
   +---+---+---+---+---+---+---+---+
 6 | b | . | b | . | b | . | . | . |
   +---+---+---+---+---+---+---+---+
 7 | . | b | . | b | . | b | . | b |
   +---+---+---+---+---+---+---+---+
 8 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
"""


def action_lines(output: str) -> list[str]:
    """The lines that name an action."""
    return [line for line in output.splitlines() if " ACTION #" in line]


def last_line(output: str) -> str:
    """The last line, which must end in exactly one newline."""
    assert output.endswith("\n")
    assert not output.endswith("\n\n")
    return output.split("\n")[-2]


def faulty(
    fault: str, script: str | bytes, board: Board | None = None, player: str = "black"
) -> str:
    """What a program with that one fault prints."""
    knobs = knobs_with([CATALOGUE[fault]])
    return transcript(script, knobs=knobs, board=board, player=player)


def told(output: str) -> list[str]:
    """Actions, errors and winners: the lines that are not of a board."""
    return [
        line
        for line in output.splitlines()
        if " ACTION #" in line or line.startswith("ERROR") or line.endswith("WIN!")
    ]


def costs(output: str) -> list[int]:
    """All costs that are printed."""
    lines = output.splitlines()
    return [int(line.split()[-1]) for line in lines if line.startswith("BOARD COST")]


def last_board(output: str) -> Board:
    """The board that is printed last."""
    return printed_board(output.split("=" * 37)[-1])
