from itertools import pairwise

import pytest
from support import EXAMPLES
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.testgen import generating
from checkers_cli.faults.testgen.generating import (
    MOST_CASES,
    GeneratedCase,
    covering_set,
    index_markdown,
    random_set,
)
from checkers_cli.faults.testgen.scoring import CATCHABLE, Expected, NamedScript, score_cases
from checkers_cli.script.promise import is_within
from checkers_cli.util.errors import CheckersError

# Of each family some: the whole catalogue takes a minute.
SOME = CATCHABLE[::30]


@pytest.fixture(scope="module")
def some() -> list[GeneratedCase]:
    return covering_set(SOME, seed=1, jobs=2)


def test_generated_set_catches_all_faults_and_needs_every_case(some: list[GeneratedCase]) -> None:
    for case in some:
        expected = Expected(case.script)
        assert case.catches == sum(map(expected.shows, SOME))
        assert case.purpose
        others = [Expected(other.script) for other in some if other is not case]
        for fault in case.purpose:
            assert expected.shows(fault)
            assert not any(other.shows(fault) for other in others)
    assert all(any(Expected(case.script).shows(fault) for case in some) for fault in SOME)


def test_case_names_say_stage_and_purpose(some: list[GeneratedCase]) -> None:
    assert len({case.name for case in some}) == len(some)
    for number, case in enumerate(some, start=1):
        stage, shown, fault = case.name.removesuffix(".txt").split("-", 2)
        assert stage == f"stage{Expected(case.script).stage}" == f"stage{case.stage}"
        assert int(shown) == number
        assert fault in case.purpose
    assert all(one.stage <= other.stage for one, other in pairwise(some))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_set_on_any_number_of_cores(some: list[GeneratedCase]) -> None:
    assert covering_set(SOME, seed=1, jobs=1) == some
    assert covering_set(SOME, seed=2, jobs=2) != some


def test_no_cases_for_no_faults() -> None:
    assert covering_set([], seed=0, jobs=1) == []


def test_set_with_too_many_cases_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "MOST_CASES", 0)
    monkeypatch.setattr(generating, "CANDIDATES", 3)
    with pytest.raises(CheckersError, match="another --seed"):
        covering_set(["no-final-newline"], seed=0, jobs=1)


def test_progress_is_shown() -> None:
    told: list[str] = []
    covering_set(["no-final-newline"], 0, 1, told.append)
    assert told[0] == "0 of 1 faults caught by 0 cases"
    assert told[-1] == "1 cases catch them all; making them shorter"


def test_random_set_has_the_requested_size_and_all_stages() -> None:
    made = random_set(20, seed=4)
    assert len({case.script for case in made}) == len({case.name for case in made}) == 20
    assert [case.stage for case in made] == [number % 3 for number in range(20)]
    assert all(Expected(case.script).stage == case.stage for case in made)
    assert random_set(20, seed=4) == made
    assert random_set(20, seed=5) != made


@pytest.mark.slow
def test_generated_set_catches_the_whole_catalogue() -> None:
    made = covering_set(CATCHABLE, seed=1, jobs=2)
    assert len(made) <= MOST_CASES
    found = score_cases([NamedScript(case.name, case.script) for case in made], jobs=2)
    assert found.missed == []
    assert found.redundant({case.name: len(case.script) for case in made}) == []
    # Scripts beyond the assignment's promise are not marked, and show faults of reading only.
    marked = [case.stage for case in made if is_within(case.script)]
    assert min(marked.count(stage) for stage in range(3)) * 6 >= len(marked)


@pytest.mark.slow
def test_examples_catch_every_fault() -> None:
    cases = [NamedScript(path.name, path.read_bytes()) for path in sorted(EXAMPLES.glob("*.txt"))]
    assert score_cases(cases, jobs=2).missed == []


def test_index_lists_what_only_each_case_catches(snapshot: SnapshotAssertion) -> None:
    cases = [
        GeneratedCase("stage1-01-depth-2.txt", b"A\n", 1, 17, ("depth-2", "depth-4")),
        GeneratedCase("stage2-02-p-plays-9.txt", b"P\n", 2, 1, ("p-plays-9",)),
    ]
    assert index_markdown(cases, "2 cases catch it all.") == snapshot
