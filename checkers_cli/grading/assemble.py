"""Combines the stored results of a submission: verdicts, diagnoses, explanation and marks."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from checkers_cli.grading.cases import Readings, TestCase, habits_of
from checkers_cli.grading.execution.memory import hidden_to_check, joined
from checkers_cli.grading.execution.run import CaseResult, best_readings, to_fix_first
from checkers_cli.grading.feedback.case_hints import oddities, with_case_hints
from checkers_cli.grading.feedback.diagnosis import FailedRun, diagnose_runs
from checkers_cli.grading.feedback.explainer import StoredExplanation, with_crashes
from checkers_cli.grading.feedback.shrink import Shortened, to_shorten
from checkers_cli.grading.feedback.tree_hints import Choice
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Read, Readers, Unreadable, read_here, reader_for_one
from checkers_cli.grading.results import Build, Diagnosis, Graded, Memory, Run, Shortest
from checkers_cli.grading.rubric.marks import mark
from checkers_cli.grading.session import (
    CHECK,
    EXPLAINING,
    HIDDEN_CHECK,
    SHRINKING,
    trouble_text,
)
from checkers_cli.grading.steps import SubmissionState, printed_by, results_of
from checkers_cli.grading.store import BROKEN, Store
from checkers_cli.grading.verdicts import Verdict

SHOWN = 3  # failures of a stage that are shown in full: so many visible and so many hidden ones
_AT_ONCE = 16 << 20  # bytes of output that are diagnosed together
_NOT_REPAIRED = "marked as repaired, but this source does not build: submit the repaired one"
_NOT_SHORTENED = "the failing script could not be shortened"
_NOT_EXPLAINED = "the failures could not be explained"
_NOT_RUN = "not run, because other cases of this stage ran out of time"


def assemble(plan: Plan, store: Store, state: SubmissionState, read: Read = read_here) -> Graded:
    """The complete result of a submission, from the store."""
    entry = state.entry
    build = _build(state)
    runs: tuple[Run, ...] = ()
    results: list[CaseResult] = []
    readings = Readings(0, 0)
    explained: StoredExplanation | None = None
    if build.ok:
        # Visible ones first, so that hidden output takes no time from their diagnoses.
        results = sorted(results_of(plan, store, state), key=lambda result: result[0].hidden)
        readings = best_readings(plan.combinations, results)
        runs = _in_order(plan, _runs(plan, store, state, results, readings, read))
        explained = _explained(plan, store, state, readings)
        runs = _with_explained(runs, explained)
    elif not build.judge_error:
        runs = tuple(
            replace(_run_of(case), verdict=Verdict.NOT_BUILT, reason=build.problem)
            for case in plan.cases
        )
    shortest = _shortest(plan, store, state, results, readings) if plan.shortest else None
    memory = _memory(plan, store, state, results) if build.ok and plan.memory_check else None
    explanation = with_crashes(
        explained.explanation if explained else None,
        to_fix_first(results, readings),
        memory or state.crash,
    )
    late = plan.late.get(entry.key, 1.0 if entry.late else 0.0)
    hand = plan.by_hand.get(entry.key)
    return Graded(
        key=entry.key,
        student=entry.student,
        name=entry.name,
        entry=entry.entry,
        origin=entry.origin,
        late_days=late,
        language=state.language,
        build=build,
        habits=habits_of(readings.visible),
        runs=runs,
        memory=memory,
        marks=mark(
            plan.rubric, build, runs, memory, late,
            hand.marks if hand else None, hand.repaired if hand else False, explanation,
        ),
        notes=(
            *state.notes, *build.notes,
            *_more_notes(state, hand is not None and hand.repaired, build),
        ),
        comment=hand.comment if hand else "",
        explanation=explanation,
        shortest=shortest,
    )  # fmt: skip


def _more_notes(state: SubmissionState, repaired: bool, build: Build) -> Iterator[str]:
    if repaired and not build.ok:
        yield _NOT_REPAIRED
    if SHRINKING in state.troubles:
        yield f"{_NOT_SHORTENED}: {state.troubles[SHRINKING]}"
    if EXPLAINING in state.troubles:
        yield f"{_NOT_EXPLAINED}: {state.troubles[EXPLAINING]}"


def assemble_all(
    plan: Plan,
    store: Store,
    states: Sequence[SubmissionState],
    read: Read = read_here,
    jobs: int = 1,
) -> Iterator[Graded]:
    """The complete results, in order; a few are made ahead, as many at a time as there are jobs."""
    waiting: deque[Future[Graded]] = deque()
    with ThreadPoolExecutor(jobs) as threads:
        try:
            for state in states:
                waiting.append(threads.submit(_assemble, plan, store, state, read))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:  # Ctrl-C must not wait for a text that takes long
            for future in waiting:
                future.cancel()
            if isinstance(read, Readers):
                read.stop()
            raise


def _assemble(plan: Plan, store: Store, state: SubmissionState, read: Read) -> Graded:
    try:
        return assemble(plan, store, state, reader_for_one(read))
    except BROKEN:
        raise
    except Exception as error:  # an unexpected error in one must not stop the others
        state.troubles[state.build_key] = trouble_text(error)
        return assemble(plan, store, state, reader_for_one(read))


def _build(state: SubmissionState) -> Build:
    trouble = state.troubles.get(state.build_key)
    if trouble is None:
        return state.build
    return Build(ok=False, command="", problem=trouble, judge_error=True)


def _explained(
    plan: Plan, store: Store, state: SubmissionState, readings: Readings
) -> StoredExplanation | None:
    """The stored explanation; that of the visible cases if none could be made of all.

    Else a program could take its mistakes off a page by what it prints on a hidden case.
    """
    stored = tuple[StoredExplanation, ...]
    found = store.read(plan.explanation_key(state.build_key, readings), stored)
    if found is not None:
        return next(iter(found), None)
    shown = Readings(readings.visible, readings.visible)
    for one in store.read(plan.visible.explanation_key(state.build_key, shown), stored) or ():
        # With hidden cases, students see an explanation only if it names mistakes.
        for_staff = not one.explanation.faults
        return one._replace(explanation=replace(one.explanation, for_staff=for_staff))
    return None


def _memory(
    plan: Plan, store: Store, state: SubmissionState, results: Sequence[CaseResult]
) -> Memory:
    """The findings of the memory check, which is made in two parts if there are hidden cases."""

    def found(step: str, part: Plan) -> Memory | None:
        if not part.cases:
            return None
        trouble = state.troubles.get(step, "no result")
        known = store.read(part.check_key(state.build_key), Memory)
        return known or Memory("", (), trouble, judge_error=True)

    hidden = hidden_to_check(plan, results)
    return joined(found(CHECK, plan.visible), found(HIDDEN_CHECK, hidden))


def _shortest(
    plan: Plan,
    store: Store,
    state: SubmissionState,
    results: Sequence[CaseResult],
    readings: Readings,
) -> Shortest | None:
    """The shortest script that was made from a failed case, if there is one."""
    failed = to_shorten(results, readings)
    if failed is None:
        return None
    case, _ = failed
    key = plan.shortest_key(state.build_key, case, readings.visible)
    for found in store.read(key, tuple[Shortened, ...]) or ():
        return Shortest(case.name, found.script.decode("latin-1"), found.summary)
    return None


def _runs(
    plan: Plan,
    store: Store,
    state: SubmissionState,
    results: Sequence[CaseResult],
    readings: Readings,
    read: Read,
) -> list[Run]:
    runs: list[Run] = []
    in_full = _shown_in_full(results, readings)
    in_full |= {n for n, (case, _, _) in enumerate(results) if case.name in plan.in_full}
    failed: dict[int, FailedRun] = {}
    choices: dict[int, Choice] = {}
    for number, (case, outcome, left_out) in enumerate(results):
        run = _run_of(case)
        if left_out:
            verdict = next(r.verdict for r in reversed(runs) if r.verdict.timed_out)
            run = replace(run, verdict=verdict, reason=_NOT_RUN, ended="not run", skipped=True)
        elif outcome is None:
            trouble = state.troubles.get(plan.run_key(state.build_key, case), "no result")
            run = replace(run, reason=trouble)
        else:
            verdict = outcome.judged.under(readings.of(case), case)
            run = replace(run, verdict=verdict, ended=outcome.ended)
            if not verdict.passed:
                stdout, stderr = printed_by(plan, store, state, case, outcome)
                failed[number] = FailedRun(
                    case.expected(readings.of(case)), stdout, verdict, run.ended, outcome.cut,
                    case.script if number in in_full else b"", stderr,
                )  # fmt: skip
        runs.append(run)
        # Hidden cases apart, so that they cannot spoil the diagnoses of others.
        last = number == len(results) - 1 or results[number + 1][0].hidden is not case.hidden
        if last or sum(len(one.actual) + len(one.expected) for one in failed.values()) > _AT_ONCE:
            choices |= _with_diagnoses(plan, runs, failed, in_full, read)
            failed.clear()
    return _with_hints(runs, results, choices)


def _with_hints(
    runs: Sequence[Run], results: Sequence[CaseResult], choices: Mapping[int, Choice]
) -> list[Run]:
    """The runs with hints about what their scripts have in common, hidden ones apart."""
    hinted = list(runs)
    for hidden in (False, True):
        part = [number for number, (case, _, _) in enumerate(results) if case.hidden is hidden]
        found = with_case_hints(
            [runs[number] for number in part],
            [results[number][0].script for number in part],
            {place: choices[number] for place, number in enumerate(part) if number in choices},
        )
        for number, run in zip(part, found, strict=True):
            hinted[number] = run
    return hinted


def _with_diagnoses(
    plan: Plan,
    runs: list[Run],
    failed: Mapping[int, FailedRun],
    in_full: Collection[int],
    read: Read,
) -> dict[int, Choice]:
    """Add reasons and diagnoses to these runs; returns the wrong computed actions."""
    choices = {}
    for number, (diagnosis, choice) in zip(failed, _diagnosed(failed, read), strict=True):
        run = runs[number]
        reason = run.verdict.reason_for(run.ended, plan.limits.words) or diagnosis.summary
        shown = diagnosis if number in in_full else None
        runs[number] = replace(run, reason=reason, diagnosis=shown)
        if choice is not None and run.verdict is Verdict.WRONG:
            choices[number] = choice
    return choices


def _diagnosed(
    failed: Mapping[int, FailedRun], read: Read
) -> Sequence[tuple[Diagnosis, Choice | None]]:
    """A diagnosis of each run, all at once; if that takes too long, one that says so."""
    try:
        return read(diagnose_runs, list(failed.values())) if failed else []
    except Unreadable as error:
        return [(Diagnosis(f"The output cannot be compared: {error}."), None)] * len(failed)


def _run_of(case: TestCase) -> Run:
    """A run of a case without a result."""
    return Run(case.name, case.stage, case.hidden, Verdict.JUDGE_ERROR, within=case.within)


def _with_explained(runs: Iterable[Run], explained: StoredExplanation | None) -> tuple[Run, ...]:
    """The runs, with a mark on failed ones that the explanation reproduces."""
    cases = explained.cases if explained else frozenset()
    return tuple(
        replace(run, explained=True) if run.case in cases and not run.verdict.passed else run
        for run in runs
    )


def _shown_in_full(results: Sequence[CaseResult], readings: Readings) -> set[int]:
    """The numbers of the failures that are shown in full: the simplest ones of each stage."""
    groups: dict[tuple[int, bool], list[tuple[int, int, int]]] = {}
    first = {case.name for case, _, _ in to_fix_first(results, readings)}
    for number, (case, outcome, _) in enumerate(results):
        if outcome is None or case.name not in first:
            continue
        combination = readings.of(case)
        if not outcome.judged.under(combination, case).passed:
            simple = len(oddities(case.script)), len(case.expected(combination))
            groups.setdefault((case.stage, case.hidden), []).append((*simple, number))
    return {number for group in groups.values() for *_, number in sorted(group)[:SHOWN]}


def _in_order(plan: Plan, runs: Sequence[Run]) -> tuple[Run, ...]:
    """The runs in the order of the plan's cases."""
    places = {(case.name, case.hidden): place for place, case in enumerate(plan.cases)}
    return tuple(sorted(runs, key=lambda run: places[run.case, run.hidden]))
