"""The catalogue as a whole: names, texts, settings, and that every fault runs."""

import re
from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import SCRIPTS
from support import cells
from syrupy.assertion import SnapshotAssertion

from checkers_cli.bench.random_scripts import random_script
from checkers_cli.faults import catalogue
from checkers_cli.faults.catalogue import CATALOGUE, faults_by_id
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.util.errors import UnusableInput

FAULTS = list(CATALOGUE.values())
FAMILIES = ["reading", "checks", "moves", "promotion", "cost", "tree", "playing", "printing"]
CATCHABLE = [fault for fault in FAULTS if not fault.equivalent]
WORDS_AT_MOST = 80
# A test for each family: thousands of tests would take longer to begin than to run.
BY_FAMILY = pytest.mark.parametrize(
    "faults", [[f for f in FAULTS if f.family == family] for family in FAMILIES], ids=FAMILIES
)


def value_of(path: str) -> object:
    group, knob = path.split(".")
    return getattr(getattr(REFERENCE, group), knob)


def test_ids_are_unique_and_kebab_case() -> None:
    assert [fault.id for fault in FAULTS] == list(CATALOGUE)
    for name in CATALOGUE:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), name


def test_no_fault_is_in_two_families() -> None:
    """A fault that is there twice would be lost in the dictionary without a word."""
    listed = [fault.id for family in FAMILIES for fault in getattr(catalogue, family).FAULTS]
    assert [name for name, count in Counter(listed).items() if count > 1] == []
    assert listed == list(CATALOGUE)


def test_families_come_in_the_order_of_the_assignment() -> None:
    assert list(dict.fromkeys(fault.family for fault in FAULTS)) == FAMILIES


@BY_FAMILY
def test_every_setting_changes_existing_knobs(faults: list[Fault]) -> None:
    for fault in faults:
        with_setting(REFERENCE, fault.setting)
        for path, value in fault.setting.items():
            assert value != value_of(path), path
            assert type(value) is type(value_of(path)) or value_of(path) is None, path
        assert fault.setting or fault.equivalent


@BY_FAMILY
def test_texts_are_short_and_punctuated(faults: list[Fault]) -> None:
    for fault in faults:
        texts = [fault.title, fault.rule, fault.hint, fault.equivalent]
        assert all(len(text.split()) <= WORDS_AT_MOST for text in texts), fault.id
        assert all(text == " ".join(text.split()) for text in texts)
        assert re.match("[a-z]", fault.title)
        assert not fault.title.endswith((".", "?", "!"))
        assert fault.rule.endswith(".")
        assert fault.hint.endswith((".", "?")) or (fault.equivalent and not fault.hint)
        assert not fault.equivalent or fault.equivalent.endswith(".")


def test_titles_are_unique() -> None:
    counts = Counter(fault.title for fault in FAULTS)
    assert [title for title, count in counts.items() if count > 1] == []


def test_no_two_catchable_faults_have_the_same_setting() -> None:
    counts = Counter(frozenset(fault.setting.items()) for fault in CATCHABLE)
    assert [setting for setting, count in counts.items() if count > 1] == []


def test_every_knob_is_changed_by_some_fault() -> None:
    all_knobs = {
        f"{group.name}.{knob.name}"
        for group in fields(REFERENCE)
        for knob in fields(getattr(REFERENCE, group.name))
    }
    # `Moves` is there twice, and these make sense in one of the two places: a program that checks
    # an action by its distance forgets no direction, and a tree is made direction by direction.
    in_one_place = {
        "script.moves",
        "script.shadowed",
        "script.looks",
        "script.lands",
        "script.towers_act",  # they are promoted where no way goes forward: `towers-like-pieces`
        "tree_moves.straight",
    }
    assert all_knobs - {path for fault in FAULTS for path in fault.setting} == in_one_place


def test_learned_texts_are_texts_of_the_setting() -> None:
    learned = [fault for fault in FAULTS if fault.learned]
    assert learned
    for fault in learned:
        assert fault.learned in fault.setting
        assert isinstance(fault.setting[fault.learned], str)


def test_a_fault_of_each_family_as_students_read_it(snapshot: SnapshotAssertion) -> None:
    firsts = [next(fault for fault in FAULTS if fault.family == family) for family in FAMILIES]
    firsts += [CATALOGUE["no-captures-in-tree"], CATALOGUE["alpha-beta"]]
    pages = [f"{f.id}\n  if {f.title}\n  {f.rule}\n  {f.equivalent or f.hint}" for f in firsts]
    assert "\n".join(pages) == snapshot


