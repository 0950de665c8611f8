"""Evaluations: what a position is worth where the search stops."""

from typing import Final

from checkers_cli.rules.native import i64
from checkers_cli.rules.readings import lost_value
from checkers_cli.rules.state import LOST, State


class Evaluation:
    """A way to judge positions: black wants its value high, white low.

    Values are whole numbers; `unit` of them are one point, as people would count.
    """

    def __init__(self, name: str, unit: int = 1) -> None:
        self.name: Final = name
        self.unit: Final = unit

    def value(self, state: State) -> i64:
        """What a position is worth to black."""
        raise NotImplementedError


class Material(Evaluation):
    """The cost of the tower game: b + 3B - w - 3W."""

    def value(self, state: State) -> i64:
        """The cost, which positions carry along."""
        return state.cost


class OutcomeOnly(Evaluation):
    """Only who has won: for games that are searched to the end."""

    def value(self, state: State) -> i64:
        """A loss for the player to act, or 0."""
        return lost_value(state) if state.fate() == LOST else 0


MATERIAL: Final = Material("material")
OUTCOME: Final = OutcomeOnly("outcome")
