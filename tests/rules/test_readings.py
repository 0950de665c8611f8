import pytest

from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.readings import INT_MAX, INT_MIN, printed_cost


@pytest.mark.parametrize(
    ("text", "formula", "limits"),
    [
        ("B:WB5,C4:BA6", -1, INT_MIN),  # blocked
        ("W:W:BKA6", 3, INT_MAX),  # nobody left
        ("B:WB5:BA6", 0, 0),
    ],
)
def test_the_cost_of_a_board(text: str, formula: int, limits: int) -> None:
    position = parse_position(text)
    assert printed_cost(position, limits=False) == formula
    assert printed_cost(position, limits=True) == limits
