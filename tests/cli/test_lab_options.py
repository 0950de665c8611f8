from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from checkers_cli.cli.lab_options import search_options, start_of, start_options, variant_option
from checkers_cli.lab.analysis.plans import SearchOptions
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER, Variant
from checkers_cli.util.errors import UnusableInput

TEXT = "xo./.../... x"


@click.command()
@variant_option()
@start_options
@search_options
def probe(
    variant: Variant, position: str | None, position_file: str | None, options: SearchOptions
) -> None:
    """Say what the options gave."""
    start = start_of(variant, position, position_file)
    click.echo(f"{variant.name} {variant.write(start) if start else None} {options!r}")


def probed(*args: str) -> str:
    return CliRunner().invoke(probe, args).output


def test_nothing_asked_for() -> None:
    assert probed() == f"tower None {SearchOptions()!r}\n"


def test_everything_asked_for() -> None:
    options = (
        "--variant english --position B:WKA2:BKH7 --search alphabeta --evaluation contest --depth 4"
        " --time .5 --nodes 100 --deepening --no-table --ordering --quiescence"
    )
    expected = SearchOptions("alphabeta", "contest", 4, 0.5, 100, True, False, True, True)
    assert probed(*options.split()) == f"english B:WKA2:BKH7 {expected!r}\n"


@pytest.mark.parametrize(
    "args",
    [
        ("--variant", "chess"),
        ("--search", "best"),
        ("--evaluation", "outcome"),
        ("--depth", "0"),
        ("--depth", "61"),
        ("--time", "0"),
        ("--time", "nan"),
        ("--time", "inf"),
        ("--nodes", "0"),
    ],
)
def test_bad_values(args: tuple[str, str]) -> None:
    assert f"Invalid value for '{args[0]}'" in probed(*args)


def test_a_position_as_the_variant_writes_it(tmp_path: Path) -> None:
    def written(variant: Variant, state: State | None) -> str:
        assert state is not None
        return variant.write(state)

    assert start_of(TOWER, None, None) is None
    assert written(TICTACTOE, start_of(TICTACTOE, TEXT, None)) == TEXT
    assert written(ENGLISH, start_of(ENGLISH, "B:W32:B1", None)) == "B:WG8:BB1"
    (tmp_path / "position").write_text("xo.\n...\n...\n")
    file = str(tmp_path / "position")
    assert written(TICTACTOE, start_of(TICTACTOE, None, file)) == TEXT


def test_positions_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "film").write_bytes(b"\xff" * 20_000)
    for text, file, message in (
        (TEXT, "file", "exclude each other"),
        ("", None, "this board has 3 rows"),
        (None, str(tmp_path / "film"), "--position-file: .*film: too long to be a position"),
        (None, str(tmp_path), "--position-file: .* is a directory"),
        (None, "missing", "--position-file: missing: no such file"),
    ):
        with pytest.raises(UnusableInput, match=message):
            start_of(TICTACTOE, text, file)
