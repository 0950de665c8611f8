"""Programs here are the slow engine with faults in it."""

from collections.abc import Sequence

import pytest
from support import EXAMPLES

from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.explaining import ENOUGH, Explained, explain
from checkers_cli.faults.explain.plays import Observation, output
from checkers_cli.script.promise import is_within

SCRIPTS = {path.name: path.read_bytes() for path in sorted(EXAMPLES.glob("*.txt"))}
WORK = 20 * WORK_A_SECOND


def observed(knobs: Knobs) -> list[Observation]:
    return [Observation(name, script, output(script, knobs)) for name, script in SCRIPTS.items()]


def found_for(*ids: str, runs: bool = True) -> Explained:
    knobs = knobs_with(faults_by_id(ids))

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        return [Observation("new", script, output(script, knobs)) for script in scripts]

    found = explain(observed(knobs), Budget(WORK), "seed", run if runs else None)
    assert found is not None
    return found


def test_a_right_program_needs_no_explanation() -> None:
    assert explain(observed(REFERENCE), Budget(WORK)) is None


def test_mistakes_that_were_tested_are_facts() -> None:
    found = found_for("ties-right", "pieces-capture-backward-in-script", "column-a-at-end")
    assert {one.fault.id for one in found.faults} == {
        "ties-right",
        "pieces-capture-backward-in-script",
        "column-a-at-end",
    }
    assert all(one.confirmed and one.foretold >= ENOUGH for one in found.faults)
    assert found.fresh == found.foretold >= 3 * ENOUGH
    assert found.reproduced == set(SCRIPTS)
    assert found.unexplained == ()
    counts = [len(one.cases) for one in found.faults]
    assert counts == sorted(counts, reverse=True)


def test_each_fact_has_a_short_script_that_shows_it() -> None:
    found = found_for("check-6-missing", "winner-when-decided")
    for one in found.faults:
        assert one.script
        assert is_within(one.script)
        assert one.printed == output(one.script, found.model.knobs)
        assert one.printed != output(one.script, found.model.without(one.fault).knobs)
        assert one.printed != output(one.script, REFERENCE)
    lengths = {one.fault.id: len(one.script.split()) for one in found.faults}
    assert lengths["check-6-missing"] == 1


def test_the_same_seed_gives_the_same_explanation() -> None:
    assert found_for("depth-2", "row-0-on-board") == found_for("depth-2", "row-0-on-board")


def test_recordings_confirm_by_cases_that_were_set_aside() -> None:
    found = found_for("ties-right", "blank-line-ends-script", runs=False)
    facts = {one.fault.id: one.confirmed for one in found.faults}
    assert facts == {"ties-right": True, "blank-line-ends-script": False}
    assert found.fresh == 0


def test_what_no_fault_explains_is_listed_by_kind() -> None:
    knobs = knobs_with(faults_by_id(["ties-right"]))
    cases = [
        case._replace(printed=case.printed[:-60] + case.name.encode() + case.printed[-50:])
        if b"ERROR" not in case.printed and b"***" not in case.printed
        else case
        for case in observed(knobs)
    ]
    strange = {case.name for case in cases if case.name.encode() in case.printed}
    found = explain(cases, Budget(WORK))
    assert found is not None
    wrong = {name for names in found.unexplained for name in names}
    assert wrong == strange
    assert "ties-right" in [one.fault.id for one in found.faults]


def test_a_program_that_contradicts_a_fault_makes_it_possible_only() -> None:
    """On new scripts the program prints nothing like what the fault foretells."""
    knobs = knobs_with(faults_by_id(["ties-right"]))

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        return [Observation("new", script, output(script, REFERENCE)) for script in scripts]

    found = explain(observed(knobs), Budget(4 * WORK_A_SECOND), "seed", run)
    assert found is not None
    assert not any(one.confirmed for one in found.faults)


def test_no_new_script_is_made_of_a_hidden_case() -> None:
    knobs = knobs_with(faults_by_id(["error-1-wording"]))
    tried: list[bytes] = []

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        tried.extend(scripts)
        return [Observation("new", script, output(script, knobs)) for script in scripts]

    secret = b"G6-F5\nB3-C4\nF5-E4\nI4-H5\n"
    others = [case for case in observed(REFERENCE) if "error-1" not in case.name]
    cases = [Observation("secret", secret, output(secret, knobs)), *others]
    found = explain(cases, Budget(WORK), "seed", run, hidden={"secret"})
    assert found is not None
    assert found.faults[0].cases == ("secret",)
    assert tried
    assert not any(script.startswith(b"G6-F5\nB3-C4\nF5-E4\n") for script in tried)


@pytest.mark.parametrize("plays", [0, 200])
def test_a_small_limit_ends_the_search(plays: int) -> None:
    knobs = knobs_with(faults_by_id(["ties-right", "depth-2", "walk-columns"]))
    found = explain(observed(knobs), Budget(plays))
    assert found is not None
    assert found.limited
