import pytest

from checkers_cli.rules.checks import MESSAGES, IllegalAction, checked_action
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START


@pytest.mark.parametrize(
    ("source", "target", "error"),
    [
        ("I4", "A9", 1),
        ("A0", "B5", 1),
        ("A9", "B5", 1),
        ("A10", "B5", 1),
        ("g6", "F5", 1),
        ("A01", "F5", 1),
        ("B5", "H9", 2),  # before the empty source
        ("B3", "Z1", 2),  # before the opponent's man
        ("B5", "A6", 3),  # before the taken target
        ("A1", "B2", 3),  # a light cell is empty
        ("B3", "D3", 4),  # before the opponent's man
        ("A6", "B7", 4),
        ("A6", "A6", 4),
        ("B3", "C4", 5),  # before the illegal action
        ("A6", "A5", 6),  # a light cell
        ("A6", "C4", 6),
    ],
)
def test_the_first_check_that_fails_counts(source: str, target: str, error: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        checked_action(START, source, target)
    assert caught.value.error == error
    assert str(caught.value) == MESSAGES[error]
    assert caught.value.exit_status == 1


def test_a_tower_of_the_opponent_is_the_opponents() -> None:
    with pytest.raises(IllegalAction, match="opponent's piece/tower"):
        checked_action(parse_position("B:WKD5:BA6"), "D5", "E4")


def test_a_legal_action_is_returned() -> None:
    assert checked_action(START, "A6", "B5").name == "A6-B5"


def test_the_six_messages() -> None:
    assert MESSAGES == {
        1: "Source cell is outside of the board.",
        2: "Target cell is outside of the board.",
        3: "Source cell is empty.",
        4: "Target cell is not empty.",
        5: "Source cell holds opponent's piece/tower.",
        6: "Illegal action.",
    }
