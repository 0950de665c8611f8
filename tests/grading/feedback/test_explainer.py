"""Programs here are the slow engine with faults in it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

import pytest
from support import EXAMPLES

from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.explaining import Explained
from checkers_cli.faults.explain.plays import output
from checkers_cli.faults.model import Model, model_of
from checkers_cli.grading.cases import Readings, TestCase, stage_of
from checkers_cli.grading.execution.judge import Judged
from checkers_cli.grading.execution.run import CaseResult, Outcome
from checkers_cli.grading.feedback.explainer import (
    Seen,
    StoredExplanation,
    explain_hidden,
    explain_submission,
    explaining_workers,
    with_crashes,
)
from checkers_cli.grading.feedback.fault_text import for_students
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import Explanation, Finding, Memory
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.calls import Callers
from checkers_cli.util.data import from_data, to_data

CASES = tuple(
    TestCase(path.name, stage_of(path.read_bytes()), False, path.read_bytes(), None)
    for path in sorted(EXAMPLES.glob("*.txt"))
)
WITHIN = [case for case in CASES if case.within]
PLAN = Plan((), CASES, load_rubric(None), "gcc", "limits", explain=20)
SAME = Readings(0, 0)


@pytest.fixture(scope="module")
def workers() -> Iterator[Callers]:
    with ExitStack() as stack:
        found = explaining_workers(PLAN, 1, stack)
        assert found is not None
        yield found


def seen_of(knobs: Knobs, cases: Sequence[TestCase] = CASES) -> list[Seen]:
    return [Seen(case, output(case.script, knobs), True) for case in cases]


def explained(workers: Callers, *ids: str, plan: Plan = PLAN) -> Explanation:
    knobs = knobs_with(faults_by_id(ids))

    def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
        return [(output(script, knobs), True) for script in scripts]

    found = explain_submission(plan, seen_of(knobs, plan.cases), SAME, "seed", workers, run)
    assert found is not None
    assert from_data(Explanation, to_data(found.explanation)) == found.explanation
    return found.explanation


def test_facts_come_with_script_and_boards(workers: Callers) -> None:
    found = explained(workers, "ties-right", "check-6-missing")
    assert {fault.id for fault in found.faults} == {"ties-right", "check-6-missing"}
    assert all(fault.confirmed and fault.foretold >= 3 for fault in found.faults)
    assert all(fault.diagnosis is not None and fault.script for fault in found.faults)
    assert found.faults[0].stage == 1
    assert found.explained == found.compared == len(WITHIN)
    assert found.fresh == found.foretold > 5
    assert model_of(found.model).knobs == knobs_with(
        faults_by_id(["ties-right", "check-6-missing"])
    )


def test_learned_words_are_visible(workers: Callers) -> None:
    (fault,) = explained(workers, "error-6-wording").faults
    assert fault.words == "ERROR:·Illegal·action!␊"


def test_accepted_habits_are_no_mistakes(workers: Callers) -> None:
    found = explained(workers, "winner-after-tenth", "error-6-wording")
    assert [fault.id for fault in found.faults] == ["error-6-wording"]
    assert found.habits == ("winner-after-tenth",)
    strict = replace(PLAN, rubric=replace(PLAN.rubric, accept=()))
    found = explained(workers, "winner-after-tenth", "error-6-wording", plan=strict)
    assert {fault.id for fault in found.faults} == {"winner-after-tenth", "error-6-wording"}


def test_nothing_is_said_of_cases_beyond_while_one_within_fails(workers: Callers) -> None:
    found = explained(workers, "ties-right", "blank-line-ends-script")
    assert [fault.id for fault in found.faults] == ["ties-right"]
    within = {case.name for case in CASES if case.within}
    assert set(found.faults[0].cases) <= within
    found = explained(workers, "blank-line-ends-script")
    assert [fault.id for fault in found.faults] == ["blank-line-ends-script"]


def test_nothing_is_said_of_cases_beyond_while_one_within_crashes(workers: Callers) -> None:
    knobs = knobs_with(faults_by_id(["blank-line-ends-script"]))
    seen = seen_of(knobs)
    place = next(number for number, item in enumerate(seen) if item.case.within)
    seen[place] = seen[place]._replace(printed=seen[place].printed[:100], complete=False)

    def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
        return [(output(script, knobs), True) for script in scripts]

    found = explain_submission(PLAN, seen, SAME, "seed", workers, run)
    assert found is not None
    assert found.explanation.faults == ()
    assert found.explanation.compared == len(WITHIN) - 1  # nothing is said of what a crash cut off


def test_a_right_output_is_not_listed_as_unexplained(
    workers: Callers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model can be wrong where the program is right."""
    wrong, right, *_ = WITHIN
    seen = [Seen(wrong, b"nonsense\n", True), Seen(right, right.expected(0), True)]
    named = ((right.name,), (wrong.name,))
    found = Explained(Model(), (), frozenset(), named)
    monkeypatch.setattr(workers, "call", lambda argument, answer: found)
    stored = explain_submission(PLAN, seen, SAME, "seed", workers, lambda scripts: [])
    assert stored is not None
    assert [kind.case for kind in stored.explanation.unexplained] == [wrong.name]


