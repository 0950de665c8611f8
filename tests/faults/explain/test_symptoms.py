"""Where faults depart from what is right."""

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import (
    EXCERPT_LENGTH,
    ReplayCache,
    Symptom,
    common_prefix_length,
)
from checkers_cli.faults.explain.symptoms import SymptomTable, make_symptoms, symptoms_on

NAMES = ("a-worked-example", "error-3-before-4", "cost-negative", "empty")


@pytest.mark.parametrize("name", NAMES)
def test_a_row_says_where_each_fault_departs(name: str) -> None:
    script = SCRIPTS[name]
    right = transcript(script)
    row = symptoms_on(script, ReplayCache(), CATALOGUE.values())
    for fault in CATALOGUE.values():
        printed = transcript(script, knobs=with_setting(REFERENCE, fault.setting))
        place = common_prefix_length(printed.encode(), right.encode())
        expected = None if printed == right else (place, printed[place : place + EXCERPT_LENGTH])
        assert row.get(fault.id) == expected, fault.id


def test_rows_are_made_once() -> None:
    departures = SymptomTable(ReplayCache())
    script = SCRIPTS["empty"]
    assert departures.of(script) is departures.of(script)
    departures.put(b"A", {"ties-right": Symptom(7, "x")})
    assert departures.of(b"A") == {"ties-right": (7, "x")}


@pytest.mark.parametrize("limits", [False, True])
def test_several_processes_make_the_same_rows(limits: bool) -> None:
    scripts = [SCRIPTS[name] for name in NAMES]
    base = reference_knobs(limits)
    expected = [symptoms_on(script, ReplayCache(base), CATALOGUE.values()) for script in scripts]
    assert make_symptoms(scripts, base, jobs=2) == expected
    assert make_symptoms(scripts[:1], base, jobs=1) == expected[:1]
