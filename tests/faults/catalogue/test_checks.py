"""Each mistake in checking does what its title says, on scripts checked by hand."""

import pytest
from faults.given import ERRORS, faulty, last_board, told
from support import place

from checkers_cli.faults.engine.mailbox import CELLS, Board, start_board
from checkers_cli.faults.engine.program import transcript


@pytest.mark.parametrize(
    ("fault", "script", "right", "wrong"),
    [
        ("target-outside-first", "I4-J5", 1, 2),
        ("source-empty-before-target-outside", "B5-I4", 2, 3),
        ("source-empty-before-target-outside", "B3-I4", 2, 2),
        ("target-taken-before-source-empty", "B5-A6", 3, 4),
        ("opponents-before-target-taken", "B3-A6", 4, 5),
        ("empty-source-opponents", "B4-A5", 3, 5),
        ("illegal-before-target-taken", "A8-B7", 4, 6),
        ("source-wholly-checked-first", "B3-I4", 2, 5),
        ("source-wholly-checked-first", "B5-I4", 2, 3),
        ("opponents-before-target-outside", "B3-I4", 2, 5),
        ("opponents-before-target-outside", "B5-I4", 2, 2),
        ("check-1-missing", "I4-B5", 1, 3),
        ("check-1-missing", "I4-A6", 1, 3),
        ("check-2-missing", "G6-I4", 2, 6),
        ("check-2-missing", "B3-I4", 2, 5),
        ("check-3-missing", "B5-A4", 3, 6),
        ("check-3-missing", "B5-A6", 3, 4),
        ("check-4-missing", "A8-B7", 4, 6),
        ("check-4-missing", "B3-A6", 4, 5),
        ("check-5-missing", "B3-A4", 5, 6),
        ("row-0-on-board", "A0-B5", 1, 3),
        ("row-0-on-board", "A6-A0", 2, 6),
        ("row-9-on-board", "A9-B5", 1, 3),
        ("row-9-on-board", "A0-B5", 1, 1),
        ("column-i-on-board", "G6-I4", 2, 6),
        ("row-0-on-board-as-source", "A0-B5", 1, 3),
        ("row-0-on-board-as-source", "A6-A0", 2, 2),
        ("row-0-on-board-as-target", "A0-B5", 1, 1),
        ("row-0-on-board-as-target", "A6-A0", 2, 6),
        ("row-0-taken", "A0-B5", 1, 6),
        ("row-0-taken", "A6-A0", 2, 4),
        ("row-9-taken-as-source", "A9-B5", 1, 6),
        ("row-9-taken-as-source", "A6-A9", 2, 2),
        ("row-9-taken-as-target", "A6-A9", 2, 4),
        ("row-9-taken-as-target", "A9-B5", 1, 1),
        ("row-9-opponents", "A9-B5", 1, 5),
        ("row-9-opponents", "A6-A9", 2, 4),
        ("row-0-opponents-as-source", "A0-B5", 1, 5),
        ("row-0-opponents-as-source", "A6-A0", 2, 2),
        ("rows-0-and-9-on-board", "A0-A9", 1, 3),
        ("rows-0-and-9-taken", "A6-A9", 2, 4),
        ("rows-0-and-9-opponents", "A0-B5", 1, 5),
        ("column-i-memory", "I1-B5", 1, 5),  # A2 is white's
        ("column-i-memory", "I4-B5", 1, 3),  # A5 is empty
        ("column-i-memory", "G6-I5", 2, 4),  # A6 is taken
        ("column-i-memory-as-source", "G6-I5", 2, 2),
        ("column-i-memory-as-target", "I1-B5", 1, 1),
        ("row-8-off-board", "A8-B7", 4, 1),
        ("row-1-off-board", "A6-B1", 4, 2),
        ("column-h-off-board", "H7-G6", 4, 1),
        ("column-a-off-board", "B3-A4", 5, 2),
        ("light-cells-off-board", "A1-B5", 3, 1),
        ("light-cells-off-board", "A6-A5", 6, 2),
    ],
)
def test_fault_changes_the_error(fault: str, script: str, right: int, wrong: int) -> None:
    assert told(transcript(script)) == [ERRORS[right]]
    assert told(faulty(fault, script)) == [ERRORS[wrong]]


@pytest.mark.parametrize(
    ("fault", "script", "board", "expected"),
    [
        ("towers-not-opponents", "C4-D5", place(C4="W"), 6),
        ("towers-not-opponents", "C4-D5", place(C4="w"), 5),
        ("own-towers-opponents", "C4-D5", place(C4="B"), 5),
        ("own-towers-opponents", "C4-D5", place(C4="W"), 5),
    ],
)
def test_error_for_an_action_of_a_tower(
    fault: str, script: str, board: Board, expected: int
) -> None:
    assert told(faulty(fault, script, board)) == [ERRORS[expected]]


def test_either_player_acts_with_any_man() -> None:
    output = faulty("turn-not-checked", "B3-A4\nA4-B5\nG6-F5\n")
    assert told(output) == ["BLACK ACTION #1: B3-A4", "WHITE ACTION #2: A4-B5",
                            "BLACK ACTION #3: G6-F5"]  # fmt: skip
    assert told(faulty("turn-not-checked", "B3-A3")) == [ERRORS[6]]


def test_illegal_actions_are_carried_out() -> None:
    output = faulty("check-6-missing", "A6-E4\n")
    assert told(output) == ["BLACK ACTION #1: A6-E4"]
    board = start_board()
    board[CELLS["A6"]], board[CELLS["E4"]] = ".", "b"
    assert last_board(output) == board
    over_nothing = faulty("check-6-missing", "C4-E2\n", place(C4="b", D3="b"))
    assert last_board(over_nothing) == place(E2="b")
    assert told(faulty("check-6-missing", "B3-A4")) == [ERRORS[5]]


def test_white_may_open_the_game() -> None:
    assert told(transcript("B3-A4\n")) == [ERRORS[5]]
    output = faulty("white-may-open", "B3-A4\nG6-F5\nC6-B5\n")
    assert told(output) == ["WHITE ACTION #1: B3-A4", "BLACK ACTION #2: G6-F5", ERRORS[5]]
    assert faulty("white-may-open", "G6-F5\nH3-G4\n") == transcript("G6-F5\nH3-G4\n")


def test_opponents_towers_act_as_their_own() -> None:
    assert told(faulty("opponents-towers-act", "C4-D3", place(C4="W"))) == [
        "BLACK ACTION #1: C4-D3"
    ]
    assert told(faulty("opponents-towers-act", "C4-D5", place(C4="w"))) == [ERRORS[5]]
