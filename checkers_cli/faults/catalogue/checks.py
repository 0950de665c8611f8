"""Mistakes in checking the script's actions."""

from checkers_cli.faults.catalogue.fault import Fault

_ORDER = "The six checks are made in the given order, and only the first failure is printed."
_WORDS = {
    1: "the source cell is outside of the board",
    2: "the target cell is outside of the board",
    3: "the source cell is empty",
    4: "the target cell is taken",
    5: "the source cell holds the opponent's piece or tower",
    6: "the action is illegal",
}
_BOARD = "The board has the columns A-H and the rows 1-8."


def _order(name: str, title: str, order: str) -> Fault:
    hint = (
        "Try an action that breaks two rules at once. Which message should come, and which comes?"
    )
    return Fault(name, title, _ORDER, hint, {"checks.order": tuple(map(int, order))})


def _missing(check: int, title: str, hint: str) -> Fault:
    order = tuple(number for number in range(1, 7) if number != check)
    rule = f"Check {check} of the six asks whether {_WORDS[check]}."
    setting = {"checks.order": order}
    return Fault(f"check-{check}-missing", title, rule, hint, setting, omission=check == 6)


def _bounds(name: str, title: str, knob: str, value: str) -> Fault:
    hint = "Try cells at and just beyond all four edges: A1, H8, I4, A0, A9. Mind < and <=."
    return Fault(name, title, _BOARD, hint, {f"checks.{knob}": value})


# Orders that are not here print what another fault prints: 5 before 3 what 5 before 4 does (no man
# is on an empty cell), 6 before 5 what `check-5-missing` does, 4 at the end what `check-4-missing`.
FAULTS = (
    _order(
        "target-outside-first",
        "the target is checked for being outside before the source is",
        "213456",
    ),
    _order(
        "source-empty-before-target-outside",
        "an empty source is noticed before a target that is outside",
        "132456",
    ),
    _order(
        "target-taken-before-source-empty",
        "a target that is not empty is noticed before an empty source",
        "124356",
    ),
    _order(
        "opponents-before-target-taken",
        "the opponent's man is noticed before a target that is not empty",
        "123546",
    ),
    _order(
        "illegal-before-target-taken",
        "an illegal action is noticed before a target that is not empty",
        "123645",
    ),
    _order(
        "source-wholly-checked-first",
        "everything about the source is checked before anything about the target",
        "135246",
    ),
    _order(
        "opponents-before-target-outside",
        "the opponent's man is noticed before a target that is outside",
        "152346",
    ),
    _missing(
        1,
        "a source outside of the board is not noticed, and counts as empty",
        "Which of your checks sees a source that is not on the board at all?",
    ),
    _missing(
        2,
        "a target outside of the board is not noticed by a check of its own",
        "Which of your checks sees a target that is not on the board at all?",
    ),
    _missing(
        3,
        "an empty source is not noticed by a check of its own",
        "Which message comes for a source with no man on it?",
    ),
    _missing(
        4,
        "a target that is not empty is not noticed by a check of its own",
        "Which message comes for a target on which a man stands?",
    ),
    _missing(
        5,
        "the opponent's man is not noticed by a check of its own",
        "Which message comes when a player tries to act with a man of the other colour?",
    ),
    _missing(
        6,
        "actions are carried out without a check whether they are legal",
        "Try an action that jumps across the whole board. What stops it?",
    ),
    Fault(
        "turn-not-checked",
        "a player may act with the opponent's men too",
        "Black and white take turns; an action with the opponent's man is an error.",
        "Does your check of the source know whose turn it is?",
        {"checks.turn": False},
    ),
    Fault(
        "towers-not-opponents",
        "the opponent's towers are not seen as the opponent's",
        "Check 5: the source holds the opponent's piece or tower.",
        "How many letters stand for men of one colour? Look at each place that compares with one.",
        {"checks.opponents": "pieces"},
    ),
    Fault(
        "own-towers-opponents",
        "a player's own towers are seen as the opponent's",
        "Check 5: the source holds the opponent's piece or tower.",
        "Follow an action of a tower through your check: which letters does it compare?",
        {"checks.opponents": "not my piece"},
    ),
    Fault(
        "empty-source-opponents",
        "an empty source is said to hold the opponent's man",
        "Check 3: the source is empty. Check 5: it holds the opponent's piece or tower.",
        "There are three kinds of cells: yours, theirs, and empty. Does your check know all three?",
        {"checks.order": (1, 2, 4, 5, 6), "checks.opponents": "not mine"},
    ),
    _bounds("row-0-on-board", "row 0 counts as on the board, and as empty", "rows", "012345678"),
    _bounds("row-9-on-board", "row 9 counts as on the board, and as empty", "rows", "123456789"),
    _bounds(
        "column-i-on-board",
        "column I counts as on the board, and as empty",
        "columns",
        "ABCDEFGHI",
    ),
    _bounds("row-8-off-board", "row 8 counts as outside of the board", "rows", "1234567"),
    _bounds("row-1-off-board", "row 1 counts as outside of the board", "rows", "2345678"),
    _bounds("column-h-off-board", "column H counts as outside of the board", "columns", "ABCDEFG"),
    _bounds("column-a-off-board", "column A counts as outside of the board", "columns", "BCDEFGH"),
    Fault(
        "light-cells-off-board",
        "light cells count as outside of the board",
        "A light cell is on the board and empty.",
        "What does your check say of A1 and B2, which no man ever stands on?",
        {"checks.light": False},
    ),
)
