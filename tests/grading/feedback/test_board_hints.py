import pytest
from grading.hinting import hints_with_board, hints_with_text


@pytest.mark.parametrize(
    ("start", "printed", "words"),
    [
        ("B:WD5,F3:BC6", "W:W:BG2", "no second jump"),
        ("B:WD5,F3:BC6", "W:WF3,D5:BE4", "removes the piece or tower that is jumped over"),
        ("B:WD5,F3:BC6", "W:WF3:BE4,C6", "source cell of an action is empty"),
        ("B:WD5,F3:BC6", "W:WD5,F3:BC6", "This is the board before the action."),
        ("B:WD5,F3:BKC6", "W:WF3:BE4", "stays a tower"),
        ("B:WD5,F3:BC6", "W:WF3:BKE4", "Only a piece that ends on the furthest row"),
    ],
)
def test_wrong_board_after_a_capture_gets_a_hint(start: str, printed: str, words: str) -> None:
    assert words in hints_with_board(start, b"C6-E4", printed)


def test_piece_on_the_furthest_row_gets_a_hint_about_towers() -> None:
    hint = hints_with_text("B:WA2:BC2", b"C2-B1", "| B |", "| b |")
    assert hint == "A piece that ends a move or a capture on the furthest row becomes a tower."


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ("-4", "the sign"),
        ("2", "a tower counts three"),
        ("3", "for the board after the action, not before it"),
        ("17", "counted on the board"),
    ],
)
def test_wrong_cost_gets_a_hint_about_the_formula(cost: str, words: str) -> None:
    hint = hints_with_text("B:WD3:BC4,KH7", b"C4-E2", "COST: 4\n", f"COST: {cost}\n")
    assert words in hint
