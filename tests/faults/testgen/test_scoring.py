from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import EXAMPLES

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.program import Malformed, transcript
from checkers_cli.faults.testgen.scoring import (
    CATCHABLE,
    EQUIVALENT,
    Expected,
    NamedScript,
    Score,
    cases_showing,
    score_cases,
    smallest_cover,
    without_redundant,
)
from checkers_cli.grading.cases import stage_of

A_FEW = ("a-at-the-start", "crlf-line-ends", "error-1-before-2", "tower-captures-tower-white")
SCRIPTS = [(EXAMPLES / f"{name}.txt").read_bytes() for name in A_FEW]


@pytest.fixture(scope="module")
def found() -> Score:
    return score_cases([NamedScript(*pair) for pair in zip(A_FEW, SCRIPTS, strict=True)], jobs=2)


def test_a_script_shows_a_fault_if_and_only_if_the_transcripts_differ(found: Score) -> None:
    for name, script in zip(A_FEW, SCRIPTS, strict=True):
        right = transcript(script)
        differing = {
            id_
            for id_ in CATCHABLE
            if transcript(script, knobs=knobs_with([CATALOGUE[id_]])) != right
        }
        assert differing == set(found.caught[name])


def test_equivalent_faults_are_not_counted(found: Score) -> None:
    assert EQUIVALENT
    assert not found.catchers.keys() & {fault.id for fault in EQUIVALENT}
    assert len(CATCHABLE) + len(EQUIVALENT) == len(CATALOGUE)


def test_score_does_not_depend_on_the_number_of_processes() -> None:
    cases = [Expected(script) for script in SCRIPTS]
    faults = CATCHABLE[::9]
    assert list(cases_showing(cases, faults, 1)) == list(cases_showing(cases, faults, 2))


def test_difference_in_length_alone_counts() -> None:
    assert Expected(b"G6-F5\n").shows("no-final-newline")
    assert Expected(b"P\n").shows("p-plays-9")
    assert Expected(b"P\n").shows("p-plays-11")
    assert not Expected(b"A\n").shows("p-plays-9")


def test_malformed_script_is_refused() -> None:
    with pytest.raises(Malformed):
        Expected(b"G6F5\n")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt"))[::5], ids=lambda path: path.stem)
def test_stages_are_those_of_the_grader(path: Path) -> None:
    script = path.read_bytes()
    assert Expected(script).stage == stage_of(script)


SMALL = Score(
    ["long", "short", "other", "idle"],
    {
        "depth-1": frozenset({"long", "short"}),
        "depth-2": frozenset({"long"}),
        "p-as-a": frozenset({"other"}),
        "p-plays-9": frozenset(),
    },
)
SIZES = {"long": 50, "short": 2, "other": 2, "idle": 1}


def test_missed_faults_and_faults_that_one_case_catches() -> None:
    assert [fault.id for fault in SMALL.missed] == ["p-plays-9"]
    assert SMALL.only_by("long") == ["depth-2"]
    assert SMALL.only_by("short") == []
    assert SMALL.families() == {"tree": (2, 2), "playing": (1, 2)}


def test_redundant_cases_can_be_dropped_together() -> None:
    assert SMALL.redundant(SIZES) == ["short", "idle"]


caught = st.dictionaries(
    st.sampled_from("ABCDEFGH"), st.lists(st.integers(0, 9).map(str), unique=True), min_size=1
)


@given(caught)
def test_cover_catches_the_same_faults_and_needs_every_case(caught: dict[str, list[str]]) -> None:
    sizes = {name: ord(name) for name in caught}
    names = smallest_cover(caught, sizes)
    assert all_of(caught, names) == all_of(caught, list(caught))
    for fewer in combinations(names, len(names) - 1) if names else ():
        assert all_of(caught, list(fewer)) != all_of(caught, names)


def test_longest_redundant_case_is_dropped_first() -> None:
    caught = {"a": ["1"], "b": ["1"]}
    assert without_redundant(["a", "b"], caught, {"a": 9, "b": 3}) == ["b"]


def all_of(caught: dict[str, list[str]], names: list[str]) -> set[str]:
    return {fault for name in names for fault in caught[name]}
