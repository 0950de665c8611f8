import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import played_states

from checkers_cli.rules.state import State, cost_of
from checkers_cli.rules.variants import VARIANTS

variants = pytest.mark.parametrize("name", sorted(VARIANTS))


@variants
@given(data=st.data())
def test_a_state_is_a_value(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    state = data.draw(played_states(variant))
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert hash(copy) == hash(state)
    assert type(copy) is type(state)
    assert [one.name for one in copy.actions()] == [one.name for one in state.actions()]
    assert 0 <= state.slot(400_009) < 400_009
    assert copy.slot(400_009) == state.slot(400_009)


@variants
@given(data=st.data())
def test_the_cost_that_is_carried_along_is_the_cost(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    state = data.draw(played_states(variant))
    expected = cost_of(state.black, state.white, state.towers) if variant.has_men else 0
    assert state.cost == expected


@variants
@given(data=st.data())
def test_actions_alternate_and_have_names_of_their_own(name: str, data: st.DataObject) -> None:
    state = data.draw(played_states(VARIANTS[name]))
    actions = state.actions()
    assert len({action.name for action in actions}) == len(actions)
    for action in actions:
        after = state.after(action)
        assert after.black_to_act is not state.black_to_act
        assert not after.black & after.white
        assert not after.towers & ~(after.black | after.white)


def test_a_state_is_equal_to_nothing_else() -> None:
    assert State(1, 2, 0, True, 0) != "B:WA2:BD5"
    state = State(1, 2, 0, True, 0)
    others = [(1, 2, 0, False), (1, 2, 2, True), (1, 4, 0, True), (4, 2, 0, True)]
    for black, white, towers, black_to_act in others:
        assert state != State(black, white, towers, black_to_act, 0)
        assert not state.same(State(black, white, towers, black_to_act, 0))
    assert state == State(1, 2, 0, True, 0)


def test_a_state_of_no_game_has_no_actions() -> None:
    state = State(1, 2, 0, True, 0)
    with pytest.raises(NotImplementedError):
        state.actions()


def test_slots_of_many_positions_are_spread() -> None:
    slots = 10_007
    state = VARIANTS["english"].start
    seen = {state}
    for _ in range(5):
        seen |= {one.after(action) for one in seen for action in one.actions()}
    assert len(seen) > 1000
    # Thrown at random, so many positions would take this share of the slots that they could.
    by_chance = slots * (1 - (1 - 1 / slots) ** len(seen))
    assert len({int(one.slot(slots)) for one in seen}) > 0.9 * by_chance
