"""Mistakes in reading the script."""

from checkers_cli.faults.catalogue.fault import Fault

_ALL = "Every line of the script is read, up to the end of the input."
_STOP = "After the first illegal action nothing more is read and no command is carried out."
_LAYOUT = (
    "Blank lines, spaces around a line, CRLF line ends and a missing last newline are all fine."
)
_CELL = (
    "A cell is a capital letter A-H and a digit 1-8. Any other letter with a number is outside of "
    "the board."
)

FAULTS = (
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
        "blank-line-ends-input",
        "a blank line is taken for the end of the script",
        _LAYOUT,
        "Try a script with a blank line in the middle. How does your loop tell a blank line from "
        "the end of the input?",
        {"reads.to_blank_line": True},
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
        "command-with-blanks-missed",
        "a command with spaces around it is not recognised",
        _LAYOUT,
        "Put a space before and after the command in a script. Which characters does your program "
        "compare?",
        {"reads.commands_with_blanks": False},
    ),
    Fault(
        "command-with-cr-missed",
        "a command is not recognised in a file with CRLF line ends",
        _LAYOUT,
        "Files made on Windows have a carriage return before each newline. Which characters does "
        "your program compare with the command?",
        {"reads.commands_with_cr": False},
    ),
    Fault(
        "lower-case-accepted",
        "lower-case cells are accepted, so that g6 is read as G6",
        _CELL,
        "Does your program change letters into capitals before it checks the cell?",
        {"reads.upper_cased": True},
    ),
    Fault(
        "one-digit-read",
        "only the first digit of a row is read, so that A10 is read as A1",
        _CELL,
        "How many digits does your program read for a row? Try the cell A10.",
        {"reads.one_digit": True},
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
        "the program goes on with the next action after an error",
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
        "hundred-actions-at-most",
        "only the first 100 lines of the script are read",
        _ALL,
        "Do you keep the script in an array? What happens when the array is full?",
        {"reads.most_actions": 100},
    ),
)
