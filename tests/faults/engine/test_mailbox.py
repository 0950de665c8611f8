"""The board and the actions on it, against values worked out by hand from the rules."""

import pytest
from support import RIGHT_RULES, action_names, named, place

from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.mailbox import (
    CELLS,
    Board,
    act,
    actions,
    cell_name,
    has_men,
    move_tables,
    start_board,
)


def after(board: Board, player: str, name: str) -> Board:
    """The board after a legal action."""
    return act(board, named(board, player, name), RIGHT_RULES)


def perft(board: Board, player: str, depth: int) -> int:
    """The number of action sequences of that length."""
    if depth == 0:
        return 1
    other = "white" if player == "black" else "black"
    names = action_names(board, player)
    return sum(perft(after(board, player, name), other, depth - 1) for name in names)


def test_start_actions_of_black_in_order() -> None:
    expected = ["A6-B5", "C6-D5", "C6-B5", "E6-F5", "E6-D5", "G6-H5", "G6-F5"]
    assert action_names(start_board(), "black") == expected


def test_start_actions_of_white_in_order() -> None:
    expected = ["B3-C4", "B3-A4", "D3-E4", "D3-C4", "F3-G4", "F3-E4", "H3-G4"]
    assert action_names(start_board(), "white") == expected


def test_tower_goes_clockwise_from_north_east() -> None:
    board = place(C4="W")
    assert action_names(board, "white") == ["C4-D3", "C4-D5", "C4-B5", "C4-B3"]
    assert action_names(board, "black") == []


def test_moves_and_captures_are_mixed_by_direction() -> None:
    # NE capture, SE move, SW capture of a tower, NW blocked by an own piece.
    board = place(C4="B", D3="w", B5="W", B3="b")
    assert action_names(board, "black") == ["B3-C2", "B3-A2", "C4-E2", "C4-D5", "C4-A6"]


def test_piece_neither_moves_nor_captures_backward() -> None:
    board = place(C4="b", D5="w", B5="w")
    assert action_names(board, "black") == ["C4-D3", "C4-B3"]
    assert action_names(place(C4="w", D3="b", B3="B"), "white") == ["C4-D5", "C4-B5"]


def test_no_jump_over_own_man_over_two_or_off_the_board() -> None:
    assert action_names(place(C4="b", D3="b"), "black") == ["D3-E2", "D3-C2", "C4-B3"]
    assert action_names(place(C4="b", D3="w", E2="w", B3="w", A2="b"), "black") == ["A2-B1"]
    assert action_names(place(B3="b", A2="w", C2="W", D1="w"), "black") == []


def test_act_leaves_the_given_board_alone() -> None:
    board = start_board()
    then = after(board, "black", "G6-F5")
    assert board == start_board()
    assert then[CELLS["G6"]] == "."
    assert then[CELLS["F5"]] == "b"


def test_capture_removes_only_the_jumped_man() -> None:
    board = place(C4="B", D3="W", D5="w")
    assert after(board, "black", "C4-E2") == place(E2="B", D5="w")
    assert after(board, "black", "C4-E6") == place(E6="B", D3="W")


def test_only_one_jump_in_an_action() -> None:
    board = place(C8="b", D7="w", D5="w")
    assert action_names(board, "black") == ["C8-E6", "C8-B7"]
    assert after(board, "black", "C8-E6") == place(E6="b", D5="w")


def test_captures_are_optional() -> None:
    board = after(after(start_board(), "black", "G6-F5"), "white", "H3-G4")
    expected = ["F5-H3", "F5-E4", "A6-B5", "C6-D5", "C6-B5", "E6-D5", "F7-G6", "H7-G6"]
    assert action_names(board, "black") == expected


