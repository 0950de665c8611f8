"""Hints about a wrong board or cost after the right action. Each rule gives a hint or None."""

from checkers_cli.grading.feedback.departure import man_on
from checkers_cli.grading.feedback.hint_context import Context
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.notation import grid
from checkers_cli.rules.position import legal_actions, make_position
from checkers_cli.rules.squares import NAMES


def _has_both_boards(context: Context) -> bool:
    """Whether the same action led to two boards that can be compared."""
    found = context.departure.differences
    return "board" in found and "action" not in found and bool(context.actual.rows)


def _on_bit(rows: tuple[str, ...], bit: int) -> str:
    """The content of the cell with this bit: one of `.bwBW`."""
    return man_on(rows, NAMES[bit.bit_length() - 1])


def unreadable_board(context: Context) -> str | None:
    """The board is missing or incomplete."""
    missing = "board" in context.departure.differences and not context.actual.rows
    if not missing or context.verdict is not Verdict.WRONG:
        return None
    return "A board has eight rows of eight cells; each cell is one of . b w B W."


def board_before_action(context: Context) -> str | None:
    """The board is still the one before the action."""
    before = context.departure.before
    if _has_both_boards(context) and before is not None and before.rows == context.actual.rows:
        return "This is the board before the action. Carry out the action, then print the board."
    return None


def promotion(context: Context) -> str | None:
    """A piece is printed where a tower is expected, or the other way round."""
    action = context.action()
    if action is None or context.position is None or not _has_both_boards(context):
        return None
    wanted, printed = (_on_bit(e.rows, action.target) for e in (context.expected, context.actual))
    if wanted == printed or wanted.lower() != printed.lower():
        return None
    if context.position.towers & action.source:
        return "A tower that moves stays a tower."
    if wanted.isupper():
        return "A piece that ends a move or a capture on the furthest row becomes a tower."
    return "Only a piece that ends on the furthest row becomes a tower: row 1 for b, row 8 for w."


def captured_stays(context: Context) -> str | None:
    """The captured piece or tower is still on the board."""
    action = context.action()
    if action is None or not _has_both_boards(context):
        return None
    if action.captured and _on_bit(context.actual.rows, action.captured) != ".":
        return "A capture removes the piece or tower that is jumped over."
    return None


def source_stays(context: Context) -> str | None:
    """The source cell of the action is not empty."""
    action = context.action()
    if action is None or not _has_both_boards(context) or board_before_action(context):
        return None
    if _on_bit(context.actual.rows, action.source) != ".":
        return "The source cell of an action is empty afterwards."
    return None


def second_jump(context: Context) -> str | None:
    """The board is the one after two jumps."""
    action, position = context.action(), context.position
    if action is None or position is None or not action.captured or not _has_both_boards(context):
        return None
    after = position.after(action)
    again = make_position(after.black, after.white, after.towers, position.black_to_act)
    for jump in legal_actions(again):
        further = jump.captured and jump.source == action.target
        if further and tuple(grid(again.after(jump))) == context.actual.rows:
            return "A turn is exactly one move or one jump: there is no second jump."
    return None


def cost_formula(context: Context) -> str | None:
    """The cost is wrong, but the board is right."""
    actual = context.actual
    if not context.differs_in("cost") or actual.cost is None or context.expected.cost is None:
        return None
    men = "".join(context.expected.rows)
    black, white = men.count("b") + men.count("B"), men.count("w") + men.count("W")
    formula = "The cost is b + 3B - w - 3W"
    if actual.cost == -context.expected.cost:
        return f"{formula}: the sign is reversed."
    if actual.cost == black - white:
        return f"{formula}: a tower counts three."
    if context.position is not None and actual.cost == context.position.cost:
        return f"{formula}, for the board after the action, not before it."
    return f"{formula}, counted on the board that is printed below it."
