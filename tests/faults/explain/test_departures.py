"""Where faults depart from what is right."""

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import RIGHT, reading, turned
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.departures import Departures, departures_in, make_rows
from checkers_cli.faults.explain.replays import SHOWN, Departure, Replays, common

NAMES = ("a-worked-example", "error-3-before-4", "cost-negative", "empty")


@pytest.mark.parametrize("name", NAMES)
def test_a_row_says_where_each_fault_departs(name: str) -> None:
    script = SCRIPTS[name]
    right = transcript(script)
    row = departures_in(script, Replays(), CATALOGUE.values())
    for fault in CATALOGUE.values():
        printed = transcript(script, knobs=turned(RIGHT, fault.setting))
        place = common(printed.encode(), right.encode())
        expected = None if printed == right else (place, printed[place : place + SHOWN])
        assert row.get(fault.id) == expected, fault.id


def test_rows_are_made_once() -> None:
    departures = Departures(Replays())
    script = SCRIPTS["empty"]
    assert departures.of(script) is departures.of(script)
    departures.put(b"A", {"ties-right": Departure(7, "x")})
    assert departures.of(b"A") == {"ties-right": (7, "x")}


@pytest.mark.parametrize("limits", [False, True])
def test_several_processes_make_the_same_rows(limits: bool) -> None:
    scripts = [SCRIPTS[name] for name in NAMES]
    base = reading(limits)
    expected = [departures_in(script, Replays(base), CATALOGUE.values()) for script in scripts]
    assert make_rows(scripts, base, jobs=2) == expected
    assert make_rows(scripts[:1], base, jobs=1) == expected[:1]
