"""Builds and runs everything that a plan asks for and that the store does not know yet."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
)
from checkers_cli.grading.feedback.shrink import Failure, Shortening, to_shorten
from checkers_cli.grading.plan import STAGES, Plan
from checkers_cli.grading.results import Build
from checkers_cli.grading.sandbox.jobs import JudgeError
from checkers_cli.grading.sandbox.runner import MOST_RUNS, Sandbox
from checkers_cli.grading.store import BROKEN, Store
from checkers_cli.grading.submissions.discover import Entry, Submission, load

SHRINKING = "shortest"  # the key of troubles with making a script shorter
_SLOW = 1 / 3  # of the wall time: whoever sleeps that long holds up others as much as who is busy


class Observer(Protocol):
    """Whoever wants to see how it goes."""

    def begin(self, total: int) -> None:
        """So many submissions are to be graded."""

    def advance(self, done: int, name: str) -> None:
        """So many are done, the last one by this name."""

    def tell(self, line: str) -> None:
        """Something that staff should know."""


@dataclass
class Work:
    """What is known of a submission while it is being graded; little, for there may be many."""

    entry: Entry
    language: str = ""
    notes: tuple[str, ...] = ()
    build_key: str = ""
    build: Build = field(default_factory=lambda: Build(ok=False, command=""))
    waiting: int = 0  # for parts of it that are not done
    troubles: dict[str, str] = field(default_factory=dict)  # by key: the machine's fault
    put_off: set[int] = field(default_factory=set)  # stages to be gone through once more, alone
    slow: bool = False  # whether a run has taken long: then other submissions go first


_Step = tuple[str, Callable[[Work], None]]  # what is left to do, and the key of its troubles


def trouble_words(error: Exception) -> str:
    """Why something failed through no fault of a submission; what nobody foresaw has its kind."""
    foreseen = isinstance(error, JudgeError | OSError)
    return str(error) if foreseen else f"{type(error).__name__}: {error}"


class Session:
    """One grading, from the first build to the last run."""

    def __init__(
        self, plan: Plan, sandbox: Sandbox, store: Store, threads: int, done: Callable[[Work], None]
    ) -> None:
        self.plan = plan
        self.works = [Work(entry) for entry in plan.entries]
        self.built = self.ran = 0  # what was done in this session, not found in the store
        self._sandbox = sandbox
        self._store = store
        self._done = done
        self._pool = Pool(threads)
        self._lock = threading.Lock()
        self._alone = False
        self._again: list[Callable[[], None]] = []

    def run(self, tick: Callable[[], None]) -> None:
        """Do it all; what fails through the machine's fault is tried once more, alone."""
        for work in self.works:
            self._pool.add(partial(self._begin, work))
        try:
            self._pool.run(tick)
        except BaseException:
            self._sandbox.stop()
            raise
        finally:
            self._pool.join()
        self._alone = True
        while self._again:
            self._again.pop(0)()
            tick()

    def _add(self, task: Callable[[], None], urgency: int) -> None:
        if self._alone:
            self._again.append(task)
        else:
            self._pool.add(task, urgency)

    def _excuse(self, work: Work, key: str, error: Exception, again: Callable[[], None]) -> bool:
        """Note the machine's fault; whether what failed is put off, to be tried once more alone."""
        with self._lock:
            first = key not in work.troubles
            if first:
                self._again.append(again)
            work.troubles[key] = trouble_words(error)
        return first

    def _begin(self, work: Work) -> None:
        """Build a submission, then have its stages run."""
        try:
            submission = load(work.entry, self.plan.language)
            work.language, work.notes = submission.language, submission.notes
            work.build_key = self.plan.build_key(submission)
            work.build = self._build(submission, work.build_key)
        except BROKEN:
            raise
        except Exception as error:
            if not self._excuse(work, work.build_key, error, partial(self._begin, work)):
                self._done(work)
            return
        work.troubles.clear()
        if not work.build.ok:
            self._done(work)
            return
        work.waiting = len(STAGES)
        for stage in STAGES:
            self._add(partial(self._stage, work, stage, 0, 0), BEGUN)

    def _build(self, submission: Submission, key: str) -> Build:
        known = self._store.read(key, Build)
        if known is not None:
            return known
        built = build(self._sandbox, submission, self.plan.recipe(submission))
        with self._lock:
            self.built += 1
        self._store.put([(key, built.build, built.program)])
        return built.build

    def _stage(self, work: Work, stage: int, first: int, timeouts: int) -> None:
        """Run a stage's cases in order, from one on; after a slow one other work goes first."""
        cases = self.plan.stages[stage]
        most = self.plan.rubric.timeouts
        with _Runs(self, work, cases) as runs:
            for number in range(first, len(cases)):
                outcome = self._outcome(runs, work, number, stage)
                timeouts += outcome is not None and outcome.timed_out
                if most and timeouts >= most:
                    break
                if outcome is not None and runs.slow and number + 1 < len(cases):
                    self._add(partial(self._stage, work, stage, number + 1, timeouts), SLOW)
                    return
        self._part_done(work)

    def _outcome(self, runs: "_Runs", work: Work, number: int, stage: int) -> Outcome | None:
        key = self.plan.run_key(work.build_key, self.plan.stages[stage][number])
        try:
            outcome = runs.outcome(number)
        except BROKEN:
            raise
        except Exception as error:
            with self._lock:
                work.troubles[key] = trouble_words(error)
                if stage not in work.put_off:  # gone through once more: what is known is known
                    work.put_off.add(stage)
                    work.waiting += 1
                    self._again.append(partial(self._stage, work, stage, 0, 0))
            return None
        work.troubles.pop(key, None)
        return outcome

    def _part_done(self, work: Work) -> None:
        with self._lock:
            work.waiting -= 1
            if work.waiting:
                return
        steps: list[_Step] = []
        if self.plan.memory_check:
            steps.append((self.plan.check_key(work.build_key), self._check))
        if self.plan.shortest:
            steps.append((SHRINKING, self._shorten))
        self._next(work, steps)

    def _next(self, work: Work, steps: list[_Step]) -> None:
        """Take the steps that are left, each in its turn; they need all runs to be known."""
        if steps:
            self._add(partial(self._take, work, steps), SLOW if work.slow else BEGUN)
        else:
            self._done(work)

    def _take(self, work: Work, steps: list[_Step]) -> None:
        (key, step), *rest = steps
        try:
            step(work)
        except BROKEN:
            raise
        except Exception as error:
            if self._excuse(work, key, error, partial(self._take, work, steps)):
                return
        else:
            work.troubles.pop(key, None)
        self._next(work, rest)

    def _check(self, work: Work) -> None:
        """Look at a submission's memory."""
        key = self.plan.check_key(work.build_key)
        if not self._store.knows(key):
            outcomes = self._outcomes(work)
            found = check_memory(self.plan, self._sandbox, self._submission(work), outcomes)
            self._store.put([(key, found, None)])

    def _shorten(self, work: Work) -> None:
        """Make a script on which a submission fails as short as can be."""
        plan = self.plan
        known = self._known(work)
        combination = best_combination(plan.combinations, known)
        failed = to_shorten(known, combination)
        if failed is None:
            return
        case, verdict = failed
        key = plan.shortest_key(work.build_key, case, combination)
        if self._store.knows(key):
            return
        program = self.program(work)
        try:
            run = partial(run_scripts, self._sandbox, program, plan.limits)
            failure = Failure(case.script, verdict, (combination,), plan.limits)
            found = Shortening(failure, run, MOST_RUNS if program.slim else 1).shorten()
        finally:
            program.close()
        self._store.put([(key, (found,) if found else (), None)])

    def _known(self, work: Work) -> list[CaseResult]:
        """How all runs went."""
        most, known = self.plan.rubric.timeouts, partial(self.known_outcome, work)
        return [
            one for cases in self.plan.stages.values() for one in stage_results(cases, most, known)
        ]

    def _outcomes(self, work: Work) -> Mapping[str, Outcome]:
        """How all runs that count went, by the case's key; `JudgeError` if one is missing."""
        found = {}
        for case, outcome, left_out in self._known(work):
            if outcome is not None:
                found[case.key] = outcome
            elif not left_out:
                raise JudgeError("a run is missing that the memory check compares with")
        return found

    def known_outcome(self, work: Work, case: TestCase) -> Outcome | None:
        """What is known of a run."""
        return self._store.read(self.plan.run_key(work.build_key, case), Outcome)

    def _submission(self, work: Work) -> Submission:
        """A submission, read again; `JudgeError` if it is no longer the one that was built."""
        submission = load(work.entry, self.plan.language)
        if self.plan.build_key(submission) != work.build_key:
            raise JudgeError("it was changed while it was graded")
        return submission

    def program(self, work: Work) -> Program:
        """The program that a submission was built to."""
        submission = self._submission(work)
        made = self._store.blob(work.build_key) or b""
        return program_of(self.plan.recipe(submission), submission, made)

    def run_and_judge(
        self, program: Program, cases: Sequence[TestCase]
    ) -> list[tuple[Outcome, bytes | None, bool]]:
        """Run a program on cases in order, on the first of them at least; and which were slow."""
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

    def keep(self, items: list[tuple[str, Any, bytes | None]]) -> None:
        """Have results written."""
        self._store.put(items)


