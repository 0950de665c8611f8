"""Plays a script: statements in, events out."""

from collections.abc import Iterable, Iterator
from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import START, Position, can_act
from checkers_cli.rules.readings import printed_cost
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup, Won
from checkers_cli.script.parser import PLAY, Statement
from checkers_cli.search.minimax import decide

DEPTH: Final = 3  # of the tree
ACTIONS: Final = 10  # that the command P plays


class Settings:
    """How scripts are played: where they start, how deep they think, how rules are read.

    The last two are habits that markers tolerate; the reference has neither.
    """

    __slots__ = (
        "actions",
        "depth",
        "limits",
        "start",
        "winner_after_tenth",
        "winner_without_command",
    )

    def __init__(
        self,
        start: Position = START,
        depth: int = DEPTH,
        actions: int = ACTIONS,
        limits: bool = False,
        winner_after_tenth: bool = False,
        winner_without_command: bool = False,
    ) -> None:
        self.start: Final = start
        self.depth: Final = depth
        self.actions: Final = actions  # that the command P plays
        self.limits: Final = limits  # the reading: `limits`, or else `formula`
        self.winner_after_tenth: Final = winner_after_tenth  # the last action that P plays
        self.winner_without_command: Final = winner_without_command

    def __reduce__(self) -> tuple[type["Settings"], tuple[Position, int, int, bool, bool, bool]]:
        # Compiled classes have no state that pickle could find; worker processes need it.
        return Settings, (
            self.start,
            self.depth,
            self.actions,
            self.limits,
            self.winner_after_tenth,
            self.winner_without_command,
        )


def replay(statements: Iterable[Statement], settings: Settings) -> Iterator[Event]:
    """The events of a script, one after the other, up to the first illegal action."""
    position = settings.start
    number = 0
    yield Setup(position)
    commanded = False
    for statement in statements:
        if statement.command:
            commanded = True
            yield from _computed(position, number, statement, settings)
            continue
        number += 1
        event = _attempt(position, statement, number, settings)
        yield event
        if isinstance(event, Illegal):
            return
        position = event.position
    if settings.winner_without_command and not commanded and not can_act(position):
        yield Won(black=not position.black_to_act)


def _attempt(
    position: Position, statement: Statement, number: int, settings: Settings
) -> Acted | Illegal:
    try:
        action = checked_action(position, statement.source, statement.target)
    except IllegalAction as error:
        return Illegal(statement.line, number, statement.source, statement.target, error.error)
    return _acted(position, action, number, statement.line, settings)


def _computed(
    position: Position, number: int, statement: Statement, settings: Settings
) -> Iterator[Computed | Won]:
    """The computed actions that a command asks for, each from a tree of its own."""
    play = statement.command == PLAY
    for _ in range(settings.actions if play else 1):
        decision = decide(position, settings.depth, settings.limits)
        if decision is None:
            yield Won(black=not position.black_to_act)
            return
        number += 1
        acted = _acted(position, decision.action, number, statement.line, settings)
        yield Computed(acted, decision.value, decision.nodes)
        position = acted.position
    if play and settings.winner_after_tenth and not can_act(position):
        yield Won(black=not position.black_to_act)


def _acted(position: Position, action: Action, number: int, line: int, settings: Settings) -> Acted:
    after = position.after(action)
    promoted = not position.towers & action.source and bool(after.towers & action.target)
    return Acted(line, number, action, after, printed_cost(after, settings.limits), promoted)