def test_right_output_and_no_output_are_not_explained(workers: Callers) -> None:
    def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
        raise AssertionError(scripts)

    for seen in (seen_of(REFERENCE), [Seen(case, b"", True) for case in CASES]):
        assert explain_submission(PLAN, seen, SAME, "seed", workers, run) is None


def test_cases_with_another_golden_file_are_left_out(workers: Callers) -> None:
    strange = replace(CASES[0], name="strange", golden=b"strange\n")
    plan = replace(PLAN, cases=(*CASES, strange))
    assert explained(workers, "ties-right", plan=plan).compared == len(WITHIN)


def test_a_hidden_case_is_not_named(workers: Callers) -> None:
    hidden = tuple(replace(case, hidden=True) for case in CASES)
    plan = replace(PLAN, cases=hidden, explain=0.1)
    found = explained(workers, "ties-right", "depth-2", plan=plan)
    assert all(kind.case == "" for kind in found.unexplained)


def test_no_workers_are_started_if_nothing_is_to_be_explained() -> None:
    with ExitStack() as stack:
        assert explaining_workers(replace(PLAN, explain=0), 2, stack) is None


def crashed(case: TestCase, ended: str = "signal SIGSEGV") -> CaseResult:
    return case, Outcome(Judged(Verdict.CRASHED), ended, 0.0, "", False), False


def test_crashes_are_told_by_kind_with_their_place() -> None:
    first, second = sorted(CASES, key=lambda case: len(case.script))[:2]
    results = [crashed(second), crashed(first), crashed(CASES[-1], "signal SIGABRT")]
    memory = Memory("AddressSanitizer", (Finding("x", "y", "main (a.c:3)", second.name),))
    found = with_crashes(None, results, memory)
    assert found is not None
    assert [(way.ended, way.cases, way.case, way.where) for way in found.crashes] == [
        ("signal SIGSEGV", 2, first.name, "main (a.c:3)"),
        ("signal SIGABRT", 1, CASES[-1].name, ""),
    ]
    hidden = with_crashes(None, [crashed(replace(first, hidden=True))], None)
    assert hidden is not None
    assert hidden.crashes[0].case == ""
    assert with_crashes(None, [], None) is None


HIDDEN = tuple(replace(case, name=f"hidden/{case.name}", hidden=True) for case in WITHIN[::3])


