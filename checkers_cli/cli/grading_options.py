"""Options that the commands which build and run programs share."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import click

from checkers_cli.cli import tell
from checkers_cli.cli.options import PATH, Function, together
from checkers_cli.grading.rubric.schema import LANGUAGES
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.progress import Progress
from checkers_cli.util.text import printable

if TYPE_CHECKING:
    from rich.console import Console


def _command_option(name: str, help: str) -> Callable[[Function], Function]:
    """Adds an option that can be given once for each language; the command gets a dict."""
    return click.option(
        name, multiple=True, metavar="[LANGUAGE=]COMMAND", help=help,
        callback=lambda ctx, param, given: by_language(name, given),
    )  # fmt: skip


program_options = together(
    click.option(
        "--rubric", type=PATH, metavar="FILE",
        help="Marks, limits and commands in TOML.  [default: the course's rubric]",
    ),
    _command_option(
        "--build",
        "The command that builds a program; SOURCES stands for the files. "
        "LANGUAGE is c unless given.",
    ),
    _command_option("--run", "The command that runs a program."),
    click.option(
        "--language", type=click.Choice(LANGUAGES),
        help="The language of a submission with files of several languages.",
    ),
    click.option("--make", is_flag=True, help="Build with make where there is a Makefile."),
)  # fmt: skip
case_options = together(
    click.option(
        "--cases", type=PATH, metavar="DIR",
        help="The folder of test scripts.  [default: the bundled cases]",
    ),
    click.option(
        "--expected", type=PATH, metavar="DIR",
        help="A folder of golden files. Scripts without one are compared with the reference.",
    ),
    program_options,
    click.option(
        "--memory-check", is_flag=True,
        help="Look for memory leaks, invalid memory accesses and undefined behaviour.",
    ),
    click.option(
        "--explain", type=click.FloatRange(0, 3600), default=10.0, metavar="SECONDS",
        help="How long to look for known mistakes in a program; 0: do not look.  [default: 10]",
    ),
)  # fmt: skip


def sandbox_option(default: str) -> Callable[[Function], Function]:
    """Adds --sandbox."""
    return click.option(
        "--sandbox", type=click.Choice(("bubblewrap", "limits")), default=default,
        show_default=True, help="bubblewrap isolates programs from your files and the network. "
        "limits only limits their time and memory: use it for programs that you trust.",
    )  # fmt: skip


def by_language(option: str, commands: tuple[str, ...]) -> dict[str, str]:
    """The commands of an option that can be given once for each language."""
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


def console() -> "Console":
    """Where `grade` and `check` print; without any escape sequence if NO_COLOR is set."""
    from rich.console import Console

    # rich alone would still write bold and dim text
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(color_system=colours, highlight=False, emoji=False, markup=False)


class TerminalObserver:
    """Shows the progress of grading, and prints what markers should know."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._total = 0

    def begin(self, total: int) -> None:
        """Show that the grading of so many submissions begins."""
        self._total = total
        self._progress.count(0, total)

    def advance(self, done: int, name: str) -> None:
        """Show that so many submissions are graded, the last of them by this name."""
        self._progress.count(done, self._total, printable(name)[:30])

    def tell(self, line: str) -> None:
        """Print a message above the progress."""
        self._progress.clear()
        tell(line)
