"""The readings and habits that markers may accept: the one table of them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from checkers_cli.rules.readings import LIMITS


class Habit(NamedTuple):
    """A way in which a good program may differ from the reference."""

    name: str  # in a rubric and in reports
    setting: str  # the flag of the replay's settings that makes the reference do the same
    sentence: str  # for people; reports put a full stop or the name after it


# In the order of the bits of a combination: results that were stored depend on it.
HABITS: Mapping[str, Habit] = MappingProxyType(
    {
        habit.name: habit
        for habit in (
            Habit(
                LIMITS, "limits", "a board whose next player cannot act costs INT_MIN or INT_MAX"
            ),
            Habit(
                "winner-after-tenth",
                "winner_after_tenth",
                "the winner is printed after the tenth computed action",
            ),
            Habit(
                "winner-without-command",
                "winner_without_command",
                "the winner is printed when the script ends without a command",
            ),
        )
    }
)


def flags_of(combination: int) -> dict[str, bool]:
    """The flags of the replay's settings under a combination: bit n is the n-th habit."""
    return {
        habit.setting: bool(combination >> bit & 1) for bit, habit in enumerate(HABITS.values())
    }
