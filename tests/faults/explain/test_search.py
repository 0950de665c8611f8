"""Faults found from what programs print."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, KnobValues, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import FoundFaults, Observation, find_faults
from checkers_cli.faults.explain.symptoms import SymptomTable

# Few and cheap, and still with something of everything.
NAMES = (
    "a-at-the-start",
    "a-worked-example",
    "a-white-after-one-action",
    "p-ends-early-black-wins-by-block",
    "error-1-before-2",
    "error-3-before-4",
    "error-4-before-5-black",
    "error-6-nothing-after-is-read",
    "promotion-by-move-white",
    "cost-with-towers-of-both-sides",
    "piece-captures-both-directions-black",
)
REPLAYS = ReplayCache()
DEPARTURES = SymptomTable(REPLAYS)


def printed_by(*ids: str, names: Iterable[str] = NAMES) -> list[Observation]:
    """What a program with these faults prints."""
    setting: dict[str, object] = {}
    for name in ids:
        setting |= CATALOGUE[name].setting
    return printed_with(setting, names)


def printed_with(setting: KnobValues, names: Iterable[str] = NAMES) -> list[Observation]:
    knobs = with_setting(REFERENCE, setting)
    return [
        Observation(name, SCRIPTS[name], transcript(SCRIPTS[name], knobs=knobs).encode())
        for name in names
    ]


def explained(observations: list[Observation]) -> FoundFaults | None:
    return find_faults(observations, REPLAYS, DEPARTURES)


def ids_of(explanation: FoundFaults | None) -> list[set[str]]:
    """The faults of all explanations that fit."""
    assert explanation is not None
    return [{f.id for f in faults} for faults in (explanation.faults, *explanation.others)]


def test_correct_output_has_no_explanation() -> None:
    assert explained(printed_by()) is None


@pytest.mark.parametrize(
    "fault", ["ties-right", "goes-on-after-error", "no-winner", "crlf", "depth-2", "tower-worth-1"]
)
def test_one_fault_is_found(fault: str) -> None:
    found = explained(printed_by(fault))
    assert found is not None
    assert found.exact
    assert {fault} in ids_of(found)
    assert found.explained == found.compared == len(NAMES)
    assert found.partly == 0


@pytest.mark.parametrize(
    "pair",
    [
        ("ties-right", "crlf"),  # one shows before the other on every case
        ("target-outside-first", "ties-right"),  # each shows on cases of its own
        ("mark-missing", "walk-backward"),
        ("no-size", "no-rules-between"),
    ],
    ids="+".join,
)
def test_two_faults_are_found(pair: tuple[str, str]) -> None:
    found = explained(printed_by(*pair))
    assert found is not None
    assert found.exact
    assert set(pair) in ids_of(found)


def test_three_faults_are_found() -> None:
    three = ("ties-right", "mark-missing", "target-outside-first")
    found = explained(printed_by(*three))
    assert found is not None
    assert found.exact
    assert set(three) in ids_of(found)


def test_wording_of_a_program_is_learned() -> None:
    setting = {"prints.error_1": "ERROR: The source cell is outside of the board"}
    found = explained(printed_with(setting))
    assert found is not None
    assert found.exact
    assert [(f.id, dict(f.setting)) for f in found.faults] == [("error-1-wording", setting)]


def test_one_passing_case_excludes_a_fault() -> None:
    observations = printed_by("ties-right", names=NAMES[:2])
    assert {"ties-right"} in ids_of(explained(observations))
    right = printed_by(names=["a-white-after-one-action"])
    assert observations[0].printed != right[0].printed
    found = explained([*observations, *right])
    assert found is None or {"ties-right"} not in ids_of(found)


def cut(observation: Observation, size: int) -> Observation:
    return replace_printed(observation, observation.printed[:size], complete=False)


def replace_printed(observation: Observation, printed: bytes, complete: bool) -> Observation:
    return observation._replace(printed=printed, complete=complete)


def test_incomplete_output_is_compared_as_a_prefix() -> None:
    first, *rest = printed_by("ties-right")
    found = explained([cut(first, len(first.printed) - 200), *rest])
    assert found is not None
    assert found.exact
    assert found.partly == 1
    assert {"ties-right"} in ids_of(found)


def test_crash_after_correct_output_is_not_explained() -> None:
    assert explained([cut(o, 900) for o in printed_by()]) is None


def nothing_is_exact_with_one_byte_more(name: str) -> None:
    observations = [
        replace_printed(o, o.printed + b"!" * (o.name == name), complete=True)
        for o in printed_by("ties-right")
    ]
    found = explained(observations)
    assert found is None or not found.exact


def test_exact_explanation_reproduces_all_cases() -> None:
    """One byte more at the end of a case that passes, and no explanation is exact any more."""
    nothing_is_exact_with_one_byte_more("error-1-before-2")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_exact_explanation_reproduces_each_case(name: str) -> None:
    nothing_is_exact_with_one_byte_more(name)


def test_nearest_explanation_says_how_far_it_goes() -> None:
    observations = printed_by("ties-right")
    last = observations[0]
    spoilt = replace_printed(last, last.printed.replace(b"***", b"+++"), complete=True)
    found = explained([spoilt, *observations[1:]])
    assert found is not None
    assert not found.exact
    assert found.faults == (CATALOGUE["ties-right"],)
    assert (found.explained, found.compared) == (len(NAMES) - 1, len(NAMES))
    assert found.unexplained == last.name
    assert last.printed[: found.agreed].endswith(b"=\n")


def test_nearest_explanation_contradicts_no_passing_case() -> None:
    """What explains most of the failing cases is not named if one that passes speaks against it."""
    observations = printed_by("ties-right")
    right = {o.name: o for o in printed_by()}
    passing = next(o.name for o in observations if o.printed != right[o.name].printed)
    mixed = [right[o.name] if o.name == passing else o for o in observations]
    found = explained(mixed)
    assert found is None or all(
        REPLAYS.of(right[passing].script, *(f.setting for f in faults)).text()
        == right[passing].printed
        for faults in (found.faults, *found.others)
    )


def test_explanation_of_less_than_half_is_dropped() -> None:
    observations = [
        o if o.name == "a-worked-example" else o._replace(printed=o.printed + b"?\n")
        for o in printed_by("depth-1")
    ]
    assert explained(observations) is None


def test_tolerated_habit_is_not_reported() -> None:
    names = ["p-tenth-action-finishes-by-block-black", "a-at-the-start"]
    observations = printed_by("winner-after-tenth", names=names)
    assert {"winner-after-tenth"} in ids_of(explained(observations))
    found = find_faults(observations, REPLAYS, DEPARTURES, tolerated=["winner-after-tenth"])
    assert found is None or {"winner-after-tenth"} not in ids_of(found)


def test_search_for_fewer_faults_returns_only_exact_explanations() -> None:
    pair = printed_by("ties-right", "target-outside-first")
    assert find_faults(pair, REPLAYS, DEPARTURES, most=1) is None


def test_different_outputs_for_one_script_have_no_explanation() -> None:
    one = printed_by("ties-right", names=NAMES[:1])[0]
    other = printed_by(names=NAMES[:1])[0]
    found = explained([one, other._replace(name="again")])
    assert found is None or not found.exact


def settings_of(explanation: FoundFaults) -> Mapping[str, object]:
    return {path: value for f in explanation.faults for path, value in f.setting.items()}


@pytest.mark.slow
def test_random_faults_that_show_are_explained() -> None:
    """By itself, or by one that prints the same on these cases: played again to be sure.

    `diagnosis_table.py` does that with all of them.
    """
    for fault in list(CATALOGUE.values())[::7]:
        observations = printed_by(fault.id)
        found = explained(observations)
        if observations == printed_by():
            assert found is None, fault.id
            continue
        assert found is not None, fault.id
        assert found.exact, fault.id
        assert len(found.faults) == 1, fault.id
        for faults in (found.faults, *found.others):
            again = printed_with(settings_of(replace(found, faults=faults)))
            assert again == observations, fault.id
