import json
from typing import cast

import pytest
from hypothesis import given, settings
from support import played_positions
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.analysis.comparison import (
    Comparison,
    compare,
    comparison_data,
    comparison_text,
    ratio,
)
from checkers_cli.lab.analysis.plans import SearchOptions
from checkers_cli.lab.games.game import Game
from checkers_cli.rules.position import Position
from checkers_cli.rules.variants import TICTACTOE, TICTACTOE4, TOWER
from checkers_cli.util.errors import UnusableInput

# x on 1 to 3 and 9, o on 5 to 7, o to act
WRITE_UP = "xxx./ooo./x.../.... o"


def timed(comparison: Comparison) -> Comparison:
    """As if the first had taken 892 ms and the others 9 ms."""
    whole, *rest = comparison.results
    results = (whole._replace(seconds=0.892), *(one._replace(seconds=0.009) for one in rest))
    return comparison._replace(results=results)


def test_pruning_saves_nodes(snapshot: SnapshotAssertion) -> None:
    found = timed(compare(Game(TICTACTOE4, TICTACTOE4.read(WRITE_UP)), SearchOptions()))
    assert found.exit_status == 0
    assert found.results[0].depth == 9  # the end
    assert found.results[0].nodes > 300 * found.results[1].nodes
    assert "\n".join(comparison_text(found)) == snapshot
    assert json.dumps(comparison_data(found), indent=2) == snapshot


def test_a_comparison_without_times(snapshot: SnapshotAssertion) -> None:
    found = compare(Game(TOWER), SearchOptions(depth=3, table=False, ordering=False))
    assert "\n".join(comparison_text(found, times=False)) == snapshot
    assert "seconds" not in json.dumps(comparison_data(found, times=False))


def test_help_is_asked_for_or_left_out() -> None:
    rows = cast(
        "list[dict[str, object]]",
        comparison_data(compare(Game(TOWER), SearchOptions(depth=2, ordering=False)))["searches"],
    )
    assert [(row["search"], row["table"], row["ordering"]) for row in rows] == [
        ("minimax", False, False),
        ("alphabeta", False, False),
        ("negascout", False, False),
        ("negascout", True, False),
    ]


@settings(max_examples=10)
@given(position=played_positions())
def test_the_values_are_the_same(position: Position) -> None:
    assert compare(Game(TOWER, position), SearchOptions(depth=3, evaluation="contest")).same


def test_values_that_differ_would_be_said(snapshot: SnapshotAssertion) -> None:
    found = timed(compare(Game(TOWER), SearchOptions(depth=2)))
    first, second, *rest = found.results
    wrong = found._replace(results=(first, second._replace(value=3), *rest))
    assert not wrong.same
    assert wrong.exit_status == 1
    assert "\n".join(comparison_text(wrong)[-7:]) == snapshot
    assert comparison_data(wrong)["same_value"] is False


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_not_built() -> None:
    found = compare(Game(TICTACTOE4), SearchOptions(depth=6))
    assert found.results[0].plan.search == "negamax"
    assert (
        "a tree of depth 6 would have more than 5,000,000 leaves here: "
        "plain negamax replaces minimax"
    ) in comparison_text(found)


def test_a_game_that_is_over() -> None:
    found = compare(Game(TICTACTOE, TICTACTOE.read("xxx/oo./...")), SearchOptions())
    assert comparison_text(found)[-1] == "x wins: x has a line"
    assert found.same


@pytest.mark.parametrize(
    ("options", "option"),
    [
        (SearchOptions(search="minimax"), "--search"),
        (SearchOptions(seconds=1.0), "--time"),
        (SearchOptions(nodes=9), "--nodes"),
        (SearchOptions(deepening=True), "--deepening"),
        (SearchOptions(quiescence=True), "--quiescence"),
    ],
)
def test_compare_refuses_search_and_budget_options(options: SearchOptions, option: str) -> None:
    with pytest.raises(UnusableInput, match=f"--compare takes no {option}:"):
        compare(Game(TOWER), options)


def test_ratios() -> None:
    assert [ratio(892, 9), ratio(1, 1), ratio(10**6, 3), ratio(1, 0)] == [
        "99.1x",
        "1.0x",
        "333,333x",
        "-",
    ]
