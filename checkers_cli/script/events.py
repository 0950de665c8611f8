"""What happens while a script is played: the one vocabulary of every printer and reader."""

from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.position import Position


class Setup:
    """The board before the first action."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position: Final = position


class Acted:
    """An action of the script has been carried out."""

    __slots__ = ("action", "cost", "line", "number", "position", "promoted")

    def __init__(
        self, line: int, number: int, action: Action, position: Position, cost: int, promoted: bool
    ) -> None:
        self.line: Final = line
        self.number: Final = number
        self.action: Final = action
        self.position: Final = position  # the board that the action led to
        self.cost: Final = cost  # as printed, under the reading in force
        self.promoted: Final = promoted


class Computed:
    """An action has been computed from a minimax tree, and carried out."""

    __slots__ = ("acted", "nodes", "value")

    def __init__(self, acted: Acted, value: int, nodes: int) -> None:
        self.acted: Final = acted
        self.value: Final = value  # of the tree's root
        self.nodes: Final = nodes  # of the whole tree, root included


class Illegal:
    """An action of the script failed the check with this number (1 to 6); the script ends."""

    __slots__ = ("error", "line", "number", "source", "target")

    def __init__(self, line: int, number: int, source: str, target: str, error: int) -> None:
        self.line: Final = line
        self.number: Final = number
        self.source: Final = source
        self.target: Final = target
        self.error: Final = error


class Won:
    """The player to act could not, when an action was to be computed: the other one has won."""

    __slots__ = ("black",)

    def __init__(self, black: bool) -> None:
        self.black: Final = black


Event = Setup | Acted | Computed | Illegal | Won
