"""Which faults each bundled script shows, computed in advance."""

from collections.abc import Iterator

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.testgen import bundled
from checkers_cli.faults.testgen.bundled import bundled_shows, packed_shows
from checkers_cli.faults.testgen.scoring import EQUIVALENT, Expected, cases_showing

AGAIN = "run `python tests/faults/keep_shows.py`"


@pytest.fixture
def fresh_table() -> Iterator[None]:
    """The table is read anew, and forgotten afterwards."""
    bundled._table.cache_clear()
    yield
    bundled._table.cache_clear()


def test_every_example_is_in_the_table() -> None:
    assert all(bundled_shows(script) is not None for script in SCRIPTS.values()), AGAIN


@pytest.mark.parametrize("name", ["a-worked-example", "error-5-before-6", "empty"])
def test_table_is_up_to_date(name: str) -> None:
    case = Expected(SCRIPTS[name], computed=True)
    assert bundled_shows(SCRIPTS[name]) == set(filter(case.shows, CATALOGUE)), AGAIN


@pytest.mark.slow
def test_whole_table_is_up_to_date() -> None:
    cases = [Expected(script, computed=True) for script in SCRIPTS.values()]
    shown = [bundled_shows(script) or set() for script in SCRIPTS.values()]
    found = cases_showing(cases, list(CATALOGUE), jobs=2)
    for fault, numbers in zip(CATALOGUE, found, strict=True):
        assert [fault in ids for ids in shown] == [n in numbers for n in range(len(cases))], AGAIN


def test_no_bundled_script_shows_an_equivalent_fault() -> None:
    equivalent = {fault.id for fault in EQUIVALENT}
    assert not any((bundled_shows(script) or set()) & equivalent for script in SCRIPTS.values())


def test_other_scripts_are_not_in_the_table() -> None:
    assert bundled_shows(b"G6-F5\nB3-A4\nG6-F5\n") is None


@pytest.mark.usefixtures("fresh_table")
def test_table_of_another_version_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "code_digest", lambda: "another")
    assert bundled_shows(SCRIPTS["empty"]) is None


def test_packed_table_has_a_bit_for_each_script() -> None:
    kept = packed_shows({b"A": {"ties-right"}, b"P": {"ties-right", "crlf"}})
    assert len(kept["scripts"]) == 2
    assert kept["faults"]["ties-right"] == "3"
    assert kept["faults"]["crlf"] in ("1", "2")
    assert kept["faults"]["depth-1"] == "0"


def test_digest_follows_the_settings_and_not_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = bundled.code_digest()
    fault = CATALOGUE["ties-right"]
    other = type(fault)(fault.id, "another title", fault.rule, fault.hint, fault.setting)
    monkeypatch.setitem(CATALOGUE, fault.id, other)
    assert bundled.code_digest() == before
    other = type(fault)(fault.id, fault.title, fault.rule, fault.hint, {"tree.depth": 1})
    monkeypatch.setitem(CATALOGUE, fault.id, other)
    assert bundled.code_digest() != before