@pytest.mark.parametrize(
    ("before", "player", "action", "expected"),
    [
        (place(C2="b"), "black", "C2-B1", place(B1="B")),
        (place(B3="b", C2="w"), "black", "B3-D1", place(D1="B")),
        (place(B7="w"), "white", "B7-A8", place(A8="W")),
        (place(C6="w", D7="b"), "white", "C6-E8", place(E8="W")),
        (place(C2="B"), "black", "C2-B1", place(B1="B")),
        (place(B3="b"), "black", "B3-A2", place(A2="b")),
        (place(C6="w"), "white", "C6-B7", place(B7="w")),
        (place(C2="W"), "white", "C2-D1", place(D1="W")),
    ],
)
def test_promotion(before: Board, player: str, action: str, expected: Board) -> None:
    assert after(before, player, action) == expected


def test_promoted_tower_turns_back() -> None:
    board = after(place(C2="b"), "black", "C2-B1")
    assert action_names(board, "black") == ["B1-C2", "B1-A2"]


@pytest.mark.parametrize(("depth", "expected"), [(1, 7), (2, 49), (3, 379), (4, 2872), (5, 23582)])
def test_perft(depth: int, expected: int) -> None:
    assert perft(start_board(), "black", depth) == expected


def test_cells_have_the_names_of_the_assignment() -> None:
    assert [cell_name(cell) for cell in (0, 7, 8, 63)] == ["A1", "H1", "A2", "H8"]
    assert [CELLS[cell_name(cell)] for cell in range(64)] == list(range(64))


def acting(board: Board, player: str, **knobs: object) -> list[str]:
    """What the player can do with some knobs of how men act changed."""
    moves = with_setting(
        REFERENCE, {f"script.{knob}": value for knob, value in knobs.items()}
    ).script
    return [action.name for action in actions(board, player, move_tables(moves, REFERENCE.tree))]


