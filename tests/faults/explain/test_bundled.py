"""The rows of the examples, made beforehand."""

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain import bundled
from checkers_cli.faults.explain.bundled import bundled_symptoms, packed_symptoms
from checkers_cli.faults.explain.replays import ReplayCache, Symptom
from checkers_cli.faults.explain.symptoms import Symptoms, make_symptoms, symptoms_on

AGAIN = "run `python tests/faults/keep_rows.py`"


def test_every_example_has_a_row() -> None:
    assert all(bundled_symptoms(script) is not None for script in SCRIPTS.values()), AGAIN


@pytest.mark.parametrize("name", ["a-worked-example", "error-5-before-6", "empty"])
def test_a_row_is_what_would_be_made(name: str) -> None:
    made = symptoms_on(SCRIPTS[name], ReplayCache(), CATALOGUE.values())
    assert bundled_symptoms(SCRIPTS[name]) == made, AGAIN


@pytest.mark.slow
def test_all_rows_are_what_would_be_made() -> None:
    scripts = list(SCRIPTS.values())
    assert [bundled_symptoms(script) for script in scripts] == make_symptoms(
        scripts, REFERENCE, jobs=2
    ), AGAIN


def test_other_scripts_have_none() -> None:
    assert bundled_symptoms(b"G6-F5\nB3-A4\nG6-F5\n") is None


def test_rows_of_another_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "engine_digest", lambda: "another")
    bundled._rows.cache_clear()
    try:
        assert bundled_symptoms(SCRIPTS["empty"]) is None
    finally:
        bundled._rows.cache_clear()


def test_packed_says_where_each_fault_departs() -> None:
    one, other, third = Symptom(7, "G6-F5"), Symptom(9, ""), Symptom(15, "\r\n")
    rows: dict[bytes, Symptoms] = {
        b"A": {"ties-right": one},
        b"P": {"crlf": third, "ties-right": other},
    }
    kept = packed_symptoms(rows)
    assert sorted(kept["faults"]["ties-right"]) == [one, other]
    assert 0 in kept["faults"]["crlf"]
    assert third in kept["faults"]["crlf"]
    assert set(kept["faults"]) == {"ties-right", "crlf"}
