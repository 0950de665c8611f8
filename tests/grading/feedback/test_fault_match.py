"""Explanations of submissions: what is compared, what is kept, what is told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import Knobs, reference_knobs, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.symptoms import make_symptoms
from checkers_cli.grading.cases import TestCase, stage_of
from checkers_cli.grading.feedback import fault_match as explaining
from checkers_cli.grading.feedback.fault_match import Explained, Explainer, Seen
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import FaultInfo
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.store import Store, open_store

NAMES = (
    "a-at-the-start",
    "a-white-after-one-action",
    "error-1-before-2",
    "error-4-before-5-black",
    "cost-with-towers-of-both-sides",
    "p-tenth-action-finishes-by-block-black",
    "finished-by-block-without-command",
)
CASES = tuple(TestCase(name, stage_of(SCRIPTS[name]), False, SCRIPTS[name], None) for name in NAMES)
PLAN = Plan((), CASES, load_rubric(None), "gcc", "limits")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as opened:
        yield opened


def program(*ids: str, base: Knobs | None = None) -> Knobs:
    setting: dict[str, object] = {}
    for name in ids:
        setting |= CATALOGUE[name].setting
    return with_setting(base or reference_knobs(False), setting)


def seen_of(knobs: Knobs, cases: tuple[TestCase, ...] = CASES) -> list[Seen]:
    return [Seen(case, transcript(case.script, knobs=knobs).encode(), True) for case in cases]


def explained(seen: list[Seen], store: Store, combination: int = 0) -> Explained | None:
    return Explainer(PLAN, store).explain(seen, combination)


def infos(found: Explained | None) -> tuple[FaultInfo, ...]:
    assert found is not None
    return found.explanation.faults


def ids_of(found: Explained | None) -> set[str]:
    return {fault.id for fault in infos(found)}


def test_one_fault_is_explained(store: Store) -> None:
    found = explained(seen_of(program("target-outside-first")), store)
    assert found is not None
    assert found.explanation.exact
    assert ids_of(found) == {"target-outside-first"}
    assert (found.explanation.compared, found.explanation.explained) == (len(NAMES), len(NAMES))
    assert found.cases == set(NAMES)
    fault = CATALOGUE["target-outside-first"]
    told = FaultInfo(fault.id, fault.title, fault.rule, fault.hint, 0, ("error-1-before-2",))
    assert infos(found) == (told,)


def test_fault_has_the_stage_in_which_it_shows_most(store: Store) -> None:
    found = explained(seen_of(program("target-outside-first", "ties-right")), store)
    assert {f.id: f.stage for f in infos(found)} == {"target-outside-first": 0, "ties-right": 1}


def test_correct_output_has_no_explanation(store: Store) -> None:
    assert explained(seen_of(program()), store) is None
    assert explained([], store) is None
    assert explained([Seen(case, b"", False) for case in CASES], store) is None


def test_empty_output_is_not_correct(store: Store) -> None:
    first, *rest = seen_of(program("ties-right"))
    silent = [item._replace(printed=b"") if "error" in item.case.name else item for item in rest]
    found = explained([first, *silent], store)
    assert found is None or not found.explanation.exact


def test_explanation_is_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_of(program("ties-right", "target-outside-first"))
    first = explained(seen, store)

    def not_again(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(explaining, "find_faults", not_again)
    monkeypatch.setattr(explaining, "make_symptoms", not_again)
    assert explained(seen, store) == first
    with pytest.raises(AssertionError):  # what was printed is in the key
        explained(seen_of(program("ties-right")), store)


def test_missing_explanation_is_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    nonsense = [Seen(case, b"hello\n" + case.script, True) for case in CASES]
    assert explained(nonsense, store) is None
    monkeypatch.delattr(explaining, "find_faults")
    assert explained(nonsense, store) is None


def test_symptoms_are_computed_once_for_a_set_of_cases(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(scripts: list[bytes], base: Knobs, jobs: int) -> object:
        made.append(len(scripts))
        return make_symptoms(scripts, base, jobs)

    monkeypatch.setattr(explaining, "make_symptoms", counted)
    monkeypatch.setattr(explaining, "bundled_symptoms", lambda script: None)
    explained(seen_of(program("ties-right", "target-outside-first")), store)
    assert made == [len(NAMES)]
    explained(seen_of(program("ties-right", "crlf")), store)
    assert made == [len(NAMES)]


def test_fault_is_explained_under_the_chosen_reading(store: Store) -> None:
    knobs = program("target-outside-first", base=reference_knobs(True))
    found = explained(seen_of(knobs), store, combination=1)
    assert found is not None
    assert found.explanation.habits == ("limits",)
    assert ids_of(found) == {"target-outside-first"}


def test_fault_is_explained_under_another_accepted_reading(store: Store) -> None:
    """The reading shows only where the fault does as well, so nothing could tell it before."""
    knobs = program("always-black-named", base=reference_knobs(True))
    cases = tuple(case for case in CASES if "finish" in case.name)
    found = explained(seen_of(knobs, cases), store)
    assert found is not None
    assert found.explanation.exact
    assert found.explanation.habits == ("limits",)
    assert ids_of(found) == {"always-black-named"}


def test_different_readings_in_print_and_tree_are_a_fault(store: Store) -> None:
    """Most of it is right under `limits`, which is chosen; but only the reference explains it."""
    cases = tuple(TestCase(n, stage_of(s), False, s, None) for n, s in SCRIPTS.items())
    seen = seen_of(program("limit-printed"), cases)
    found = Explainer(replace(PLAN, cases=cases), store).explain(seen, combination=1)
    assert found is not None
    assert found.explanation.exact
    assert found.explanation.habits == ()
    assert ids_of(found) == {"limit-printed"}


def test_two_faults_are_explained_under_the_other_reading(store: Store) -> None:
    knobs = program("always-black-named", "numbers-from-0", base=reference_knobs(True))
    cases = tuple(case for case in CASES if "finish" in case.name)
    found = explained(seen_of(knobs, cases), store)
    assert found is not None
    assert found.explanation.exact
    assert ids_of(found) == {"always-black-named", "numbers-from-0"}
    assert found.explanation.habits == ("limits",)


def test_case_with_a_different_golden_file_is_left_out(store: Store) -> None:
    first, *rest = seen_of(program("target-outside-first"))
    other = TestCase("other", 1, False, first.case.script, b"something else\n")
    found = explained([first._replace(case=other), *rest], store)
    assert found is not None
    assert found.explanation.exact
    assert found.explanation.compared == len(NAMES) - 1


def test_first_unexplained_case_is_named(store: Store) -> None:
    hidden = tuple(
        TestCase(case.name, case.stage, case.name == NAMES[0], case.script, None) for case in CASES
    )
    first, *rest = seen_of(program("ties-right"), hidden)
    spoilt = first._replace(printed=first.printed.replace(b"BOARD COST", b"BOARD  COST"))
    found = explained([spoilt, *rest], store)
    assert found is not None
    told = found.explanation
    assert not told.exact
    assert (told.case, told.hidden, told.action) == (NAMES[0], True, "action #1")
    assert found.cases == set(NAMES[1:])


def test_script_distinguishes_several_explanations(store: Store) -> None:
    only = tuple(case for case in CASES if case.name == "error-4-before-5-black")
    found = explained(seen_of(program("opponents-before-target-taken"), only), store)
    assert found is not None
    told = found.explanation
    assert told.others
    assert told.telling
    settings = [[CATALOGUE[f.id].setting for f in faults] for faults in (told.faults, *told.others)]
    texts = set()
    for several in settings:
        knobs = reference_knobs(False)
        for setting in several:
            knobs = with_setting(knobs, setting)
        texts.add(transcript(told.telling, knobs=knobs))
    assert len(texts) > 1
    assert told.tells_all is (len(texts) == len(settings))


def test_incomplete_outputs_are_counted(store: Store) -> None:
    first, *rest = seen_of(program("target-outside-first"))
    cut = first._replace(printed=first.printed[:500], complete=False)
    found = explained([cut, *rest], store)
    assert found is not None
    assert found.explanation.exact
    assert found.explanation.cut_short == 1
