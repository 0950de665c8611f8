"""The input of the rules for hints: a departure with its position, script and verdict."""

from dataclasses import dataclass

from checkers_cli.grading.feedback.departure import Departure, ScriptOutline
from checkers_cli.grading.results import LinePair
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.actions import Action
from checkers_cli.rules.position import Position, legal_actions
from checkers_cli.script.reader import ReadEvent


@dataclass(frozen=True)
class Context:
    """Everything that a rule for hints may look at."""

    departure: Departure
    expected: ReadEvent  # an event of the kind "" if nothing more is expected
    actual: ReadEvent  # an event of the kind "" if nothing more is printed
    position: Position | None  # before the expected event
    script: ScriptOutline
    verdict: Verdict
    lines: LinePair | None  # the first differing line of the two events

    def differs_in(self, *what: str) -> bool:
        """Whether exactly these parts of the event differ."""
        return self.departure.differences == what

    def action(self) -> Action | None:
        """The expected action, if it is legal in a known position."""
        if self.position is None:
            return None
        actions = legal_actions(self.position)
        return next((one for one in actions if one.name == self.expected.action), None)


def make_context(
    departure: Departure, script: ScriptOutline, verdict: Verdict, lines: LinePair | None = None
) -> Context:
    """The context of a departure."""
    nothing = ReadEvent("")
    return Context(
        departure=departure,
        expected=departure.expected or nothing,
        actual=departure.actual or nothing,
        position=departure.position(),
        script=script,
        verdict=verdict,
        lines=lines,
    )
