from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import played_states

from checkers_cli.lab.games.notation import WrongEntry, find_action
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER, VARIANTS, Variant


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(data=st.data())
def test_every_legal_action_can_be_entered(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    state = data.draw(played_states(variant))
    for action in state.actions():
        cells = " ".join(f"{row}{column}" for row, column in variant.cells(action.name))
        entries = [action.name, f" {action.name.lower()}\n"]
        if variant.has_men:
            entries += [cells, action.name.replace("x", " "), action.name.replace("x", "-")]
        for entry in entries:
            assert find_action(variant, state, entry).name == action.name


def test_the_way_between_may_be_left_out_if_there_is_only_one() -> None:
    state = ENGLISH.read("B:WC2,C4,A8:BB1")
    assert find_action(ENGLISH, state, "b1-b5").name == "B1xD3xB5"
    round_trip = ENGLISH.read("B:WC4,E4,C6,E6:BKD3")
    with pytest.raises(WrongEntry, match="2 ways: write D3xF5xD7xB5xD3 or D3xB5xD7xF5xD3"):
        find_action(ENGLISH, round_trip, "D3-D3")


@pytest.mark.parametrize(
    ("variant", "start", "entry", "why"),
    [
        (TOWER, "", "G6F5", "'G6F5' is not an action; write one like G6-F5"),
        (TOWER, "", "", "'' is not an action"),
        (TOWER, "", "B2-C3", "B2-C3: Source cell is empty."),
        (TOWER, "", "B1-A2", "Target cell is not empty."),
        (TOWER, "", "J9-A2", "Source cell is outside of the board."),
        (TOWER, "", "G6-E4", "Illegal action."),
        (TOWER, "", "G6-F5-E4", "an action is one move or one jump"),
        (TOWER, "B:WF5:BG6,B7", "G6-H5-G4", "an action is one move or one jump"),
        (TOWER, "B:WF5:BG6,B7", "G6-E4-D3", "an action is one move or one jump"),
        (ENGLISH, "", "B3-B4", "this man cannot go there"),
        (ENGLISH, "", "A4-B5", "A4 is empty"),
        (ENGLISH, "", "A6-B5", "A6 holds a man of the other player"),
        (ENGLISH, "", "A2-B3", "B3 is not empty"),
        (ENGLISH, "", "B3-B3", "this man cannot go there"),
        (ENGLISH, "", "J10-A2", "J10 is outside of the board"),
        (ENGLISH, "B:WE6,A8:BD5,H1", "H1-G2", "a capture is forced"),
        (ENGLISH, "B:WC2,C4,A8:BB1", "B1-D3", "a capture is forced, and must be made to its end"),
        (TICTACTOE, "x../.../... o", "1", "'1' is not an empty cell; the empty cells are 2, 3"),
        (TICTACTOE, "", "a" * 999, f"'{'a' * 40}'... is not an empty cell"),
    ],
)
def test_a_wrong_entry_is_told_why(variant: Variant, start: str, entry: str, why: str) -> None:
    state = variant.read(start) if start else variant.start
    with pytest.raises(WrongEntry) as caught:
        find_action(variant, state, entry)
    assert why in str(caught.value)


@given(st.text(max_size=20))
def test_any_entry_is_an_action_or_a_wrong_entry(text: str) -> None:
    for variant in VARIANTS.values():
        legal = {one.name for one in variant.start.actions()}
        with suppress(WrongEntry):
            assert find_action(variant, variant.start, text).name in legal
