import pytest

from checkers_cli.rules.variants import TICTACTOE, TOWER, VARIANTS
from checkers_cli.search.evaluation import MATERIAL, OUTCOME
from checkers_cli.search.evaluations import NAMES, evaluation_of


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if one.has_men])
def test_every_evaluation_finds_the_start_even(name: str, variant: object) -> None:
    game = VARIANTS[variant.name]  # type: ignore[attr-defined]
    evaluation = evaluation_of(name, game)
    assert evaluation.name == name
    assert evaluation.value(game.start) == 0


def test_a_game_without_men_has_only_its_outcome() -> None:
    assert evaluation_of("contest", TICTACTOE) is OUTCOME
    assert evaluation_of("material", TOWER) is MATERIAL
