"""The two sides as plain text; their colours are in the snapshots of the commands."""

from checkers_cli.grading.reports.side_by_side import DIFFERENT, StyledLine, side_by_side, two_lines
from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent

ROWS = ("........",) * 7 + (".....b..",)
OTHER = ("........",) * 7 + ("....b...",)


def text(line: StyledLine) -> str:
    return "".join(piece for piece, _ in line)


def test_differing_cells_are_marked_on_both_sides() -> None:
    head = "BLACK ACTION #1: A1-B2"
    diagnosis = Diagnosis(
        "",
        expected=ShownEvent(head, "", ROWS),
        actual=ShownEvent(head, "", OTHER),
        cells=("E8", "F8"),
    )
    *_, above, last = side_by_side(diagnosis, ("right", "faulty"))
    assert text(above) == " 7  .  .  .  .  .  .  .  .      7  .  .  .  .  .  .  .  . "
    assert text(last) == " 8  .  .  .  . [.][b] .  .      8  .  .  .  . [b][.] .  . "
    assert [piece for piece, style in last if style == DIFFERENT] == ["[.]", "[b]", "[b]", "[.]"]


def test_missing_event_is_shown_as_nothing_more() -> None:
    diagnosis = Diagnosis("", expected=None, actual=ShownEvent("BLACK WIN!\x1b[31m", "COST: 1", ()))
    assert [text(line) for line in side_by_side(diagnosis, ("right", "faulty"))] == [
        "right             faulty",
        r"(nothing more)    BLACK WIN!\x1b[31m",
        "                  COST: 1",
    ]


def test_two_lines_have_a_caret_below() -> None:
    pair = LinePair(7, 3, "ab·c", None)
    assert [text(line) for line in two_lines(pair, ("right", "faulty"))] == [
        "line 7, column 3 (· is a space, ␊ the end of the line):",
        "  right    | ab·c",
        "  faulty   | (nothing)",
        "           |   ^",
    ]