def test_omissions_are_the_faults_that_leave_out_a_part_of_the_work() -> None:
    assert [fault.id for fault in FAULTS if fault.omission] == [
        "a-ignored",
        "p-ignored",
        "commands-ignored",
        "check-6-missing",
        "no-captures",
        "no-captures-in-tree",
        "no-captures-in-script",
        "no-promotion",
        "no-promotion-when-computed",
        "no-promotion-in-script",
        "depth-1",
        "values-not-used",
        "p-as-a",
        "no-winner",
        "error-not-printed",
    ]


# A short script for each way through the engine; on all examples they run for `bundled_shows.json`.
SHORT = [
    "a-worked-example",
    "p-ends-early-black-wins-by-block",
    "error-6-nothing-after-is-read",
    "crlf-line-ends",
    "spaces-and-tabs-around-lines",
    "a-four-directions-tie",
]


@BY_FAMILY
def test_every_fault_runs(faults: list[Fault]) -> None:
    for fault in faults:
        for name in SHORT:
            assert transcript(SCRIPTS[name], knobs=with_setting(REFERENCE, fault.setting)).isascii()


@given(st.lists(st.sampled_from(FAULTS), min_size=2, max_size=3), st.booleans(), st.data())
@settings(max_examples=150)
def test_faults_together_run(faults: list[Fault], limits: bool, data: st.DataObject) -> None:
    """Whatever they come to: no fault relies on another knob's being right."""
    knobs = reference_knobs(limits)
    for fault in faults:
        knobs = with_setting(knobs, fault.setting)
    assert transcript(SCRIPTS[data.draw(st.sampled_from(SHORT))], knobs=knobs).isascii()


@st.composite
def commanded(draw: st.DrawFn) -> str:
    """A random game, now and then with an illegal action, and a command."""
    random = draw(st.randoms(use_true_random=False))
    lines = random_script(random, draw(st.integers(0, 120)), "").splitlines()
    if draw(st.integers(0, 3)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), f"{draw(cells)}-{draw(cells)}")
    lines.append(draw(st.sampled_from(["", "A", "A", "P"])))
    return "".join(f"{line}\n" for line in lines)


NEVER_SHOWN = (
    "script-read-after-command",
    "landing-not-checked-in-script",
    "equal-boards-merged",
    "alpha-beta",
)


def same_for_all(script: str) -> None:
    right = transcript(script)
    for name in NEVER_SHOWN:
        assert transcript(script, knobs=with_setting(REFERENCE, CATALOGUE[name].setting)) == right


@given(commanded())
@settings(max_examples=60)
def test_no_script_shows_equivalent_faults(script: str) -> None:
    same_for_all(script)


@pytest.mark.slow
@given(commanded())
@settings(max_examples=1000)
def test_no_script_of_many_shows_equivalent_faults(script: str) -> None:
    same_for_all(script)


def test_all_equivalent_faults_are_tried() -> None:
    equivalent = {fault.id for fault in FAULTS if fault.equivalent and fault.setting}
    assert equivalent == set(NEVER_SHOWN)


@pytest.mark.parametrize(
    ("order", "name"),
    [
        ((1, 2, 5, 3, 4, 6), "opponents-before-target-taken"),
        ((1, 2, 3, 4, 6, 5), "check-5-missing"),
        ((1, 2, 3, 5, 6, 4), "check-4-missing"),
    ],
)
@given(source=cells, target=cells)
@settings(max_examples=200)
def test_orders_of_checks_that_have_no_fault_of_their_own(
    order: tuple[int, ...], name: str, source: str, target: str
) -> None:
    knobs = with_setting(REFERENCE, {"checks.order": order})
    twin = with_setting(REFERENCE, CATALOGUE[name].setting)
    assert transcript(f"{source}-{target}", knobs=knobs) == transcript(
        f"{source}-{target}", knobs=twin
    )


def test_faults_by_id_are_in_the_order_given_and_each_once() -> None:
    faults = faults_by_id(["ties-right", "depth-1", "ties-right"])
    assert faults == (CATALOGUE["ties-right"], CATALOGUE["depth-1"])
    assert faults_by_id([]) == ()


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        (["tie-right"], "there is no fault 'tie-right'; did you mean ties-right?"),
        (["?"], "there is no fault '?'; 'checkers faults' lists them all"),
        (["a\nb\x1b[31m"], r"there is no fault 'a\x0ab\x1b[31m'; 'checkers faults' lists them all"),
        (
            ["crlf", "depth-1", "depth-2"],
            "no program can have both depth-1 and depth-2: both change tree.depth",
        ),
    ],
)
def test_unknown_ids_and_conflicts_are_refused(ids: list[str], line: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        faults_by_id(ids)
    assert str(caught.value) == line