class _Runs:
    """The runs of one stage: made ahead where they can be, and kept as they come."""

    def __init__(self, session: Session, work: Work, cases: Sequence[TestCase]) -> None:
        self._session = session
        self._work = work
        self._cases = cases
        self._program: Program | None = None
        self._ahead: dict[int, tuple[Outcome, bool]] = {}
        self.slow = False  # whether the last outcome was not known before, and took long

    def __enter__(self) -> "_Runs":
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def outcome(self, number: int) -> Outcome:
        """How the program does on a case; `JudgeError` if the machine failed."""
        if number not in self._ahead:
            known = self._session.known_outcome(self._work, self._cases[number])
            if known is not None:
                self.slow = False
                return known
            self._run_from(number)
        outcome, self.slow = self._ahead.pop(number)
        self._work.slow |= self.slow
        return outcome

    def _run_from(self, first: int) -> None:
        """Run the program on this case, and on those that follow as long as none is known."""
        session, work = self._session, self._work
        if self._program is None:
            self._program = session.program(work)
        last = first + 1
        while (
            last < min(len(self._cases), first + MOST_RUNS)
            and session.known_outcome(work, self._cases[last]) is None
        ):
            last += 1
        cases = self._cases[first:last]
        items = []
        runs = session.run_and_judge(self._program, cases)
        for number, (outcome, output, slow) in enumerate(runs):
            self._ahead[first + number] = outcome, slow or outcome.timed_out
            key = session.plan.run_key(work.build_key, cases[number])
            items.append((key, outcome, output))
        session.keep(items)


def carry_out(plan: Plan, sandbox: Sandbox, store: Store, jobs: int, observer: Observer) -> Session:
    """Build and run what has to be."""
    finished: list[str] = []
    reported = 0

    def tick() -> None:
        nonlocal reported
        if len(finished) > reported:
            reported = len(finished)
            observer.advance(reported, finished[-1])

    def done(work: Work) -> None:
        finished.append(work.entry.name)

    observer.begin(len(plan.entries))
    # Starting and ending a sandbox is more waiting than computing, so there are more at a time than
    # cores; no more, or programs would wait for each other until their time is over.
    session = Session(plan, sandbox, store, 2 * jobs + 1, done)
    session.run(tick)
    tick()
    return session
