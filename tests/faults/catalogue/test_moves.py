"""Each mistake in what men can do does what its title says, on boards checked by hand."""

import pytest
from faults.given import faulty, last_board, told
from support import place

from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

ILLEGAL = "ERROR: Illegal action."
# A black tower that can capture in all four directions.
SURROUNDED = place(D5="B", E4="w", E6="w", C6="w", C4="w")


@pytest.mark.parametrize(
    ("fault", "script", "board", "after"),
    [
        ("pieces-move-backward", "C4-D5", place(C4="b"), place(D5="b")),
        ("pieces-move-backward-in-script", "C4-D5", place(C4="b"), place(D5="b")),
        ("black-pieces-move-backward", "C4-D5", place(C4="b"), place(D5="b")),
        ("pieces-capture-backward", "C4-E6", place(C4="b", D5="w"), place(E6="b")),
        ("towers-slide", "A8-C6", place(A8="B"), place(C6="B")),
        ("towers-slide", "A8-H1", place(A8="B"), place(H1="B")),
        ("towers-capture-from-afar", "A8-E4", place(A8="B", D5="w"), place(E4="B")),
        ("straight-moves-in-script", "C4-C3", place(C4="b"), place(C3="b")),
        ("straight-moves-in-script", "C4-D4", place(C4="b"), place(D4="b")),
        ("moves-along-columns-in-script", "C4-C5", place(C4="b"), place(C5="b")),
        ("moves-straight-ahead-in-script", "C4-C3", place(C4="b"), place(C3="b")),
        ("edges-wrap", "H5-A5", place(H5="b"), place(A5="b")),
        ("own-men-captured", "C4-E2", place(C4="b", D3="b"), place(E2="b")),
        ("own-towers-captured", "C4-E2", place(C4="b", D3="B"), place(E2="b")),
        ("capture-over-nothing", "A4-C2", place(A4="b"), place(C2="b")),
        ("second-jump", "A8-E4", place(A8="b", B7="w", D5="W"), place(E4="b")),
        ("tower-capture-over-nothing", "A8-C6", place(A8="B"), place(C6="B")),
    ],
)
def test_illegal_action_is_carried_out(fault: str, script: str, board: Board, after: Board) -> None:
    assert told(transcript(script, board=board)) == [ILLEGAL]
    assert told(faulty(fault, script, board)) == [f"BLACK ACTION #1: {script}"]
    assert last_board(faulty(fault, script, board)) == after


@pytest.mark.parametrize(
    ("fault", "script", "board"),
    [
        ("towers-move-forward-only", "C4-D5", place(C4="B")),
        ("towers-capture-forward-only", "C4-E6", place(C4="B", D5="w")),
        ("towers-like-pieces", "C4-D5", place(C4="B")),
        ("towers-like-pieces", "C4-E6", place(C4="B", D5="w")),
        ("black-towers-like-pieces", "C4-D5", place(C4="B")),
        ("towers-not-captured", "C4-E2", place(C4="b", D3="W")),
        ("no-captures", "C4-E2", place(C4="b", D3="w")),
        ("towers-not-captured-by-towers", "C4-E2", place(C4="B", D3="W")),
        ("towers-not-captured-by-pieces", "C4-E2", place(C4="b", D3="W")),
        ("no-north-west-to-column-a", "B5-A4", place(B5="b")),
        ("no-north-east-to-row-1", "C2-D1", place(C2="b")),
        ("captures-forced", "G6-F5", place(C4="b", D3="w", G6="b")),
        ("captures-forced", "C4-B3", place(C4="b", D3="w", G6="b")),
        ("captures-forced-in-script", "C4-B3", place(C4="b", D3="w", G6="b")),
        ("captures-forced-for-man", "C4-B3", place(C4="b", D3="w", G6="b")),
    ],
)
def test_legal_action_is_refused(fault: str, script: str, board: Board) -> None:
    assert told(transcript(script, board=board)) == [f"BLACK ACTION #1: {script}"]
    assert told(faulty(fault, script, board)) == [ILLEGAL]


@pytest.mark.parametrize(
    ("fault", "script", "board"),
    [
        ("white-pieces-move-backward", "C4-D5", place(C4="b")),
        ("pieces-move-backward", "C4-E6", place(C4="b", D5="w")),
        ("pieces-move-backward-in-tree", "C4-D5", place(C4="b")),
        ("pieces-capture-backward", "C4-D5", place(C4="b")),
        ("towers-slide", "A8-C6", place(A8="b")),
        ("towers-slide", "A8-E4", place(A8="B", D5="w")),
        ("own-towers-captured", "C4-E2", place(C4="b", D3="b")),
        ("captures-forced-for-man", "G6-F5", place(C4="b", D3="w", G6="b")),
        ("captures-forced-in-tree", "C4-B3", place(C4="b", D3="w", G6="b")),
        ("white-towers-like-pieces", "C4-D5", place(C4="B")),
        ("towers-capture-forward-only", "C4-D5", place(C4="B")),
        ("landing-not-checked-in-script", "A4-C2", place(A4="b", B3="w", C2="w")),
        ("tower-capture-over-nothing", "A8-C6", place(A8="b")),
        ("towers-not-captured-by-towers", "C4-E2", place(C4="b", D3="W")),
        ("towers-not-captured-by-pieces", "C4-E2", place(C4="B", D3="W")),
        ("no-north-west-to-column-a", "C4-B3", place(C4="b")),
        ("no-north-west-to-column-a-in-tree", "B5-A4", place(B5="b")),
        ("tower-capture-north-east-removes-nothing", "C4-E2", place(C4="b", D3="w")),
        ("white-backward-capture-removes-in-front", "D5-F7", SURROUNDED),
        ("capture-removes-southern-man", "D5-F7", SURROUNDED),
        ("capture-removes-northern-man", "D5-F3", SURROUNDED),
        ("capture-north-east-removes-south-east", "D5-F7", SURROUNDED),
    ],
)
def test_fault_leaves_other_actions_alone(fault: str, script: str, board: Board) -> None:
    assert faulty(fault, script, board) == transcript(script, board=board)


