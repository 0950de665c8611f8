"""Hints for students about the first difference: what to look at, found by one rule after another.

A rule yields the hints that fit; most rules yield one at most.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from checkers_cli.grading.feedback.departure import Departure, man_on
from checkers_cli.grading.feedback.tree_hints import choice_of, explain_choice
from checkers_cli.grading.results import LinePair
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.notation import grid
from checkers_cli.rules.position import Position, legal_actions, make_position
from checkers_cli.rules.squares import NAMES
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, SETUP, WIN, ReadEvent

MOST_HINTS = 4
_NOTHING = ReadEvent("")
_MESSAGES = {message.lower() for message in MESSAGES.values()}


def hints(departure: Departure, verdict: Verdict, lines: LinePair | None = None) -> tuple[str, ...]:
    """The hints for a departure, the most specific first.

    `lines` is the first differing line of the two events.
    """
    position = departure.position()
    expected = departure.expected or _NOTHING
    actions = legal_actions(position) if position is not None else []
    action = next((one for one in actions if one.name == expected.action), None)
    actual = departure.actual or _NOTHING
    context = _Context(departure, expected, actual, position, action, verdict, lines)
    return tuple(islice((hint for rule in _RULES for hint in rule(context) if hint), MOST_HINTS))


@dataclass(frozen=True)
class _Context:
    """Everything that a rule may look at."""

    departure: Departure
    expected: ReadEvent  # an event of the kind "" if nothing more is expected
    actual: ReadEvent  # an event of the kind "" if nothing more is printed
    position: Position | None  # before the expected event
    action: Action | None  # the expected action, if it is legal in a known position
    verdict: Verdict
    lines: LinePair | None

    def differs_in(self, what: str) -> bool:
        """Whether exactly this part of the event differs."""
        return self.departure.differences == (what,)


def _board(context: _Context) -> Iterator[str]:
    """Another board is printed after the right action, or none that can be read."""
    found, printed = context.departure.differences, context.actual.rows
    if "board" not in found:
        return
    if not printed and context.verdict is Verdict.WRONG:
        yield "A board has eight rows of eight cells; each cell is one of . b w B W."
    if not printed or "action" in found:
        return
    before, action, position = context.departure.before, context.action, context.position
    unchanged = before is not None and before.rows == printed
    if unchanged:
        yield "This is the board before the action. Carry out the action, then print the board."
    if action is None or position is None:
        return
    if action.captured and _is_after_second_jump(printed, position, action):
        yield "A turn is exactly one move or one jump: there is no second jump."
    wanted_man, man = (_on_bit(rows, action.target) for rows in (context.expected.rows, printed))
    if wanted_man != man and wanted_man.lower() == man.lower():
        yield _promotion(wanted_man, was_tower=bool(position.towers & action.source))
    if action.captured and _on_bit(printed, action.captured) != ".":
        yield "A capture removes the piece or tower that is jumped over."
    if not unchanged and _on_bit(printed, action.source) != ".":
        yield "The source cell of an action is empty afterwards."


def _on_bit(rows: tuple[str, ...], bit: int) -> str:
    """The content of the cell with this bit: one of `.bwBW`."""
    return man_on(rows, NAMES[bit.bit_length() - 1])


def _is_after_second_jump(rows: tuple[str, ...], position: Position, action: Action) -> bool:
    after = position.after(action)
    again = make_position(after.black, after.white, after.towers, position.black_to_act)
    return any(
        jump.captured and jump.source == action.target and tuple(grid(again.after(jump))) == rows
        for jump in legal_actions(again)
    )


def _promotion(wanted: str, was_tower: bool) -> str:
    """A hint about a piece in place of a tower, or the other way round."""
    if was_tower:
        return "A tower that moves stays a tower."
    if wanted.isupper():
        return "A piece that ends a move or a capture on the furthest row becomes a tower."
    return "Only a piece that ends on the furthest row becomes a tower: row 1 for b, row 8 for w."


def _cost_formula(context: _Context) -> Iterator[str]:
    """The cost is wrong, but the board is right."""
    printed, wanted = context.actual.cost, context.expected.cost
    if not context.differs_in("cost") or printed is None or wanted is None:
        return
    men = "".join(context.expected.rows).lower()
    formula = "The cost is b + 3B - w - 3W"
    if printed == -wanted:
        yield f"{formula}: the sign is reversed."
    elif printed == men.count("b") - men.count("w"):
        yield f"{formula}: a tower counts three."
    elif context.position is not None and printed == context.position.cost:
        yield f"{formula}, for the board after the action, not before it."
    else:
        yield f"{formula}, counted on the board that is printed below it."


def _computed_choice(context: _Context) -> Iterator[str]:
    """Another action is computed than expected."""
    choice = choice_of(context.departure)
    if choice is not None:
        yield explain_choice(choice)


def _wrong_error(context: _Context) -> Iterator[str]:
    """Another error is printed than expected."""
    if context.expected.kind != ILLEGAL or not context.differs_in("head"):
        return
    if context.actual.head.lower().removeprefix("error: ") in _MESSAGES:
        yield (
            "Print only the first error, checked in this order: source outside, target outside, "
            "source empty, target not empty, opponent's piece/tower, illegal action."
        )
    else:
        yield "The error message must be exactly one of the six in the assignment."


def _missed_error(context: _Context) -> Iterator[str]:
    """An illegal action is carried out or ignored."""
    if context.expected.kind != ILLEGAL or context.actual.kind in (ILLEGAL, WIN):
        return
    if MESSAGES[6] in context.expected.head:
        yield (
            "A legal action is one diagonal step to an empty cell or one diagonal jump over an "
            "opponent's piece or tower, pieces only forward. Everything else is illegal."
        )
    else:
        yield "Check each action before carrying it out. The first error ends the program."


def _refused_action(context: _Context) -> Iterator[str]:
    """A legal action is reported as an error."""
    action, position = context.action, context.position
    if context.actual.kind != ILLEGAL or action is None or position is None:
        return
    if MESSAGES[5] in context.actual.head:
        yield "b and B belong to black, w and W to white. Black acts first, and turns alternate."
    elif MESSAGES[6] not in context.actual.head:
        return
    elif position.towers & action.source:
        yield "A tower moves and captures in all four diagonal directions."
    elif action.captured:
        yield "A capture jumps over an opponent's piece or tower to the empty cell right behind it."
    elif any(one.captured for one in legal_actions(position)):
        yield "Captures are optional: a move is legal even where a capture is possible."


def _output_after_end(context: _Context) -> Iterator[str]:
    """The program continues after an error, or after the end of the script."""
    before, expected = context.departure.before, context.expected
    after_error = before is not None and before.kind == ILLEGAL
    more = context.differs_in("end") and expected.kind == ""
    if (more and after_error) or (expected.kind == ILLEGAL and context.differs_in("more")):
        yield "The first error ends the program: nothing more is read, printed or computed."
    extra_line = not expected.kind and context.actual.kind in (ACTION, ILLEGAL)
    if extra_line and before is not None and not after_error:
        yield (
            "Stop reading at the end of the input. Check what your reading function returns there."
        )


def _numbers_and_turns(context: _Context) -> Iterator[str]:
    """The number or the player of an action is wrong."""
    found = context.departure.differences
    if "action" in found:
        return
    if "number" in found:
        yield "Actions are numbered from 1 through the whole game, including computed ones."
    elif "player" in found:
        yield "Black acts first, and turns alternate: black has the odd action numbers."


def _winner(context: _Context) -> Iterator[str]:
    """A winner is missing, wrong, or printed too early."""
    if context.expected.kind == context.actual.kind == WIN:
        yield "The line is exactly BLACK WIN! or WHITE WIN!. The player who cannot act loses."
    elif WIN in (context.expected.kind, context.actual.kind):
        yield (
            "Print a winner only when an action is to be computed and the player to act has none. "
            "The other player wins."
        )


def _commands(context: _Context) -> Iterator[str]:
    """Too few or too many actions are computed."""
    kinds = {context.expected.kind, context.actual.kind}
    if kinds == {COMPUTED, ""} and context.verdict is Verdict.WRONG:
        yield (
            "The command A computes one action; "
            "P computes ten, or fewer if the game ends before that."
        )


def _text_around_events(context: _Context) -> Iterator[str]:
    """The events are right, but the text around them differs."""
    lines, kind = context.lines, context.expected.kind
    if context.departure.differences:
        return
    if context.departure.stray is not None:
        yield "Print the transcript and nothing else: no prompts, no messages of your own."
    elif lines is None:
        return
    elif lines.expected is None:
        yield "Print the transcript and nothing else."
    elif kind == SETUP and ":" in lines.expected:
        yield (
            "Three lines come before the first board: the board size and the number of pieces of "
            "each player."
        )
    elif kind in (ACTION, COMPUTED) and not lines.expected.strip("="):
        yield 'Print a line of 37 "=" before each action, and none before an error or a winner.'


# The most specific rules come first, because only a few hints are shown.
_RULES = (
    _board,
    _cost_formula,
    _computed_choice,
    _wrong_error,
    _missed_error,
    _refused_action,
    _output_after_end,
    _numbers_and_turns,
    _winner,
    _commands,
    _text_around_events,
)
