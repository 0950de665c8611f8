"""The command line. Each command has its own module, imported only when the command is called."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TextIO

import click

from checkers_cli import __version__
from checkers_cli.util import errors
from checkers_cli.util.text import nearest, printable

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
    "explain",
    "faults",
    "cases",
    "doctor",
    "bench",
    "help",
)
ALIASES = {"analyze": "analyse"}


class Group(click.Group):
    """Lists its commands in the order of their definition, and suggests one for a mistyped name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names."""
        name = args[0]
        unknown = not name.startswith("-") and self.get_command(ctx, name) is None
        if unknown and not ctx.resilient_parsing:
            guess = nearest(name, self.list_commands(ctx))
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {guess!r}?" if guess else ""))
        return super().resolve_command(ctx, args)


class CheckersGroup(Group):
    """Imports commands lazily, and turns every error into one line and an exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, those that users meet first at the top."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"checkers_cli.cli.{name}").command
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; --help and --version print while it is parsed."""
        if os.environ.get("NO_COLOR"):
            extra["color"] = False  # click does not look at NO_COLOR itself
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
            sys.exit(errors.EXIT_BAD_INPUT)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal that cannot show a character gets a question mark, not a traceback.
                stream.reconfigure(errors="replace")
        try:
            status = super().main(args, *rest, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = errors.EXIT_BAD_INPUT
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            command = context.command_path if context else "checkers"
            tell(f"{printable(error.format_message())} Try '{command} --help'.", command)
            status = errors.EXIT_BAD_INPUT
        except click.Abort:
            status = errors.EXIT_INTERRUPTED
        except errors.CheckersError as error:
            tell(str(error))
            status = error.exit_status
        except MemoryError:
            tell("out of memory; try fewer --jobs or a smaller --depth")
            status = errors.EXIT_BAD_INPUT
        sys.exit(status or 0)


@contextmanager
def _quiet_ends() -> Iterator[None]:
    """A closed pipe and Ctrl-C end the program quietly; a full disk ends it with one line."""
    try:
        yield
    except BrokenPipeError:
        _discard(sys.stdout)
        raise click.exceptions.Exit(errors.EXIT_BROKEN_PIPE) from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(errors.EXIT_INTERRUPTED) from None
    except OSError as error:
        _discard(sys.stdout)
        raise errors.CheckersError(f"{_name(error)}: {error.strerror or error}") from None


def _name(error: OSError) -> str:
    """The file that the error is about, or the output if the error names no file."""
    return repr(error.filename) if error.filename else "output"


def _discard(stream: TextIO) -> None:
    """Redirect a stream to nowhere, because Python flushes it once more at exit."""
    with suppress(OSError, ValueError):  # ValueError: the stream is not a file, in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(message: str, command: str = "checkers") -> None:
    """Print one line on standard error. All messages there go through this function."""
    try:
        click.echo(f"{command}: {message}", err=True)
    except OSError:  # standard error is gone; the exit status still says what happened
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
    epilog="Without a command, checkers runs the script that it reads from standard input. "
    "`checkers help COMMAND` shows the options of a command.",
)
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version, and whether the engine is compiled.",
)  # fmt: skip
@click.pass_context
def checkers(ctx: click.Context) -> int | None:
    """The reference program and autograder for tower checkers.

    \b
    Examples:
      checkers run examples/a-at-the-start.txt
      checkers < examples/a-at-the-start.txt
      checkers run examples --out transcripts
      checkers verify examples expected_output
      checkers tree examples/a-at-the-start.txt
      checkers check program.c
      checkers grade submissions --out report
    """
    if ctx.invoked_subcommand is not None:
        return None
    if sys.stdin is None or sys.stdin.isatty():
        click.echo(ctx.get_help())
        return None
    from checkers_cli.cli.run import command as run

    status: int = ctx.invoke(run)
    return status
