import pytest

from checkers_cli.lab.analysis.plans import (
    SearchOptions,
    depth_for,
    described,
    evaluation_for,
    plan_for,
)
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TICTACTOE4, TOWER, Variant
from checkers_cli.search.searches import DEEPEST_SEARCH, MINIMAX, NEGAMAX, SearchPlan
from checkers_cli.util.errors import UnusableInput


def planned(**options: object) -> SearchPlan:
    return plan_for(SearchOptions(**options), TOWER, TOWER.start)  # type: ignore[arg-type]


def test_default_plans() -> None:
    assert planned() == SearchPlan("negascout", 8, table=True, ordering=True)
    assert planned(search="alphabeta") == SearchPlan("alphabeta", 8, table=True, ordering=True)
    assert planned(search="minimax") == SearchPlan("minimax", 6)
    assert planned(search="negamax", table=False, deepening=False) == SearchPlan("negamax", 6)


def test_options_become_a_plan() -> None:
    plan = planned(depth=3, table=False, ordering=False, quiescence=True)
    assert plan == SearchPlan("negascout", 3, quiescence=True)
    assert planned(deepening=True, depth=4).deepening


def test_a_budget_goes_as_deep_as_it_reaches() -> None:
    for wish in ({"seconds": 0.5}, {"nodes": 100}):
        plan = planned(**wish)
        assert plan.deepening
        assert plan.depth == DEEPEST_SEARCH
        assert planned(depth=5, **wish).depth == 5
        with pytest.raises(UnusableInput, match=r"^--(time|nodes) needs --deepening"):
            planned(deepening=False, **wish)


@pytest.mark.parametrize("search", [MINIMAX, NEGAMAX])
@pytest.mark.parametrize(
    ("name", "value", "option"),
    [
        ("seconds", 1.0, "--time"),
        ("nodes", 5, "--nodes"),
        ("deepening", True, "--deepening"),
        ("table", True, "--table"),
        ("ordering", True, "--ordering"),
        ("quiescence", True, "--quiescence"),
    ],
)
def test_a_search_of_the_whole_tree_refuses_options_of_pruning(
    search: str, name: str, value: object, option: str
) -> None:
    with pytest.raises(UnusableInput, match=f"--search {search} .* takes no {option};"):
        planned(search=search, **{name: value})


@pytest.mark.parametrize(
    ("variant", "position", "pruning", "depth"),
    [
        (ENGLISH, "B:WKA2:BKH7", True, 8),
        (TICTACTOE, ".../.../...", True, 9),
        (TICTACTOE, ".../.../...", False, 9),
        (TICTACTOE, "xo./.../...", True, 7),
        (TICTACTOE, "xox/xox/oxo", False, 1),
        (TICTACTOE4, "..../..../..../....", True, 12),
        (TICTACTOE4, "..../..../..../....", False, 5),
    ],
)
def test_default_depths(variant: Variant, position: str, pruning: bool, depth: int) -> None:
    assert depth_for(variant, variant.read(position), pruning) == depth


def test_evaluations() -> None:
    assert evaluation_for(SearchOptions(), ENGLISH).name == "material"
    assert evaluation_for(SearchOptions(evaluation="positional"), ENGLISH).name == "positional"
    assert evaluation_for(SearchOptions(), TICTACTOE).name == "outcome"
    with pytest.raises(UnusableInput, match="--evaluation is for games with men"):
        evaluation_for(SearchOptions(evaluation="material"), TICTACTOE)


def test_a_plan_in_words() -> None:
    assert described(SearchPlan("minimax", 3)) == "minimax"
    plan = planned(seconds=0.5, nodes=1000, quiescence=True)
    assert described(plan) == (
        "negascout, deepening, table, ordering, quiescence, for 0.5 s, for 1,000 nodes"
    )
    assert described(planned(nodes=1)).endswith("for 1 node")
