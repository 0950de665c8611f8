"""Hints about wrong, missing or extra events of a transcript. Each rule gives a hint or None."""

from checkers_cli.analyser.replay import DEPTH
from checkers_cli.grading.feedback.hint_context import Context
from checkers_cli.grading.feedback.tree_hints import choice_of, explain_choice
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.position import legal_actions
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, SETUP, WIN

_MESSAGES = {message.lower() for message in MESSAGES.values()}


def computed_choice(context: Context) -> str | None:
    """Another action is computed than expected."""
    choice = choice_of(context.departure)
    return explain_choice(choice, DEPTH) if choice is not None else None


def order_of_checks(context: Context) -> str | None:
    """Another error is printed than expected."""
    if context.expected.kind != ILLEGAL or not context.differs_in("head"):
        return None
    if context.actual.head.lower().removeprefix("error: ") in _MESSAGES:
        return (
            "Print only the first error, checked in this order: source outside, target outside, "
            "source empty, target not empty, opponent's piece/tower, illegal action."
        )
    return "The error message must be exactly one of the six in the assignment."


def missed_error(context: Context) -> str | None:
    """An illegal action is carried out or ignored."""
    if context.expected.kind != ILLEGAL or context.actual.kind in (ILLEGAL, WIN):
        return None
    if MESSAGES[6] in context.expected.head:
        return (
            "A legal action is one diagonal step to an empty cell or one diagonal jump over an "
            "opponent's piece or tower, pieces only forward. Everything else is illegal."
        )
    return "Check each action before carrying it out. The first error ends the program."


def refused_action(context: Context) -> str | None:
    """A legal action is reported as an error."""
    action, position = context.action(), context.position
    if context.actual.kind != ILLEGAL or action is None or position is None:
        return None
    if MESSAGES[5] in context.actual.head:
        return "b and B belong to black, w and W to white. Black acts first, and turns alternate."
    if MESSAGES[6] not in context.actual.head:
        return None
    if position.towers & action.source:
        return "A tower moves and captures in all four diagonal directions."
    if action.captured:
        return (
            "A capture jumps over an opponent's piece or tower to the empty cell right behind it."
        )
    if any(one.captured for one in legal_actions(position)):
        return "Captures are optional: a move is legal even where a capture is possible."
    return None


def output_after_error(context: Context) -> str | None:
    """The program continues after an error."""
    before = context.departure.before
    more = context.differs_in("end") and context.expected.kind == ""
    after = more and before is not None and before.kind == ILLEGAL
    if after or (context.expected.kind == ILLEGAL and context.differs_in("more")):
        return "The first error ends the program: nothing more is read, printed or computed."
    return None


def read_past_end(context: Context) -> str | None:
    """The program prints an action or an error for a line after the end of the script."""
    if context.expected.kind or context.actual.kind not in (ACTION, ILLEGAL):
        return None
    before = context.departure.before
    if before is None or before.kind == ILLEGAL:
        return None
    return "Stop reading at the end of the input. Check what your reading function returns there."


def numbers_and_turns(context: Context) -> str | None:
    """The number or the player of an action is wrong."""
    found = context.departure.differences
    if "action" in found:
        return None
    if "number" in found:
        return "Actions are numbered from 1 through the whole game, including computed ones."
    if "player" in found:
        return "Black acts first, and turns alternate: black has the odd action numbers."
    return None


def winner(context: Context) -> str | None:
    """A winner is missing, wrong, or printed too early."""
    if WIN not in (context.expected.kind, context.actual.kind):
        return None
    if context.expected.kind == context.actual.kind:
        return "The line is exactly BLACK WIN! or WHITE WIN!. The player who cannot act loses."
    return (
        "Print a winner only when an action is to be computed and the player to act has none. "
        "The other player wins."
    )


def commands(context: Context) -> str | None:
    """Too few or too many actions are computed."""
    kinds = {context.expected.kind, context.actual.kind}
    if kinds != {COMPUTED, ""} or context.verdict is not Verdict.WRONG:
        return None
    return (
        "The command A computes one action; P computes ten, or fewer if the game ends before that."
    )


def text_around_events(context: Context) -> str | None:
    """The events are right, but the text around them differs."""
    if context.departure.differences:
        return None
    if context.departure.stray is not None:
        return "Print the transcript and nothing else: no prompts, no messages of your own."
    lines = context.lines
    if lines is None or lines.expected is None:
        return "Print the transcript and nothing else." if lines is not None else None
    if context.expected.kind == SETUP and ":" in lines.expected:
        return (
            "Three lines come before the first board: the board size and the number of pieces of "
            "each player."
        )
    if context.expected.kind in (ACTION, COMPUTED) and not lines.expected.strip("="):
        return 'Print a line of 37 "=" before each action, and none before an error or a winner.'
    return None
