"""The two sides as plain text; their colours are in the snapshots of the commands."""

from checkers_cli.grading.reports.side_by_side import DIFFERENT, Line, side_by_side, two_lines
from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent

ROWS = ("........",) * 7 + (".....b..",)
OTHER = ("........",) * 7 + ("....b...",)


def text(line: Line) -> str:
    return "".join(piece for piece, _ in line)


def test_cells_that_differ_are_marked_on_both_sides() -> None:
    head = "BLACK ACTION #1: A1-B2"
    told = Diagnosis(
        "",
        expected=ShownEvent(head, "", ROWS),
        actual=ShownEvent(head, "", OTHER),
        cells=("E8", "F8"),
    )
    *_, above, last = side_by_side(told, ("right", "faulty"))
    assert text(above) == " 7  .  .  .  .  .  .  .  .      7  .  .  .  .  .  .  .  . "
    assert text(last) == " 8  .  .  .  . [.][b] .  .      8  .  .  .  . [b][.] .  . "
    assert [piece for piece, style in last if style == DIFFERENT] == ["[.]", "[b]", "[b]", "[.]"]


def test_one_side_may_have_nothing_more_and_only_lines_of_its_own() -> None:
    told = Diagnosis("", expected=None, actual=ShownEvent("BLACK WIN!\x1b[31m", "COST: 1", ()))
    assert [text(line) for line in side_by_side(told, ("right", "faulty"))] == [
        "right             faulty",
        r"(nothing more)    BLACK WIN!\x1b[31m",
        "                  COST: 1",
    ]


def test_two_lines_with_the_place_below() -> None:
    pair = LinePair(7, 3, "ab·c", None)
    assert [text(line) for line in two_lines(pair, ("right", "faulty"))] == [
        "line 7, column 3 (· is a blank, ␊ the line's end):",
        "  right    | ab·c",
        "  faulty   | (nothing)",
        "           |   ^",
    ]
