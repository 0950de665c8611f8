"""The faults that a model may get."""

import pytest

from checkers_cli.faults.catalogue import CATALOGUE, faults_by_id
from checkers_cli.faults.explain.candidates import (
    KNOWN,
    READING,
    Change,
    candidates,
    parts,
    together,
)
from checkers_cli.faults.explain.plays import COMMAND, EARLIER, HERE, START


def ids(*names: str) -> tuple[str, ...]:
    """The ids of faults together: the first ones, then the last one."""
    *first, last = names
    return tuple(f.id for f in together(faults_by_id(first), faults_by_id([last])))


def test_all_faults_that_a_script_can_show_are_candidates() -> None:
    found = list(candidates({}, ()))
    assert found[0] is READING
    assert {fault.id for fault in found[1:]} == {
        fault.id for fault in CATALOGUE.values() if not fault.equivalent and not fault.learned
    }


def test_a_learned_fault_comes_once_with_each_of_its_words() -> None:
    words = {"prints.error_1": ["No!\n", "Never!\n"]}
    found = [fault for fault in candidates(words, ()) if fault.learned]
    assert [(fault.id, fault.setting) for fault in found] == [
        ("error-1-wording", {"prints.error_1": "No!\n"}),
        ("error-1-wording", {"prints.error_1": "Never!\n"}),
    ]
    rest = [fault for fault in candidates(words, found[:1]) if fault.learned]
    assert rest == found[1:]


def test_chosen_faults_are_no_candidates() -> None:
    assert READING not in candidates({}, [READING])
    assert len(list(candidates({}, KNOWN[:3]))) == len(list(candidates({}, ()))) - 3


def test_faults_that_decide_different_things_are_all_kept() -> None:
    assert ids("ties-right", "depth-2", "crlf") == ("ties-right", "depth-2", "crlf")


def test_a_fault_replaces_one_that_decides_the_same() -> None:
    assert ids("depth-2", "crlf", "depth-1") == ("crlf", "depth-1")


def test_the_rest_of_a_replaced_fault_stays_if_it_is_a_fault() -> None:
    both = ids("tower-worth-1", "tower-worth-2-in-tree")
    assert both == ("tower-worth-1-printed", "tower-worth-2-in-tree")
    one, other = together((READING,), faults_by_id(["limit-at-leaf"]))
    assert (one.id, other.id) == ("limit-printed", "limit-at-leaf")


@pytest.mark.parametrize(
    ("fault", "quick", "exact"),
    [
        ("ties-right", HERE, COMMAND),
        ("no-captures-in-tree", HERE, COMMAND),
        ("check-3-missing", HERE, START),
        ("blank-lines-between", EARLIER, START),
        ("winner-after-tenth", EARLIER, START),
        ("p-plays-9", COMMAND, START),
        ("crlf", EARLIER, START),
        ("no-final-newline", START, START),
        ("blank-line-ends-script", START, START),
    ],
)
def test_where_a_play_is_taken_up_again(fault: str, quick: int, exact: int) -> None:
    change = Change((), faults_by_id([fault]))
    assert (change.quick, change.exact) == (quick, exact)


def test_a_change_is_also_what_it_replaces() -> None:
    change = Change((READING,), faults_by_id(["limit-at-leaf"]))
    assert not change.only_tree
    assert Change((), faults_by_id(["limit-at-leaf"])).only_tree


def test_parts_of_a_fault_do_less_of_the_same() -> None:
    assert {one.id for one in parts(CATALOGUE["second-jump"])} == {
        "second-jump-in-script",
        "second-jump-in-tree",
    }
    assert {one.id for one in parts(CATALOGUE["directions-ne-sw-se-nw"])} == {
        "directions-ne-sw-se-nw-for-black",
        "directions-ne-sw-se-nw-for-white",
    }
    assert {one.id for one in parts(READING)} == {"limit-at-leaf", "limit-printed"}
    assert parts(CATALOGUE["ties-right"]) == [
        CATALOGUE[f"{p}-ties-right"] for p in ("black", "white")
    ]
    assert parts(CATALOGUE["depth-2"]) == []


def test_faults_about_odd_lines_matter_for_odd_lines_only() -> None:
    assert Change((), faults_by_id(["blank-line-ends-script"])).only_odd_lines
    assert not Change((), faults_by_id(["last-line-missed"])).only_odd_lines
