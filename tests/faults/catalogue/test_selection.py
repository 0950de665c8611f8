import pytest

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.selection import chosen, combined
from checkers_cli.faults.engine.knobs import RIGHT
from checkers_cli.util.errors import UnusableInput


def test_faults_in_the_order_given_and_each_once() -> None:
    faults = chosen(["ties-right", "depth-1", "ties-right"])
    assert faults == (CATALOGUE["ties-right"], CATALOGUE["depth-1"])
    assert chosen([]) == ()


def test_a_program_has_them_all_and_is_right_otherwise() -> None:
    knobs = combined(chosen(["ties-right", "depth-1"]))
    assert (knobs.tree.depth, knobs.tree.ties_black, knobs.tree.ties_white) == (1, "last", "last")
    assert (knobs.reads, knobs.plays, knobs.script) == (RIGHT.reads, RIGHT.plays, RIGHT.script)
    assert combined([]) == RIGHT


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        (["tie-right"], "there is no fault 'tie-right'; did you mean ties-right?"),
        (["?"], "there is no fault '?'; 'checkers faults' lists them all"),
        (["a\nb\x1b[31m"], r"there is no fault 'a\x0ab\x1b[31m'; 'checkers faults' lists them all"),
        (
            ["crlf", "depth-1", "depth-2"],
            "no program can have both depth-1 and depth-2: both change tree.depth",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_line(ids: list[str], line: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        chosen(ids)
    assert str(caught.value) == line
