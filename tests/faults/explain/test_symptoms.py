"""Where the output of each fault first differs."""

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import (
    EXCERPT_LENGTH,
    ReplayCache,
    Symptom,
)
from checkers_cli.faults.explain.symptoms import SymptomTable, make_symptoms, symptoms_on
from checkers_cli.util.text import common_prefix_length

NAMES = ("a-worked-example", "error-3-before-4", "cost-negative", "empty")


@pytest.mark.parametrize("name", NAMES)
def test_symptom_of_each_fault_is_its_first_difference(name: str) -> None:
    script = SCRIPTS[name]
    right = transcript(script)
    row = symptoms_on(script, ReplayCache(), CATALOGUE.values())
    for fault in CATALOGUE.values():
        printed = transcript(script, knobs=with_setting(REFERENCE, fault.setting))
        place = common_prefix_length(printed.encode(), right.encode())
        expected = None if printed == right else (place, printed[place : place + EXCERPT_LENGTH])
        assert row.get(fault.id) == expected, fault.id


def test_symptoms_of_a_script_are_computed_once() -> None:
    table = SymptomTable(ReplayCache())
    assert table.of(SCRIPTS["empty"]) is table.of(SCRIPTS["empty"])


def test_known_symptoms_are_loaded_instead_of_computed() -> None:
    table = SymptomTable(ReplayCache(), lambda: {b"A": {"ties-right": Symptom(7, "x")}})
    assert table.of(b"A") == {"ties-right": (7, "x")}


@pytest.mark.parametrize("limits", [False, True])
def test_symptoms_do_not_depend_on_the_number_of_processes(limits: bool) -> None:
    scripts = [SCRIPTS[name] for name in NAMES]
    base = reference_knobs(limits)
    expected = [symptoms_on(script, ReplayCache(base), CATALOGUE.values()) for script in scripts]
    assert make_symptoms(scripts, base, jobs=2) == expected
    assert make_symptoms(scripts[:1], base, jobs=1) == expected[:1]
