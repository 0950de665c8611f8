"""The command line: one module a command, imported only when that command is called."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TextIO

import click

from checkers_cli import __version__
from checkers_cli.util.errors import (
    EXIT_BAD_INPUT,
    EXIT_BROKEN_PIPE,
    EXIT_INTERRUPTED,
    CheckersError,
)

COMMANDS = (
    "run",
    "verify",
    "tree",
    "analyse",
    "play",
    "bot",
    "match",
    "check",
    "grade",
    "faults",
    "cases",
    "doctor",
    "bench",
)


class CheckersGroup(click.Group):
    """Imports commands lazily, and turns every error into one line and an exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"checkers_cli.cli.{cmd_name}").command
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; --help and --version print while it is parsed."""
        with _quiet_ends():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _quiet_ends():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Parse, run, and exit with the status that the command returned or its error carries."""
        extra["standalone_mode"] = False
        if sys.stdout is None:
            tell("standard output: is closed")
            sys.exit(EXIT_BAD_INPUT)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal that cannot show a character gets a question mark, not a traceback.
                stream.reconfigure(errors="replace")
        try:
            status = super().main(args, *rest, **extra)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            command = context.command_path if context else "checkers"
            from checkers_cli.util.text import printable

            tell(f"{printable(error.format_message())} Try '{command} --help'.", command)
            status = EXIT_BAD_INPUT
        except click.Abort:
            status = EXIT_INTERRUPTED
        except CheckersError as error:
            tell(str(error))
            status = error.exit_status
        except MemoryError:
            tell("there is not enough memory for that; try fewer --jobs or a smaller --depth")
            status = EXIT_BAD_INPUT
        sys.exit(status or 0)


@contextmanager
def _quiet_ends() -> Iterator[None]:
    """A reader that went away and Ctrl-C end the program quietly; a full disk ends it in a line."""
    try:
        yield
    except BrokenPipeError:
        _discard(sys.stdout)
        raise click.exceptions.Exit(EXIT_BROKEN_PIPE) from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    except OSError as error:
        _discard(sys.stdout)
        raise CheckersError(f"{_name(error)}: {error.strerror or error}") from None


def _name(error: OSError) -> str:
    """What the error is about; without a file's name, it is what is being written."""
    return repr(error.filename) if error.filename else "output"


def _discard(stream: TextIO) -> None:
    """Python flushes its streams once more when it exits: let that go nowhere."""
    with suppress(OSError, ValueError):  # ValueError: it is no file at all, in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(message: str, command: str = "checkers") -> None:
    """Say one line on standard error: the only place from which anything is said there."""
    try:
        click.echo(f"{command}: {message}", err=True)
    except OSError:  # nobody can be told; the exit status still tells
        _discard(sys.stderr)


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        import platform

        from checkers_cli.installation import describe

        click.echo(f"checkers {__version__}, {describe()}, Python {platform.python_version()}")
        ctx.exit()


@click.group(
    cls=CheckersGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a command, a script on standard input is run: checkers < FILE",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and which form of the engine runs.",
)  # fmt: skip
@click.pass_context
def checkers(ctx: click.Context) -> int | None:
    """The reference for tower checkers: transcripts, golden files, minimax trees, marks.

    \b
    Examples:
      checkers run examples/a-at-the-start.txt
      checkers < examples/a-at-the-start.txt
      checkers run examples --out transcripts
      checkers verify examples expected_output
      checkers tree examples/a-at-the-start.txt
      checkers check program.c
      checkers grade submissions --report report
    """
    if ctx.invoked_subcommand is not None:
        return None
    if sys.stdin is None or sys.stdin.isatty():
        click.echo(ctx.get_help())
        return None
    from checkers_cli.cli.run import command as run

    status: int = ctx.invoke(run)
    return status
