"""Mistakes in printing."""

from collections.abc import Iterator

from checkers_cli.faults.fault import Fault
from checkers_cli.faults.knobs import RIGHT

_FORMAT = "The output is compared letter by letter with the one that the assignment shows."
_COMPARE = "Put your output and the expected one side by side (`diff`, or `cat -A` for blanks)."
_NUMBER = "The action number counts all actions of the game from 1."
_ERRORS = {
    1: "ERROR: Source cell is outside the board.",
    2: "ERROR: Target cell is outside the board.",
    3: "ERROR: Source cell is empty",
    4: "ERROR: Target cell is not empty",
    5: "ERROR: Source cell holds opponents piece/tower.",
    6: "ERROR: Illegal action!",
}


def _printed(name: str, title: str, knob: str, value: object, rule: str = _FORMAT) -> Fault:
    return Fault(name, title, rule, _COMPARE, {f"prints.{knob}": value})


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
        ("delimiter-wording", "the delimiter is not 37 times =", "delimiter", "=" * 36),
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
        ("numbers-by-side", "each side's actions are numbered apart", "numbers", "each side"),
        ("computed-numbered-apart", "computed actions are numbered from 1 again", "numbers",
         "computed apart"),
        ("computed-not-counted", "computed actions do not count in the numbering", "numbers",
         "computed not counted"),
        ("nodes-counted", "the actions tried in the tree count in the numbering", "numbers",
         "nodes"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value, _NUMBER)


def _lines() -> Iterator[Fault]:
    for name, title, knob, value in (
        ("names-exchanged", "the names of the players are exchanged", "named", "exchanged"),
        ("always-black-named", "every action is said to be black's", "named", "black"),
        ("computed-named-black", "every computed action is said to be black's", "named",
         "computed black"),
        ("names-lower-case", "the players' names are in lower case", "names", ("black", "white")),
        ("mark-missing", "computed actions have no mark ***", "mark", ""),
        ("mark-on-all", "all actions have the mark ***", "marks", "all"),
        ("no-delimiter", "there is no delimiter before the script's actions", "delimits_scripted",
         False),
        ("no-delimiter-when-computed", "there is no delimiter before computed actions",
         "delimits_computed", False),
        ("delimiter-before-error", "there is a delimiter before the error", "delimits_errors",
         True),
        ("delimiter-before-winner", "there is a delimiter before the winner", "delimits_winner",
         True),
        ("delimiter-at-start", "there is a delimiter above everything", "delimits_start", True),
        ("delimiter-at-end", "there is a delimiter below everything", "delimits_end", True),
        ("no-winner", "the winner is not printed", "winner", "none"),
        ("other-winner", "the wrong player is said to win", "winner", "other"),
        ("error-not-printed", "errors are not printed on standard output", "error_printed", False),
        ("attempt-printed", "an illegal action is announced before its error", "attempt_printed",
         True),
        ("no-heads", "the three lines above the first board are missing", "heads", ""),
        ("no-size", "the line with the board's size is missing", "heads", "black white"),
        ("white-counted-first", "white's pieces are counted before black's", "heads",
         "size white black"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value)


def _boards() -> Iterator[Fault]:
    for name, title, knob, value in (
        ("board-before-action", "the board before the action is printed", "board_of", "before"),
        ("upside-down", "the board is printed with row 8 at the top", "upside_down", True),
        ("empty-as-blank", "empty cells are printed as blanks", "empty", " "),
        ("no-rules-between", "there are no lines between the rows of the board", "rules_between",
         False),
        ("no-row-numbers", "the rows of the board have no numbers", "row", "   | {men} |"),
        ("row-without-blank", "there is no blank before the rows' numbers", "row",
         "{number} | {men} |"),
        ("cells-without-blanks", "the cells of the board have no blanks around them", "between",
         "|"),
    ):  # fmt: skip
        yield _printed(name, title, knob, value)


def _blanks() -> Iterator[Fault]:
    for name, title, knob, value in (
        ("trailing-blanks", "every line ends in a blank", "trailing", " "),
        ("crlf", "lines end as on Windows", "line_end", "\r\n"),
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
        {path: RIGHT.prints.row + " "},
    )


FAULTS = (*_numbers(), *_lines(), *_boards(), *_blanks(), *_wordings())
