"""Files and folders that the user names: opened, listed, or refused with one line that says why.

Paths are plain strings here, because `checkers run` imports this module: pathlib alone would add a
tenth to the time of a call.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

STANDARD_INPUT = "-"
TEXT_SUFFIX = ".txt"


def input_label(path: str) -> str:
    """The name of an input for messages and headings."""
    return "standard input" if path == STANDARD_INPUT else printable(path)


def open_input(path: str) -> BinaryIO:
    """The bytes of a file, or of standard input for `-`; `UnusableInput` if there are none."""
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise UnusableInput("standard input: is closed")
        with suppress(OSError, ValueError):
            # A pipe that does not block would seem to end whenever its writer pauses.
            os.set_blocking(sys.stdin.fileno(), True)
        return sys.stdin.buffer
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnusableInput(f"{input_label(path)}: {reason(error)}") from None


def read_input(path: str, most: int) -> bytes:
    """The first `most` bytes of an input; `UnusableInput` if it cannot be read."""
    with open_input(path) as stream:
        try:
            return stream.read(most)
        except OSError as error:
            raise UnusableInput(f"{input_label(path)}: {reason(error)}") from None


def need_folder(path: str, contents: str) -> None:
    """Raise `UnusableInput` unless a path is a folder; the message says what it should hold."""
    if not os.path.isdir(path):
        problem = "a file, not a folder" if os.path.exists(path) else "no such folder"
        raise UnusableInput(f"{printable(path)}: {problem}; it should hold {contents}")


def text_files(folder: str, on_problem: Callable[[str], object]) -> Iterator[str]:
    """All files `*.txt` below a folder in the order of their names, without hidden ones.

    A folder that cannot be read is skipped; `on_problem` gets a line about it. (`os.walk` would be
    shorter, but until Python 3.12 it gives up on deep folders.)
    """
    waiting = [folder]
    while waiting:
        top = waiting.pop()
        try:
            with os.scandir(top) as found:
                entries = sorted((e for e in found if e.name[0] != "."), key=lambda e: e.name)
        except OSError as error:
            on_problem(f"{printable(top)}: {reason(error)}")
            continue
        for path in (entry.path for entry in entries if entry.name.endswith(TEXT_SUFFIX)):
            # A broken link counts as a file: opening it gives the user a message.
            if os.path.isfile(path) or not os.path.exists(path):
                yield path
        folders = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
        waiting += [os.path.join(top, name) for name in reversed(folders)]


def refuse(problem: str) -> None:
    """An `on_problem` for callers that need all of a folder: the first problem ends the search."""
    raise UnusableInput(problem)