@pytest.mark.parametrize(
    ("knobs", "board", "player", "expected"),
    [
        ({"pieces_move_backward": "b"}, place(C4="b", D5="w"), "black", "C4-D3 C4-B5 C4-B3"),
        ({"pieces_move_backward": "b"}, place(C4="w"), "white", "C4-D5 C4-B5"),
        ({"pieces_capture_backward": "w"}, place(C4="w", D3="b"), "white", "C4-E2 C4-D5 C4-B5"),
        ({"towers_move_backward": ""}, place(C4="B", D5="w"), "black", "C4-D3 C4-E6 C4-B3"),
        ({"towers_capture_backward": ""}, place(C4="B", D5="w"), "black", "C4-D3 C4-B5 C4-B3"),
        ({"towers_slide": True}, place(B7="B", D5="b"), "black",
         "D5-E4 D5-C4 B7-C6 B7-C8 B7-A8 B7-A6"),
        ({"towers_slide": True}, place(A8="B", E4="w"), "black", "A8-B7 A8-C6 A8-D5"),
        ({"towers_slide": True}, place(A8="b"), "black", "A8-B7"),
        ({"towers_capture_from_afar": True}, place(A8="B", D5="w"), "black", "A8-B7 A8-E4"),
        ({"towers_capture_from_afar": True}, place(A8="B", D5="w", E4="w"), "black", "A8-B7"),
        ({"towers_capture_from_afar": True}, place(F3="B", H1="w"), "black",
         "F3-G2 F3-G4 F3-E4 F3-E2"),
        ({"towers_slide": True, "towers_move_backward": ""}, place(C6="B"), "black",
         "C6-D5 C6-B5 C6-E4 C6-F3 C6-G2 C6-H1 C6-A4"),
        ({"towers_capture_from_afar": True, "towers_capture_backward": ""},
         place(H1="B", E4="w"), "black", "H1-G2"),
        ({"straight": "all"}, place(A8="b", B8="w"), "black", "A8-B7 A8-A7"),
        ({"straight": "column"}, place(D4="b"), "black", "D4-E3 D4-C3 D4-D3 D4-D5"),
        ({"straight": "ahead"}, place(D4="b"), "black", "D4-E3 D4-C3 D4-D3"),
        ({"straight": "ahead"}, place(D4="w"), "white", "D4-E5 D4-C5 D4-D5"),
        ({"moves": "NE SE SW"}, place(C4="b"), "black", "C4-D3"),
        ({"captures": "SE SW NW"}, place(C4="b", D3="w"), "black", "C4-B3"),
        ({"shadowed": "NE NW"}, place(C4="b", H4="b"), "black", "C4-D3 H4-G3"),
        ({"towers_act": False}, place(C4="B", H4="b"), "black", "H4-G3"),
        ({"over_own": "all"}, place(C4="b", D3="b"), "black", "D3-E2 D3-C2 C4-E2 C4-B3"),
        ({"over_own": "towers"}, place(C4="b", D3="b", B3="B"), "black",
         "B3-C2 B3-A4 B3-A2 D3-E2 D3-C2 C4-A2"),
        ({"over_empty": "all"}, place(A4="b"), "black", "A4-B3 A4-C2"),
        ({"over_empty": "towers"}, place(A4="b"), "black", "A4-B3"),
        ({"over_empty": "towers"}, place(A8="B"), "black", "A8-B7 A8-C6"),
        ({"tower_captors": "none"}, place(C4="b", D3="W", B3="w"), "black", "C4-A2"),
        ({"tower_captors": "none"}, place(C4="B", D3="W", B3="w"), "black", "C4-D5 C4-B5 C4-A2"),
        ({"tower_captors": "pieces"}, place(C4="b", D3="W", B3="w"), "black", "C4-E2 C4-A2"),
        ({"tower_captors": "pieces"}, place(A8="B", B7="W"), "black", ""),
        ({"tower_captors": "towers"}, place(A8="b", B7="W"), "black", ""),
        ({"tower_captors": "towers"}, place(A8="B", B7="W"), "black", "A8-C6"),
        ({"edge": "NW A"}, place(B5="b", B3="b"), "black", "B3-C2 B5-C4"),
        ({"edge": "NE A"}, place(B5="b"), "black", "B5-C4 B5-A4"),
        ({"edge": "NE 1"}, place(C2="b", C4="b"), "black", "C2-B1 C4-D3 C4-B3"),
        ({"edge": "* A"}, place(B5="B"), "black", "B5-C4 B5-C6"),
        ({"landing_free": False}, place(A4="b", B3="w", C2="w"), "black", "A4-C2"),
        ({"wraps": "all"}, place(H5="b"), "black", "H5-I4 H5-G4"),
        ({"wraps": "all"}, place(A4="b", H1="w"), "black", "A4-B3 A4-@3"),
        ({"wraps": "all"}, place(A4="b", H2="w"), "black", "A4-B3 A4-?2"),
        ({"wraps": "landing"}, place(H5="b"), "black", "H5-G4"),
        ({"wraps": "landing"}, place(B5="b", A4="w"), "black", "B5-C4 B5-H2"),
        ({"forced": "player"}, place(C4="b", D3="w", G6="b"), "black", "C4-E2"),
        ({"forced": "man"}, place(C4="b", D3="w", G6="b"), "black", "C4-E2 G6-H5 G6-F5"),
        ({"forced": "man"}, place(C4="b"), "black", "C4-D3 C4-B3"),
        ({"second_jump": True}, place(A8="b", B7="w", D5="w"), "black", "A8-C6 A8-E4"),
        ({"second_jump": True}, place(C8="b", D7="w", D5="w"), "black", "C8-E6 C8-B7 C8-C4"),
    ],
)  # fmt: skip
def test_actions_with_a_knob_changed(
    knobs: dict[str, object], board: Board, player: str, expected: str
) -> None:
    assert acting(board, player, **knobs) == expected.split()


# A black tower that can capture in all four directions.
SURROUNDED = place(D5="B", E4="w", E6="w", C6="w", C4="w")


def after_jump(source: str, target: str, *removed: str) -> Board:
    """`SURROUNDED` after the tower's jump, without the men that were removed."""
    board = SURROUNDED.copy()
    for cell in (source, *removed):
        board[CELLS[cell]] = "."
    board[CELLS[target]] = "B"
    return board


