"""What to look at: small rules from a departure to a hint, tried one after the other."""

from collections.abc import Callable
from dataclasses import dataclass

from checkers_cli.analyser.replay import DEPTH
from checkers_cli.grading.feedback.departure import Departure, Script, man_on
from checkers_cli.grading.feedback.tree_hints import Choice, explain_choice
from checkers_cli.grading.results import LinePair
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.notation import grid
from checkers_cli.rules.position import Position, legal_actions, make_position
from checkers_cli.rules.squares import NAMES
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, SETUP, WIN, ReadEvent

MOST_HINTS = 4


@dataclass(frozen=True)
class Context:
    """All that a rule may look at."""

    departure: Departure
    expected: ReadEvent  # an event of the kind "" where there is none
    actual: ReadEvent
    position: Position | None  # before the expected event
    script: Script
    verdict: Verdict
    lines: LinePair | None  # the first line of the two events that differs

    def differs_in(self, *what: str) -> bool:
        """Whether these, and nothing else, are different."""
        return self.departure.differences == what

    def action(self) -> Action | None:
        """The expected action, if it is known what it does."""
        if self.position is None:
            return None
        actions = legal_actions(self.position)
        return next((one for one in actions if one.name == self.expected.action), None)


def make_context(
    departure: Departure, script: Script, verdict: Verdict, lines: LinePair | None = None
) -> Context:
    """What the rules look at, of a departure."""
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


def hints(context: Context) -> tuple[str, ...]:
    """What to look at, the most telling first."""
    found = [hint for rule in RULES if (hint := rule(context))]
    return tuple(found[:MOST_HINTS])


def _both_boards(context: Context) -> bool:
    """Whether the same action led to two boards that can be compared."""
    found = context.departure.differences
    return "board" in found and "action" not in found and bool(context.actual.rows)


def _cell(rows: tuple[str, ...], bit: int) -> str:
    """What stands on a square, given by its bit."""
    return man_on(rows, NAMES[bit.bit_length() - 1])


def not_carried_out(context: Context) -> str | None:
    """The board is still the one before."""
    before = context.departure.before
    if _both_boards(context) and before is not None and before.rows == context.actual.rows:
        return "The board is the one before the action: print it after the action is carried out."
    return None


def unreadable(context: Context) -> str | None:
    """There is no whole board."""
    missing = "board" in context.departure.differences and not context.actual.rows
    if not missing or context.verdict is not Verdict.WRONG:
        return None
    return 'A board has eight rows of eight cells, each of them one of ". b w B W".'


def promotion(context: Context) -> str | None:
    """A piece on the furthest row is none."""
    action = context.action()
    if action is None or context.position is None or not _both_boards(context):
        return None
    wanted, shown = (_cell(e.rows, action.target) for e in (context.expected, context.actual))
    if wanted == shown or wanted.lower() != shown.lower():
        return None
    if context.position.towers & action.source:
        return "A tower that moves stays a tower."
    if wanted.isupper():
        return "A piece that ends a move or a capture on the furthest row becomes a tower."
    return "Only a piece that ends on the furthest row becomes a tower: row 1 for b, row 8 for w."


def captured_stays(context: Context) -> str | None:
    """A man that was jumped is still there, or one that was not has gone."""
    action = context.action()
    if action is None or not _both_boards(context):
        return None
    if action.captured and _cell(context.actual.rows, action.captured) != ".":
        return "A capture removes what was jumped."
    return None


def source_stays(context: Context) -> str | None:
    """The man that acts is still where it was."""
    action = context.action()
    if action is None or not _both_boards(context) or not_carried_out(context):
        return None
    if _cell(context.actual.rows, action.source) != ".":
        return "The cell that a man leaves is empty afterwards."
    return None


def second_jump(context: Context) -> str | None:
    """The board is that of two jumps."""
    action, position = context.action(), context.position
    if action is None or position is None or not action.captured or not _both_boards(context):
        return None
    after = position.after(action)
    again = make_position(after.black, after.white, after.towers, position.black_to_act)
    for jump in legal_actions(again):
        further = jump.captured and jump.source == action.target
        if further and tuple(grid(again.after(jump))) == context.actual.rows:
            return "A turn is exactly one move or one jump: there is no second jump."
    return None


def cost_formula(context: Context) -> str | None:
    """The cost is wrong on a board that is right."""
    actual = context.actual
    if not context.differs_in("cost") or actual.cost is None or context.expected.cost is None:
        return None
    men = "".join(context.expected.rows)
    black, white = men.count("b") + men.count("B"), men.count("w") + men.count("W")
    formula = "The cost is b + 3B - w - 3W"
    if actual.cost == -context.expected.cost:
        return f"{formula}: the sign is the wrong way round."
    if actual.cost == black - white:
        return f"{formula}: a tower counts three."
    if context.position is not None and actual.cost == context.position.cost:
        return f"{formula}, of the board that the action leads to, not of the one before."
    return f"{formula}, counted on the board that is printed below it."


