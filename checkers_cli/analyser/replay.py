"""Plays a script: statements in, events out."""

from collections.abc import Iterable, Iterator
from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import START, Position
from checkers_cli.rules.readings import printed_cost
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup, Won
from checkers_cli.script.parser import PLAY, Statement
from checkers_cli.search.minimax import decide

DEPTH: Final = 3  # of the tree
ACTIONS: Final = 10  # that the command P plays


class Settings:
    """How scripts are played: where they start, how deep they think, how rules are read."""

    __slots__ = ("actions", "depth", "limits", "start")

    def __init__(
        self,
        start: Position = START,
        depth: int = DEPTH,
        actions: int = ACTIONS,
        limits: bool = False,
    ) -> None:
        self.start: Final = start
        self.depth: Final = depth
        self.actions: Final = actions  # that the command P plays
        self.limits: Final = limits  # the reading: `limits`, or else `formula`

    def __reduce__(self) -> tuple[type["Settings"], tuple[Position, int, int, bool]]:
        # Compiled classes have no state that pickle could find; worker processes need it.
        return Settings, (self.start, self.depth, self.actions, self.limits)


def replay(statements: Iterable[Statement], settings: Settings) -> Iterator[Event]:
    """The events of a script, one after the other; it ends at the first illegal action."""
    position = settings.start
    number = 0
    yield Setup(position)
    for statement in statements:
        if statement.command:
            count = settings.actions if statement.command == PLAY else 1
            yield from _computed(position, number, count, statement.line, settings)
            continue
        number += 1
        event = _attempt(position, statement, number, settings)
        yield event
        if isinstance(event, Illegal):
            return
        position = event.position


def _attempt(
    position: Position, statement: Statement, number: int, settings: Settings
) -> Acted | Illegal:
    try:
        action = checked_action(position, statement.source, statement.target)
    except IllegalAction as error:
        return Illegal(statement.line, number, statement.source, statement.target, error.error)
    return _acted(position, action, number, statement.line, settings)


def _computed(
    position: Position, number: int, count: int, line: int, settings: Settings
) -> Iterator[Computed | Won]:
    """Up to `count` computed actions in a row, each from a tree of its own."""
    for _ in range(count):
        decision = decide(position, settings.depth, settings.limits)
        if decision is None:
            yield Won(black=not position.black_to_act)
            return
        number += 1
        acted = _acted(position, decision.action, number, line, settings)
        yield Computed(acted, decision.value, decision.nodes)
        position = acted.position


def _acted(position: Position, action: Action, number: int, line: int, settings: Settings) -> Acted:
    after = position.after(action)
    promoted = not position.towers & action.source and bool(after.towers & action.target)
    return Acted(line, number, action, after, printed_cost(after, settings.limits), promoted)
