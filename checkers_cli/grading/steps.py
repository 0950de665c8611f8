"""The steps of grading one submission: build, run, check, shorten, explain.

Each step reads what it needs from the store and writes its result there, so that nothing is done
twice. `session` decides when a step is done.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from checkers_cli.grading.cases import Readings, TestCase
from checkers_cli.grading.execution.build import Program, build, program_of
from checkers_cli.grading.execution.judge import Judged, judge_end, judge_outputs
from checkers_cli.grading.execution.memory import check_memory, hidden_to_check
from checkers_cli.grading.execution.run import (
    CaseResult,
    Outcome,
    best_readings,
    outcome_of_run,
    run_cases,
    run_scripts,
    stage_results,
    unpack,
)
from checkers_cli.grading.feedback.explainer import (
    Seen,
    StoredExplanation,
    explain_hidden,
    explain_submission,
)
from checkers_cli.grading.feedback.shrink import Failure, Shortening, to_shorten
from checkers_cli.grading.plan import STAGES, Plan
from checkers_cli.grading.reading import Read, Readers, Unreadable, read_here, reader_for_one
from checkers_cli.grading.results import Build, Memory
from checkers_cli.grading.sandbox.jobs import Ended, JudgeError
from checkers_cli.grading.sandbox.runner import MOST_RUNS, Sandbox
from checkers_cli.grading.sandbox.tools import VALGRIND, memory_tool
from checkers_cli.grading.store import Store
from checkers_cli.grading.submissions.discover import Entry, Submission, load
from checkers_cli.grading.verdicts import STOPS, UNREAD, Verdict
from checkers_cli.util.calls import Callers

_COMPARED = 1 << 16  # bytes beyond four times the expected output that are compared with faults
_KEPT_NEW = 1 << 18  # bytes of output on a new script; a right one has a tenth of that


@dataclass
class SubmissionState:
    """The state of a submission while it is graded; small, because there may be many."""

    entry: Entry
    language: str = ""
    notes: tuple[str, ...] = ()
    build_key: str = ""
    build: Build = field(default_factory=lambda: Build(ok=False, command=""))
    waiting: int = 0  # the number of stages that are not done
    troubles: dict[str, str] = field(default_factory=dict)  # judge errors, by store key
    # Stages that were run again after an error, and whether of hidden cases.
    retried_stages: set[tuple[int, bool]] = field(default_factory=set)
    slow: bool = False  # whether a run took long: then other submissions go first
    crash: Memory | None = None  # what the memory check found on a case that crashes
    reader: Read | None = None  # reads its texts, with a limit for all of them


class Steps:
    """The steps of a plan; any thread may call them."""

    def __init__(
        self,
        plan: Plan,
        sandbox: Sandbox,
        store: Store,
        read: Read = read_here,
        workers: Callers | None = None,
    ) -> None:
        """`read` reads texts of submissions; `workers` explain, and None: nothing is explained."""
        self.plan = plan
        self.workers = workers
        self.built = self.ran = 0  # numbers of builds and runs that were not in the store
        self._sandbox = sandbox
        self._store = store
        self._read = read
        self._lock = threading.Lock()
        self._has_forgotten = False  # what earlier runs may have left in the machine's cache

    def stop(self) -> None:
        """Stop all processes; the threads that wait for them get an error."""
        self._sandbox.stop()
        if isinstance(self._read, Readers):
            self._read.stop()
        if self.workers is not None:
            self.workers.stop()

    def build(self, state: SubmissionState) -> None:
        """Read and build a submission."""
        try:
            submission = self._load(state)
        except Unreadable as error:
            problem = f"the submission cannot be read: {error}"
            submission = Submission(state.entry, "", {}, (), False, problem, state.entry.notes)
        state.language, state.notes = submission.language, submission.notes
        state.build_key = self.plan.build_key(submission)
        state.build = self._build(state, submission)

    def _reader(self, state: SubmissionState) -> Read:
        if state.reader is None:
            state.reader = reader_for_one(self._read)
        return state.reader

    def _load(self, state: SubmissionState) -> Submission:
        return self._reader(state)(load, state.entry, self.plan.language)

    def _build(self, state: SubmissionState, submission: Submission) -> Build:
        key = state.build_key
        known = self._store.read(key, Build)
        if known is not None:
            return known
        recipe = self.plan.recipe(submission)
        self._forget_notes()
        built = build(self._sandbox, submission, recipe, self._reader(state))
        with self._lock:
            self.built += 1
        self._store.put([(key, built.build, built.program)])
        return built.build

    def _forget_notes(self) -> None:
        """Forget once what was read; with a Makefile, a build runs programs of the submission."""
        with self._lock:
            if not self._has_forgotten:
                self._sandbox.forget_notes(bool(self.plan.hidden.cases))
                self._has_forgotten = True

    def check(self, state: SubmissionState) -> None:
        """Run the memory check of a submission, on cases that are not hidden."""
        self._check(state, self.plan.visible, self._outcomes(state))

    def check_hidden(self, state: SubmissionState) -> None:
        """Run the memory check on hidden cases, where the others are not enough."""
        results = results_of(self.plan, self._store, state)
        part = hidden_to_check(self.plan, results)
        if part.cases:
            self._check(state, part, self._outcomes(state))

    def _check(self, state: SubmissionState, part: Plan, outcomes: Mapping[str, Outcome]) -> None:
        key = part.check_key(state.build_key)
        if not self._store.knows(key):
            try:
                submission = self._submission(state)
                found = check_memory(part, self._sandbox, submission, outcomes, self._reader(state))
            except Unreadable as error:
                found = Memory(part.memory_tool, problem=f"the submission cannot be read: {error}")
            self._store.put([(key, found, None)])

    def find_crash(self, state: SubmissionState) -> None:
        """Look for the place of a crash, on one case, unless there is a memory check anyway."""
        if self.plan.memory_check:
            return
        crashed = [
            (case, outcome)
            for case, outcome, _ in self._visible_results(state)
            if outcome is not None and outcome.judged.fixed is Verdict.CRASHED
        ]
        tool = memory_tool(self._sandbox) if crashed else ""
        if not tool:
            return
        case, outcome = min(crashed, key=lambda one: (not one[0].within, len(one[0].script)))
        alone = replace(self.plan, cases=(case,), memory_tool=tool, valgrind=tool == VALGRIND)
        state.crash = check_memory(
            alone, self._sandbox, self._submission(state), {case.key: outcome}, self._reader(state)
        )

    def shorten(self, state: SubmissionState) -> None:
        """Find the shortest script on which a submission fails."""
        plan = self.plan
        results = self._visible_results(state)
        readings = best_readings(plan.combinations, results)
        failed = to_shorten(results, readings)
        if failed is None:
            return
        combination = readings.visible
        case, verdict = failed
        key = plan.shortest_key(state.build_key, case, combination)
        if self._store.knows(key):
            return
        program = self.program(state)
        try:
            run = partial(run_scripts, self._sandbox, program, plan.limits)
            failure = Failure(case.script, verdict, (combination,), plan.limits)
            ahead = MOST_RUNS if program.slim else 1
            found = Shortening(failure, run, ahead, self._reader(state)).shorten()
        finally:
            program.close()
        self._store.put([(key, (found,) if found else (), None)])

    def explain(self, state: SubmissionState, seconds: float | None = None) -> None:
        """Find a model of a submission, unless it is known or everything passes.

        The program is run on new scripts, whose output students see. So hidden cases are left out.
        """
        plan = self.plan.visible
        results = self._visible_results(state)
        readings = best_readings(plan.combinations, results)
        key = plan.explanation_key(state.build_key, readings)
        if self._store.knows(key) or not _fails(results, readings) or self.workers is None:
            return
        # The digest of the submission alone: on every machine the same new scripts are made.
        seed = self._submission(state).digest
        program = self.program(state)
        spent: list[float] = []
        try:

            def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
                return self._run_new(program, scripts, spent)

            seen = list(self._seen(state, results))
            found = explain_submission(
                plan, seen, readings, seed, self.workers, run, seconds, self._reader(state)
            )
        finally:
            program.close()
        self._store.put([(key, (found,) if found else (), None)])

    def explain_hidden(self, state: SubmissionState) -> None:
        """Compare the model of a submission with its output on hidden cases."""
        plan = self.plan
        results = results_of(plan, self._store, state)
        readings = best_readings(plan.combinations, results)
        key = plan.explanation_key(state.build_key, readings)
        if self._store.knows(key) or not _fails(results, readings) or self.workers is None:
            return
        visible = best_readings(plan.combinations, self._visible_results(state))
        known_key = plan.visible.explanation_key(state.build_key, visible)
        known = next(iter(self._store.read(known_key, tuple[StoredExplanation, ...]) or ()), None)
        seen = list(self._seen(state, results))
        found = explain_hidden(plan, known, seen, readings, self.workers, self._reader(state))
        self._store.put([(key, (found,) if found else (), None)])

    def _run_new(
        self, program: Program, scripts: Sequence[bytes], spent: list[float]
    ) -> list[tuple[bytes, bool]]:
        """Run a program on scripts that are no cases, each once, until it has taken long enough.

        There are as many results as scripts, or fewer: those of the first ones. `spent` has the
        seconds of all such runs.
        """
        limits, results = self.plan.limits, list[tuple[bytes, bool]]()
        size = MOST_RUNS if program.slim else 1
        while len(results) < len(scripts) and sum(spent) < limits.together:
            part = scripts[len(results) : len(results) + size]
            for end in run_scripts(self._sandbox, program, limits, part):
                spent.append(end.wall)
                complete = end.why == "ended" and end.status >= 0
                results.append((_cut(end.stdout, _KEPT_NEW), complete))
        return results

    def _seen(self, state: SubmissionState, results: Iterable[CaseResult]) -> Iterator[Seen]:
        """The output of the program on every case that was run."""
        for case, outcome, left_out in results:
            if outcome is None or left_out:
                continue
            printed = printed_by(self.plan, self._store, state, case, outcome)[0]
            most = 4 * len(case.expected(0)) + _COMPARED
            if outcome.cut or len(printed) > most:
                yield Seen(case, _cut(printed, most, outcome.cut), True)
            else:
                yield Seen(case, printed, outcome.judged.fixed is None)

    def _visible_results(self, state: SubmissionState) -> list[CaseResult]:
        return results_of(self.plan.visible, self._store, state)

    def _outcomes(self, state: SubmissionState) -> Mapping[str, Outcome]:
        """The outcomes of marked cases that were run, by key, without those that are left out.

        `JudgeError` if one is missing that is not hidden.
        """
        found = {}
        marked = self.plan.rubric.is_marked
        for case, outcome, left_out in results_of(self.plan, self._store, state):
            if outcome is not None and marked(case.within):
                found[case.key] = outcome
            elif not left_out and marked(case.within) and not case.hidden:
                raise JudgeError("a run that the memory check needs is missing")
        return found

    def known_outcome(self, state: SubmissionState, case: TestCase) -> Outcome | None:
        """The stored outcome of a case, or None."""
        return self._store.read(self.plan.run_key(state.build_key, case), Outcome)

    def _submission(self, state: SubmissionState) -> Submission:
        """Read a submission again, to run it; `JudgeError` if it has changed since it was built.

        `Unreadable` if it takes too long, which is no error of the machine.
        """
        self._forget_notes()  # before the first run, if nothing has been built
        submission = self._load(state)
        if self.plan.build_key(submission) != state.build_key:
            raise JudgeError("the submission was changed while it was graded")
        return submission

    def program(self, state: SubmissionState) -> Program:
        """The program of a submission, from the store."""
        submission = self._submission(state)
        made = self._store.blob(state.build_key) or b""
        return program_of(self.plan.recipe(submission), submission, made)

    def run_and_judge(
        self, state: SubmissionState, program: Program, cases: Sequence[TestCase]
    ) -> list[tuple[Outcome, bytes | None, bool]]:
        """Run a program on cases, on the first one at least.

        Returns the outcome, the packed output, and whether the run was slow, for each run.
        """
        plan = self.plan
        ends = run_cases(self._sandbox, program, cases, plan.limits)
        with self._lock:
            self.ran += len(ends)
        runs = list(zip(cases, ends, strict=False))
        try:
            verdicts = self._judge(runs, self._reader(state))
        except Unreadable:
            runs = [(case, replace(ended, why=UNREAD)) for case, ended in runs]
            verdicts = self._judge(runs, read_here)
        return [
            (*outcome_of_run(case, ended, judged), ended.wall > plan.limits.slow)
            for (case, ended), judged in zip(runs, verdicts, strict=True)
        ]

    def unread(self, case: TestCase) -> tuple[Outcome, bytes | None]:
        """The outcome of a case on which a program cannot be run, because it cannot be read."""
        ended = Ended(UNREAD, 0, 0, 0, 0, b"", b"")
        return outcome_of_run(case, ended, Judged(STOPS[UNREAD][1]))

    def _judge(self, runs: Sequence[tuple[TestCase, Ended]], read: Read) -> list[Judged]:
        """The verdicts on runs; most need no look at the output but for a comparison."""
        found = [judge_end(case, ended, self.plan.limits) for case, ended in runs]
        open_ones = [
            (case, ended.stdout)
            for (case, ended), judged in zip(runs, found, strict=True)
            if judged is None
        ]
        if open_ones:
            more = iter(read(judge_outputs, open_ones, self.plan.combinations))
            return [judged or next(more) for judged in found]
        return [judged for judged in found if judged is not None]

    def store(self, items: list[tuple[str, Any, bytes | None]]) -> None:
        """Write results to the store."""
        self._store.put(items)


def results_of(plan: Plan, store: Store, state: SubmissionState) -> list[CaseResult]:
    """The results of all cases. Those that are hidden are counted apart, as they are run apart."""

    def outcome_of(case: TestCase) -> Outcome | None:
        return store.read(plan.run_key(state.build_key, case), Outcome)

    return [
        result
        for stage in STAGES
        for part in (plan.visible, plan.hidden)
        for result in stage_results(part.stages[stage], plan.rubric.timeouts, outcome_of)
    ]


def printed_by(
    plan: Plan, store: Store, state: SubmissionState, case: TestCase, outcome: Outcome
) -> tuple[bytes, bytes]:
    """Standard output and standard error of a run, from the store."""
    stdout, stderr = unpack(store.blob(plan.run_key(state.build_key, case)))
    # The output is not stored if it is that of the reference.
    return case.expected(0) if outcome.judged.accepted & 1 else stdout, stderr


def _fails(results: Iterable[CaseResult], readings: Readings) -> bool:
    return any(
        outcome is not None and not outcome.judged.under(readings.of(case), case).passed
        for case, outcome, _ in results
    )


def _cut(printed: bytes, most: int, is_cut: bool = False) -> bytes:
    """The output, no longer than this; what was cut ends with a NUL, so that no fault matches."""
    return printed[:most] + b"\0" if is_cut or len(printed) > most else printed
