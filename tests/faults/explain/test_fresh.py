from itertools import islice
from random import Random

import pytest
from support import EXAMPLES

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.candidates import Change
from checkers_cli.faults.explain.fresh import NewScripts, survey
from checkers_cli.faults.explain.plays import output, printed
from checkers_cli.script.promise import is_within

WORK = 4 * WORK_A_SECOND
ANY = Change((), (CATALOGUE["crlf"],))  # matters for every script


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
    new = NewScripts(knobs, [model], [model], Random(1), Budget(WORK))
    found = [one.script for one in new.telling(REFERENCE, ANY, 4)]
    assert len(set(found)) == 4
    assert model not in found
    for script in found:
        assert output(script, knobs) != output(script, REFERENCE)
        assert is_within(script) is is_within(model)


def test_the_same_seed_makes_the_same_scripts() -> None:
    knobs = knobs_with([CATALOGUE["ties-right"]])
    made = [
        NewScripts(knobs, [], [], Random("seed"), Budget(WORK)).telling(REFERENCE, ANY, 3)
        for _ in range(2)
    ]
    assert made[0] == made[1]


def test_equal_programs_and_an_empty_budget_give_no_scripts() -> None:
    models = [(EXAMPLES / "a-at-the-start.txt").read_bytes()]
    budget = Budget(WORK)
    assert NewScripts(REFERENCE, models, [], Random(1), budget).telling(REFERENCE, ANY, 3) == []
    assert 0 < budget.left < WORK
    knobs = knobs_with([CATALOGUE["ties-right"]])
    assert NewScripts(knobs, models, [], Random(1), Budget(0)).telling(REFERENCE, ANY, 3) == []


def test_scripts_that_tell_several_programs_apart_are_used_again() -> None:
    knobs, other = (knobs_with([CATALOGUE[name]]) for name in ("ties-right", "depth-2"))
    new = NewScripts(knobs, [], [], Random(1), Budget(WORK))
    found = {one.script for one in new.telling(REFERENCE, ANY, 5)}
    again = {one.script for one in new.telling(other, ANY, 2)}
    assert len(again) == 2
    assert again & found


def test_a_change_of_the_tree_needs_a_computed_action() -> None:
    fault = CATALOGUE["ties-right"]
    budget = Budget(WORK)
    new = NewScripts(REFERENCE, [b"G6-F5\n"], [], Random(1), budget)
    found = new.telling(knobs_with([fault]), Change((), (fault,)), 3)
    assert all(printed(one.script, REFERENCE).computed for one in found)
    # Scripts without a computed action are played once, the others once more until 3 are found.
    made = [(one.script, right) for one, right in new._made.values()]
    assert not all(right.computed for _, right in made[:-1])
    last = [script for script, _ in made].index(found[-1].script)
    again = [
        printed(script, knobs_with([fault])).work
        for script, right in made[: last + 1]
        if right.computed
    ]
    assert WORK - budget.left == sum(right.work for _, right in made) + sum(again)


def test_a_survey_has_scripts_of_all_kinds() -> None:
    made = list(islice(survey(REFERENCE, (), Random(1)), 200))
    assert len(set(made)) == 200
    odd = [script for script in made if not is_within(script)]
    assert 10 < len(odd) < 50
    endings = [output(script, REFERENCE).splitlines()[-1] for script in made]
    assert len({line for line in endings if line.startswith(b"ERROR")}) == 6
    assert sum(script.split()[-1:] == [b"P"] for script in made) > 20
    assert max(script.count(b"\n") for script in made) > 100


def test_a_survey_repeats_no_known_script() -> None:
    first = set(islice(survey(REFERENCE, (), Random(1)), 20))
    assert not first & set(islice(survey(REFERENCE, first, Random(1)), 20))
