"""What is known is put into a store by hand: nothing has to be run to be put together."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import pytest
from support import EXAMPLES

from checkers_cli.grading.assemble import SHOWN, assemble
from checkers_cli.grading.cases import Readings, TestCase, stage_of
from checkers_cli.grading.execution.judge import Judged
from checkers_cli.grading.execution.run import Outcome, pack
from checkers_cli.grading.feedback.diagnosis import FailedRun
from checkers_cli.grading.feedback.explainer import StoredExplanation
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Unreadable
from checkers_cli.grading.results import Build, Explanation, FaultInfo, Finding, Graded, Memory, Run
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.rubric.rosters import HandMarks
from checkers_cli.grading.steps import SubmissionState
from checkers_cli.grading.store import Store, open_store
from checkers_cli.grading.submissions.discover import Entry
from checkers_cli.grading.verdicts import Verdict

ENTRY = Entry("ada", "s1", "Ada", "ada.c", "plain", False, ())


def case(name: str, hidden: bool = False) -> TestCase:
    script = (EXAMPLES / f"{name}.txt").read_bytes()
    return TestCase(f"{name}.txt", stage_of(script), hidden, script, None)


START, LOST = case("a-at-the-start"), case("a-immobility-level-3-readings-differ-black")
BLOCKED, CAPTURE = case("finished-by-block-without-command"), case("capture-optional")
PLAY = case("p-at-the-start")
PLAN = Plan((ENTRY,), (PLAY, START, CAPTURE, BLOCKED), load_rubric(None), "gcc", "limits")
LIMITS_READING, WITHOUT_COMMAND = 0b001, 0b100
SAME = Readings(0, 0)
TIES = FaultInfo("ties-right", "ties are broken to the right", "rule", "hint", 0)
P = ParamSpec("P")
T = TypeVar("T")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as opened:
        yield opened


def assembled(plan: Plan, store: Store, state: SubmissionState) -> Graded:
    return assemble(plan, store, state)


def state() -> SubmissionState:
    return SubmissionState(ENTRY, "c", ("a note",), "build-key", Build(True, "gcc main.c"))


def put(
    store: Store,
    plan: Plan,
    case: TestCase,
    judged: Judged | Verdict,
    output: bytes = b"",
    ended: str = "exit status 0",
) -> None:
    """Note how a run went; what it printed is kept if it is not what the reference prints."""
    judged = Judged(judged) if isinstance(judged, Verdict) else judged
    fact = Outcome(judged, ended, 0.25, "digest", False)
    blob = None if judged.accepted & 1 else pack(output, b"")
    store.put([(plan.run_key("build-key", case), fact, blob)])


def all_right(store: Store, plan: Plan) -> None:
    for one in plan.cases:
        put(store, plan, one, Judged(None, accepted=1))


def runs_by_case(graded: Graded) -> dict[str, Run]:
    return {run.case: run for run in graded.runs}


def test_a_right_program_passes_everything(store: Store) -> None:
    all_right(store, PLAN)
    graded = assembled(PLAN, store, state())
    assert (graded.key, graded.student, graded.name, graded.entry) == ("ada", "s1", "Ada", "ada.c")
    assert (graded.language, graded.notes, graded.habits) == ("c", ("a note",), ())
    assert [run.case for run in graded.runs] == [one.name for one in PLAN.cases]
    assert {run.verdict for run in graded.runs} == {Verdict.ACCEPTED}
    assert all(run.diagnosis is None and not run.reason for run in graded.runs)
    assert graded.marks.total == 7
    assert graded.memory is None


def test_a_wrong_case_has_its_reason_and_its_boards(store: Store) -> None:
    all_right(store, PLAN)
    put(store, PLAN, START, Judged(None), START.expected(0).replace(b"A6-B5", b"G6-F5"))
    graded = assembled(PLAN, store, state())
    run = runs_by_case(graded)[START.name]
    assert run.verdict is Verdict.WRONG
    assert "G6-F5" in run.reason
    assert run.diagnosis is not None
    assert run.diagnosis.summary == run.reason
    assert run.diagnosis.expected is not None
    assert run.diagnosis.expected.head == "*** BLACK ACTION #1: A6-B5"
    assert graded.marks.total == 4  # the only case of stage 1 is wrong


@pytest.mark.parametrize(
    ("verdict", "ended", "reason"),
    [
        (Verdict.CRASHED, "signal SIGSEGV", "crashed: SIGSEGV: invalid memory access"),
        (Verdict.CRASHED, "signal SIGFPE", "crashed: SIGFPE: it divided by zero"),
        (Verdict.CRASHED, "signal SIGUSR1", "crashed: signal SIGUSR1"),
        (Verdict.CPU_TIME, "stopped: CPU time ran out", "used more than 5 s of CPU time"),
        (
            Verdict.WALL_TIME,
            "stopped: time ran out",
            "still running after 15 s, without using the CPU",
        ),
        (Verdict.MEMORY, "stopped: memory ran out", "used more than 512 MB of memory"),
        (Verdict.MEMORY, "stopped: too many files", "made too many files"),
        (Verdict.OUTPUT, "exit status 0", "wrote more than 8192 kB"),
        (Verdict.VIOLATION, "signal SIGSYS", "tried a forbidden operation"),
    ],
)
def test_each_verdict_has_its_reason(
    store: Store, verdict: Verdict, ended: str, reason: str
) -> None:
    limits = replace(PLAN.rubric.limits, cpu=5, wall=15, memory=512 << 20, output=8192 << 10)
    plan = replace(PLAN, rubric=replace(PLAN.rubric, limits=limits))
    all_right(store, plan)
    put(store, plan, START, verdict, b"BOARD SIZE: 8x8\n", ended)
    run = runs_by_case(assembled(plan, store, state()))[START.name]
    assert run.verdict is verdict
    assert run.reason.startswith(reason)
    assert run.ended == ended
    assert run.diagnosis is not None


def test_the_best_habit_is_used_for_all_cases(store: Store) -> None:
    all_right(store, PLAN)
    habit = Judged(None, accepted=1 << WITHOUT_COMMAND)
    put(store, PLAN, BLOCKED, habit, BLOCKED.expected(WITHOUT_COMMAND))
    graded = assembled(PLAN, store, state())
    assert graded.habits == ("winner-without-command",)
    assert {run.verdict for run in graded.runs} == {Verdict.ACCEPTED}


def test_a_program_must_keep_to_one_reading(store: Store) -> None:
    """Right by the reference in one case and by the other reading in two is wrong in one."""
    other = case("a-immobility-level-3-readings-differ-white")
    third = case("finished-by-last-capture-without-command")
    plan = replace(PLAN, cases=(LOST, other, third))
    for one in plan.cases:
        assert one.expected(0) != one.expected(LIMITS_READING)
    put(store, plan, LOST, Judged(None, accepted=1))
    for one in (other, third):
        reading = Judged(None, accepted=1 << LIMITS_READING)
        put(store, plan, one, reading, one.expected(LIMITS_READING))
    graded = assembled(plan, store, state())
    assert graded.habits == ("limits",)
    runs = runs_by_case(graded)
    assert [runs[one.name].verdict.value for one in plan.cases] == ["WA", "AC", "AC"]
    diagnosis = runs[LOST.name].diagnosis
    assert diagnosis is not None
    assert diagnosis.actual is not None  # it printed what the reference does, which is not kept
    assert runs[LOST.name].reason


@pytest.mark.parametrize("reading", [0, LIMITS_READING])
def test_hidden_cases_do_not_choose_what_students_see(store: Store, reading: int) -> None:
    """A program that suits two readings equally well could choose one by what it reads."""
    other = case("a-immobility-level-3-readings-differ-white")
    third = case("finished-by-last-capture-without-command")
    secret = replace(third, name="hidden/secret", hidden=True)
    plan = replace(PLAN, cases=(LOST, other, secret))
    put(store, plan, LOST, Judged(None, accepted=1))
    second = Judged(None, accepted=1 << LIMITS_READING)
    put(store, plan, other, second, other.expected(LIMITS_READING))
    put(store, plan, secret, Judged(None, accepted=1 << reading), secret.expected(reading))
    graded = assembled(plan, store, state())
    assert graded.habits == ()
    runs = runs_by_case(graded)
    # The hidden case is judged by the reading that suits it.
    assert [runs[one.name].verdict.value for one in plan.cases] == ["AC", "WA", "AC"]
    diagnosis = runs[other.name].diagnosis
    assert diagnosis is not None
    assert diagnosis.expected is not None
    assert diagnosis.expected.cost.encode() in other.expected(0)


def test_diagnosis_of_a_hidden_case_is_made_under_its_own_reading(store: Store) -> None:
    other = case("a-immobility-level-3-readings-differ-white")
    suits = replace(other, name="hidden/suits", hidden=True)
    fails = replace(LOST, name="hidden/fails", hidden=True)
    plan = replace(PLAN, cases=(START, suits, fails))
    put(store, plan, START, Judged(None, accepted=1))
    put(store, plan, suits, Judged(None, accepted=2), other.expected(LIMITS_READING))
    put(store, plan, fails, Judged(None), LOST.expected(LIMITS_READING)[:-20])
    graded = assembled(plan, store, state())
    assert graded.habits == ()
    assert [run.verdict.value for run in graded.runs] == ["AC", "AC", "WA"]
    assert "The text of computed action" in runs_by_case(graded)["hidden/fails"].reason


def test_a_habit_the_rubric_does_not_accept_is_wrong(store: Store) -> None:
    plan = replace(PLAN, rubric=replace(PLAN.rubric, accept=()))
    all_right(store, plan)
    put(store, plan, BLOCKED, Judged(None), BLOCKED.expected(WITHOUT_COMMAND))
    graded = assembled(plan, store, state())
    assert graded.habits == ()
    assert runs_by_case(graded)[BLOCKED.name].verdict is Verdict.WRONG


def test_only_the_first_failures_are_shown_in_full(store: Store) -> None:
    open_ones = tuple(replace(CAPTURE, name=f"open-{n}") for n in range(SHOWN + 2))
    hidden = tuple(replace(CAPTURE, name=f"hidden-{n}", hidden=True) for n in range(SHOWN + 2))
    plan = replace(PLAN, cases=(*hidden, START, *open_ones))
    for one in plan.cases:
        put(store, plan, one, Judged(None), b"something else\n")
    runs = assembled(plan, store, state()).runs
    shown = [run.case for run in runs if run.diagnosis is not None]
    assert shown == ["hidden-0", "hidden-1", "hidden-2", START.name, "open-0", "open-1", "open-2"]
    assert all(run.reason for run in runs)


def test_the_plainest_failures_are_shown_first(store: Store) -> None:
    plain = tuple(replace(CAPTURE, name=f"plain-{n}") for n in range(SHOWN))
    odd = replace(CAPTURE, name="odd", script=b"\n" + CAPTURE.script)
    plan = replace(PLAN, cases=(odd, *plain))
    for one in plan.cases:
        put(store, plan, one, Judged(None), b"something else\n")
    shown = [run.case for run in assembled(plan, store, state()).runs if run.diagnosis is not None]
    assert shown == [one.name for one in plain]


@pytest.mark.parametrize("others_fail", [False, True])
def test_the_oddity_of_the_only_failing_script_is_a_hint(store: Store, others_fail: bool) -> None:
    odd = replace(CAPTURE, name="odd", script=b"\n" + CAPTURE.script)
    other = replace(CAPTURE, name="other", script=CAPTURE.script.replace(b"\n", b"\r\n"))
    plan = replace(PLAN, cases=(CAPTURE, START, odd, other))
    put(store, plan, CAPTURE, Judged(None, accepted=1))
    put(store, plan, START, Judged(None, accepted=1))
    put(store, plan, odd, Judged(None), b"something else\n")
    judged = Judged(None) if others_fail else Judged(None, accepted=1)
    put(store, plan, other, judged, b"something else\n")
    diagnosis = runs_by_case(assembled(plan, store, state()))["odd"].diagnosis
    assert diagnosis is not None
    assert any("blank lines" in hint for hint in diagnosis.hints) is not others_fail


def test_feedback_is_not_about_a_case_beyond_the_assignment_while_another_fails(
    store: Store,
) -> None:
    odd = replace(CAPTURE, name="odd", script=b"\n" + CAPTURE.script)
    plan = replace(PLAN, cases=(CAPTURE, START, odd))
    put(store, plan, CAPTURE, Judged(None, accepted=1))
    put(store, plan, START, Judged(None), START.expected(0).replace(b"A6-B5", b"G6-F5"))
    put(store, plan, odd, Judged(None), b"something else\n")
    graded = assembled(plan, store, state())
    runs = runs_by_case(graded)
    assert [run.within for run in graded.runs] == [True, True, False]
    assert runs["odd"].reason
    assert runs["odd"].diagnosis is None
    diagnosis = runs[START.name].diagnosis
    assert diagnosis is not None
    assert not any("stage 0" in hint for hint in diagnosis.hints)
    assert graded.explanation is None or graded.explanation.compared == 2


def test_a_stored_explanation_is_shown_with_the_crashes(store: Store) -> None:
    plan = replace(PLAN, cases=(CAPTURE, START), explain=1)
    put(store, plan, CAPTURE, Judged(Verdict.CRASHED), b"")
    put(store, plan, START, Judged(None), b"something else\n")
    explanation = Explanation({"version": 1}, (), 2, 1)
    key = plan.explanation_key("build-key", SAME)
    store.put([(key, (StoredExplanation(explanation, frozenset([START.name])),), None)])
    graded = assembled(plan, store, state())
    assert graded.explanation is not None
    assert graded.explanation.explained == 1
    assert [(way.cases, way.case) for way in graded.explanation.crashes] == [(1, CAPTURE.name)]
    assert runs_by_case(graded)[START.name].explained


def test_crashes_are_told_without_an_explanation(store: Store) -> None:
    plan = replace(PLAN, cases=(CAPTURE, START))
    put(store, plan, CAPTURE, Judged(Verdict.CRASHED), b"")
    put(store, plan, START, Judged(None, accepted=1))
    graded = assembled(plan, store, state())
    assert graded.explanation is not None
    assert graded.explanation.faults == ()
    assert graded.explanation.crashes


@pytest.mark.parametrize("mistakes", [(), (TIES,)])
def test_mistakes_stay_if_hidden_cases_cannot_be_compared_with_them(
    store: Store, mistakes: tuple[FaultInfo, ...]
) -> None:
    plan = replace(PLAN, cases=(CAPTURE, replace(START, hidden=True)), explain=1)
    put(store, plan, CAPTURE, Judged(None), b"something else\n")
    put(store, plan, START, Judged(None), b"something that takes too long\n")
    known = StoredExplanation(Explanation({}, mistakes, 1, 1), frozenset([CAPTURE.name]))
    store.put([(plan.visible.explanation_key("build-key", SAME), (known,), None)])
    found = assembled(plan, store, state()).explanation
    assert found is not None
    assert (found.faults, found.for_staff) == (mistakes, not mistakes)


def test_hidden_output_takes_no_time_from_the_diagnoses_of_visible_cases(store: Store) -> None:
    hidden = tuple(replace(one, name=f"hidden/{one.name}", hidden=True) for one in PLAN.cases)
    plan = replace(PLAN, cases=(*hidden, *PLAN.cases))
    for one in plan.cases:
        put(store, plan, one, Judged(None), b"something else\n")
    called = []

    def read(function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        called.append(len(cast("list[FailedRun]", args[0])))
        if len(called) > 1:
            raise Unreadable("it takes more than 40 s to read")
        return function(*args, **named)

    runs = assemble(plan, store, state(), read).runs
    assert called == [4, 4]
    assert {run.hidden for run in runs if "compared" in run.reason} == {True}


def test_memory_check_of_hidden_cases_alone_has_no_problem_that_students_see(store: Store) -> None:
    hidden = tuple(replace(one, hidden=True) for one in PLAN.cases)
    plan = replace(PLAN, cases=hidden, memory_check=True, memory_tool="valgrind")
    all_right(store, plan)
    memory = Memory("valgrind", problem="during the check, the program was stopped")
    store.put([(plan.check_key("build-key"), memory, None)])
    found = assembled(plan, store, state()).memory
    assert found == Memory("valgrind", hidden_problem=memory.problem)


def test_a_repaired_submission_that_does_not_build_has_a_note(store: Store) -> None:
    plan = replace(PLAN, by_hand={"ada": HandMarks({}, repaired=True)})
    broken = replace(state(), build=Build(False, "gcc main.c", problem="no main"))
    assert any("does not build" in note for note in assembled(plan, store, broken).notes)
    all_right(store, plan)
    assert assembled(plan, store, state()).notes == ("a note",)


def test_cases_after_timeouts_are_left_out_even_with_stored_outcomes(store: Store) -> None:
    cases = tuple(replace(CAPTURE, name=f"case-{n}", script=b"\n" * n) for n in range(4))
    plan = replace(PLAN, cases=cases, rubric=replace(PLAN.rubric, timeouts=2))
    put(store, plan, cases[0], Verdict.CPU_TIME)
    put(store, plan, cases[1], Verdict.WALL_TIME)
    put(store, plan, cases[2], Judged(None, accepted=1))  # of an earlier session
    runs = assembled(plan, store, state()).runs
    assert [(run.verdict.value, run.skipped) for run in runs] == [
        ("TLE", False), ("WTL", False), ("WTL", True), ("WTL", True),
    ]  # fmt: skip
    assert runs[2].reason == "not run, because other cases of this stage ran out of time"
    assert runs[2].ended == "not run"


def test_without_a_limit_on_timeouts_nothing_is_left_out(store: Store) -> None:
    plan = replace(PLAN, rubric=replace(PLAN.rubric, timeouts=0))
    for one in plan.cases:
        put(store, plan, one, Verdict.CPU_TIME)
    assert not any(run.skipped for run in assembled(plan, store, state()).runs)


def test_a_missing_run_is_a_judge_error(store: Store) -> None:
    all_right(store, PLAN)
    plan = replace(PLAN, cases=(*PLAN.cases, LOST))
    given = state()
    given.troubles[plan.run_key("build-key", LOST)] = "the disk is full"
    graded = assembled(plan, store, given)
    run = runs_by_case(graded)[LOST.name]
    assert (run.verdict, run.reason) == (Verdict.JUDGE_ERROR, "the disk is full")
    assert graded.judge_error
    assert not graded.marks.complete
    assert runs_by_case(assembled(plan, store, state()))[LOST.name].reason == "no result"


def test_a_judge_error_in_the_build_has_no_runs(store: Store) -> None:
    given = state()
    given.troubles["build-key"] = "gcc could not be started"
    graded = assembled(PLAN, store, given)
    assert graded.build == Build(False, "", problem="gcc could not be started", judge_error=True)
    assert graded.runs == ()
    assert graded.judge_error


def test_what_was_assumed_to_build_is_among_the_notes(store: Store) -> None:
    given = state()
    given.build = Build(False, "gcc main.c", problem="no", notes=("old.c is left out",))
    assert assembled(PLAN, store, given).notes == ("a note", "old.c is left out")


def test_a_submission_that_does_not_build_fails_every_case(store: Store) -> None:
    given = state()
    given.build = Build(False, "gcc main.c", problem="main.c:1: error: no")
    graded = assembled(replace(PLAN, memory_check=True), store, given)
    assert {run.verdict for run in graded.runs} == {Verdict.NOT_BUILT}
    assert {run.reason for run in graded.runs} == {"main.c:1: error: no"}
    assert len(graded.runs) == len(PLAN.cases)
    assert graded.memory is None
    assert graded.marks.total == 0


def test_the_memory_check_is_marked(store: Store) -> None:
    plan = replace(PLAN, memory_check=True, memory_tool="valgrind")
    all_right(store, plan)
    unknown = assembled(plan, store, state())
    assert unknown.memory == Memory("", problem="no result", judge_error=True)
    assert unknown.judge_error
    assert not unknown.marks.complete
    memory = Memory("valgrind", (Finding("leak", "9 bytes are never freed"),))
    store.put([(plan.check_key("build-key"), memory, None)])
    graded = assembled(plan, store, state())
    assert graded.memory == memory
    assert graded.marks.total == 6.5


def test_marks_and_lateness_from_staff_are_used(store: Store) -> None:
    all_right(store, PLAN)
    sections = {section.name: section.out_of for section in PLAN.rubric.by_hand}
    plan = replace(PLAN, late={"ada": 1.0}, by_hand={"ada": HandMarks(sections)})
    graded = assembled(plan, store, state())
    assert graded.late_days == 1
    assert graded.marks.complete
    assert graded.marks.total == 18


@pytest.mark.parametrize(("flag", "known", "days"), [(True, {}, 1), (True, {"ada": 0.0}, 0)])
def test_a_late_flag_is_a_day_unless_staff_give_the_days(
    store: Store, flag: bool, known: dict[str, float], days: float
) -> None:
    all_right(store, PLAN)
    given = state()
    given.entry = replace(ENTRY, late=flag)
    assert assembled(replace(PLAN, late=known), store, given).late_days == days