@pytest.mark.parametrize(
    ("knobs", "board", "action", "expected"),
    [
        ({"removes": False}, place(C4="b", D3="w"), "C4-E2", place(D3="w", E2="b")),
        ({"replaces": False}, place(C4="b"), "C4-D3", place(C4="b", D3="b")),
        ({"promotes_by_move": False}, place(C2="b"), "C2-B1", place(B1="b")),
        ({"promotes_by_move": False}, place(B3="b", C2="w"), "B3-D1", place(D1="B")),
        ({"promotes_by_capture": False}, place(B3="b", C2="w"), "B3-D1", place(D1="b")),
        ({"promotes": "w"}, place(C2="b"), "C2-B1", place(B1="b")),
        ({"rows_early": 1}, place(B3="b"), "B3-A2", place(A2="B")),
        ({"promotes_captors": True}, place(C4="b", D3="w"), "C4-E2", place(E2="B")),
        ({"promotes_captors": True}, place(C4="b"), "C4-D3", place(D3="b")),
        ({"promotes_late": True}, place(C2="b"), "C2-B1", place(B1="b")),
        ({"promotes_late": True}, place(C4="b", B1="b", A8="w"), "C4-D3",
         place(D3="b", B1="B", A8="W")),
        ({"promotes_again": True}, place(C2="B"), "C2-B1", place(B1='"')),  # 'B' - 32 in C
        ({"promotes_again": True}, place(C4="B"), "C4-D3", place(D3="B")),
        ({"demotes": True}, place(B1="B"), "B1-C2", place(C2="b")),
        ({"demotes": True}, place(C2="B"), "C2-B1", place(B1="B")),
        ({"removed": "all NE none"}, SURROUNDED, "D5-F3", after_jump("D5", "F3")),
        ({"removed": "all NE SE"}, SURROUNDED, "D5-F3", after_jump("D5", "F3", "E6")),
        ({"removed": "all NE SE"}, SURROUNDED, "D5-F7", after_jump("D5", "F7", "E6")),
        ({"removed": "towers NE none"}, SURROUNDED, "D5-F3", after_jump("D5", "F3")),
        ({"removed": "pieces NE none"}, SURROUNDED, "D5-F3", after_jump("D5", "F3", "E4")),
        ({"removed": "pieces NE none"}, place(C4="b", D3="w"), "C4-E2", place(D3="w", E2="b")),
        ({"removed": "bw backward forward"}, SURROUNDED, "D5-F7", after_jump("D5", "F7", "E4")),
        ({"removed": "bw backward forward"}, SURROUNDED, "D5-F3", after_jump("D5", "F3", "E4")),
        ({"removed": "w backward forward"}, SURROUNDED, "D5-F7", after_jump("D5", "F7", "E6")),
        ({"removed": "all column S"}, SURROUNDED, "D5-F3", after_jump("D5", "F3", "E6")),
        ({"removed": "all column S"}, place(D5="B", E4="w"), "D5-F3", place(F3="B")),
        ({"removed": "all column N"}, SURROUNDED, "D5-F3", after_jump("D5", "F3", "E4")),
        ({"removed": "towers column S"}, place(C4="b", D3="w", D5="w"), "C4-E2",
         place(E2="b", D5="w")),
        ({"removed": "all NE SW"}, place(A8="b", B7="w"), "A8-C6", place(C6="b", B7="w")),
    ],
)  # fmt: skip
def test_board_after_an_action_with_a_knob_changed(
    knobs: dict[str, object], board: Board, action: str, expected: Board
) -> None:
    moves = with_setting(
        REFERENCE, {f"script.{knob}": value for knob, value in knobs.items()}
    ).script
    tables = move_tables(moves, REFERENCE.tree)
    assert act(board, named(board, "black", action), tables) == expected


