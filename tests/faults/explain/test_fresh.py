from random import Random

import pytest
from support import EXAMPLES

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain.fresh import telling_scripts
from checkers_cli.faults.explain.plays import output
from checkers_cli.faults.explain.search import Budget
from checkers_cli.script.promise import is_within


@pytest.mark.parametrize(
    "fault_id",
    [
        "ties-right",
        "pieces-capture-backward-in-script",
        "column-a-at-end",
        "blank-line-ends-script",
    ],
)
def test_new_scripts_show_the_fault(fault_id: str) -> None:
    knobs = knobs_with([CATALOGUE[fault_id]])
    model = example_script(fault_id).encode()
    made = telling_scripts(knobs, REFERENCE, [model], [model], 4, Random(1), Budget(10_000))
    found = [new.script for new in made]
    assert len(set(found)) == 4
    assert model not in found
    for script in found:
        assert output(script, knobs) != output(script, REFERENCE)
        assert is_within(script) is is_within(model)


def test_the_same_seed_makes_the_same_scripts() -> None:
    knobs = knobs_with([CATALOGUE["ties-right"]])
    made = [
        telling_scripts(knobs, REFERENCE, [], [], 3, Random("seed"), Budget(1000)) for _ in range(2)
    ]
    assert made[0] == made[1]


def test_equal_programs_and_an_empty_budget_give_no_scripts() -> None:
    models = [(EXAMPLES / "a-at-the-start.txt").read_bytes()]
    budget = Budget(1000)
    assert telling_scripts(REFERENCE, REFERENCE, models, [], 3, Random(1), budget) == []
    assert 0 < budget.left < 1000
    knobs = knobs_with([CATALOGUE["ties-right"]])
    assert telling_scripts(knobs, REFERENCE, models, [], 3, Random(1), Budget(0)) == []
