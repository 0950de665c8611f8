from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import played_states

from checkers_cli.installation import is_compiled
from checkers_cli.rules.readings import INT_MAX, INT_MIN
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TICTACTOE4, TOWER, VARIANTS, Variant
from checkers_cli.search.evaluation import MATERIAL, OUTCOME, Evaluation
from checkers_cli.search.evaluations import EVALUATIONS, evaluation_of
from checkers_cli.search.searches import (
    ALPHABETA,
    MINIMAX,
    NEGAMAX,
    NEGASCOUT,
    PRUNING,
    SEARCHES,
    Engine,
    SearchPlan,
    SearchResult,
)

variants = pytest.mark.parametrize("name", sorted(VARIANTS))
switches = st.fixed_dictionaries(
    {"deepening": st.booleans(), "table": st.booleans(), "ordering": st.booleans()}
)


def played(state: State, result: SearchResult) -> State:
    """Where the line of a result leads; it must be legal."""
    for step in result.line:
        state = state.after(next(one for one in state.actions() if one.name == step.name))
    return state


def check_same_value(variant: Variant, random: Random) -> None:
    """All searches give the value of the tree, and a line that leads to it."""
    state = variant.start
    for _ in range(random.randint(0, 60)):
        if not state.actions():
            break
        state = state.after(random.choice(state.actions()))
    evaluation = evaluation_of(random.choice(EVALUATIONS), variant)
    depth = random.randint(1, 4)
    tree = Engine(evaluation, SearchPlan(MINIMAX, depth)).search(state)
    for search in (NEGAMAX, ALPHABETA, NEGASCOUT):
        switched = {
            name: search in PRUNING and random.random() < 0.5
            for name in ("deepening", "table", "ordering")
        }
        found = Engine(evaluation, SearchPlan(search, depth, **switched)).search(state)
        assert found.value == tree.value, (search, switched)
        assert (found.action is None) == (tree.action is None)
        if found.action is not None:
            check_line(state, evaluation, found)


def check_line(state: State, evaluation: Evaluation, found: SearchResult) -> None:
    end = played(state, found)
    assert found.line[0] is found.action
    if found.winner is None and end.actions():
        assert len(found.line) == found.depth
        assert evaluation.value(end) == found.value


@variants
@settings(max_examples=50)
@given(random=st.randoms(use_true_random=False))
def test_all_searches_find_the_value_of_the_tree(name: str, random: Random) -> None:
    check_same_value(VARIANTS[name], random)


@pytest.mark.slow
@variants
def test_all_searches_find_the_value_of_the_tree_of_thousands(name: str) -> None:
    random = Random(name)
    for _ in range(5000 if is_compiled() else 300):
        check_same_value(VARIANTS[name], random)


