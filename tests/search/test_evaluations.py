import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import played_states
from turned import turned

from checkers_cli.rules.variants import TICTACTOE, TOWER, VARIANTS, Variant
from checkers_cli.search.evaluation import MATERIAL, OUTCOME
from checkers_cli.search.evaluations import EVALUATIONS, evaluation_of

WITH_MEN = [variant for variant in VARIANTS.values() if variant.has_men]


@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("variant", WITH_MEN, ids=lambda variant: variant.name)
def test_every_evaluation_finds_the_start_even(name: str, variant: Variant) -> None:
    evaluation = evaluation_of(name, variant)
    assert evaluation.name == name
    assert evaluation.value(variant.start) == 0


@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("variant", WITH_MEN, ids=lambda variant: variant.name)
@given(data=st.data())
def test_evaluations_are_symmetric(name: str, variant: Variant, data: st.DataObject) -> None:
    state = data.draw(played_states(variant))
    evaluation = evaluation_of(name, variant)
    assert evaluation.value(turned(variant, state)) == -evaluation.value(state)


def test_a_game_without_men_has_only_its_outcome() -> None:
    assert evaluation_of("contest", TICTACTOE) is OUTCOME
    assert evaluation_of("material", TOWER) is MATERIAL
