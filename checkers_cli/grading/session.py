"""Builds, runs and checks the submissions of a plan, except for results in the store."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution.build import Program, build, program_of
from checkers_cli.grading.execution.memory import check_memory
from checkers_cli.grading.execution.pool import BEGUN, SLOW, Pool
from checkers_cli.grading.execution.run import (
    CaseResult,
    Outcome,
    best_combination,
    judge_run,
    run_cases,
    run_scripts,
    stage_results,
    unpack,
)
from checkers_cli.grading.feedback.explainer import Seen, explain_submission
from checkers_cli.grading.feedback.shrink import Failure, Shortening, to_shorten
from checkers_cli.grading.plan import STAGES, Plan
from checkers_cli.grading.results import Build, Memory
from checkers_cli.grading.sandbox.jobs import JudgeError
from checkers_cli.grading.sandbox.runner import MOST_RUNS, Sandbox
from checkers_cli.grading.sandbox.tools import VALGRIND, memory_tool
from checkers_cli.grading.store import BROKEN, Store
from checkers_cli.grading.submissions.discover import Entry, Submission, load
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.calls import Callers

SHRINKING = "shortest"  # the key in `troubles` of an error while shortening a script
EXPLAINING = "explanation"  # the same while explaining
_COMPARED = 1 << 16  # bytes beyond four times the expected output that are compared with faults
# Part of the wall time limit. A run that waits this long blocks a thread as much as a busy one.
_SLOW = 1 / 3


class Observer(Protocol):
    """Receives progress and notices, to show them to the user."""

    def begin(self, total: int) -> None:
        """Grading of `total` submissions begins."""

    def advance(self, done: int, name: str) -> None:
        """`done` submissions are graded, the last one by this student."""

    def tell(self, line: str) -> None:
        """Show a notice for staff."""


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
    retried_stages: set[int] = field(default_factory=set)  # run again after an error
    slow: bool = False  # whether a run took long: then other submissions go first
    crash: Memory | None = None  # what the memory check found on a case that crashes


_Step = tuple[str, Callable[[SubmissionState], None]]  # with the key of its errors


def trouble_text(error: Exception) -> str:
    """The text of an error of the grader or machine; an unexpected one is named by its class."""
    expected = isinstance(error, JudgeError | OSError)
    return str(error) if expected else f"{type(error).__name__}: {error}"


class Session:
    """One grading, from the first build to the last run.

    An error of the grader or machine is recorded in `troubles`, and the task is run again after all
    others, with nothing else running. An error in one submission never stops the others.
    """

    def __init__(
        self,
        plan: Plan,
        sandbox: Sandbox,
        store: Store,
        threads: int,
        done: Callable[[SubmissionState], None],
        workers: Callers | None = None,
    ) -> None:
        """`workers` explain the submissions that fail; None: nothing is explained."""
        self.plan = plan
        self._workers = workers
        self.states = [SubmissionState(entry) for entry in plan.entries]
        self.built = self.ran = 0  # numbers of builds and runs that were not in the store
        self._sandbox = sandbox
        self._store = store
        self._done = done
        self._pool = Pool(threads)
        self._lock = threading.Lock()
        self._retrying = False
        self._retries: list[Callable[[], None]] = []

    def run(self, tick: Callable[[], None]) -> None:
        """Grade all submissions in parallel, then retry failed tasks one at a time."""
        for state in self.states:
            self._pool.add(partial(self._begin, state))
        try:
            self._pool.run(tick)
        except BaseException:
            self._sandbox.stop()
            if self._workers is not None:
                self._workers.stop()
            raise
        finally:
            self._pool.join()
        self._retrying = True
        while self._retries:
            self._retries.pop(0)()
            tick()

    def _add(self, task: Callable[[], None], priority: int) -> None:
        if self._retrying:
            self._retries.append(task)
        else:
            self._pool.add(task, priority)

    def _failed(
        self, state: SubmissionState, key: str, error: Exception, retry: Callable[[], None]
    ) -> bool:
        """Record an error; return whether it is the first one, so that the task is retried."""
        with self._lock:
            first = key not in state.troubles
            if first:
                self._retries.append(retry)
            state.troubles[key] = trouble_text(error)
        return first

    def _begin(self, state: SubmissionState) -> None:
        """Build a submission, and schedule its stages."""
        try:
            submission = load(state.entry, self.plan.language)
            state.language, state.notes = submission.language, submission.notes
            state.build_key = self.plan.build_key(submission)
            state.build = self._build(submission, state.build_key)
        except BROKEN:
            raise
        except Exception as error:
            if not self._failed(state, state.build_key, error, partial(self._begin, state)):
                self._done(state)
            return
        state.troubles.clear()
        if not state.build.ok:
            self._done(state)
            return
        state.waiting = len(STAGES)
        for stage in STAGES:
            self._add(partial(self._stage, state, stage, 0, 0), BEGUN)

    def _build(self, submission: Submission, key: str) -> Build:
        known = self._store.read(key, Build)
        if known is not None:
            return known
        built = build(self._sandbox, submission, self.plan.recipe(submission))
        with self._lock:
            self.built += 1
        self._store.put([(key, built.build, built.program)])
        return built.build

    def _stage(self, state: SubmissionState, stage: int, first: int, timeouts: int) -> None:
        """Run the cases of a stage from `first` on; after a slow run, other tasks go first."""
        cases = self.plan.stages[stage]
        most = self.plan.rubric.timeouts
        with _Runs(self, state, cases) as runs:
            for number in range(first, len(cases)):
                outcome = self._outcome(runs, state, number, stage)
                timeouts += outcome is not None and outcome.timed_out
                if most and timeouts >= most:
                    break
                if outcome is not None and runs.slow and number + 1 < len(cases):
                    self._add(partial(self._stage, state, stage, number + 1, timeouts), SLOW)
                    return
        self._stage_done(state)

    def _outcome(
        self, runs: "_Runs", state: SubmissionState, number: int, stage: int
    ) -> Outcome | None:
        key = self.plan.run_key(state.build_key, self.plan.stages[stage][number])
        try:
            outcome = runs.outcome(number)
        except BROKEN:
            raise
        except Exception as error:
            with self._lock:
                state.troubles[key] = trouble_text(error)
                # The whole stage is run again once; cases with a stored outcome are not repeated.
                if stage not in state.retried_stages:
                    state.retried_stages.add(stage)
                    state.waiting += 1
                    self._retries.append(partial(self._stage, state, stage, 0, 0))
            return None
        state.troubles.pop(key, None)
        return outcome

    def _stage_done(self, state: SubmissionState) -> None:
        with self._lock:
            state.waiting -= 1
            if state.waiting:
                return
        steps: list[_Step] = []
        if self.plan.memory_check:
            steps.append((self.plan.check_key(state.build_key), self._check))
        if self.plan.shortest:
            steps.append((SHRINKING, self._shorten))
        if self._workers is not None:
            steps.append((EXPLAINING, self._explain))
        self._schedule(state, steps)

    def _schedule(self, state: SubmissionState, steps: list[_Step]) -> None:
        """Schedule the remaining steps, one after the other; they need the outcomes of all runs."""
        if steps:
            self._add(partial(self._do_step, state, steps), SLOW if state.slow else BEGUN)
        else:
            self._done(state)

    def _do_step(self, state: SubmissionState, steps: list[_Step]) -> None:
        (key, step), *rest = steps
        try:
            step(state)
        except BROKEN:
            raise
        except Exception as error:
            if self._failed(state, key, error, partial(self._do_step, state, steps)):
                return
        else:
            state.troubles.pop(key, None)
        self._schedule(state, rest)

    def _check(self, state: SubmissionState) -> None:
        """Run the memory check of a submission."""
        key = self.plan.check_key(state.build_key)
        if not self._store.knows(key):
            outcomes = self._outcomes(state)
            found = check_memory(self.plan, self._sandbox, self._submission(state), outcomes)
            self._store.put([(key, found, None)])

    def find_crash(self, state: SubmissionState) -> None:
        """Look for the place of a crash, on one case, unless there is a memory check anyway."""
        if self.plan.memory_check:
            return
        crashed = [
            (case, outcome)
            for case, outcome, _ in self._results(state)
            if outcome is not None and outcome.judged.fixed is Verdict.CRASHED
        ]
        tool = memory_tool(self._sandbox) if crashed else ""
        if not tool:
            return
        case, outcome = min(crashed, key=lambda one: (not one[0].within, len(one[0].script)))
        alone = replace(self.plan, cases=(case,), memory_tool=tool, valgrind=tool == VALGRIND)
        state.crash = check_memory(
            alone, self._sandbox, self._submission(state), {case.key: outcome}
        )

    def _shorten(self, state: SubmissionState) -> None:
        """Find the shortest script on which a submission fails."""
        plan = self.plan
        results = self._results(state)
        combination = best_combination(plan.combinations, results)
        failed = to_shorten(results, combination)
        if failed is None:
            return
        case, verdict = failed
        key = plan.shortest_key(state.build_key, case, combination)
        if self._store.knows(key):
            return
        program = self.program(state)
        try:
            run = partial(run_scripts, self._sandbox, program, plan.limits)
            failure = Failure(case.script, verdict, (combination,), plan.limits)
            found = Shortening(failure, run, MOST_RUNS if program.slim else 1).shorten()
        finally:
            program.close()
        self._store.put([(key, (found,) if found else (), None)])

    def _explain(self, state: SubmissionState) -> None:
        """Find a model of a submission that fails."""
        if self._workers is not None:
            self.explain(state, self._workers)

    def explain(
        self, state: SubmissionState, workers: Callers, seconds: float | None = None
    ) -> None:
        """Find a model of a submission, unless it is known or everything passes."""
        plan = self.plan
        results = self._results(state)
        combination = best_combination(plan.combinations, results)
        key = plan.explanation_key(state.build_key, combination)
        if self._store.knows(key) or not _fails(results, combination):
            return
        # The digest of the submission alone: on every machine the same new scripts are made.
        seed = self._submission(state).digest
        program = self.program(state)
        try:

            def run(scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
                return self._run_new(program, scripts)

            seen = list(self._seen(state, results))
            found = explain_submission(plan, seen, combination, seed, workers, run, seconds)
        finally:
            program.close()
        self._store.put([(key, (found,) if found else (), None)])

    def _run_new(self, program: Program, scripts: Sequence[bytes]) -> list[tuple[bytes, bool]]:
        """Run a program on scripts that are no cases, each once."""
        limits, ended = self.plan.limits, []
        size = MOST_RUNS if program.slim else 1
        for start in range(0, len(scripts), size):
            part = scripts[start : start + size]
            ended += run_scripts(self._sandbox, program, limits, part)[: len(part)]
        return [(end.stdout, end.why == "ended" and end.status >= 0) for end in ended]

    def _seen(self, state: SubmissionState, results: Iterable[CaseResult]) -> Iterator[Seen]:
        """The output of the program on every case that was run."""
        for case, outcome, left_out in results:
            if outcome is None or left_out:
                continue
            printed = printed_by(self.plan, self._store, state, case, outcome)[0]
            most = 4 * len(case.expected(0)) + _COMPARED
            if outcome.cut or len(printed) > most:
                yield Seen(case, printed[:most] + b"\0", True)  # the NUL prevents a match
            else:
                yield Seen(case, printed, outcome.judged.fixed is None)

    def _results(self, state: SubmissionState) -> list[CaseResult]:
        """The results of all cases."""
        most, outcome_of = self.plan.rubric.timeouts, partial(self.known_outcome, state)
        return [
            result
            for cases in self.plan.stages.values()
            for result in stage_results(cases, most, outcome_of)
        ]

    def _outcomes(self, state: SubmissionState) -> Mapping[str, Outcome]:
        """The outcomes of marked cases, by key, without those that are left out.

        `JudgeError` if one is missing.
        """
        found = {}
        marked = self.plan.rubric.is_marked
        results = [result for result in self._results(state) if marked(result[0].within)]
        for case, outcome, left_out in results:
            if outcome is not None:
                found[case.key] = outcome
            elif not left_out:
                raise JudgeError("a run that the memory check needs is missing")
        return found

    def known_outcome(self, state: SubmissionState, case: TestCase) -> Outcome | None:
        """The stored outcome of a case, or None."""
        return self._store.read(self.plan.run_key(state.build_key, case), Outcome)

    def _submission(self, state: SubmissionState) -> Submission:
        """Read a submission again; `JudgeError` if it has changed since it was built."""
        submission = load(state.entry, self.plan.language)
        if self.plan.build_key(submission) != state.build_key:
            raise JudgeError("the submission was changed while it was graded")
        return submission

    def program(self, state: SubmissionState) -> Program:
        """The program of a submission, from the store."""
        submission = self._submission(state)
        made = self._store.blob(state.build_key) or b""
        return program_of(self.plan.recipe(submission), submission, made)

    def run_and_judge(
        self, program: Program, cases: Sequence[TestCase]
    ) -> list[tuple[Outcome, bytes | None, bool]]:
        """Run a program on cases, on the first one at least.

        Returns the outcome, the packed output, and whether the run was slow, for each run.
        """
        plan = self.plan
        ends = run_cases(self._sandbox, program, cases, plan.limits)
        with self._lock:
            self.ran += len(ends)
        return [
            (
                *judge_run(case, ended, plan.limits, plan.combinations),
                ended.wall > plan.limits.wall * _SLOW,
            )
            for case, ended in zip(cases, ends, strict=False)
        ]

    def store(self, items: list[tuple[str, Any, bytes | None]]) -> None:
        """Write results to the store."""
        self._store.put(items)


class _Runs:
    """The runs of one stage. Several cases run in one sandbox, ahead of being asked for."""

    def __init__(self, session: Session, state: SubmissionState, cases: Sequence[TestCase]) -> None:
        self._session = session
        self._state = state
        self._cases = cases
        self._program: Program | None = None
        self._ahead: dict[int, tuple[Outcome, bool]] = {}
        self.slow = False  # whether the last outcome came from a new run that took long

    def __enter__(self) -> "_Runs":
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def outcome(self, number: int) -> Outcome:
        """The outcome of a case; `JudgeError` if the grader or machine failed."""
        if number not in self._ahead:
            known = self._session.known_outcome(self._state, self._cases[number])
            if known is not None:
                self.slow = False
                return known
            self._run_from(number)
        outcome, self.slow = self._ahead.pop(number)
        self._state.slow |= self.slow
        return outcome

    def _run_from(self, first: int) -> None:
        """Run the program on this case and on the following ones without a stored outcome."""
        session, state = self._session, self._state
        if self._program is None:
            self._program = session.program(state)
        last = first + 1
        while (
            last < min(len(self._cases), first + MOST_RUNS)
            and session.known_outcome(state, self._cases[last]) is None
        ):
            last += 1
        cases = self._cases[first:last]
        items = []
        runs = session.run_and_judge(self._program, cases)
        for number, (outcome, output, slow) in enumerate(runs):
            self._ahead[first + number] = outcome, slow or outcome.timed_out
            key = session.plan.run_key(state.build_key, cases[number])
            items.append((key, outcome, output))
        session.store(items)


def printed_by(
    plan: Plan, store: Store, state: SubmissionState, case: TestCase, outcome: Outcome
) -> tuple[bytes, bytes]:
    """Standard output and standard error of a run, from the store."""
    stdout, stderr = unpack(store.blob(plan.run_key(state.build_key, case)))
    # The output is not stored if it is that of the reference.
    return case.expected(0) if outcome.judged.accepted & 1 else stdout, stderr


def _fails(results: Iterable[CaseResult], combination: int) -> bool:
    return any(
        outcome is not None and not outcome.judged.under(combination, case).passed
        for case, outcome, _ in results
    )


def run_plan(
    plan: Plan,
    sandbox: Sandbox,
    store: Store,
    jobs: int,
    observer: Observer,
    workers: Callers | None = None,
) -> Session:
    """Build, run, check and explain all submissions of a plan."""
    finished: list[str] = []
    reported = 0

    def tick() -> None:
        nonlocal reported
        if len(finished) > reported:
            reported = len(finished)
            observer.advance(reported, finished[-1])

    def done(state: SubmissionState) -> None:
        finished.append(state.entry.name)

    observer.begin(len(plan.entries))
    # Starting and stopping a sandbox is mostly waiting, so there are more threads than cores. With
    # many more, programs would wait for a core until they exceed their wall time.
    session = Session(plan, sandbox, store, 2 * jobs + 1, done, workers)
    session.run(tick)
    tick()
    return session
