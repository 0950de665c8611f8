from dataclasses import replace
from itertools import combinations

import pytest
from grading import made
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.grading.feedback.fault_text import (
    explanation_lines,
    explanation_words,
    faults_named,
    for_students,
    shortest_for_students,
    shortest_lines,
)
from checkers_cli.grading.results import Explanation, FaultInfo

LONGEST = 80  # words that a student reads at a time
ALL = [FaultInfo(f.id, f.title, f.rule, f.hint, 0) for f in CATALOGUE.values()]
WORDIEST = sorted(ALL, key=lambda fault: -len(fault.title.split()))[:4]
PLAIN_GUESS = replace(made.NEAREST, case="", action="")


def text_of(explanation: Explanation, cases: int = 9) -> str:
    words = explanation_words(explanation, cases)
    assert words is not None
    return "\n".join(explanation_lines(words))


def count(text: str) -> int:
    return len(text.split())


@pytest.mark.parametrize(
    "explanation",
    [
        made.ONE_FAULT,
        made.TWO_FAULTS,
        replace(made.TWO_FAULTS, faults=(made.TIES, made.TOWERS, made.MAX_TIES)),
        replace(made.ONE_FAULT, cut_short=1),
        replace(made.ONE_FAULT, compared=7),
        replace(made.ONE_FAULT, compared=1, cut_short=1),
        made.ALTERNATIVES,
        replace(made.ONE_FAULT, others=((made.MAX_TIES,),) * 3),
        made.NEAREST,
        replace(made.NEAREST, faults=(made.TIES, made.TOWERS), action=""),
        replace(made.NEAREST, faults=(made.TIES, made.TOWERS, made.MAX_TIES)),
        PLAIN_GUESS,
        replace(PLAIN_GUESS, hidden=True),
    ],
    ids=lambda e: f"{'exact' if e.exact else 'nearest'}-{len(e.faults)}",
)
def test_explanation_as_students_read_it(
    explanation: Explanation, snapshot: SnapshotAssertion
) -> None:
    assert text_of(explanation, 1 if explanation.compared == 1 else 9) == snapshot


def test_shortest_script_is_listed_with_its_case(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(shortest_lines(made.SHORT)) == snapshot


def test_no_words_without_known_faults() -> None:
    assert explanation_words(None, 9) is None
    assert explanation_words(replace(made.NEAREST, faults=()), 9) is None


def test_nearest_mistake_is_never_stated_as_a_fact() -> None:
    for fault in ALL:
        text = text_of(replace(made.NEAREST, faults=(fault,)))
        assert text.startswith("The nearest known mistake is: ")
        assert "exactly" not in text.splitlines()[0]


def test_explanation_of_each_fault_has_at_most_80_words() -> None:
    for fault in ALL:
        exact = Explanation(True, (fault,), 1000, 1000)
        assert count(text_of(exact, 1000)) <= LONGEST, fault.id


@pytest.mark.parametrize("explanation", [made.TWO_FAULTS, made.NEAREST], ids=["exact", "nearest"])
def test_each_line_about_several_faults_has_at_most_80_words(explanation: Explanation) -> None:
    for size in (1, 2, 3):
        for faults in combinations(WORDIEST, size):
            told = replace(explanation, faults=faults, others=(faults,), compared=1000)
            words = explanation_words(told, 2000)
            assert words is not None
            assert count(words.statement) <= LONGEST
            assert all(count(line) <= LONGEST for line in explanation_lines(words))


def test_only_exact_explanations_name_fault_ids() -> None:
    assert faults_named(made.TWO_FAULTS) == ("ties-right", "towers-slide")
    assert faults_named(made.NEAREST) == ()
    assert faults_named(None) == ()


def test_distinguishing_script_needs_several_explanations() -> None:
    words = explanation_words(replace(made.ALTERNATIVES, others=()), 9)
    assert words is not None
    assert words.telling == ""


def test_students_learn_nothing_of_hidden_cases() -> None:
    seen = for_students(made.NEAREST_HIDDEN)
    assert seen is not None
    assert made.SECRET not in repr(seen)
    assert made.SECRET in text_of(made.NEAREST_HIDDEN)
    public = for_students(made.NEAREST)
    assert public is not None
    assert text_of(public) == text_of(made.NEAREST)
    assert for_students(None) is None
    visible = {made.SHORT.case}
    assert shortest_for_students(made.SHORT, visible) == made.SHORT
    assert shortest_for_students(made.SHORT_HIDDEN, visible) is None
    assert shortest_for_students(None, visible) is None
