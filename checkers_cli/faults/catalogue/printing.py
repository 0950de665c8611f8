"""Mistakes in printing."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE

_FORMAT = "The output must match the assignment character by character."
_COMPARE = "Put your output and the expected one side by side (`diff`, or `cat -A` for blanks)."
_NUMBER = "The action number counts all actions of the game from 1."
_NAMES = "Odd actions are black's, even ones white's, and the line of an action names the player."
_MARK = "The line of a computed action starts with ***; those of the script's actions do not."
_DELIMITER = "A delimiter stands before each action, and nowhere else."
_WINNER = "A player with no action on their turn loses, and the line with the winner is printed."
_ERROR = "An error is one line on standard output: the last line, directly below the board."
_HEADS = "Three lines stand above the first board: its size, and how many men each player has."
_AFTER = "After an action, the board that it leads to is printed."
_ERRORS = {
    1: "ERROR: Source cell is outside the board.\n",
    2: "ERROR: Target cell is outside the board.\n",
    3: "ERROR: Source cell is empty\n",
    4: "ERROR: Target cell is not empty\n",
    5: "ERROR: Source cell holds opponents piece/tower.\n",
    6: "ERROR: Illegal action!\n",
}


# Hints for knobs whose faults are not about single characters.
_HINTS = {
    "board_of": "In which order does your program move the man and print the board?",
    "error_printed": "Where do your errors go? Run your program with `> out.txt` and look there.",
    "attempt_printed": "In which order does your program check an action and print its line?",
    "named": "How does your program know whose action it prints?",
    "number_from": "Which value does your counter start with, and when does it change?",
    "numbers": "From which variable do you print the number, and where does it change?",
    "winner": "Which player has no action, and who has won then?",
    "no winner": "Where does your program print the winner, and when is that code reached?",
}


def _printed(name: str, title: str, knob: str, value: object, rule: str = _FORMAT) -> Fault:
    hint = _HINTS.get(knob, _COMPARE)
    if knob == "winner" and value in ("none", "white only", "black only"):
        hint = _HINTS["no winner"]
    if knob.startswith("error_"):  # one that is missing
        hint = _HINTS["error_printed"]
    omission = name in ("no-winner", "error-not-printed")
    return Fault(name, title, rule, hint, {f"prints.{knob}": value}, omission=omission)


def _wordings() -> Iterator[Fault]:
    """Yield faults of wording; the diagnosis learns the words from a program's output."""
    hint = "Compare the line with the assignment character by character, blanks and dots included."
    for name, line, knob, typical in (
        *((f"error-{number}", f"the text of error {number}", f"error_{number}", text)
          for number, text in _ERRORS.items()),
        ("size", "the line with the board's size", "size", "BOARD SIZE: 8 x 8"),
        ("black-count", "the line that counts black's pieces", "black", "BLACK PIECES: {}"),
        ("white-count", "the line that counts white's pieces", "white", "WHITE PIECES: {}"),
        ("columns", "the line with the column letters", "columns",
         "    A   B   C   D   E   F   G   H"),
        ("rule", "the line between two rows of the board", "rule",
         "  +---+---+---+---+---+---+---+---+"),
        ("delimiter", "the delimiter", "delimiter", "=" * 36),
        ("cost", "the line with the cost", "cost", "COST: {}"),
        ("black-wins", "the line that says that black wins", "black_wins", "BLACK WINS!\n"),
        ("white-wins", "the line that says that white wins", "white_wins", "WHITE WINS!\n"),
        ("mark", "the mark of computed actions", "mark", "***"),
        ("title", "the line that names an action", "title",
         "{mark}{player} ACTION {number}: {action}"),
    ):  # fmt: skip
        title, path = f"{line} differs from the assignment", f"prints.{knob}"
        yield Fault(f"{name}-wording", title, _FORMAT, hint, {path: typical}, learned=path)


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
        ("nodes-counted", "the actions in the tree are counted in the numbering", "numbers",
         "nodes"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value, _NUMBER)


def _lines() -> Iterator[Fault]:
    for name, title, knob, value, rule in (
        ("names-exchanged", "the names of the players are exchanged", "named", "exchanged", _NAMES),
        ("always-black-named", "every action is printed as black's", "named", "black", _NAMES),
        ("computed-named-black", "every computed action is printed as black's", "named",
         "computed black", _NAMES),
        ("p-named-from-black", "the actions of P are printed as if black began", "named",
         "P from black", _NAMES),
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
        ("other-winner", "the wrong player is printed as the winner", "winner", "other", _WINNER),
        ("black-never-wins", "the winner is not printed if it is black", "winner", "white only",
         _WINNER),
        ("white-never-wins", "the winner is not printed if it is white", "winner", "black only",
         _WINNER),
        ("winner-always-black", "black is printed as the winner of every game", "winner", "black",
         _WINNER),
        ("winner-always-white", "white is printed as the winner of every game", "winner", "white",
         _WINNER),
        ("winner-by-cost", "the player with the better cost is printed as the winner",
         "winner", "by cost", _WINNER),
        ("blocked-player-wins", "a player who is blocked is printed as the winner", "winner",
         "other if blocked", _WINNER),
        ("captured-player-wins", "a player without men is printed as the winner", "winner",
         "other if captured", _WINNER),
        *((f"error-{number}-missing", f"error {number} is not printed on standard output",
           f"error_{number}", "", _ERROR) for number in range(1, 7)),
        ("error-not-printed", "errors are not printed on standard output", "error_printed", False,
         _ERROR),
        ("attempt-printed", "the line of an illegal action is printed before its error",
         "attempt_printed", True, _ERROR),
        ("no-heads", "the three lines above the first board are missing", "heads", "", _HEADS),
        ("no-heads-without-actions", "neither the heading nor the first board is printed if the "
         "script has no actions", "without_actions", "", _HEADS),
        ("blank-line-without-actions", "a blank line is printed instead of the heading and the "
         "first board if the script has no actions", "without_actions", "\n", _HEADS),
        ("no-size", "the line with the board's size is missing", "heads", "black white", _HEADS),
        ("white-counted-first", "white's pieces are counted before black's", "heads",
         "size white black", _HEADS),
    ):  # fmt: skip
        yield _printed(name, title, knob, value, rule)


def _boards() -> Iterator[Fault]:
    title = "the board is printed as it was before the action"
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
        ("trailing-blanks", "every line ends with a blank", "trailing", " "),
        ("crlf", "lines end with CRLF, as on Windows", "line_end", "\r\n"),
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
        "the rows of the board end with a blank",
        _FORMAT,
        _COMPARE,
        {path: REFERENCE.prints.row + " "},
    )


FAULTS = (*_numbers(), *_lines(), *_boards(), *_blanks(), *_wordings())
