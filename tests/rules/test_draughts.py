import pytest

from checkers_cli.rules.draughts import draughts_start
from checkers_cli.rules.variants import CONTEST, ENGLISH, FLYING, DraughtsVariant, Variant

ALL = pytest.mark.parametrize("variant", [ENGLISH, CONTEST, FLYING], ids=lambda one: one.name)


def actions_of(variant: Variant, text: str) -> list[str]:
    return [action.name for action in variant.read(text).actions()]


def after(variant: Variant, text: str, name: str) -> str:
    state = variant.read(text)
    action = next(action for action in state.actions() if action.name == name)
    return variant.write(state.after(action))


@ALL
def test_black_begins_at_the_top(variant: Variant) -> None:
    assert variant.start.black_to_act
    assert variant.rows(variant.start)[:4] == [".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "........"]
    assert [one.name for one in variant.start.actions()] == [
        "B3-C4", "B3-A4", "D3-E4", "D3-C4", "F3-G4", "F3-E4", "H3-G4",
    ]  # fmt: skip


@ALL
def test_men_go_and_capture_forward_only(variant: Variant) -> None:
    assert actions_of(variant, "B:WG8:BD5") == ["D5-E6", "D5-C6"]
    assert actions_of(variant, "W:WD5:BA2") == ["D5-E4", "D5-C4"]
    assert actions_of(variant, "B:WE4,C4:BD5") == ["D5-E6", "D5-C6"]


@ALL
def test_captures_are_forced_and_any_may_be_chosen(variant: Variant) -> None:
    assert actions_of(variant, "B:WE6,C6,A8:BD5,H1") == ["D5xF7", "D5xB7"]


@ALL
def test_a_capture_goes_on_while_the_same_man_can_capture(variant: Variant) -> None:
    text = "B:WC2,C4,E6,A8:BB1"
    assert actions_of(variant, text) == ["B1xD3xB5"]
    assert after(variant, text, "B1xD3xB5") == "W:WE6,A8:BB5"


@ALL
def test_ways_with_the_same_ends_are_different_actions(variant: Variant) -> None:
    both = actions_of(variant, "B:WC4,E4,C6,E6:BKD3")
    assert both == ["D3xF5xD7xB5xD3", "D3xB5xD7xF5xD3"]
    assert after(variant, "B:WC4,E4,C6,E6:BKD3", both[0]) == "W:W:BKD3"


@ALL
def test_a_man_is_not_captured_twice(variant: Variant) -> None:
    # From F5 the king could jump E4 again and again, were it not gone.
    assert actions_of(variant, "B:WE4:BKD3") == ["D3xF5"]


@pytest.fixture
def crowned_in_mid_capture() -> str:
    return "W:WB3:BC2,E2,A6"


def test_crowning_in_mid_capture(crowned_in_mid_capture: str) -> None:
    for variant in (ENGLISH, FLYING):
        assert actions_of(variant, crowned_in_mid_capture) == ["B3xD1"]
        assert after(variant, crowned_in_mid_capture, "B3xD1") == "B:WKD1:BE2,A6"
    assert actions_of(CONTEST, crowned_in_mid_capture) == ["B3xD1xF3"]
    assert after(CONTEST, crowned_in_mid_capture, "B3xD1xF3") == "B:WKF3:BA6"


def test_a_king_goes_one_step_or_flies() -> None:
    text = "B:WG8:BKD5,F7"
    assert actions_of(ENGLISH, text) == ["D5-E4", "D5-E6", "D5-C6", "D5-C4", "F7-E8"]
    assert actions_of(FLYING, text) == [
        "D5-E4", "D5-F3", "D5-G2", "D5-H1", "D5-E6", "D5-C6", "D5-B7", "D5-A8",
        "D5-C4", "D5-B3", "D5-A2", "F7-E8",
    ]  # fmt: skip


def test_a_flying_king_captures_like_a_man() -> None:
    assert "D5xB7" in actions_of(FLYING, "B:WC6:BKD5")
    assert actions_of(FLYING, "B:WC6,E2:BKD5") == ["D5xB7"]
    # Two cells away it captures nothing, and after a capture it does not fly on.
    assert "D5xA8" not in actions_of(FLYING, "B:WB7:BKD5")
    assert after(FLYING, "B:WC6:BKD5", "D5xB7") == "W:W:BKB7"


@ALL
def test_a_king_takes_kings_and_men(variant: Variant) -> None:
    state = variant.read("B:WKC6,G8:BKD5")
    assert state.cost == 3 - 3 - 1
    assert state.after(state.actions()[0]).cost == 3 - 1


@ALL
def test_a_player_without_men_or_moves_has_no_actions(variant: Variant) -> None:
    assert actions_of(variant, "B:WA2:B") == []
    assert actions_of(variant, "B:WB7,C8:BA6") == []


@ALL
@pytest.mark.parametrize(
    ("size", "men"), [(4, 2), (5, 2), (6, 6), (7, 7), (8, 12), (9, 13), (10, 20)]
)
def test_other_sizes_begin_with_two_rows_between_the_men(
    variant: DraughtsVariant, size: int, men: int
) -> None:
    start = draughts_start(variant.rules(size))
    assert int(start.black).bit_count() == men
    assert start.actions()
