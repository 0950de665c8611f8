"""The two readings of what a board costs when the player to act cannot act."""

from typing import Final

from checkers_cli.rules.position import Position, can_act
from checkers_cli.rules.state import State

INT_MIN: Final = -2147483648  # black is to act and cannot
INT_MAX: Final = 2147483647  # white is to act and cannot

FORMULA: Final = "formula"  # the formula, always; the default
LIMITS: Final = "limits"  # INT_MIN or INT_MAX
READINGS: Final = (FORMULA, LIMITS)


def lost_value(position: State) -> int:
    """The value of a position whose player to act has lost."""
    return INT_MIN if position.black_to_act else INT_MAX


def printed_cost(position: Position, limits: bool) -> int:
    """The cost that a transcript shows for a board, under the reading `limits` or `formula`."""
    if limits and not can_act(position):
        return lost_value(position)
    return position.cost
