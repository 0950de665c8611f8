"""Models found from what programs print."""

from collections.abc import Iterable
from random import Random

import pytest
from shown import SCRIPTS

from checkers_cli.bench.diagnosis import random_faults
from checkers_cli.faults.catalogue import CATALOGUE, faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, KnobValues, with_setting
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.candidates import READING
from checkers_cli.faults.explain.plays import Observation, output, play
from checkers_cli.faults.explain.search import Found, find_model

# Few and cheap, and still with something of everything.
NAMES = (
    "a-at-the-start",
    "a-worked-example",
    "a-white-after-one-action",
    "p-ends-early-black-wins-by-block",
    "p-ends-early-white-wins-by-last-capture",
    "error-1-before-2",
    "error-3-before-4",
    "error-4-before-5-black",
    "error-6-nothing-after-is-read",
    "promotion-by-move-white",
    "cost-with-towers-of-both-sides",
    "piece-captures-both-directions-black",
    "p-in-the-middle-white",
)
WORK = 10 * WORK_A_SECOND


def printed_with(knobs: Knobs, names: Iterable[str] = NAMES) -> list[Observation]:
    return [Observation(name, SCRIPTS[name], output(SCRIPTS[name], knobs)) for name in names]


def printed_by(*ids: str, names: Iterable[str] = NAMES) -> list[Observation]:
    """What a program with these faults prints."""
    return printed_with(knobs_with(faults_by_id(ids)), names)


def found_in(observations: list[Observation], work: int = WORK) -> Found:
    return find_model(observations, Budget(work))


def ids_of(found: Found) -> set[str]:
    return {fault.id for fault in found.faults}


def is_whole(found: Found) -> bool:
    return all(one.whole for one in found.plays)


def test_a_right_program_has_no_faults() -> None:
    found = found_in(printed_by())
    assert found.faults == ()
    assert is_whole(found)


@pytest.mark.parametrize(
    "fault", ["ties-right", "goes-on-after-error", "no-winner", "crlf", "depth-2", "tower-worth-1"]
)
def test_one_fault_is_found(fault: str) -> None:
    found = found_in(printed_by(fault))
    assert ids_of(found) == {fault}
    assert is_whole(found)


@pytest.mark.parametrize(
    "several",
    [
        ("ties-right", "crlf"),  # one shows before the other on every case
        ("target-outside-first", "ties-right"),  # each shows on cases of its own
        ("mark-missing", "walk-backward"),
        ("no-size", "no-rules-between"),  # both in the first piece
        ("blank-lines-between", "depth-2"),
        ("ties-right", "mark-missing", "target-outside-first"),
        ("tower-worth-1-printed", "tower-worth-2-in-tree"),
        ("no-final-newline", "ties-right", "numbers-from-0", "error-not-printed", "depth-2"),
    ],
    ids="+".join,
)
def test_several_faults_are_found(several: tuple[str, ...]) -> None:
    found = found_in(printed_by(*several))
    assert is_whole(found)
    assert ids_of(found) == set(several)


def test_the_reading_limits_is_found() -> None:
    names = [*NAMES, "a-immobility-level-3-readings-differ-black"]
    knobs = knobs_with([READING, *faults_by_id(["mark-missing"])])
    found = found_in(printed_with(knobs, names))
    assert is_whole(found)
    assert ids_of(found) == {READING.id, "mark-missing"}


def test_words_of_a_program_are_learned() -> None:
    setting: KnobValues = {
        "prints.error_1": "ERROR: The source cell is outside of the board\n",
        "prints.cost": "COST {}",
    }
    found = found_in(printed_with(with_setting(REFERENCE, setting)))
    assert is_whole(found)
    learned = {path: value for fault in found.faults for path, value in fault.setting.items()}
    assert learned == setting


def test_cases_that_are_right_speak_against_a_fault() -> None:
    observations = printed_by("ties-right", names=NAMES[:2])
    assert ids_of(found_in(observations)) == {"ties-right"}
    right = printed_by(names=["a-white-after-one-action"])
    found = found_in([*observations, *right])
    assert "ties-right" not in ids_of(found)
    assert found.plays[-1].whole


def test_a_case_that_nothing_explains_is_left() -> None:
    observations = printed_by("ties-right")
    odd = observations[0]._replace(printed=observations[0].printed.replace(b"***", b"+?+"))
    found = found_in([odd, *observations[1:]])
    assert ids_of(found) == {"ties-right"}
    assert [one.whole for one in found.plays] == [False] + [True] * (len(NAMES) - 1)


