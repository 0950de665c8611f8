"""Reads a script: one action a line, then optionally one command."""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from checkers_cli.util.errors import CheckersError
from checkers_cli.util.text import quoted

LONGEST_LINE: Final = 1000  # bytes, without its end; an action needs five
_BLANKS: Final = b" \t\r\n"
_ACTION: Final = re.compile(rb"([A-Za-z][0-9]+)-([A-Za-z][0-9]+)")
COMPUTE: Final = "A"
PLAY: Final = "P"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class MalformedScript(CheckersError, ValueError):
    """A line that is neither an action nor a command, or that may not stand where it stands."""

    def __init__(self, line: int, text: bytes, problem: str) -> None:
        super().__init__(f"{line}: {quoted(text)} {problem}")
        self.line = line
        self.text = text


class Statement:
    """One line of a script: an action from `source` to `target`, or a `command`."""

    __slots__ = ("command", "line", "source", "target")

    def __init__(self, line: int, source: str, target: str, command: str) -> None:
        self.line: Final = line
        self.source: Final = source
        self.target: Final = target
        self.command: Final = command


def read_script(stream: BinaryIO) -> Iterator[Statement]:
    """The statements of a script as they are read; `MalformedScript` where one is not.

    Lines are read one at a time and never beyond `LONGEST_LINE`, so a script of any length needs
    no more memory than its longest line.
    """
    command = ""
    number = 0
    while True:
        raw = stream.readline(LONGEST_LINE + 2)  # with room for the line's end
        if not raw:
            return
        number += 1
        if len(raw.rstrip(b"\r\n")) > LONGEST_LINE:
            raise MalformedScript(number, raw, f"is longer than {LONGEST_LINE} bytes")
        text = raw.strip(_BLANKS)
        if not text:
            continue
        if command:
            raise malformed(number, text, command)
        match = _ACTION.fullmatch(text)
        if match is not None:
            yield Statement(number, match[1].decode("ascii"), match[2].decode("ascii"), "")
        elif text == b"A" or text == b"P":
            command = text.decode("ascii")
            yield Statement(number, "", "", command)
        else:
            raise malformed(number, text, "")


def malformed(number: int, text: bytes, command: str) -> MalformedScript:
    """The error for a line that is wrong, or wrong after a command."""
    if command:
        problem = f"stands after the command {command}, which must come last"
    elif number == 1 and text.startswith(_BYTE_ORDER_MARK):
        problem = (
            "starts with a byte order mark; save the script as plain ASCII or UTF-8 without it"
        )
    else:
        problem = "is neither an action like G6-F5 nor the command A or P"
    return MalformedScript(number, text, problem)
