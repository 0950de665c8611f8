import json

import pytest
from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.analysis.report import (
    Analysis,
    analyse,
    analysis_data,
    analysis_text,
    boxed_position,
    ending,
    seconds,
    speed,
    worth,
)
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.notation import find_action
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TICTACTOE4, TOWER, VARIANTS, Variant
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.searches import SearchPlan

HELPED = SearchPlan("negascout", 6, table=True, ordering=True)


def analysed(
    variant: Variant,
    position: str | None = None,
    plan: SearchPlan = HELPED,
    evaluation: str = "material",
) -> Analysis:
    game = Game(variant, None if position is None else variant.read(position))
    found = analyse(game, evaluation_of(evaluation, variant), plan)
    return found._replace(result=found.result._replace(seconds=0.5))


def said(analysis: Analysis) -> str:
    return worth(analysis.game, analysis.result, analysis.evaluation)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_start_of_each_game(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(analysis_text(analysed(VARIANTS[name]))) == snapshot


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_the_worked_example(search: str, snapshot: SnapshotAssertion) -> None:
    found = analysed(TOWER, WORKED_EXAMPLE, SearchPlan(search, 3))
    assert "\n".join(analysis_text(found)) == snapshot
    assert json.dumps(analysis_data(found), indent=2) == snapshot


def test_times_can_be_left_out() -> None:
    found = analysed(TOWER)
    assert [
        line for line in analysis_text(found) if line not in analysis_text(found, times=False)
    ] == [line for line in analysis_text(found) if line.startswith("time")]
    assert analysis_data(found).keys() - analysis_data(found, times=False).keys() == {
        "seconds",
        "nodes_per_second",
    }


@pytest.mark.parametrize(
    ("variant", "position", "depth", "evaluation", "words"),
    [
        (TOWER, "B:WC6:BKA6,C8,E8", 1, "material", "black is ahead by 4 points"),
        (TOWER, "W:WA2,C2:BH7", 1, "material", "white is ahead by 1 point"),
        (TOWER, "B:WKA2:BKH7", 1, "material", "even"),
        (ENGLISH, "B:WF7:BA2", 1, "contest", "even"),
        (ENGLISH, "W:WC4:BB3", 3, "material", "white wins"),
        (TOWER, "B:WC4:BKD5", 3, "material", "black wins"),
        (TICTACTOE, "xx./oo./...", 9, "material", "x wins"),
        (TICTACTOE, ".../.../...", 9, "material", "drawn"),
        (TICTACTOE, ".../.../...", 3, "material", "even"),  # not seen to the end
    ],
)
def test_the_value_in_words(
    variant: Variant, position: str, depth: int, evaluation: str, words: str
) -> None:
    assert said(analysed(variant, position, SearchPlan("alphabeta", depth), evaluation)) == words


def test_points_are_those_of_the_evaluation() -> None:
    found = analysed(ENGLISH, "B:WA8:BKD5,B3", SearchPlan("negamax", 1), "contest")
    points = abs(found.result.value) / 4
    assert said(found) == f"black is ahead by {points:g} points"
    assert analysis_data(found)["value"] == points


@pytest.mark.parametrize(
    ("variant", "position", "words"),
    [
        (TICTACTOE, "xxx/oo./...", "x wins: x has a line"),
        (TICTACTOE, "xox/xox/oxo", "drawn: the board is full"),
        (ENGLISH, "B:WA8:B", "white wins: black has no men left"),
    ],
)
def test_a_game_that_is_over(variant: Variant, position: str, words: str) -> None:
    found = analysed(variant, position)
    assert analysis_text(found)[-1] == words
    data = analysis_data(found)
    assert data["best"] is None
    assert data["decided"] == words.split(":")[0].removesuffix(" wins")
    assert data["over"] == words.split(": ")[1]


def test_a_draw_by_the_rules_is_said_and_searched_on(snapshot: SnapshotAssertion) -> None:
    game = Game(ENGLISH, ENGLISH.read("B:WKA2:BKH7"))
    assert ending(game.variant, game.outcome) == "the game goes on"
    for entry in ["H7-G8", "A2-B1", "G8-H7", "B1-A2"] * 2:
        game.act(find_action(ENGLISH, game.state, entry))
    found = analyse(game, evaluation_of("material", ENGLISH), SearchPlan("negamax", 2))
    assert "\n".join(analysis_text(found, times=False)) == snapshot


def test_a_search_that_ends_early() -> None:
    found = analysed(ENGLISH, "W:WC4:BB3", HELPED._replace(deepening=True))
    assert "depth        2 of 6" in analysis_text(found)
    budget = analysed(ENGLISH, None, HELPED._replace(depth=60, deepening=True, nodes=500))
    assert f"depth        {budget.result.depth}" in analysis_text(budget)
    assert 0 < budget.result.depth < 6


def test_times_in_words() -> None:
    result = analysed(TOWER, None, SearchPlan("alphabeta", 1)).result
    assert [seconds(result._replace(seconds=one)) for one in (0.0, 0.00009, 0.892, 1.5)] == [
        "0.00 ms",
        "0.09 ms",
        "892.00 ms",
        "1.50 s",
    ]
    assert speed(result._replace(seconds=0.0)) == 0


def test_a_long_line_is_wrapped() -> None:
    found = analysed(TOWER, None, SearchPlan("alphabeta", 1))
    long = found._replace(result=found.result._replace(line=found.result.line * 20))
    assert all(len(line) <= 88 for line in analysis_text(long))


def test_empty_cells_without_men_have_numbers(snapshot: SnapshotAssertion) -> None:
    assert (
        "\n".join(boxed_position(TICTACTOE4, TICTACTOE4.read("xxx./ooo./x.../.... o"))) == snapshot
    )