@pytest.mark.parametrize(
    ("fault", "script", "board", "after"),
    [
        ("captured-not-removed", "C4-E2", place(C4="b", D3="w"), place(D3="w", E2="b")),
        ("captured-not-removed-in-tree", "C4-E2", place(C4="b", D3="w"), place(E2="b")),
        ("captured-not-removed-in-script", "A", place(A4="b", B3="w"), place(B3="w", C2="b")),
        ("captured-not-removed-when-scripted", "A", place(A4="b", B3="w"), place(C2="b")),
        ("captured-not-removed-when-computed", "A", place(A4="b", B3="w"), place(B3="w", C2="b")),
        ("source-not-emptied", "C4-D3", place(C4="b"), place(C4="b", D3="b")),
        ("source-not-emptied-in-script", "A", place(C4="b"), place(C4="b", D3="b")),
        ("source-not-emptied-in-tree", "A", place(C4="b"), place(D3="b")),
        ("edges-wrap-in-tree", "A", place(H5="b"), place(A5="b")),
        ("landing-not-checked-in-tree", "A", place(A4="b", B3="w", C2="w"), place(C2="b")),
        (
            "backward-capture-removes-in-front",
            "D5-F7",
            SURROUNDED,
            place(F7="B", E6="w", C6="w", C4="w"),
        ),
        (
            "black-backward-capture-removes-in-front-in-script",
            "D5-B7",
            SURROUNDED,
            place(B7="B", E4="w", E6="w", C6="w"),
        ),
        (
            "capture-removes-southern-man",
            "D5-F3",
            SURROUNDED,
            place(F3="B", E4="w", C6="w", C4="w"),
        ),
        (
            "capture-removes-southern-man",
            "C4-E2",
            place(C4="b", D3="w", D5="w"),
            place(E2="b", D3="w"),
        ),
        (
            "tower-capture-removes-southern-man",
            "C4-E2",
            place(C4="b", D3="w", D5="w"),
            place(E2="b", D5="w"),
        ),
        (
            "tower-capture-removes-northern-man-in-script",
            "D5-F7",
            SURROUNDED,
            place(F7="B", E6="w", C6="w", C4="w"),
        ),
        (
            "capture-north-east-removes-nothing",
            "C4-E2",
            place(C4="b", D3="w"),
            place(E2="b", D3="w"),
        ),
        (
            "capture-north-east-removes-nothing-in-script",
            "A",
            place(A4="b", B3="w"),
            place(C2="b", B3="w"),
        ),
        (
            "tower-capture-south-east-removes-nothing",
            "D5-F7",
            SURROUNDED,
            place(F7="B", E4="w", E6="w", C6="w", C4="w"),
        ),
        (
            "capture-north-east-removes-south-east",
            "D5-F3",
            SURROUNDED,
            place(F3="B", E4="w", C6="w", C4="w"),
        ),
        (
            "capture-north-east-removes-south-east-when-computed",
            "D5-F3",
            SURROUNDED,
            place(F3="B", E6="w", C6="w", C4="w"),
        ),
        (
            "capture-north-east-removes-south-east-when-computed",
            "A",
            place(A4="b", B3="w"),
            place(C2="b", B3="w"),
        ),
    ],
)
def test_board_after_the_action(fault: str, script: str, board: Board, after: Board) -> None:
    assert last_board(faulty(fault, script, board)) == after


# White is stuck on all of these boards but those with D3 and E2, so that every action of black
# wins and the left-most is taken.
@pytest.mark.parametrize(
    ("fault", "board", "right", "wrong"),
    [
        ("edges-wrap-in-tree", place(H5="b"), "H5-G4", "H5-I4"),
        ("pieces-move-backward-in-tree", place(A4="b", B3="b", C2="b", D1="b"), "C2-B1", "D1-E2"),
        ("no-moves-north-east-in-tree", place(C4="b"), "C4-D3", "C4-B3"),
        ("no-moves-south-east-in-tree", place(A1="B"), "A1-B2", None),
        ("towers-do-not-act-in-tree", place(A2="B", H8="b"), "A2-B1", "H8-G7"),
        ("towers-like-pieces-in-tree", place(B1="B", H8="b"), "B1-C2", "H8-G7"),
        # To the north-east black is captured.
        ("north-west-or-north-east-in-tree", place(C4="b", E2="w"), "C4-B3", "C4-D3"),
        # Black's only capture takes white's last man.
        ("no-captures-north-east-in-tree", place(C4="b", D3="w"), "C4-E2", "C4-B3"),
        ("no-captures-in-tree", place(C4="b", D3="w"), "C4-E2", "C4-B3"),
        ("no-north-east-to-row-1-in-tree", place(C2="b"), "C2-D1", "C2-B1"),
        ("no-north-west-to-row-1-in-tree", place(C2="b"), "C2-D1", "C2-D1"),
    ],
)
def test_choice_of_the_tree(fault: str, board: Board, right: str, wrong: str | None) -> None:
    assert told(transcript("A", board=board)) == [f"*** BLACK ACTION #1: {right}"]
    chosen = f"*** BLACK ACTION #1: {wrong}" if wrong else "WHITE WIN!"
    assert told(faulty(fault, "A", board)) == [chosen]
