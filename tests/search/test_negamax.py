import pytest

from checkers_cli.rules.variants import TICTACTOE, TOWER
from checkers_cli.search.evaluation import MATERIAL, OUTCOME
from checkers_cli.search.negamax import WON, Options, OutOfBudget, Searcher


def test_values_are_those_of_the_player_to_act() -> None:
    searcher = Searcher(MATERIAL, Options())
    assert searcher.search(TOWER.read("B:WC6,B7:BKA6,C8"), 3) == 1
    assert searcher.search(TOWER.read("W:WKC6:BG8"), 1) == 2
    assert searcher.search(TICTACTOE.read("xx./oo./... x"), 1) == 0
    assert Searcher(OUTCOME, Options()).search(TICTACTOE.read("xx./oo./... x"), 1) == WON
    assert Searcher(OUTCOME, Options()).search(TICTACTOE.read("xx./oo./x.. o"), 1) == WON


def test_a_line_ends_where_the_game_ends() -> None:
    searcher = Searcher(OUTCOME, Options())
    searcher.search(TICTACTOE.read("xx./oo./... x"), 5)
    assert [one.name for one in searcher.line] == ["3"]


def test_a_budget_is_for_one_search_after_the_other() -> None:
    searcher = Searcher(MATERIAL, Options())
    searcher.begin(nodes=500)
    searcher.search(TOWER.start, 2)
    with pytest.raises(OutOfBudget):
        searcher.search(TOWER.start, 6)
    searcher.begin()
    searcher.search(TOWER.start, 6)
    assert searcher.nodes > 500
