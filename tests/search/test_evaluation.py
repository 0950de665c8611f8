from checkers_cli.rules.readings import INT_MAX, INT_MIN
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER
from checkers_cli.search.evaluation import MATERIAL, OUTCOME


def test_material_is_the_cost() -> None:
    assert MATERIAL.value(TOWER.start) == 0
    assert MATERIAL.value(TOWER.read("B:WC6,B7:BKA6,C8")) == 2
    assert MATERIAL.value(ENGLISH.read("W:WKC6,B7:BA6")) == -3


def test_the_outcome_is_who_has_won() -> None:
    assert OUTCOME.value(TICTACTOE.start) == 0
    assert OUTCOME.value(TICTACTOE.read("xxx/oo./... o")) == INT_MAX
    assert OUTCOME.value(TICTACTOE.read("xx./ooo/x.. x")) == INT_MIN
