"""The six checks, against values worked out by hand from the rules."""

import pytest
from support import place

from checkers_cli.faults.engine.checking import check_action
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, KnobValues, with_setting
from checkers_cli.faults.engine.mailbox import CELLS, Action, Board, move_tables, start_board

ROW_0 = {"checks.rows": "012345678"}
COLUMN_I = {"checks.columns": "ABCDEFGHI"}


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
        ({"checks.check_1": False}, place(), "I4", "B5", 3),  # counts as empty
        ({"checks.check_2": False}, place(G6="b"), "G6", "I4", 6),
        ({"checks.check_3": False}, place(), "B5", "A4", 6),
        ({"checks.opponents": "pieces"}, place(C4="w"), "C4", "D5", 5),
        ({"checks.opponents": "pieces"}, place(C4="W"), "C4", "D5", 6),
        ({"checks.opponents": "not my piece"}, place(C4="B"), "C4", "D5", 5),
        ({"checks.opponents": "not my piece"}, place(C4="b"), "C4", "D3", None),
        ({"checks.opponents": "not mine"}, place(C4="B"), "C4", "D3", None),
        ({"checks.opponents": "not mine", "checks.check_3": False}, place(), "C4", "D3", 5),
        ({"checks.check_4": False}, place(A8="b", B7="b"), "A8", "B7", 6),
        ({"checks.check_5": False}, place(C4="w"), "C4", "D5", 6),
        ({"checks.mover": "owner"}, place(C4="w"), "C4", "D5", 5),
        ({"checks.mover": "owner", "checks.check_5": False}, place(C4="w"), "C4", "D5", None),
        ({"checks.mover": "owner", "checks.opponents": "pieces"}, place(C4="W"), "C4", "D3", None),
        ({"checks.mover": "owner", "checks.opponents": "pieces"}, place(C4="w"), "C4", "D5", 5),
        ({"checks.turn": False}, place(C4="w"), "C4", "D5", None),
        ({"checks.turn": False}, place(C4="w"), "C4", "D3", 6),
        ({"checks.rows": "012345678"}, place(), "A0", "B5", 3),
        ({"checks.rows": "1234567"}, place(A8="b"), "A8", "B7", 1),
        ({"checks.columns": "ABCDEFGHI"}, place(H5="b"), "H5", "I4", 6),
        (ROW_0, place(C4="b"), "C4", "D0", 6),
        (ROW_0 | {"checks.bounded": "source"}, place(C4="b"), "C4", "D0", 2),
        (ROW_0 | {"checks.bounded": "source"}, place(), "D0", "C4", 3),
        (ROW_0 | {"checks.bounded": "target"}, place(), "D0", "C4", 1),
        (ROW_0 | {"checks.beyond": "something"}, place(C4="b"), "C4", "D0", 4),
        (ROW_0 | {"checks.beyond": "something"}, place(), "D0", "C4", 6),
        (ROW_0 | {"checks.beyond": "foreign"}, place(C4="b"), "C4", "D0", 4),
        (ROW_0 | {"checks.beyond": "foreign"}, place(), "D0", "C4", 5),
        (ROW_0 | {"checks.beyond": "array"}, place(C4="b"), "C4", "D0", 4),  # before the array
        (COLUMN_I | {"checks.beyond": "array"}, place(C4="b", A6="w"), "I5", "B4", 5),  # A6
        (COLUMN_I | {"checks.beyond": "array"}, place(C4="b", A6="w"), "C4", "I4", 6),  # A5
        ({"checks.light": False}, place(C4="b"), "C4", "C3", 2),
        ({"checks.light": False}, place(C4="b"), "C4", "D3", None),
    ],
)  # fmt: skip
def test_checks_with_a_knob_changed(
    setting: KnobValues, board: Board, source: str, target: str, expected: int | None
) -> None:
    assert error_of(board, "black", source, target, with_setting(REFERENCE, setting)) == expected


def test_illegal_action_is_returned_without_check_6() -> None:
    knobs = with_setting(REFERENCE, {"checks.check_6": False})
    board = place(A8="b", C4="b")
    across = result(board, "black", "A8", "H1", knobs)
    assert across == Action(CELLS["A8"], CELLS["H1"], (), "")
    jump = result(board, "black", "C4", "E2", knobs)
    assert jump == Action(CELLS["C4"], CELLS["E2"], (CELLS["D3"],), "")
    legal = result(board, "black", "C4", "D3", knobs)
    assert legal == Action(CELLS["C4"], CELLS["D3"], (), "C4-D3")
