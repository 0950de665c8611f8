import pytest
from grading.hinting import hints_with_board, hints_with_event, hints_with_text

OUTSIDE = "Source cell is outside of the board."


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


@pytest.mark.parametrize(
    ("start", "script", "words"),
    [
        ("B:WD3:BKC6", b"C6-D7", "in all four diagonal directions"),
        ("B:WD5:BC6", b"C6-E4", "right behind it"),
        ("B:WD5:BC6", b"C6-B5", "Captures are optional"),
    ],
)
def test_refused_legal_action_gets_a_hint(start: str, script: bytes, words: str) -> None:
    hint, *_ = hints_with_event(start, script, "ERROR: Illegal action.\n").splitlines()
    assert words in hint


def test_illegal_action_without_an_error_gets_a_hint_about_legal_actions() -> None:
    assert "pieces only forward" in hints_with_event("B:WD3:BC6", b"C6-D7", "")


def test_another_error_gets_a_hint_about_the_order_of_the_checks() -> None:
    hint = hints_with_text("B:WD3:BC6", b"I9-I9", OUTSIDE, OUTSIDE.replace("Source", "Target"))
    assert "Print only the first error, checked in this order" in hint


def test_unknown_error_message_gets_a_hint_about_the_six_messages() -> None:
    assert "exactly one of the six" in hints_with_text("B:WD3:BC6", b"I9-I9", OUTSIDE, "no")


def test_wrong_number_or_player_gets_a_hint() -> None:
    assert "numbered from 1" in hints_with_text("B:WD3:BC6", b"C6-B5", "#1", "#2")
    assert "turns alternate" in hints_with_text("B:WD3:BC6", b"C6-B5", "BLACK", "WHITE")
