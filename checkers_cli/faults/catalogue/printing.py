"""Mistakes in printing."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE

_FORMAT = "The output is compared letter by letter with the one that the assignment shows."
_COMPARE = "Put your output and the expected one side by side (`diff`, or `cat -A` for blanks)."
_NUMBER = "The action number counts all actions of the game from 1."
_NAMES = "Odd actions are black's, even ones white's, and each line says whose it is."
_MARK = "The line of a computed action starts with ***; those of the script's actions do not."
_DELIMITER = "A delimiter stands before each action, and nowhere else."
_WINNER = "A player with no action on their turn loses, and the line with the winner is printed."
_ERROR = "An error is a single line on standard output, the last one, right below the board."
_HEADS = "Above the first board stand its size and how many men black and white have."
_AFTER = "After an action, the board that it leads to is printed."
_ERRORS = {
    1: "ERROR: Source cell is outside the board.",
    2: "ERROR: Target cell is outside the board.",
    3: "ERROR: Source cell is empty",
    4: "ERROR: Target cell is not empty",
    5: "ERROR: Source cell holds opponents piece/tower.",
    6: "ERROR: Illegal action!",
}


# What to look at where it is not a matter of letters.
_HINTS = {
    "board_of": "At which moment does the man move, and at which is the board printed?",
    "error_printed": "Where do your errors go? Run your program with `> out.txt` and look there.",
    "attempt_printed": "When is the line that names an action printed, and when is it checked?",
    "named": "How does your program know whose action it prints?",
    "number_from": "What is the number before the first action, and when does it change?",
    "numbers": "Which variable is the number taken from, and where does it change?",
    "winner": "Which player has no action, and what follows for the other one?",
}


def _printed(name: str, title: str, knob: str, value: object, rule: str = _FORMAT) -> Fault:
    hint = _HINTS.get(knob, _COMPARE)
    omission = name in ("no-winner", "error-not-printed")
    return Fault(name, title, rule, hint, {f"prints.{knob}": value}, omission=omission)


def _wording(name: str, title: str, knob: str, typical: str) -> Fault:
    """A line in other words: which words is learned from what a program prints."""
    hint = "Compare the line with the assignment letter by letter, blanks and full stops included."
    path = f"prints.{knob}"
    return Fault(name, title, _FORMAT, hint, {path: typical}, learned=path)


def _wordings() -> Iterator[Fault]:
    for number, typical in _ERRORS.items():
        title = f"the text of error {number} is not the given one"
        yield _wording(f"error-{number}-wording", title, f"error_{number}", typical)
    for name, title, knob, typical in (
        ("size-wording", "the line with the board's size is not the given one", "size",
         "BOARD SIZE: 8 x 8"),
        ("black-count-wording", "the line that counts black's pieces is not the given one", "black",
         "BLACK PIECES: {}"),
        ("white-count-wording", "the line that counts white's pieces is not the given one", "white",
         "WHITE PIECES: {}"),
        ("columns-wording", "the line with the column letters is not the given one", "columns",
         "    A   B   C   D   E   F   G   H"),
        ("rule-wording", "the lines between the rows are not the given ones", "rule",
         "  +---+---+---+---+---+---+---+---+"),
        ("delimiter-wording", "the delimiter is not a line of 37 equals signs", "delimiter",
         "=" * 36),
        ("cost-wording", "the line with the cost is not worded as given", "cost", "COST: {}"),
        ("black-wins-wording", "the line that says that black wins is not the given one",
         "black_wins", "BLACK WINS!"),
        ("white-wins-wording", "the line that says that white wins is not the given one",
         "white_wins", "WHITE WINS!"),
        ("mark-wording", "the mark of computed actions is not the given one", "mark", "***"),
    ):  # fmt: skip
        yield _wording(name, title, knob, typical)
    yield _wording(
        "title-wording", "the line that names an action is not worded as given", "title",
        "{mark}{player} ACTION {number}: {action}",
    )  # fmt: skip


def _numbers() -> Iterator[Fault]:
    for name, title, knob, value in (
        ("numbers-from-0", "actions are numbered from 0", "number_from", 0),
        ("numbers-by-side", "each player's actions are numbered separately", "numbers",
         "each side"),
        ("computed-numbered-apart", "computed actions are numbered from 1 again", "numbers",
         "computed apart"),
        ("computed-not-counted", "computed actions have the number of the script's last action",
         "numbers", "computed not counted"),
        ("computed-numbered-alike", "all computed actions have the same number", "numbers",
         "computed alike"),
        ("nodes-counted", "the actions tried in the tree count in the numbering", "numbers",
         "nodes"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value, _NUMBER)


def _lines() -> Iterator[Fault]:
    for name, title, knob, value, rule in (
        ("names-exchanged", "the names of the players are exchanged", "named", "exchanged", _NAMES),
        ("always-black-named", "every action is said to be black's", "named", "black", _NAMES),
        ("computed-named-black", "every computed action is said to be black's", "named",
         "computed black", _NAMES),
        ("names-lower-case", "the players' names are in lower case", "names", ("black", "white"),
         _FORMAT),
        ("mark-missing", "computed actions have no mark ***", "mark", "", _MARK),
        ("mark-on-all", "all actions have the mark ***", "marks", "all", _MARK),
        ("no-delimiter", "there is no delimiter before the script's actions", "delimits_scripted",
         False, _DELIMITER),
        ("no-delimiter-when-computed", "there is no delimiter before computed actions",
         "delimits_computed", False, _DELIMITER),
        ("delimiter-before-error", "there is a delimiter before the error", "delimits_errors",
         True, _DELIMITER),
        ("delimiter-before-winner", "there is a delimiter before the winner", "delimits_winner",
         True, _DELIMITER),
        ("delimiter-at-start", "there is a delimiter at the top of the output", "delimits_start",
         True, _DELIMITER),
        ("delimiter-at-end", "there is a delimiter at the end of the output", "delimits_end", True,
         _DELIMITER),
        ("no-winner", "the winner is not printed", "winner", "none", _WINNER),
        ("other-winner", "the wrong player is said to win", "winner", "other", _WINNER),
        ("error-not-printed", "errors are not printed on standard output", "error_printed", False,
         _ERROR),
        ("attempt-printed", "an illegal action is announced before its error", "attempt_printed",
         True, _ERROR),
        ("no-heads", "the three lines above the first board are missing", "heads", "", _HEADS),
        ("no-size", "the line with the board's size is missing", "heads", "black white", _HEADS),
        ("white-counted-first", "white's pieces are counted before black's", "heads",
         "size white black", _HEADS),
    ):  # fmt: skip
        yield _printed(name, title, knob, value, rule)


def _boards() -> Iterator[Fault]:
    title = "the board before the action is printed"
    yield _printed("board-before-action", title, "board_of", "before", _AFTER)
    for name, title, knob, value in (
        ("upside-down", "the board is printed with row 8 at the top", "upside_down", True),
        ("empty-as-blank", "empty cells are printed as blanks", "empty", " "),
        ("no-rules-between", "there are no lines between the rows of the board", "rules_between",
         False),
        ("no-row-numbers", "the rows of the board have no numbers", "row", "   | {men} |"),
        ("row-without-blank", "there is no blank before the rows' numbers", "row",
         "{number} | {men} |"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value)
    yield Fault(
        "cells-without-blanks",
        "the cells of the board have no blanks around them",
        _FORMAT,
        _COMPARE,
        {"prints.between": "|", "prints.row": " {number} |{men}|"},
    )


def _blanks() -> Iterator[Fault]:
    for name, title, knob, value in (
        ("trailing-blanks", "every line ends in a blank", "trailing", " "),
        ("crlf", "lines end in CRLF, as on Windows", "line_end", "\r\n"),
        ("no-final-newline", "the last newline is missing", "final_newline", False),
        ("blank-lines-between", "there is a blank line after every board", "blank_after_boards",
         True),
        ("blank-line-after-heads", "there is a blank line above the first board",
         "blank_after_heads", True),
        ("blank-line-at-end", "there is a blank line at the end", "blank_at_end", True),
    ):  # fmt: skip
        yield _printed(name, title, knob, value)
    path = "prints.row"
    yield Fault(
        "trailing-blanks-in-rows",
        "the rows of the board end in a blank",
        _FORMAT,
        _COMPARE,
        {path: REFERENCE.prints.row + " "},
    )


FAULTS = (*_numbers(), *_lines(), *_boards(), *_blanks(), *_wordings())
