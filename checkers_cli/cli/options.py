"""Options that several commands share, and the old names of options."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from checkers_cli.analyser.replay import ACTIONS, DEPTH, Settings
from checkers_cli.cli import tell
from checkers_cli.rules.position import START, Position
from checkers_cli.rules.readings import FORMULA, LIMITS, READINGS
from checkers_cli.search.minimax import DEEPEST_TREE
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_ACTIONS = 10_000
# A position needs a hundred bytes. Guards against being given a huge file.
LONGEST_POSITION = 10_000
PATH = click.Path(readable=False)

reading_option = click.option(
    "--reading", type=click.Choice(READINGS), default=FORMULA, show_default=True,
    help="The cost of a board on which the next player cannot act: the usual formula, or the "
    "limits INT_MIN and INT_MAX.",
)  # fmt: skip
depth_option = click.option(
    "--depth", type=click.IntRange(1, DEEPEST_TREE), default=DEPTH, show_default=True, metavar="N",
    help="Depth of the minimax tree.",
)  # fmt: skip
actions_option = click.option(
    "--actions", type=click.IntRange(1, MOST_ACTIONS), default=ACTIONS, show_default=True,
    metavar="N", help="Number of actions that the command P computes.",
)  # fmt: skip
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, 1024), metavar="N",
    help="Number of parallel processes.  [default: all cores]",
)  # fmt: skip
quiet_option = click.option(
    "--quiet", "-q", is_flag=True, help="Show no progress and no summary on standard error."
)
format_option = click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="Text for people, or JSON for programs, on standard output.",
)  # fmt: skip


def together(*options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Adds several options in this order."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def out_option(*names: str, help: str, required: bool = False) -> Callable[[Function], Function]:
    """Adds --out, the folder for results, and permanent other `names` of it."""

    def named(ctx: click.Context, param: click.Parameter, folder: str | None) -> str | None:
        if folder == "":
            raise click.UsageError("--out needs the name of a folder.", ctx)
        return folder

    return click.option(
        "--out", *names, "out", type=PATH, metavar="DIR", required=required, callback=named,
        help=help,
    )  # fmt: skip


def old_option(
    old: str, now: str, name: str, value: Any = None, **attributes: Any
) -> Callable[[Function], Callable[..., Any]]:
    """Keeps the `old` name of an option working for one release, with a notice, out of the help.

    `now` is what to write instead. The command gets `value`, or what the user gave if there is no
    `value`, as its parameter `name`.
    """
    own_name = "old_" + old.strip("-").replace("-", "_")

    def decorate(function: Function) -> Callable[..., Any]:
        @functools.wraps(function)
        def with_old_name(*args: Any, **values: Any) -> Any:
            given = values.pop(own_name)
            if given is not None and given is not False:
                command = click.get_current_context().command_path
                tell(f"{old} is now {now}; the old name goes away in the next release", command)
                values[name] = given if value is None else value
            return function(*args, **values)

        return click.option(old, own_name, hidden=True, **attributes)(with_old_name)

    return decorate


def complete_fault(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Completes the id of a fault in a shell."""
    from click.shell_completion import CompletionItem

    from checkers_cli.faults.catalogue import CATALOGUE

    found = (fault for fault in CATALOGUE.values() if fault.id.startswith(incomplete))
    return [CompletionItem(fault.id, help=fault.title) for fault in found]


def position_options(more: str = "") -> Callable[[Function], Function]:
    """Adds --position and --position-file; `more` is said about other variants than tower."""
    return together(
        click.option(
            "--position", metavar="TEXT",
            help="Start from this board: rows of .bwBW and the side to act, separated by blanks or "
            f"/, or a FEN with cell names such as B:WC6,B7:BKA6,C8.{more}",
        ),
        click.option(
            "--position-file", type=PATH, metavar="FILE",
            help="Read the starting position from a file.",
        ),
    )  # fmt: skip


# Everything that `make_settings` takes.
settings_options = together(reading_option, depth_option, actions_option, position_options())


def position_text(text: str | None, file: str | None) -> str | None:
    """The text of the position that the options give, or None."""
    if text is not None and file is not None:
        raise UnusableInput("--position and --position-file exclude each other; give one of them")
    return text if file is None else _read(file)


def start_position(text: str | None, file: str | None) -> Position:
    """The position that the options give, or the standard one."""
    text = position_text(text, file)
    if text is None:
        return START
    from checkers_cli.rules.notation import parse_position

    return parse_position(text)


def make_settings(
    reading: str, depth: int, actions: int, position: str | None, position_file: str | None
) -> Settings:
    """The settings that the options give."""
    return Settings(start_position(position, position_file), depth, actions, reading == LIMITS)


def _read(file: str) -> str:
    try:
        with open(file, "rb") as stream:
            raw = stream.read(LONGEST_POSITION + 1)
    except OSError as error:
        raise UnusableInput(f"--position-file: {printable(file)}: {reason(error)}") from None
    if len(raw) > LONGEST_POSITION:
        raise UnusableInput(f"--position-file: {printable(file)}: too long to be a position")
    return raw.decode("utf-8", "backslashreplace")