@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({}, "C4-E2 C4-D5 C4-B5 C4-B3 A6-B5 D7-E6 D7-C6"),
        ({"cells": "columns"}, "A6-B5 C4-E2 C4-D5 C4-B5 C4-B3 D7-E6 D7-C6"),
        ({"cells": "columns upward"}, "A6-B5 C4-E2 C4-D5 C4-B5 C4-B3 D7-E6 D7-C6"),
        ({"cells": "backward"}, "D7-E6 D7-C6 A6-B5 C4-E2 C4-D5 C4-B5 C4-B3"),
        ({"cells": "rows upward"}, "D7-E6 D7-C6 A6-B5 C4-E2 C4-D5 C4-B5 C4-B3"),
        ({"cells": "rows leftward"}, "C4-E2 C4-D5 C4-B5 C4-B3 A6-B5 D7-E6 D7-C6"),
        ({"skipped": "A"}, "C4-E2 C4-D5 C4-B5 C4-B3 D7-E6 D7-C6"),
        ({"directions_black": "NW SW SE NE"}, "C4-B3 C4-B5 C4-D5 C4-E2 A6-B5 D7-C6 D7-E6"),
        ({"directions_white": "NW SW SE NE"}, "C4-E2 C4-D5 C4-B5 C4-B3 A6-B5 D7-E6 D7-C6"),
        ({"arranged": "moves first"}, "C4-D5 C4-B5 C4-B3 A6-B5 D7-E6 D7-C6 C4-E2"),
        ({"arranged": "after first"}, "C4-E2 D7-C6 D7-E6 A6-B5 C4-B3 C4-B5 C4-D5"),
        ({"arranged": "moves first, man by man"}, "C4-D5 C4-B5 C4-B3 C4-E2 A6-B5 D7-E6 D7-C6"),
        ({"men": "pieces first"}, "A6-B5 D7-E6 D7-C6 C4-E2 C4-D5 C4-B5 C4-B3"),
    ],
)
def test_order_of_actions_with_a_knob_changed(knobs: dict[str, object], expected: str) -> None:
    tree = with_setting(REFERENCE, {f"tree.{knob}": value for knob, value in knobs.items()}).tree
    board = place(C4="B", D3="w", A6="b", D7="b")
    found = actions(board, "black", move_tables(REFERENCE.tree_moves, tree))
    assert [action.name for action in found] == expected.split()


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("rows leftward", "G6-H5 G6-F5 E6-F5 E6-D5 C6-D5 C6-B5 A6-B5"),
        ("columns upward", "A6-B5 C8-B7 C6-D5 C6-B5 E6-F5 E6-D5 G6-H5 G6-F5"),
        ("columns", "A6-B5 C6-D5 C6-B5 C8-B7 E6-F5 E6-D5 G6-H5 G6-F5"),
    ],
)
def test_walks_within_a_row_and_a_column(cells: str, expected: str) -> None:
    board = start_board()
    if cells != "rows leftward":
        board[CELLS["B7"]] = "."
    tree = with_setting(REFERENCE, {"tree.cells": cells}).tree
    found = actions(board, "black", move_tables(REFERENCE.tree_moves, tree))
    names = [action.name for action in found if action.source != CELLS["A8"]]
    assert names == expected.split()


@pytest.mark.parametrize(
    ("knob", "board", "action", "expected"),
    [
        ("towers_capture_from_afar", place(A8="B", D5="w"), "A8-E4", place(E4="B")),
        ("second_jump", place(C8="b", D7="w", D5="w"), "C8-C4", place(C4="b")),
    ],
)
def test_a_slip_in_another_direction_leaves_long_captures_alone(
    knob: str, board: Board, action: str, expected: Board
) -> None:
    setting = {f"script.{knob}": True, "script.removed": "all SW none"}
    moves = with_setting(REFERENCE, setting).script
    tables = move_tables(moves, REFERENCE.tree)
    found = actions(board, "black", tables)
    assert act(board, next(one for one in found if one.name == action), tables) == expected


def test_has_men() -> None:
    assert has_men(place(A2="W"), "white")
    assert has_men(place(A2="b"), "black")
    assert not has_men(place(A2="W"), "black")
