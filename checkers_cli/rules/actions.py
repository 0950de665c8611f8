"""Every move and every capture that the board's geometry allows, made once and shared.

There are only 98 moves and 72 captures in the tower game, so an action is never built while
searching: it is looked up by the bit it starts from and its direction.
"""

from typing import Final

from checkers_cli.rules.native import i64, mypyc_attr
from checkers_cli.rules.squares import NAMES, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST

# 2 is a primitive root modulo 37, so the 35 bits leave 35 different remainders: `bit % 37` turns
# a bit into a table index with one operation.
SLOTS: Final = 37


@mypyc_attr(acyclic=True)
class Action:
    """A move or a capture, named as in a script (`G6-F5`), with the bits that it touches.

    In other games it may be a capture of several men (`C3xE5xG7`), or a mark put on a cell (`5`).
    """

    __slots__ = ("captured", "name", "path", "source", "target")

    def __init__(
        self, name: str, source: i64, target: i64, captured: i64, between: i64 = 0
    ) -> None:
        self.name: Final = name
        self.source: Final = source
        self.target: Final = target
        self.path: Final = source | target | between  # all cells that the man stands on
        self.captured: Final = captured  # 0 for a move

    def __repr__(self) -> str:
        return f"<Action {self.name}>"


NO_ACTION: Final = Action("", 0, 0, 0)


def action_table(
    names: dict[int, str], step: int, distance: int, slots: int, joint: str
) -> list[Action]:
    """The actions that go `distance` steps from each square, by `bit % slots` of the source."""
    table = [NO_ACTION] * slots
    for source in names:
        over, target = source + step, source + step * distance
        if over in names and target in names:
            name = f"{names[source]}{joint}{names[target]}"
            captured = 1 << over if distance == 2 else 0
            table[(1 << source) % slots] = Action(name, 1 << source, 1 << target, captured)
    return table


def _table(step: int, distance: int) -> list[Action]:
    return action_table(NAMES, step, distance, SLOTS, "-")


NORTH_EAST_MOVES: Final = _table(NORTH_EAST, 1)
SOUTH_EAST_MOVES: Final = _table(SOUTH_EAST, 1)
SOUTH_WEST_MOVES: Final = _table(SOUTH_WEST, 1)
NORTH_WEST_MOVES: Final = _table(NORTH_WEST, 1)
NORTH_EAST_CAPTURES: Final = _table(NORTH_EAST, 2)
SOUTH_EAST_CAPTURES: Final = _table(SOUTH_EAST, 2)
SOUTH_WEST_CAPTURES: Final = _table(SOUTH_WEST, 2)
NORTH_WEST_CAPTURES: Final = _table(NORTH_WEST, 2)
