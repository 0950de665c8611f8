"""Transcripts as RULES.md gives them, and what the tests of the slow engine read in others."""

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
