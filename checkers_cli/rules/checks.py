"""The six checks that an action of a script must pass, in their order."""

from typing import ClassVar, Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.position import Position, legal_actions
from checkers_cli.rules.squares import CELLS, SQUARES
from checkers_cli.util.errors import EXIT_DIFFERENT, CheckersError

SOURCE_OUTSIDE: Final = 1
TARGET_OUTSIDE: Final = 2
SOURCE_EMPTY: Final = 3
TARGET_NOT_EMPTY: Final = 4
SOURCE_OPPONENT: Final = 5
ILLEGAL_ACTION: Final = 6

MESSAGES: Final = {
    SOURCE_OUTSIDE: "Source cell is outside of the board.",
    TARGET_OUTSIDE: "Target cell is outside of the board.",
    SOURCE_EMPTY: "Source cell is empty.",
    TARGET_NOT_EMPTY: "Target cell is not empty.",
    SOURCE_OPPONENT: "Source cell holds opponent's piece/tower.",
    ILLEGAL_ACTION: "Illegal action.",
}


class IllegalAction(CheckersError, ValueError):
    """An action that the rules forbid; `error` is the number of the first check that failed."""

    exit_status: ClassVar[int] = EXIT_DIFFERENT

    def __init__(self, error: int, where: str = "") -> None:
        super().__init__(where + MESSAGES[error])
        self.error = error


def checked_action(position: Position, source: str, target: str) -> Action:
    """The legal action from one cell to another, given by their names; or `IllegalAction`."""
    name = f"{source}-{target}"
    for action in legal_actions(position):
        if action.name == name:
            return action
    raise IllegalAction(_first_error(position, source, target))


def _first_error(position: Position, source: str, target: str) -> int:
    """The first check that an illegal action fails. A light cell is on the board, and empty."""
    if source not in CELLS:
        return SOURCE_OUTSIDE
    if target not in CELLS:
        return TARGET_OUTSIDE
    own, foe = position.black, position.white
    if not position.black_to_act:
        own, foe = foe, own
    source_bit = 1 << SQUARES[source] if source in SQUARES else 0
    target_bit = 1 << SQUARES[target] if target in SQUARES else 0
    if not source_bit & (own | foe):
        return SOURCE_EMPTY
    if target_bit & (own | foe):
        return TARGET_NOT_EMPTY
    if source_bit & foe:
        return SOURCE_OPPONENT
    return ILLEGAL_ACTION
