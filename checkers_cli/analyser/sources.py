"""Finds the scripts that the user means: files, folders of scripts, standard input.

Paths are plain strings here and in what `checkers run` imports: pathlib alone would add a tenth to
the time of a call.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from checkers_cli.script.parser import Statement, read_script
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

STANDARD_INPUT = "-"
SUFFIX = ".txt"
GOLDEN_SUFFIX = "-out.txt"


class Source(NamedTuple):
    """A script: where it is, and the name that its transcript goes by in an output folder."""

    path: str
    name: str

    @property
    def label(self) -> str:
        """The script's name for messages and headers."""
        return "standard input" if self.path == STANDARD_INPUT else printable(self.path)

    @property
    def rereadable(self) -> bool:
        """Whether it can be opened again and by any process: not so standard input and pipes."""
        return self.path != STANDARD_INPUT and os.path.isfile(self.path)

    def open(self) -> BinaryIO:
        """The script's bytes; `UnusableInput` says in a line why there are none."""
        if self.path == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnusableInput("standard input: is closed")
            with suppress(OSError, ValueError):
                # A pipe that does not block would seem to end whenever its writer pauses.
                os.set_blocking(sys.stdin.fileno(), True)
            return sys.stdin.buffer
        try:
            return open(self.path, "rb")
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise UnusableInput(f"{self.label}: {reason(error)}") from None

    def statements(self, stream: BinaryIO) -> Iterator[Statement]:
        """What the script says, line by line; `UnusableInput` if reading breaks off."""
        try:
            yield from read_script(stream)
        except OSError as error:
            raise UnusableInput(f"{self.label}: {reason(error)}") from None


def need_folder(path: str, holds: str) -> None:
    """Raise `UnusableInput` unless a path is a folder; it should hold these."""
    if not os.path.isdir(path):
        what = "a file, not a folder" if os.path.exists(path) else "no such folder"
        raise UnusableInput(f"{printable(path)}: {what}; it should hold {holds}")


def find_scripts(
    arguments: Iterable[str], leaving_out: str | None = None
) -> tuple[list[Source], list[str]]:
    """The scripts in the order given, and a line for each place that leads to none.

    What lies below the folder `leaving_out` is no script unless it is named itself.
    """
    sources: list[Source] = []
    problems: list[str] = []
    for argument in arguments:
        if argument == STANDARD_INPUT:
            if any(source.path == STANDARD_INPUT for source in sources):
                problems.append("standard input: can be read only once")
            else:
                sources.append(Source(argument, "stdin.txt"))
        elif os.path.isdir(argument):
            unreadable: list[str] = []
            found = list(scripts_in(argument, unreadable.append, leaving_out))
            sources += found
            problems += unreadable
            if not found and not unreadable:
                problems.append(f"{printable(argument)}: no scripts (*.txt) in this folder")
        elif argument:
            name = os.path.basename(argument)
            sources.append(Source(argument, "script.txt" if name in ("", ".", "..") else name))
        else:
            problems.append("an empty argument names no script")
    return sources, problems


def scripts_in(
    folder: str, on_error: Callable[[str], object], leaving_out: str | None = None
) -> Iterator[Source]:
    """All scripts below a folder by name: `*.txt`, but neither hidden ones nor golden files.

    A golden file `NAME-out.txt` may lie beside its script `NAME.txt`.
    """
    other = None
    if leaving_out is not None and os.path.realpath(leaving_out) != os.path.realpath(folder):
        other = os.path.join(os.path.realpath(leaving_out), "")
    for path in text_files(folder, on_error):
        script = path.removesuffix(GOLDEN_SUFFIX) + SUFFIX
        if path.endswith(GOLDEN_SUFFIX) and os.path.isfile(script):
            continue
        if other is None or not os.path.realpath(path).startswith(other):
            yield Source(path, os.path.relpath(path, folder))


def text_files(folder: str, on_error: Callable[[str], object]) -> Iterator[str]:
    """All files `*.txt` below a folder in the order of their names, hidden ones left out.

    Folders that cannot be read are told of, each in a line, and passed over. (`os.walk` would be
    shorter, but until Python 3.12 it gives up on deep folders.)
    """
    waiting = [folder]
    while waiting:
        top = waiting.pop()
        try:
            with os.scandir(top) as found:
                entries = sorted((e for e in found if e.name[0] != "."), key=lambda e: e.name)
        except OSError as error:
            on_error(f"{printable(top)}: {reason(error)}")
            continue
        for path in (entry.path for entry in entries if entry.name.endswith(SUFFIX)):
            # A link to nowhere counts: whoever opens it will say so.
            if os.path.isfile(path) or not os.path.exists(path):
                yield path
        folders = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
        waiting += [os.path.join(top, name) for name in reversed(folders)]


def refuse(problem: str) -> None:
    """For those who want all of a folder or nothing: the first problem ends it."""
    raise UnusableInput(problem)
