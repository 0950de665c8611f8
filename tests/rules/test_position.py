import pickle

import pytest
from hypothesis import given
from support import any_positions

from checkers_cli.rules.notation import fen, grid, parse_position
from checkers_cli.rules.position import START, Position, can_act, legal_actions


def actions_of(text: str) -> list[str]:
    return [action.name for action in legal_actions(parse_position(text))]


def after(text: str, name: str) -> tuple[str, int]:
    position = parse_position(text)
    action = next(action for action in legal_actions(position) if action.name == name)
    result = position.after(action)
    return fen(result), result.cost


def test_the_start() -> None:
    assert grid(START) == [
        ".w.w.w.w",
        "w.w.w.w.",
        ".w.w.w.w",
        "........",
        "........",
        "b.b.b.b.",
        ".b.b.b.b",
        "b.b.b.b.",
    ]
    assert START.black_to_act
    assert START.cost == 0


def test_a_tower_goes_round_clockwise_from_the_north_east() -> None:
    assert actions_of("B:W:BKD5") == ["D5-E4", "D5-E6", "D5-C6", "D5-C4"]
    assert actions_of("W:WKD5:B") == ["D5-E4", "D5-E6", "D5-C6", "D5-C4"]


def test_a_piece_goes_forward_only() -> None:
    assert actions_of("B:W:BD5") == ["D5-E4", "D5-C4"]
    assert actions_of("W:WD5:B") == ["D5-E6", "D5-C6"]


def test_a_piece_captures_forward_only() -> None:
    assert actions_of("B:WE6,C6,C4:BD5") == ["D5-E4", "D5-B3"]


def test_men_act_row_by_row() -> None:
    assert actions_of("B:W:BH5,A6,G4") == ["G4-H3", "G4-F3", "A6-B5"]


def test_captures_stand_among_the_moves_in_the_order_of_directions() -> None:
    assert actions_of("B:WE4,C6:BKD5") == ["D5-F3", "D5-E6", "D5-B7", "D5-C4"]


def test_a_capture_needs_an_empty_cell_behind() -> None:
    assert actions_of("B:WE4,F3,C4:BD5") == ["D5-B3"]
    assert actions_of("B:WE4,F3,C4,B3:BD5") == []


def test_a_man_does_not_jump_over_its_own_side_or_off_the_board() -> None:
    assert actions_of("B:WA4:BB5,C4,KH3") == ["H3-G4", "H3-G2", "C4-D3", "C4-B3"]


@pytest.mark.parametrize(
    ("before", "name", "result", "cost"),
    [
        ("B:WKE4:BD5", "D5-F3", "W:W:BF3", 1),  # a tower captured by a piece
        ("B:WG6:BC2", "C2-D1", "W:WG6:BKD1", 2),  # promotion by move
        ("B:WE2,G6:BF3", "F3-D1", "W:WG6:BKD1", 2),  # promotion by capture
        ("W:WB7:BC8,G6", "B7-A8", "B:WKA8:BG6,C8", -1),
        ("W:WC6:BD7,G6", "C6-E8", "B:WKE8:BG6", -2),
        ("B:WE4:BKD5", "D5-F3", "W:W:BKF3", 3),  # a tower stays one
        ("W:WKD5:BC6", "D5-B7", "B:WKB7:B", -3),
        ("B:W:BKC2", "C2-D1", "W:W:BKD1", 3),
    ],
)
def test_after(before: str, name: str, result: str, cost: int) -> None:
    assert after(before, name) == (result, cost)


@given(any_positions())
def test_a_position_is_a_value(position: Position) -> None:
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert hash(copy) == hash(position)
    assert copy.cost == position.cost
    assert parse_position(fen(position)) == position


def test_positions_differ_by_side_men_and_towers() -> None:
    texts = ("B:WA2:BD5", "W:WA2:BD5", "B:WA2:BF5", "B:WC2:BD5", "B:WA2:BKD5")
    assert len({parse_position(text) for text in texts}) == 5
    assert parse_position(texts[0]) != "B:WA2:BD5"


def test_can_act_tells_whether_there_is_an_action() -> None:
    assert can_act(START)
    assert not can_act(parse_position("B:WA2:B"))
    assert not can_act(parse_position("B:WB5,C4:BA6"))
