"""Options that several commands share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from checkers_cli.analyser.replay import ACTIONS, DEPTH, Settings
from checkers_cli.rules.position import START, Position
from checkers_cli.rules.readings import FORMULA, LIMITS, READINGS
from checkers_cli.search.minimax import DEEPEST_TREE
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_ACTIONS = 10_000
# A position needs a hundred bytes; this is for whoever names a film by mistake.
LONGEST_POSITION = 10_000

reading_option = click.option(
    "--reading", type=click.Choice(READINGS), default=FORMULA, show_default=True,
    help="What a board costs whose next player cannot act: the formula, or INT_MIN/INT_MAX.",
)  # fmt: skip
depth_option = click.option(
    "--depth", type=click.IntRange(1, DEEPEST_TREE), default=DEPTH, show_default=True, metavar="N",
    help=f"Depth of the minimax tree, 1 to {DEEPEST_TREE}.",
)  # fmt: skip
actions_option = click.option(
    "--actions", type=click.IntRange(1, MOST_ACTIONS), default=ACTIONS, show_default=True,
    metavar="N", help="How many actions the command P computes.",
)  # fmt: skip
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, 1024), metavar="N",
    help="Processes to run many scripts on.  [default: all cores]",
)  # fmt: skip


def complete_fault(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """The ids of faults that begin so, for the shell."""
    from click.shell_completion import CompletionItem

    from checkers_cli.faults.catalogue import CATALOGUE

    found = (fault for fault in CATALOGUE.values() if fault.id.startswith(incomplete))
    return [CompletionItem(fault.id, help=fault.title) for fault in found]


def position_options(function: Function) -> Function:
    """Adds --position and --position-file."""
    function = click.option(
        "--position-file",
        type=click.Path(readable=False),
        metavar="FILE",
        help="Read the starting position from a file.",
    )(function)
    return click.option(
        "--position", metavar="TEXT",
        help="Start from this board instead: eight rows of .bwBW and the side to act (rows "
        "apart by blanks or /), or a FEN with cell names such as B:WC6,B7:BKA6,C8.",
    )(function)  # fmt: skip


def settings_options(function: Function) -> Function:
    """Adds everything that `make_settings` takes."""
    return reading_option(depth_option(actions_option(position_options(function))))


def position_text(text: str | None, file: str | None) -> str | None:
    """The position that the options ask for, as it is written; None if they do not."""
    if text is not None and file is not None:
        raise UnusableInput("--position and --position-file exclude each other; give one of them")
    return text if file is None else _read(file)


def start_position(text: str | None, file: str | None) -> Position:
    """The position that the options ask for, or the standard one."""
    text = position_text(text, file)
    if text is None:
        return START
    from checkers_cli.rules.notation import parse_position

    return parse_position(text)


def make_settings(
    reading: str, depth: int, actions: int, position: str | None, position_file: str | None
) -> Settings:
    """The settings that the options ask for."""
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