def test_incomplete_output_is_compared_as_a_prefix() -> None:
    first, *rest = printed_by("ties-right")
    cut = first._replace(printed=first.printed[:-200], complete=False)
    found = found_in([cut, *rest])
    assert ids_of(found) == {"ties-right"}
    assert is_whole(found)


def test_a_crash_after_right_output_needs_no_fault() -> None:
    cut = [o._replace(printed=o.printed[:900], complete=False) for o in printed_by()]
    assert found_in(cut).faults == ()


def test_two_outputs_of_one_script_are_not_both_explained() -> None:
    one = printed_by("ties-right", names=NAMES[:1])[0]
    other = printed_by(names=NAMES[:1])[0]
    assert sum(play.whole for play in found_in([one, other._replace(name="again")]).plays) == 1


def test_a_search_can_begin_with_a_model() -> None:
    observations = printed_by("ties-right", "target-outside-first")
    start = faults_by_id(["ties-right"])
    budget, fewer = Budget(WORK), Budget(WORK)
    assert ids_of(find_model(observations, budget)) == {"ties-right", "target-outside-first"}
    found = find_model(observations, fewer, start=Found(start, ()))
    assert ids_of(found) == {"ties-right", "target-outside-first"}
    assert fewer.left > budget.left


def test_faults_of_the_first_model_are_dropped_if_they_do_not_help() -> None:
    start = faults_by_id(["ties-right", "crlf"])
    found = find_model(printed_by("ties-right"), Budget(WORK), start=Found(start, ()))
    assert ids_of(found) == {"ties-right"}


@pytest.mark.parametrize("work", [0, 1000, 50_000])
def test_a_search_stops_at_its_limit(work: int) -> None:
    budget = Budget(work)
    observations = printed_by("ties-right", "crlf", "depth-2", "target-outside-first")
    found = find_model(observations, budget)
    assert len(found.plays) == len(observations)
    # What was begun is finished: some plays of all cases.
    once = sum(play.work for play in found_in(printed_by()).plays)
    assert budget.left >= -30 * once


def test_a_search_stops_in_time() -> None:
    budget = Budget(WORK, seconds=0)
    find_model(printed_by("ties-right"), budget)
    assert budget.left <= 0


def test_the_same_output_gives_the_same_model() -> None:
    observations = printed_by("walk-backward", "captures-forced-in-tree", "no-size")
    one, other = Budget(WORK), Budget(WORK)
    assert find_model(observations, one) == find_model(observations, other)
    assert one.left == other.left


def test_a_fault_is_narrowed_to_the_part_that_the_program_has() -> None:
    """`second-jump` explains most, but only the script has two jumps."""
    names = sorted(SCRIPTS)
    observations = printed_by("second-jump-in-script", names=names)
    start = Found(faults_by_id(["second-jump"]), ())
    assert not all(play(o, knobs_with(start.faults)).whole for o in observations)
    assert ids_of(find_model(observations, Budget(WORK), start=start)) == {"second-jump-in-script"}


def test_a_fault_is_replaced_by_one_that_explains_more() -> None:
    """Both order children: one says by which directions, the other leaves some out."""
    names = sorted(SCRIPTS)
    observations = printed_by("directions-ne-sw-se-nw", "ties-right", names=names)
    start = Found(faults_by_id(["south-east-or-south-west-in-tree", "ties-right"]), ())
    found = find_model(observations, Budget(WORK), start=start)
    assert "south-east-or-south-west-in-tree" not in ids_of(found)
    assert is_whole(found)


def test_what_was_given_up_is_not_tried_again() -> None:
    strange = [
        o._replace(printed=o.printed.replace(b"ERROR: Illegal action.\n", o.script * 9))
        for o in printed_by("ties-right", names=sorted(SCRIPTS))
    ]
    first = Budget(WORK)
    found = find_model(strange, first)
    assert found.given_up
    again = Budget(WORK)
    assert find_model(strange, again, start=found).faults == found.faults
    assert WORK - again.left < 0.7 * (WORK - first.left)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_random_faults_are_explained(number: int) -> None:
    """`diagnosis_table.py` does that with many more programs."""
    faults = random_faults(Random(number), 1 + number % 3)
    found = found_in(printed_with(knobs_with(faults), sorted(SCRIPTS)), 2 * WORK)
    assert is_whole(found), [fault.id for fault in faults]


@pytest.mark.slow
def test_every_seventh_fault_is_explained_by_one() -> None:
    for fault in list(CATALOGUE.values())[::7]:
        found = found_in(printed_by(fault.id, names=sorted(SCRIPTS)))
        assert is_whole(found), fault.id
        assert len(found.faults) <= 1, fault.id
