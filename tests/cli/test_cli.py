"""The group itself: lazy commands, one line for every error, the bare call."""

from pathlib import Path

import click
import pytest
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

import checkers_cli.cli
from checkers_cli import __version__
from checkers_cli.cli import COMMANDS, checkers
from checkers_cli.installation import describe


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_pages(cli: CommandLine, command: str, snapshot: SnapshotAssertion) -> None:
    result = cli(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert result.stdout == snapshot


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version_tells_the_form(cli: CommandLine, option: str) -> None:
    result = cli(option)
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
        (["walk"], "checkers: No such command 'walk'. Try 'checkers --help'."),
        (["verfy"], "checkers: No such command 'verfy'. Did you mean 'verify'? Try"),
        (["cases", "scor"], "checkers cases: No such command 'scor'. Did you mean 'score'? Try"),
        (["help", "verfy"], "checkers: No such command 'verfy'. Did you mean 'verify'? Try"),
        (["help", "run", "x"], "checkers help: 'checkers run' has no subcommands."),
        (["cases", "generate", "--out", ""], "checkers cases generate: --out needs the name of a"),
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


def groups() -> list[tuple[str, click.Group]]:
    context = click.Context(checkers)
    commands = [(name, checkers.get_command(context, name)) for name in COMMANDS]
    return [("", checkers), *((n, c) for n, c in commands if isinstance(c, click.Group))]


def all_commands() -> list[tuple[str, click.Command]]:
    """Each command and subcommand with its full name."""
    context = click.Context(checkers)
    found: list[tuple[str, click.Command]] = []
    for prefix, group in groups():
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            found.append((f"{prefix} {name}".strip(), command))
    return found


COMMANDS_BY_NAME = dict(all_commands())


@pytest.mark.parametrize("name", [name for name, _ in groups()])
def test_summaries_are_whole_sentences_on_one_line(cli: CommandLine, name: str) -> None:
    lines = cli(*name.split(), "--help").stdout.partition("\nCommands:\n")[2].splitlines()
    lines = lines[: lines.index("")] if "" in lines else lines
    assert lines
    for line in lines:
        assert line[2] != " ", f"a summary takes two lines: {line}"
        assert line.endswith("."), line
        assert not line.endswith("..."), line


@pytest.mark.parametrize("name", COMMANDS_BY_NAME)
def test_options_have_the_same_names_in_every_command(name: str) -> None:
    visible = {
        option: parameter
        for parameter in COMMANDS_BY_NAME[name].params
        if isinstance(parameter, click.Option) and not parameter.hidden
        for option in parameter.opts
    }
    for short, long in (("-j", "--jobs"), ("-q", "--quiet"), ("--position", "--position-file")):
        assert (short in visible) == (long in visible)
    assert "--json" not in visible
    assert ("--report" in visible) == (name == "grade")
    if "--report" in visible:
        assert visible["--report"] is visible["--out"]
    if "--quiet" in visible:
        assert visible["--quiet"].is_flag
    if "--format" in visible and name != "run":
        choices = visible["--format"].type
        assert isinstance(choices, click.Choice)
        assert "json" in choices.choices


@pytest.mark.parametrize("name", ["", *COMMANDS_BY_NAME])
def test_help_shows_what_the_option_help_shows(cli: CommandLine, name: str) -> None:
    assert cli("help", *name.split()).stdout == cli(*name.split(), "--help").stdout


def test_analyze_is_another_spelling_and_is_not_listed(cli: CommandLine) -> None:
    options = ("--position", "B:WC6,B7:BKA6,C8", "--depth", 2, "--no-times")
    assert cli("analyze", *options).stdout == cli("analyse", *options).stdout
    assert cli("analyze", *options).stderr == ""
    assert "analyze" not in cli("--help").stdout


@pytest.mark.parametrize("name", COMMANDS_BY_NAME)
def test_the_reference_names_every_command_and_option(name: str) -> None:
    reference = (Path(checkers_cli.cli.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"`{name}" in reference or f"  {name} " in reference
    for parameter in COMMANDS_BY_NAME[name].params:
        if isinstance(parameter, click.Option):
            for option in parameter.opts:
                # An old name stands behind its command in the table of old names.
                written = f"`{name} {option}" if parameter.hidden else f"`{option}"
                assert written in reference


def test_a_group_without_a_subcommand_shows_its_help_on_several_lines(cli: CommandLine) -> None:
    result = cli("cases")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: checkers cases [OPTIONS] COMMAND [ARGS]...\n")
    assert "\\n" not in result.stderr