@variants
@settings(max_examples=10)
@given(data=st.data())
def test_a_filled_table_changes_no_value(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    evaluation = evaluation_of("contest", variant)
    engine = Engine(evaluation, SearchPlan(NEGASCOUT, 3, table=True, ordering=True))
    state = variant.start
    random = data.draw(st.randoms(use_true_random=False))
    for _ in range(8):
        found = engine.search(state)
        assert found.value == Engine(evaluation, SearchPlan(NEGASCOUT, 3)).search(state).value
        if not state.actions():
            break
        state = state.after(random.choice(state.actions()))


@pytest.mark.parametrize("search", PRUNING)
@settings(max_examples=60)
@given(state=played_states(TOWER), switched=switches)
def test_quiescence_alone_changes_values_and_by_design(
    search: str, state: State, switched: dict[str, bool]
) -> None:
    plain = Engine(MATERIAL, SearchPlan(ALPHABETA, 3, quiescence=True)).search(state)
    found = Engine(MATERIAL, SearchPlan(search, 3, quiescence=True, **switched)).search(state)
    assert found.value == plain.value


def test_quiescence_sees_the_capture_behind_the_horizon() -> None:
    state = ENGLISH.read("W:WA8:BB3,D3,F7,KC8")  # where white must go, it is captured
    assert Engine(MATERIAL, SearchPlan(ALPHABETA, 1)).search(state).value == 5
    assert Engine(MATERIAL, SearchPlan(ALPHABETA, 1, quiescence=True)).search(state).value == 6


@pytest.mark.parametrize("search", SEARCHES)
def test_a_game_that_is_over(search: str) -> None:
    blocked = TOWER.read("B:WB5,C4:BA6")
    found = Engine(MATERIAL, SearchPlan(search, 3)).search(blocked)
    assert (found.action, found.value, found.line, found.winner) == (None, INT_MIN, (), False)
    full = Engine(OUTCOME, SearchPlan(search, 3)).search(TICTACTOE.read("xox/xoo/oxx o"))
    assert (full.action, full.value, full.winner) == (None, 0, None)


@pytest.mark.parametrize("search", SEARCHES)
def test_tictactoe_is_a_draw_and_a_trap_wins(search: str) -> None:
    depth = 9 if search in PRUNING else 6
    start = TICTACTOE.start if search in PRUNING else TICTACTOE.read("x../.o./..x o")
    assert Engine(OUTCOME, SearchPlan(search, depth)).search(start).value == 0
    fork = TICTACTOE.read("xo./.../... x")
    assert Engine(OUTCOME, SearchPlan(search, 7)).search(fork).value == INT_MAX


def test_pruning_saves_most_of_a_well_known_board() -> None:
    state = TICTACTOE4.read("xxx./ooo./x.../.... o")
    plain = Engine(OUTCOME, SearchPlan(NEGAMAX, 9)).search(state)
    pruned = Engine(OUTCOME, SearchPlan(ALPHABETA, 9)).search(state)
    assert plain.action is not None
    assert plain.action.name == pruned.line[0].name == "8"
    assert plain.value == pruned.value == INT_MIN
    assert plain.nodes == 348149
    assert plain.nodes / pruned.nodes > 99


def test_negascout_visits_at_most_a_third_of_what_alpha_beta_visits() -> None:
    depth = 8 if is_compiled() else 6
    plain = Engine(MATERIAL, SearchPlan(ALPHABETA, depth)).search(TOWER.start)
    helped = Engine(MATERIAL, SearchPlan(NEGASCOUT, depth, table=True, ordering=True)).search(
        TOWER.start
    )
    if is_compiled():
        assert helped.nodes * 3 <= plain.nodes
    assert helped.nodes * 2 <= plain.nodes


def test_counts_are_there() -> None:
    plan = SearchPlan(NEGASCOUT, 6, table=True, ordering=True)
    found = Engine(MATERIAL, plan).search(TOWER.start)
    assert found.cutoffs
    assert found.table_hits
    assert found.seconds > 0
    assert Engine(MATERIAL, SearchPlan(NEGAMAX, 3)).search(TOWER.start).nodes == 1 + 7 + 49 + 379


def test_a_limit_of_nodes_is_kept_and_gives_what_was_found_before() -> None:
    unlimited = Engine(MATERIAL, SearchPlan(ALPHABETA, 4, deepening=True)).search(TOWER.start)
    found = Engine(MATERIAL, SearchPlan(ALPHABETA, 60, nodes=3000)).search(TOWER.start)
    assert 3000 <= found.nodes < 3050  # the leaves below the last node are counted with it
    assert found.depth >= unlimited.depth
    assert found.action is not None
    one = Engine(MATERIAL, SearchPlan(ALPHABETA, 60, nodes=1)).search(TOWER.start)
    assert (one.depth, one.line[0].name) == (0, "A6-B5")


def test_a_limit_of_nodes_is_kept_among_captures_too() -> None:
    many = TOWER.read("B:WKB1,KF3,KA4,KD5,KA6,KG6,KB7,KF7,KA8,KG8:BKD1,KD3,KH3,KC4,KE4,KH5,KC6,KH7")
    found = Engine(MATERIAL, SearchPlan(NEGASCOUT, 60, nodes=2000, quiescence=True)).search(many)
    assert found.nodes == 2000


def test_a_limit_of_time_is_kept() -> None:
    most = 20_000_000  # nodes, which nobody visits in that time: without a clock it ends there
    plan = SearchPlan(NEGASCOUT, 60, seconds=0.05, nodes=most, table=True, ordering=True)
    found = Engine(MATERIAL, plan).search(TOWER.start)
    assert 1 <= found.depth < 60
    assert found.nodes < most


def test_the_shortest_way_to_win_is_taken() -> None:
    # Black can capture the last man now, or play on and capture it later.
    state = TOWER.read("B:WC6:BKD7,KH1")
    found = Engine(MATERIAL, SearchPlan(NEGASCOUT, 5, shortest=True)).search(state)
    assert found.winner is True
    assert [one.name for one in found.line] == ["D7-B5"]


def test_the_longest_way_to_lose_is_taken() -> None:
    state = ENGLISH.read("B:WKB1,KD5,A6:BKD7")  # D7-E6 would lose at once
    found = Engine(MATERIAL, SearchPlan(NEGASCOUT, 5, shortest=True)).search(state)
    assert found.winner is False
    assert found.line[0] is found.action
    assert found.line[0].name == "D7-E8"
