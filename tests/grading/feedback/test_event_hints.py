import pytest
from grading.hinting import hints_with_event, hints_with_text

OUTSIDE = "Source cell is outside of the board."


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