def explained_with_hidden(
    workers: Callers, visible: tuple[TestCase, ...], *ids: str
) -> tuple[StoredExplanation | None, StoredExplanation | None]:
    """The explanation before the hidden cases are run, and after."""
    knobs = knobs_with(faults_by_id(ids))

    def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
        return [(output(script, knobs), True) for script in scripts]

    plan = replace(PLAN, cases=(*visible, *HIDDEN))
    before = explain_submission(
        plan.visible, seen_of(knobs, plan.visible.cases), SAME, "seed", workers, run
    )
    after = explain_hidden(plan, before, seen_of(knobs, plan.cases), SAME, workers)
    return before, after


def test_hidden_cases_are_compared_with_the_model_of_the_others(workers: Callers) -> None:
    before, after = explained_with_hidden(workers, tuple(WITHIN), "ties-right")
    assert before is not None
    assert after is not None
    (one,), (other,) = before.explanation.faults, after.explanation.faults
    assert other.cases[: len(one.cases)] == one.cases
    more = other.cases[len(one.cases) :]
    assert more
    assert all(name.startswith("hidden/") for name in more)
    assert replace(other, cases=one.cases) == one
    assert after.explanation.compared == before.explanation.compared + len(HIDDEN)
    assert after.explanation.explained == after.explanation.compared
    assert set(more) <= after.cases
    assert after.explanation.unexplained == ()


def test_a_mistake_that_only_hidden_cases_show_is_found_without_a_run(workers: Callers) -> None:
    right = [case for case in WITHIN if b"A" not in case.script and b"P" not in case.script]
    before, after = explained_with_hidden(workers, tuple(right), "ties-right")
    assert before is None
    assert after is not None
    assert [fault.id for fault in after.explanation.faults] == ["ties-right"]
    assert all(not fault.script for fault in after.explanation.faults)
    # Words may have been learned from the hidden output, which a program can fill with its input.
    assert after.explanation.for_staff
    seen = for_students(after.explanation, {case.name for case in right})
    assert seen is not None
    assert seen.faults == ()


def test_a_hidden_case_that_the_model_does_not_explain_is_counted_without_words(
    workers: Callers,
) -> None:
    before, _ = explained_with_hidden(workers, tuple(WITHIN), "ties-right")
    plan = replace(PLAN, cases=(*WITHIN, *HIDDEN))
    seen = [
        item._replace(printed=b"SECRET") if item.case.hidden else item
        for item in seen_of(knobs_with(faults_by_id(["ties-right"])), plan.cases)
    ]
    after = explain_hidden(plan, before, seen, SAME, workers)
    assert after is not None
    (unexplained,) = after.explanation.unexplained
    assert (unexplained.cases, unexplained.case) == (len(HIDDEN), "")
    assert "SECRET" not in repr(after)
    assert after.explanation.explained == after.explanation.compared - len(HIDDEN)


def test_what_an_explanation_without_mistakes_becomes_is_for_staff(workers: Callers) -> None:
    """Hidden outputs are among those that mistakes and their words are learned from."""
    hidden = [case for case in WITHIN if b"A" in case.script][:5]
    plan = replace(PLAN, cases=tuple(replace(case, hidden=True) for case in hidden))
    seen = seen_of(knobs_with(faults_by_id(["ties-right"])), plan.cases)
    known = StoredExplanation(Explanation(Model().data(), (), 1, 0), frozenset())
    after = explain_hidden(plan, known, seen, SAME, workers)
    assert after is not None
    assert after.explanation.for_staff


def test_hidden_cases_are_compared_under_their_own_reading(workers: Callers) -> None:
    before, _ = explained_with_hidden(workers, tuple(WITHIN), "ties-right")
    case = next(one for one in HIDDEN if one.expected(0) != one.expected(1))
    plan = replace(PLAN, cases=(*WITHIN, case))
    seen = [
        *seen_of(knobs_with(faults_by_id(["ties-right"])), WITHIN),
        Seen(case, case.expected(1), True),
    ]
    for readings, wrong in ((Readings(0, 1), []), (SAME, [1])):
        after = explain_hidden(plan, before, seen, readings, workers)
        assert after is not None
        assert [kind.cases for kind in after.explanation.unexplained] == wrong
