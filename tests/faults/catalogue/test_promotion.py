"""Each mistake in promotion does what its title says, on boards checked by hand."""

import pytest
from faults.given import faulty, last_board
from support import place

from checkers_cli.faults.engine.mailbox import Board


@pytest.mark.parametrize(
    ("fault", "script", "board", "after"),
    [
        ("no-promotion", "C2-B1", place(C2="b"), place(B1="b")),
        ("no-promotion", "B3-D1", place(B3="b", C2="w"), place(D1="b")),
        ("no-promotion-in-tree", "C2-B1", place(C2="b"), place(B1="B")),
        ("no-promotion-in-tree", "A", place(A2="b"), place(B1="B")),
        ("no-promotion-by-capture-in-script", "B3-D1", place(B3="b", C2="w"), place(D1="b")),
        ("no-promotion-by-capture-in-script", "A", place(B3="b", C2="w"), place(D1="B")),
        ("no-promotion-by-capture-when-computed", "B3-D1", place(B3="b", C2="w"), place(D1="B")),
        ("no-promotion-by-capture-when-computed", "A", place(B3="b", C2="w"), place(D1="b")),
        ("no-promotion-by-capture", "B3-D1", place(B3="b", C2="w"), place(D1="b")),
        ("no-promotion-by-capture", "C2-B1", place(C2="b"), place(B1="B")),
        ("no-promotion-by-move", "B3-D1", place(B3="b", C2="w"), place(D1="B")),
        ("no-promotion-by-move", "C2-B1", place(C2="b"), place(B1="b")),
        ("no-promotion-of-white", "C2-B1", place(C2="b"), place(B1="B")),
        ("no-promotion-of-white", "C2-B1\nB7-A8", place(C2="b", B7="w"), place(B1="B", A8="w")),
        ("no-promotion-of-black", "C2-B1\nB7-A8", place(C2="b", B7="w"), place(B1="b", A8="W")),
        ("promotion-early", "B3-A2", place(B3="b"), place(A2="B")),
        ("promotion-early", "C4-B3", place(C4="b"), place(B3="b")),
        ("promotion-early", "C2-B1\nC6-B7", place(C2="b", C6="w"), place(B1="B", B7="W")),
        ("promotion-by-capturing", "C4-E2", place(C4="b", D3="w"), place(E2="B")),
        ("promotion-by-capturing", "C2-B1", place(C2="b"), place(B1="B")),
        ("promotion-by-capturing", "C4-D3", place(C4="b"), place(D3="b")),
        ("promotion-late", "C2-B1", place(C2="b"), place(B1="b")),
        ("promotion-late", "C2-B1\nH1-G2", place(C2="b", H1="w"), place(B1="B", G2="w")),
        ("promotion-again", "C2-B1", place(C2="B"), place(B1='"')),
        ("promotion-again", "C2-B1", place(C2="b"), place(B1="B")),
        ("promotion-again-in-tree", "C2-B1", place(C2="B"), place(B1="B")),
        ("promotion-lost", "B1-C2", place(B1="B"), place(C2="b")),
        ("promotion-lost", "C2-B1", place(C2="b"), place(B1="B")),
        ("promotion-lost-in-tree", "B1-C2", place(B1="B"), place(C2="B")),
        ("no-promotion-when-computed", "A", place(A2="b"), place(B1="b")),
        ("no-promotion-when-computed", "A2-B1", place(A2="b"), place(B1="B")),
        ("no-promotion-in-script", "A", place(A2="b"), place(B1="B")),
        ("no-promotion-in-script", "A2-B1", place(A2="b"), place(B1="b")),
    ],
)
def test_board_after_the_action(fault: str, script: str, board: Board, after: Board) -> None:
    assert last_board(faulty(fault, script, board)) == after
