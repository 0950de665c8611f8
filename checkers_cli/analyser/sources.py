"""Finds the scripts that the user means: files, folders of scripts, standard input."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

from checkers_cli.script.parser import Statement, read_script
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.inputs import (
    STANDARD_INPUT,
    TEXT_SUFFIX,
    input_label,
    open_input,
    text_files,
)
from checkers_cli.util.text import printable, reason

GOLDEN_SUFFIX = "-out.txt"


class Source(NamedTuple):
    """A script: its path, and the name of its transcript in an output folder."""

    path: str
    name: str

    @property
    def label(self) -> str:
        """The script's name for messages and headings."""
        return input_label(self.path)

    @property
    def rereadable(self) -> bool:
        """Whether any process can open it again: not standard input, nor a pipe."""
        return self.path != STANDARD_INPUT and os.path.isfile(self.path)

    def open(self) -> BinaryIO:
        """The script's bytes; `UnusableInput` if it cannot be opened."""
        return open_input(self.path)

    def statements(self, stream: BinaryIO) -> Iterator[Statement]:
        """The statements of the script; `UnusableInput` if reading fails."""
        try:
            yield from read_script(stream)
        except OSError as error:
            raise UnusableInput(f"{self.label}: {reason(error)}") from None


def find_scripts(
    arguments: Iterable[str], leaving_out: str | None = None
) -> tuple[list[Source], list[str]]:
    """The scripts in the order given, and a message for each argument that leads to none.

    Files below the folder `leaving_out` count only if they are named themselves.
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
    folder: str, on_problem: Callable[[str], object], leaving_out: str | None = None
) -> Iterator[Source]:
    """All scripts below a folder by name: `*.txt`, but neither hidden ones nor golden files.

    A golden file `NAME-out.txt` may lie beside its script `NAME.txt`.
    """
    other = None
    if leaving_out is not None and os.path.realpath(leaving_out) != os.path.realpath(folder):
        other = os.path.join(os.path.realpath(leaving_out), "")
    for path in text_files(folder, on_problem):
        script = path.removesuffix(GOLDEN_SUFFIX) + TEXT_SUFFIX
        if path.endswith(GOLDEN_SUFFIX) and os.path.isfile(script):
            continue
        if other is None or not os.path.realpath(path).startswith(other):
            yield Source(path, os.path.relpath(path, folder))