def computed_choice(context: Context) -> str | None:
    """Another action was computed."""
    choice = choice_of(context.departure)
    return explain_choice(choice, DEPTH) if choice is not None else None


def choice_of(departure: Departure) -> Choice | None:
    """The action that was computed instead of another one, if that is where it departs."""
    expected, actual, position = departure.expected, departure.actual, departure.position()
    if expected is None or actual is None or position is None:
        return None
    if expected.kind != COMPUTED or actual.kind != COMPUTED:
        return None
    if "action" not in departure.differences:
        return None
    return Choice(position, expected.action, actual.action)


def order_of_checks(context: Context) -> str | None:
    """Another error is printed."""
    if context.expected.kind != ILLEGAL or not context.differs_in("head"):
        return None
    if context.actual.head.lower().removeprefix("error: ") in _MESSAGES:
        return (
            "Only the first check that fails counts: source outside, target outside, source empty, "
            "target not empty, opponent's man, illegal."
        )
    return "The error's text must be exactly one of the six."


_MESSAGES = {message.lower() for message in MESSAGES.values()}


def error_missed(context: Context) -> str | None:
    """An illegal action is carried out, or passed over."""
    if context.expected.kind != ILLEGAL or context.actual.kind in (ILLEGAL, WIN):
        return None
    if MESSAGES[6] in context.expected.head:
        return (
            "Legal is one step to an empty cell or one jump over an opposing man, diagonally, "
            "pieces only forward; all else is illegal."
        )
    return "Each action is checked before it is carried out; the first error ends the program."


def legal_refused(context: Context) -> str | None:
    """A legal action is called an error."""
    action, position = context.action(), context.position
    if context.actual.kind != ILLEGAL or action is None or position is None:
        return None
    if MESSAGES[5] in context.actual.head:
        return (
            "b and B are black's, w and W are white's; black acts first, and after each action it "
            "is the other's turn."
        )
    if MESSAGES[6] not in context.actual.head:
        return None
    if position.towers & action.source:
        return "A tower moves and captures in all four diagonal directions."
    if action.captured:
        return "A capture goes over one opposing man to the empty cell right behind it."
    if any(one.captured for one in legal_actions(position)):
        return "Captures are optional: a move is legal also where a capture could be made."
    return None


def after_the_error(context: Context) -> str | None:
    """The program goes on after an error."""
    before = context.departure.before
    more = context.differs_in("end") and context.expected.kind == ""
    after = more and before is not None and before.kind == ILLEGAL
    if after or (context.expected.kind == ILLEGAL and context.differs_in("more")):
        return "After an error nothing more is read or printed, and no command is carried out."
    return None


def after_the_end(context: Context) -> str | None:
    """Something is made of a line that is not there."""
    if context.expected.kind or context.actual.kind not in (ACTION, ILLEGAL):
        return None
    before = context.departure.before
    if before is None or before.kind == ILLEGAL:
        return None
    return (
        "Reading stops at the end of the input: look at what your reading function returns there."
    )


def numbers_and_turns(context: Context) -> str | None:
    """The number or the player of an action is wrong."""
    found = context.departure.differences
    if "action" in found:
        return None
    if "number" in found:
        return "Actions are numbered from 1 through the whole game, computed ones included."
    if "player" in found:
        return "Black acts first, and turns alternate: odd numbers are black's."
    return None


def winner(context: Context) -> str | None:
    """A winner is missing, or printed where none is."""
    if WIN not in (context.expected.kind, context.actual.kind):
        return None
    if context.expected.kind == context.actual.kind:
        return "The line is BLACK WIN! or WHITE WIN!, just so: who can still act has won."
    return (
        "The winner is printed only when an action is to be computed and the player to act has "
        "none; the other one wins."
    )


def commands(context: Context) -> str | None:
    """Too few or too many actions are computed."""
    kinds = {context.expected.kind, context.actual.kind}
    if kinds != {COMPUTED, ""} or context.verdict is not Verdict.WRONG:
        return None
    return "A computes one action; P computes ten, or fewer if the game ends before."


def layout(context: Context) -> str | None:
    """Only the text around what the events say differs."""
    if context.departure.differences:
        return None
    if context.departure.loose is not None:
        return "Print the transcript and nothing else: no prompts, no messages of your own."
    lines = context.lines
    if lines is None or lines.expected is None:
        return "Print the transcript and nothing else." if lines is not None else None
    if context.expected.kind == SETUP and ":" in lines.expected:
        return "The first board follows three lines: the size and the numbers of pieces."
    if context.expected.kind in (ACTION, COMPUTED) and not lines.expected.strip("="):
        return "Before each action stands a line of 37 =, and none before an error or a winner."
    return None


RULES: tuple[Callable[[Context], str | None], ...] = (
    unreadable,
    not_carried_out,
    second_jump,
    promotion,
    captured_stays,
    source_stays,
    cost_formula,
    computed_choice,
    order_of_checks,
    error_missed,
    legal_refused,
    after_the_error,
    after_the_end,
    numbers_and_turns,
    winner,
    commands,
    layout,
)
