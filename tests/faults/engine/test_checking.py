"""The six checks, against values worked out by hand from the rules."""

import pytest
from support import place

from checkers_cli.faults.engine.checking import cell_as_read, check_action
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, with_setting
from checkers_cli.faults.engine.mailbox import CELLS, Action, Board, move_tables, start_board


def result(
    board: Board, player: str, source: str, target: str, knobs: Knobs = REFERENCE
) -> int | Action:
    """What the checks say."""
    return check_action(
        board, player, source, target, knobs, move_tables(knobs.script, REFERENCE.tree)
    )


def error_of(
    board: Board, player: str, source: str, target: str, knobs: Knobs = REFERENCE
) -> int | None:
    """The number of the first check that fails, or None for an action that is carried out."""
    found = result(board, player, source, target, knobs)
    return found if isinstance(found, int) else None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("I4", "J5", 1),  # and 2
        ("A0", "A6", 1),  # and 4
        ("A9", "B5", 1),
        ("A10", "B5", 1),
        ("g6", "F5", 1),
        ("A06", "B5", 1),
        ("B5", "I4", 2),  # and 3
        ("G6", "f5", 2),
        ("A6", "B05", 2),
        ("B3", "A0", 2),  # and 5
        ("A4", "A6", 3),  # and 4
        ("A1", "B5", 3),  # a light cell
        ("B5", "B5", 3),
        ("B3", "D3", 4),  # and 5
        ("A6", "A6", 4),
        ("A8", "B7", 4),  # and 6
        ("B3", "A4", 5),  # legal for white
        ("B3", "B5", 5),  # and 6
        ("A6", "A5", 6),  # a light cell
        ("A6", "C4", 6),
        ("A6", "B5", None),
    ],
)
def test_first_failing_check(source: str, target: str, expected: int | None) -> None:
    assert error_of(start_board(), "black", source, target) == expected


def test_piece_backward_is_illegal() -> None:
    assert error_of(place(C4="b"), "black", "C4", "D5") == 6
    assert error_of(place(C4="B"), "black", "C4", "D5") is None


def test_two_jumps_are_illegal() -> None:
    assert error_of(place(C8="b", D7="w", D5="w"), "black", "C8", "C4") == 6


def test_check_5_knows_towers() -> None:
    assert error_of(place(C4="W"), "black", "C4", "D5") == 5
    assert error_of(place(C4="B"), "white", "C4", "D5") == 5


def test_legal_action_is_returned() -> None:
    board = place(C4="b", D3="w")
    cells = CELLS["C4"], CELLS["E2"], (CELLS["D3"],)
    assert result(board, "black", "C4", "E2") == Action(*cells, "C4-E2")


@pytest.mark.parametrize(
    ("setting", "board", "source", "target", "expected"),
    [
        ({"checks.order": (2, 1, 3, 4, 5, 6)}, place(), "I4", "J5", 2),
        ({"checks.order": (1, 3, 2, 4, 5, 6)}, place(), "B5", "I4", 3),
        ({"checks.order": (2, 3, 4, 5, 6)}, place(), "I4", "B5", 3),  # counts as empty
        ({"checks.order": (1, 3, 4, 5, 6)}, place(G6="b"), "G6", "I4", 6),
        ({"checks.order": (1, 2, 4, 5, 6)}, place(), "B5", "A4", 6),
        ({"checks.opponents": "pieces"}, place(C4="w"), "C4", "D5", 5),
        ({"checks.opponents": "pieces"}, place(C4="W"), "C4", "D5", 6),
        ({"checks.opponents": "not my piece"}, place(C4="B"), "C4", "D5", 5),
        ({"checks.opponents": "not my piece"}, place(C4="b"), "C4", "D3", None),
        ({"checks.opponents": "not mine"}, place(C4="B"), "C4", "D3", None),
        ({"checks.opponents": "not mine", "checks.order": (1, 2, 5, 3, 4, 6)}, place(), "C4", "D3",
         5),
        ({"checks.turn": False}, place(C4="w"), "C4", "D5", None),
        ({"checks.turn": False}, place(C4="w"), "C4", "D3", 6),
        ({"checks.rows": "012345678"}, place(), "A0", "B5", 3),
        ({"checks.rows": "1234567"}, place(A8="b"), "A8", "B7", 1),
        ({"checks.columns": "ABCDEFGHI"}, place(H5="b"), "H5", "I4", 6),
        ({"checks.light": False}, place(C4="b"), "C4", "C3", 2),
        ({"checks.light": False}, place(C4="b"), "C4", "D3", None),
    ],
)  # fmt: skip
def test_checks_with_a_knob_changed(
    setting: dict[str, object], board: Board, source: str, target: str, expected: int | None
) -> None:
    assert error_of(board, "black", source, target, with_setting(REFERENCE, setting)) == expected


def test_illegal_action_is_returned_without_check_6() -> None:
    knobs = with_setting(REFERENCE, {"checks.order": (1, 2, 3, 4, 5)})
    board = place(A8="b", C4="b")
    across = result(board, "black", "A8", "H1", knobs)
    assert across == Action(CELLS["A8"], CELLS["H1"], (), "")
    jump = result(board, "black", "C4", "E2", knobs)
    assert jump == Action(CELLS["C4"], CELLS["E2"], (CELLS["D3"],), "")
    legal = result(board, "black", "C4", "D3", knobs)
    assert legal == Action(CELLS["C4"], CELLS["D3"], (), "C4-D3")


@pytest.mark.parametrize(
    ("knob", "text", "expected"),
    [
        ("upper_cased", "g6", "G6"),
        ("one_digit", "A10", "A1"),
        ("one_digit", "A06", "A0"),
        ("exchanged", "G6", "F7"),
        ("exchanged", "A1", "A1"),
        ("exchanged", "I4", "I4"),
    ],
)
def test_cell_that_is_read_from_a_text(knob: str, text: str, expected: str) -> None:
    assert cell_as_read(text, REFERENCE) == text
    assert cell_as_read(text, with_setting(REFERENCE, {f"reads.{knob}": True})) == expected
