import pytest

from checkers_cli.lab.play.levels import HIGHEST, LOWEST, plan_of
from checkers_cli.rules.variants import TICTACTOE, TOWER
from checkers_cli.search.searches import DEEPEST_SEARCH, NEGASCOUT


@pytest.mark.parametrize("level", range(LOWEST, 7))
def test_the_lower_levels_look_so_many_actions_ahead(level: int) -> None:
    plan = plan_of(level, TOWER)
    assert (plan.search, plan.depth, plan.seconds) == (NEGASCOUT, level, 0)
    assert plan.table
    assert plan.ordering
    assert plan.shortest


@pytest.mark.parametrize(("level", "seconds"), [(7, 1), (8, 3), (HIGHEST, 10)])
def test_the_upper_levels_look_at_the_clock(level: int, seconds: int) -> None:
    assert plan_of(level, TOWER)[1:3] == (DEEPEST_SEARCH, seconds)


def test_nobody_looks_beyond_a_full_board() -> None:
    assert plan_of(9, TICTACTOE).depth == 9
