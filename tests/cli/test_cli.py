"""The group itself: lazy commands, one line for every error, the bare call."""

import click
import pytest
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli import __version__
from checkers_cli.cli import COMMANDS, checkers
from checkers_cli.installation import describe


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_pages(cli: CommandLine, command: str, snapshot: SnapshotAssertion) -> None:
    result = cli(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert result.stdout == snapshot


def test_version_tells_the_form(cli: CommandLine) -> None:
    result = cli("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"checkers {__version__}, {describe()}, Python 3.")


def test_a_bare_call_runs_standard_input(cli: CommandLine) -> None:
    bare, run = cli(stdin=b"G6-F5\nA\n"), cli("run", "-", stdin=b"G6-F5\nA\n")
    assert bare.exit_code == 0
    assert bare.stdout == run.stdout
    assert "*** WHITE ACTION #2" in bare.stdout
    assert cli(stdin=b"A1-A1\n").exit_code == 1


def test_a_bare_call_at_a_terminal_shows_help(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True)
    assert cli().stdout.startswith("Usage: ")


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["walk"], "checkers: No such command 'walk'"),
        (["--depth"], "checkers: No such option '--depth'"),
        (["run", "--depth", "0"], "checkers run: Invalid value for '--depth': 0 is not in"),
        (["run", "--depth", "8"], "checkers run: Invalid value for '--depth': 8 is not in"),
        (["run", "--depth", "x"], "checkers run: Invalid value for '--depth': 'x' is not"),
        (["run", "--actions", "0"], "checkers run: Invalid value for '--actions': 0 is not in"),
        (["run", "--jobs", "0"], "checkers run: Invalid value for '--jobs'"),
        (["run", "--format", "xml"], "checkers run: Invalid value for '--format': 'xml' is not"),
        (["run", "--reading", "x"], "checkers run: Invalid value for '--reading'"),
        (
            ["verify", "nowhere", "x"],
            "checkers verify: Invalid value for 'SCRIPTS': Path 'nowhere'",
        ),
        (["verify", "."], "checkers verify: Missing argument 'EXPECTED'"),
        (["tree", "a", "b"], "checkers tree: Got unexpected extra argument (b)"),
        (["bench", "--rounds", "0"], "checkers bench: Invalid value for '--rounds'"),
    ],
)
def test_bad_calls_get_one_line(cli: CommandLine, args: list[str], line: str) -> None:
    result = cli(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1
    assert "--help" in result.stderr


def test_names_in_messages_stay_on_one_line(cli: CommandLine) -> None:
    result = cli("verify", ".", ".", "c\nd\x1b[31m")
    assert result.exit_code == 2
    assert result.stderr.startswith(r"checkers verify: Got unexpected extra argument (c\nd\x1b")
    assert result.stderr.count("\n") == 1


def test_ctrl_c_is_130_and_quiet(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("checkers_cli.cli.run.transcribe", interrupt)
    result = cli("run", "-")
    assert result.exit_code == 130
    assert result.output == ""


def test_a_full_disk_is_told_in_a_line(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("checkers_cli.cli.run.transcribe", fail)
    result = cli("run", "-")
    assert result.exit_code == 2
    assert result.stderr == "checkers: output: No space left on device\n"


def test_commands_are_what_the_modules_define() -> None:
    context = click.Context(checkers)
    assert checkers.list_commands(context) == list(COMMANDS)
    assert checkers.get_command(context, "options") is None
