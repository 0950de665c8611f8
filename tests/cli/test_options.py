from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from support import WORKED_EXAMPLE

from checkers_cli.cli.options import make_settings, old_option, out_option, start_position
from checkers_cli.rules.notation import fen
from checkers_cli.rules.position import START
from checkers_cli.util.errors import UnusableInput


def test_the_standard_start_unless_asked_otherwise(tmp_path: Path) -> None:
    assert start_position(None, None) is START
    assert fen(start_position(WORKED_EXAMPLE, None)) == WORKED_EXAMPLE
    (tmp_path / "fen").write_text(WORKED_EXAMPLE + "\n")
    assert fen(start_position(None, str(tmp_path / "fen"))) == WORKED_EXAMPLE


def test_an_empty_position_is_not_no_position() -> None:
    with pytest.raises(UnusableInput):
        start_position("", None)


def test_settings_are_what_the_options_say() -> None:
    settings = make_settings("limits", 2, 5, None, None)
    assert (settings.limits, settings.depth, settings.actions) == (True, 2, 5)
    assert not make_settings("formula", 2, 5, None, None).limits


@click.command("probe")
@click.option("--size", type=int, default=1)
@old_option("--large", "--size 9", "size", 9, is_flag=True)
@old_option("--extent", "--size", "size", type=int)
def probe(size: int) -> None:
    """Print the size."""
    click.echo(size)


@pytest.mark.parametrize(
    ("args", "size", "notice"),
    [
        ([], 1, ""),
        (["--size", "2"], 2, ""),
        (["--large"], 9, "--large is now --size 9"),
        (["--extent", "3"], 3, "--extent is now --size"),
        (["--extent", "0"], 0, "--extent is now --size"),
        (["--size", "2", "--large"], 9, "--large is now --size 9"),
        (["--extent", "3", "--extent", "4"], 4, "--extent is now --size"),
    ],
)
def test_an_old_name_works_and_is_noticed_once(args: list[str], size: int, notice: str) -> None:
    result = CliRunner().invoke(probe, args)
    assert (result.exit_code, result.stdout) == (0, f"{size}\n")
    line = f"probe: {notice}; the old name goes away in the next release\n"
    assert result.stderr == (line if notice else "")


def test_old_names_are_not_in_the_help() -> None:
    shown = CliRunner().invoke(probe, ["--help"]).stdout
    assert "--size" in shown
    assert "--large" not in shown
    assert "--extent" not in shown


def test_out_needs_a_name() -> None:
    @click.command()
    @out_option("--folder", help="Where to.")
    def command(out: str | None) -> None:
        click.echo(out)

    for option in ("--out", "--folder"):
        assert CliRunner().invoke(command, [option, "here"]).stdout == "here\n"
        refused = CliRunner().invoke(command, [option, ""])
        assert refused.exit_code == 2
        assert "--out needs the name of a folder." in refused.stderr
