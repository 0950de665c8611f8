"""Mistakes in checking the script's actions."""

from collections.abc import Iterator
from dataclasses import replace

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import KnobValues

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
        "Try an action that breaks two rules at once. Which error should be printed, and which one "
        "does your program print?"
    )
    return Fault(name, title, _ORDER, hint, {"checks.order": tuple(map(int, order))})


def _missing(check: int, title: str, hint: str) -> Fault:
    rule = f"Check {check} of the six asks whether {_WORDS[check]}."
    setting = {f"checks.check_{check}": False}
    return Fault(f"check-{check}-missing", title, rule, hint, setting, omission=check == 6)


def _bounds(name: str, title: str, knob: str, value: str) -> Fault:
    hint = "Try cells at and just beyond all four edges: A1, H8, I4, A0, A9. Look at each < and <=."
    return Fault(name, title, _BOARD, hint, {f"checks.{knob}": value})


def _beyond() -> Iterator[Fault]:
    """Yield cells outside of the board that pass for cells on it, by what a program finds there."""
    for name, where, knob, value in (
        ("row-0", "row 0", "rows", "012345678"),
        ("row-9", "row 9", "rows", "123456789"),
        ("rows-0-and-9", "rows 0 and 9", "rows", "0123456789"),
        ("column-i", "column I", "columns", "ABCDEFGHI"),
    ):
        for kind, words, beyond in (
            ("on-board", "empty cells of the board", "nothing"),
            ("taken", "taken, but not by the opponent", "something"),
            ("opponents", "taken by the opponent", "foreign"),
            ("memory", "the cells that follow in an 8x8 array, I4 as A5", "array"),
        ):
            if kind == "memory" and knob == "rows":  # outside of the array
                continue
            title = f"the cells of {where} count as {words}"
            fault = _bounds(f"{name}-{kind}", title, knob, value)
            setting: KnobValues = fault.setting
            if beyond != "nothing":
                setting = {**setting, "checks.beyond": beyond}
            yield replace(fault, setting=setting)
            for cell in ("source", "target") if where != "rows 0 and 9" else ():
                if kind == "opponents" and cell == "target":  # the same as taken
                    continue
                yield replace(
                    fault,
                    id=f"{fault.id}-as-{cell}",
                    title=f"as a {cell}, {title}",
                    setting={**setting, "checks.bounded": cell},
                )


# Other orders print the same as a fault that is listed: 5 before 3 the same as 5 before 4 (an empty
# cell holds no man), 6 before 5 the same as `check-5-missing`, 4 last as `check-4-missing`.
FAULTS = (
    _order(
        "target-outside-first",
        "a target outside of the board (check 2) is reported before a source outside (check 1)",
        "213456",
    ),
    _order(
        "source-empty-before-target-outside",
        "an empty source (check 3) is reported before a target outside of the board (check 2)",
        "132456",
    ),
    _order(
        "target-taken-before-source-empty",
        "a target that is not empty (check 4) is reported before an empty source (check 3)",
        "124356",
    ),
    _order(
        "opponents-before-target-taken",
        "the opponent's man (check 5) is reported before a target that is not empty (check 4)",
        "123546",
    ),
    _order(
        "illegal-before-target-taken",
        "an illegal action (check 6) is reported before a target that is not empty (check 4)",
        "123645",
    ),
    _order(
        "source-wholly-checked-first",
        "all checks of the source are made before the checks of the target",
        "135246",
    ),
    _order(
        "opponents-before-target-outside",
        "the opponent's man (check 5) is reported before a target outside of the board (check 2)",
        "152346",
    ),
    _missing(
        1,
        "check 1 is missing, so that a source outside of the board counts as empty",
        "Try the sources I4 and A9. Which of your checks notices them?",
    ),
    _missing(
        2,
        "check 2 is missing, so that a target outside of the board gets another error",
        "Try the targets I4 and A9. Which of your checks notices them?",
    ),
    _missing(
        3,
        "check 3 is missing, so that an empty source gets another error",
        "Which error does your program print for a source with no man on it?",
    ),
    _missing(
        4,
        "check 4 is missing, so that a target that is not empty gets another error",
        "Which error does your program print for a target on which a man stands?",
    ),
    _missing(
        5,
        "check 5 is missing, so that an action with the opponent's man gets another error",
        "Which error does your program print if a player tries to act with the opponent's man?",
    ),
    _missing(
        6,
        "check 6 is missing, so that illegal actions are carried out",
        "Try an action across the whole board. Which code refuses it?",
    ),
    Fault(
        "turn-not-checked",
        "a player may act with the opponent's men too",
        "Black and white take turns. An action with the opponent's man is an error.",
        "Does your check of the source know whose turn it is?",
        {"checks.turn": False},
    ),
    Fault(
        "opponents-towers-act",
        "a player may act with the opponent's towers",
        "Check 5: the source holds the opponent's piece or tower.",
        "Each colour has two letters, for pieces and for towers. Look at each comparison with one.",
        {"checks.opponents": "pieces", "checks.mover": "owner"},
    ),
    Fault(
        "white-may-open",
        "the first action may be white's",
        "Black acts first.",
        "How does your program know whose turn it is before the first action?",
        {"checks.white_opens": True},
    ),
    Fault(
        "towers-not-opponents",
        "check 5 does not recognise the opponent's towers",
        "Check 5: the source holds the opponent's piece or tower.",
        "Each colour has two letters, for pieces and for towers. Look at each comparison with one.",
        {"checks.opponents": "pieces"},
    ),
    Fault(
        "own-towers-opponents",
        "check 5 takes a player's own towers for the opponent's",
        "Check 5: the source holds the opponent's piece or tower.",
        "Follow an action of a tower through your check. Which letters does it compare?",
        {"checks.opponents": "not my piece"},
    ),
    Fault(
        "empty-source-opponents",
        "an empty source is reported as the opponent's man",
        "Check 3: the source is empty. Check 5: it holds the opponent's piece or tower.",
        "There are three kinds of cells: own, opponent's, and empty. Do you check all three?",
        {"checks.check_3": False, "checks.opponents": "not mine"},
    ),
    *_beyond(),
    _bounds("row-8-off-board", "row 8 counts as outside of the board", "rows", "1234567"),
    _bounds("row-1-off-board", "row 1 counts as outside of the board", "rows", "2345678"),
    _bounds("column-h-off-board", "column H counts as outside of the board", "columns", "ABCDEFG"),
    _bounds("column-a-off-board", "column A counts as outside of the board", "columns", "BCDEFGH"),
    Fault(
        "light-cells-off-board",
        "light cells count as outside of the board",
        "A light cell is on the board and empty.",
        "Which error does your program print for the cells A1 and B2, on which no man ever stands?",
        {"checks.light": False},
    ),
)
