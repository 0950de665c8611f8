"""Options that `grade`, `check` and `cases shrink` share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from checkers_cli.util.errors import UnusableInput

Function = TypeVar("Function", bound=Callable[..., Any])

LANGUAGES = ("c", "python", "executable")
_FILE = click.Path(readable=False)


def case_options(function: Function) -> Function:
    """Adds --cases, --expected, what `program_options` adds, and --memory-check."""
    function = click.option(
        "--memory-check", is_flag=True,
        help="Look for leaks, invalid accesses and undefined behaviour.",
    )(function)  # fmt: skip
    function = program_options(function)
    for option in reversed([
        click.option("--cases", type=_FILE, metavar="DIR",
                     help="The scripts to run programs on.  [default: those that come along]"),
        click.option("--expected", type=_FILE, metavar="DIR",
                     help="Golden files, used where there is one."),
    ]):  # fmt: skip
        function = option(function)
    return function


def program_options(function: Function) -> Function:
    """Adds --rubric, --build, --run, --language, --make."""
    for option in reversed([
        click.option("--rubric", type=_FILE, metavar="FILE",
                     help="Marks, limits and commands in TOML.  [default: the course's scheme]"),
        click.option("--build", multiple=True, metavar="[LANGUAGE=]COMMAND",
                     help="How to build, with SOURCES for the files; of C unless said otherwise."),
        click.option("--run", multiple=True, metavar="[LANGUAGE=]COMMAND", help="How to run."),
        click.option("--language", type=click.Choice(LANGUAGES),
                     help="What submissions are, if they could be several."),
        click.option("--make", is_flag=True, help="Build with make where there is a Makefile."),
    ]):  # fmt: skip
        function = option(function)
    return function


def by_language(option: str, commands: tuple[str, ...]) -> dict[str, str]:
    """The commands of an option that may be given for each language."""
    found: dict[str, str] = {}
    for command in commands:
        language, separator, rest = command.partition("=")
        if not separator or not language.isalpha():
            language, rest = "c", command
        elif language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise UnusableInput(f'{option}: there is no language "{language}"; there is {known}')
        if language in found:
            raise UnusableInput(f"{option}: given twice for {language}")
        found[language] = rest
    return found


def needed(module: str) -> UnusableInput:
    """What to say if a library that only grading needs is not there."""
    return UnusableInput(f"{module} is not installed: pip install 'checkers-cli[grade]'")
