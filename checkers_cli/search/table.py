"""The transposition table: results of positions that several lines of play lead to."""

from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.native import i64, mypyc_attr
from checkers_cli.rules.state import State

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# A prime, so that positions that differ in one man lie far apart. The entries of a full table take
# some 60 MB; a match has two players for each core.
TABLE_SLOTS: Final = 400_009


@mypyc_attr(acyclic=True)
class TableEntry:
    """The result for one position: its value for the player to act, and the best action.

    The entry holds the position itself, not a hash of it, so two positions are never confused.
    """

    __slots__ = ("action", "bound", "depth", "state", "value")

    def __init__(self, state: State, depth: i64, value: i64, bound: i64, action: Action) -> None:
        self.state: Final = state
        self.depth: Final = depth  # how far it was searched
        self.value: Final = value
        self.bound: Final = bound
        self.action: Final = action


class TranspositionTable:
    """Entries by position; each has one place, where the later one replaces the earlier."""

    def __init__(self, slots: int = TABLE_SLOTS) -> None:
        self._slots: i64 = slots
        self._entries: list[TableEntry | None] = [None] * slots

    def find(self, state: State) -> TableEntry | None:
        """The entry of a position, if there is one."""
        entry = self._entries[state.slot(self._slots)]
        if entry is not None and entry.state.same(state):
            return entry
        return None

    def keep(self, entry: TableEntry) -> None:
        """Store an entry, in place of another one in the same slot."""
        self._entries[entry.state.slot(self._slots)] = entry
