"""Mistakes in reading the script."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import KnobValues

_ALL = "Every line of the script is read, up to the end of the input."
_STOP = "After the first illegal action nothing more is read and no command is carried out."
_LAYOUT = (
    "A script may have blank lines, spaces around a line, CRLF line ends, or no newline at its end."
)
_CELL = (
    "A cell is a capital letter A-H and a digit 1-8. Any other letter with a number is outside of "
    "the board."
)
_STALE = "An action from column A is an action like all others, also in the last line."
_EFFECTS = {
    "end": ("ends-script", "ends the script"),
    "A": ("is-a", "is taken for the command A"),
    "P": ("is-p", "is taken for the command P"),
    "text": (
        "refused",
        "ends the program with a message that is not in the assignment",
    ),
    "miss": ("missed", "is skipped"),
}


# By the beginning of a fault's id.
_HINTS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("blank-line",), "Try a script with a blank line. What does your program read there?"),
    (
        ("indented", "odd"),
        "Try a blank line, and a line that begins with a space. What is the first character that "
        "your program looks at?",
    ),
    (
        ("trailing", "command-with"),
        "Try lines with a space or a carriage return at the end. What is left in your buffer?",
    ),
    (
        ("long-row", "one-digit", "cells-by-place"),
        "Try the cell A10 as source and as target. Which characters does your program look at?",
    ),
    (("lower-case",), "Try g6-f5. Which check should notice it?"),
)


def _odd_lines() -> Iterator[Fault]:
    """Yield what programs do with lines that are written in another way than usual."""
    for knob, name, line, effects, rule in (
        ("blank", "blank-line", "a blank line", "end A P text", _LAYOUT),
        ("leading", "indented-line", "a line that begins with a space", "end A P text miss",
         _LAYOUT),
        ("trailing", "trailing-characters", "an action that is followed by spaces or CRLF",
         "text miss", _LAYOUT),
        ("long_row", "long-row", "an action with a row of two digits, such as A10,",
         "end A P text miss", _CELL),
        ("lower_case", "lower-case", "an action in lower case", "end A P text miss", _CELL),
        ("command_blanks", "command-with-blanks", "a command with spaces around it",
         "text miss", _LAYOUT),
        ("command_cr", "command-with-cr", "a command with CRLF at its end", "text miss",
         _LAYOUT),
    ):  # fmt: skip
        for effect in effects.split():
            short, words = _EFFECTS[effect]
            yield _odd(f"{name}-{short}", f"{line} {words}", {f"reads.{knob}": effect}, rule)
    title = "the script ends after an action that is followed by spaces or CRLF"
    yield _odd("trailing-characters-end-script", title, {"reads.trailing": "end"})
    after = {"reads.command_blanks": "miss", "reads.command_indented": False}
    title = "a command that is followed by spaces is not read"
    yield _odd("command-with-trailing-blanks-missed", title, after)
    title = "a command that is followed by spaces or CRLF is not read"
    yield _odd(
        "command-with-trailing-characters-missed", title, {**after, "reads.command_cr": "miss"}
    )
    title = "a blank line is read as the line before it once more"
    yield _odd("blank-line-repeats", title, {"reads.blank": "repeat"})
    title = "a blank line is counted in the numbers of the actions"
    yield _odd("blank-line-counts", title, {"reads.blank": "count"})
    title = "lower-case cells are accepted, so that g6 is read as G6"
    yield _odd("lower-case-accepted", title, {"reads.lower_case": "upper"}, _CELL)
    title = "lower-case cells are accepted and printed in upper case, so that g6 becomes G6"
    yield _odd("lower-case-made-upper", title, {"reads.lower_case": "capitals"}, _CELL)
    title = "only the first digit of a row is read, so that A10 is read as A1"
    yield _odd("one-digit-read", title, {"reads.long_row": "first digit"}, _CELL)
    title = "cells are taken from fixed places of a line, so that A10-B5 is read as A1 and -B"
    yield _odd("cells-by-place", title, {"reads.long_row": "by place"}, _CELL)


def _blank_and_indented_lines() -> Iterator[Fault]:
    """Yield what programs do with blank lines and with lines that begin with a blank."""
    line = "a line that is blank or begins with a space"
    ends = {"reads.blank": "end", "reads.leading": "end"}
    yield _odd("odd-lines-end-script", f"{line} ends the script", ends)
    title = "the script ends at the first space, tab, carriage return or blank line"
    yield _odd("odd-characters-end-script", title, {**ends, "reads.trailing": "end"})
    for letter in ("A", "P"):
        short, words = _EFFECTS[letter]
        setting: dict[str, object] = {"reads.blank": letter, "reads.leading": letter}
        yield _odd(f"odd-line-{short}", f"{line} {words}", setting)
        title = f"{line} {words}, and the script is read on up to the next such line"
        yield _odd(f"odd-line-{short}-goes-on", title, {**setting, "reads.goes_on": True})
    knobs = ("blank", "leading", "trailing", "long_row", "command_blanks", "command_cr")
    line = "a line that is blank or has extra spaces, CRLF or a row of two digits"
    title = f"{line} {_EFFECTS['text'][1]}"
    yield _odd("odd-lines-refused", title, {f"reads.{knob}": "text" for knob in knobs})


def _odd(name: str, title: str, setting: KnobValues, rule: str = _LAYOUT) -> Fault:
    hint = next(hint for starts, hint in _HINTS if name.startswith(starts))
    learned = "reads.refusal" if "text" in setting.values() else ""
    if learned:
        setting = {**setting, learned: "Unknown command\n"}
    return Fault(name, title, rule, hint, setting, learned=learned)


def _column_a() -> Iterator[Fault]:
    hint = (
        "When reading ends, your buffer still holds the last line. Does your program then look at "
        "the first letter of it?"
    )
    last = "the last line, if it is an action from column A, is also taken for the command A"
    error = "an action from column A is taken for the command A after its error has been printed"
    for name, title, value in (
        ("at-end", last, "at end"),
        ("after-error", error, "after error"),
        ("at-end-and-after-error", f"{last}, even after an error", "at end, after error"),
    ):
        setting = {"reads.column_a": value}
        yield Fault(f"column-a-{name}", title, _STALE, hint, setting)
        if "error" in name:
            words = f"{title}, and the error counts as an action"
            more = {**setting, "reads.error_counts": True}
            yield Fault(f"column-a-{name}-next-turn", words, _STALE, hint, more)
    yield Fault(
        "column-a-at-once",
        "the first action from column A is taken for the command A, and nothing after it is read",
        _STALE,
        "How does your program tell a command from an action? Try an action from column A.",
        {"reads.column_a": "at once"},
    )


FAULTS = (
    *_odd_lines(),
    *_blank_and_indented_lines(),
    *_column_a(),
    Fault(
        "last-line-missed",
        "the last line of the script is not read",
        _ALL,
        "Follow your reading loop by hand for the last line. When does it notice the end of the "
        "input, and what happens to the line that it has just read?",
        {"reads.last_line": False},
    ),
    Fault(
        "first-line-missed",
        "the first line of the script is not read",
        _ALL,
        "Does your program read a line before the loop begins, and then not use it?",
        {"reads.first_line": False},
    ),
    Fault(
        "unended-line-missed",
        "a last line without a newline at its end is not read",
        _LAYOUT,
        "What does your reading function return for a last line that ends with the file instead of "
        "a newline?",
        {"reads.unended_line": False},
    ),
    Fault(
        "last-line-twice",
        "the last line of the script is read twice",
        _ALL,
        "When does your loop notice the end of the input, before or after it uses a line?",
        {"reads.repeats": "line"},
    ),
    Fault(
        "last-action-twice",
        "an action in the last line of the script is read twice",
        _ALL,
        "When does your loop notice the end of the input, before or after it uses a line?",
        {"reads.repeats": "action"},
    ),
    Fault(
        "a-ignored",
        "the command A is not carried out",
        "A computes and carries out the next action.",
        "Print what your program reads for the line A. Does it reach the code of the tree?",
        {"reads.commands": "P"},
        omission=True,
    ),
    Fault(
        "p-ignored",
        "the command P is not carried out",
        "P plays on: ten computed actions, or fewer if the game ends.",
        "Print what your program reads for the line P. Which code runs next?",
        {"reads.commands": "A"},
        omission=True,
    ),
    Fault(
        "commands-ignored",
        "neither of the commands A and P is carried out",
        "After the actions there may be one command, A or P.",
        "How does your program tell a command from an action, and what does it do then?",
        {"reads.commands": ""},
        omission=True,
    ),
    Fault(
        "rows-for-columns",
        "rows and columns are exchanged when a cell is read",
        "A cell is written column then row: G6 is column G, row 6.",
        "Print the two indices that your program computes for G6. Which one is the row?",
        {"reads.exchanged": True},
    ),
    Fault(
        "goes-on-after-error",
        "it goes on with the next action after an error",
        _STOP,
        "What does your loop do after it has printed an error?",
        {"reads.after_error": "actions"},
    ),
    Fault(
        "turn-lost-after-error",
        "an error costs the player the turn and the game goes on",
        _STOP,
        "What does your loop do after it has printed an error, and whose turn is it then?",
        {"reads.after_error": "actions, turn lost"},
    ),
    Fault(
        "command-after-error",
        "a command is carried out although there was an error before it",
        _STOP,
        "When your program reaches the command, does it still know that there was an error?",
        {"reads.after_error": "command"},
    ),
    Fault(
        "command-after-error-next-turn",
        "a command is carried out after an error, and the error counts as an action",
        _STOP,
        "When your program reaches the command, does it still know that there was an error?",
        {"reads.after_error": "command", "reads.error_counts": True},
    ),
    Fault(
        "script-read-after-command",
        "the script is read on after a command",
        "A command is the last line of a script.",
        "What does your loop do after a command?",
        {"reads.goes_on": True},
        equivalent="Nothing but blank lines may follow a command.",
    ),
    Fault(
        "hundred-actions-at-most",
        "only the first 100 lines of the script are read",
        _ALL,
        "Do you keep the script in an array? What happens when the array is full?",
        {"reads.most_actions": 100},
    ),
)
