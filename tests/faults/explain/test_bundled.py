"""The symptoms on the bundled scripts, computed in advance."""

from pathlib import Path

import pytest
from shown import SCRIPTS
from test_imports import PACKAGE, imports_of

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain import bundled, symptoms
from checkers_cli.faults.explain.bundled import bundled_symptoms, packed_symptoms
from checkers_cli.faults.explain.replays import ReplayCache, Symptom
from checkers_cli.faults.explain.symptoms import Symptoms, make_symptoms, symptoms_on

AGAIN = "run `python tests/faults/keep_rows.py`"


def test_every_example_has_bundled_symptoms() -> None:
    assert all(bundled_symptoms(script) is not None for script in SCRIPTS.values()), AGAIN


@pytest.mark.parametrize("name", ["a-worked-example", "error-5-before-6", "empty"])
def test_bundled_symptoms_are_up_to_date(name: str) -> None:
    made = symptoms_on(SCRIPTS[name], ReplayCache(), CATALOGUE.values())
    assert bundled_symptoms(SCRIPTS[name]) == made, AGAIN


@pytest.mark.slow
def test_all_bundled_symptoms_are_up_to_date() -> None:
    scripts = list(SCRIPTS.values())
    assert [bundled_symptoms(script) for script in scripts] == make_symptoms(
        scripts, REFERENCE, jobs=2
    ), AGAIN


def test_other_scripts_have_no_bundled_symptoms() -> None:
    assert bundled_symptoms(b"G6-F5\nB3-A4\nG6-F5\n") is None


def test_symptoms_of_another_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "engine_digest", lambda: "another")
    bundled._rows.cache_clear()
    try:
        assert bundled_symptoms(SCRIPTS["empty"]) is None
    finally:
        bundled._rows.cache_clear()


def test_packed_symptoms_have_a_place_for_each_script() -> None:
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


def test_no_module_that_symptoms_depend_on_is_forgotten() -> None:
    """Follow the imports; helpers in `util` do not decide what a faulty program prints."""
    sources = set(bundled.source_files())
    waiting, seen = [Path(symptoms.__file__)], set[Path]()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in imports_of(path):
            module = PACKAGE.parent / name.replace(".", "/")
            places = (
                module.with_suffix(".py"),
                module / "__init__.py",
                module.parent / "__init__.py",
            )
            found = next(Path(place) for place in places if Path(place).is_file())
            if "util" not in found.relative_to(PACKAGE).parts:
                waiting.append(found)
    assert seen <= sources
    assert PACKAGE / "faults" / "engine" / "tree.py" in seen
