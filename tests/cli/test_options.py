from pathlib import Path

import pytest
from support import WORKED_EXAMPLE

from checkers_cli.cli.options import make_settings, start_position
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
