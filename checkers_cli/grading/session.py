"""Builds, runs and checks the submissions of a plan, except for results in the store.

All runs whose output a student can see are finished, for all submissions, before the first run on a
hidden case begins. Programs that run at the same time can tell each other something, by how much
they use of the machine; so a run on a visible case must not be there to listen.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from checkers_cli.grading.execution.pool import BEGUN, SLOW, Pool
from checkers_cli.grading.execution.run import Outcome
from checkers_cli.grading.plan import STAGES, Plan
from checkers_cli.grading.reading import Unreadable
from checkers_cli.grading.sandbox.jobs import JudgeError
from checkers_cli.grading.stage_runs import StageRuns
from checkers_cli.grading.steps import Steps, SubmissionState
from checkers_cli.grading.store import BROKEN
from checkers_cli.util.calls import WorkFailed

# The keys in `troubles` of errors in these steps.
CHECK = "memory check"
HIDDEN_CHECK = "memory check of hidden cases"
SHRINKING = "shortest"
EXPLAINING = "explanation"
_CRASH = "crash"


class Observer(Protocol):
    """Receives progress and notices, to show them to the user."""

    def begin(self, total: int) -> None:
        """Grading begins; each submission counts once, or twice if there are hidden cases."""

    def advance(self, done: int, name: str) -> None:
        """So many are done, the last one by this student."""

    def tell(self, line: str) -> None:
        """Show a notice for staff."""


_Step = tuple[str, Callable[[SubmissionState], None]]  # with the key of its errors


def trouble_text(error: Exception) -> str:
    """The text of an error of the grader or machine; an unexpected one is named by its class."""
    expected = isinstance(error, JudgeError | OSError | Unreadable | WorkFailed)
    return str(error) if expected else f"{type(error).__name__}: {error}"


class Session:
    """One grading, from the first build to the last run.

    An error of the grader or machine is recorded in `troubles`, and the task is run again after all
    others of its part, with nothing else running. An error in one submission stops no other.
    """

    def __init__(
        self,
        steps: Steps,
        threads: int,
        done: Callable[[SubmissionState], None],
        explain: bool = True,
        find_crashes: bool = False,
    ) -> None:
        self.steps = steps
        self._explain = explain and steps.workers is not None
        self.plan = steps.plan
        self.states = [SubmissionState(entry) for entry in self.plan.entries]
        self._find_crashes = find_crashes
        self._threads = threads
        self._done = done
        self._pool = Pool(threads)
        self._lock = threading.Lock()
        self._retrying = False
        self._retries: list[Callable[[], None]] = []

    def run(self, tick: Callable[[], None]) -> None:
        """Grade all submissions in parallel: first all cases that students see, then the others."""
        self._run([partial(self._begin, state) for state in self.states], tick)
        if self.plan.hidden.cases:
            self._run([partial(self._begin_hidden, state) for state in self.states], tick)

    def _run(self, tasks: Sequence[Callable[[], None]], tick: Callable[[], None]) -> None:
        """Do tasks in parallel, then retry failed ones one at a time."""
        self._pool, self._retrying = Pool(self._threads), False
        for task in tasks:
            self._pool.add(task)
        try:
            self._pool.run(tick)
        except BaseException:
            self.steps.stop()
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
            self.steps.build(state)
        except BROKEN:
            raise
        except Exception as error:
            if not self._failed(state, state.build_key, error, partial(self._begin, state)):
                self._done(state)
            return
        state.troubles.clear()
        if state.build.ok:
            self._schedule_stages(state, self.plan.visible)
        else:
            self._done(state)

    def _begin_hidden(self, state: SubmissionState) -> None:
        """Schedule the stages of hidden cases."""
        if state.build.ok and state.build_key not in state.troubles:
            self._schedule_stages(state, self.plan.hidden)
        else:
            self._done(state)

    def _schedule_stages(self, state: SubmissionState, part: Plan) -> None:
        stages = [stage for stage in STAGES if part.stages[stage]]
        state.waiting = len(stages)
        for stage in stages:
            self._add(partial(self._stage, state, part, stage, 0, 0), BEGUN)
        if not stages:
            self._schedule(state, self._steps_after(part))

    def _stage(
        self, state: SubmissionState, part: Plan, stage: int, first: int, timeouts: int
    ) -> None:
        """Run the cases of a stage from `first` on; after a slow run, other tasks go first."""
        cases = part.stages[stage]
        most = self.plan.rubric.timeouts
        with StageRuns(self.steps, state, cases) as runs:
            for number in range(first, len(cases)):
                outcome = self._outcome(runs, state, number, part, stage)
                timeouts += outcome is not None and outcome.timed_out
                if most and timeouts >= most:
                    break
                if outcome is not None and runs.slow and number + 1 < len(cases):
                    rest = partial(self._stage, state, part, stage, number + 1, timeouts)
                    self._add(rest, SLOW)
                    return
        with self._lock:
            state.waiting -= 1
            if state.waiting:
                return
        self._schedule(state, self._steps_after(part))

    def _outcome(
        self, runs: StageRuns, state: SubmissionState, number: int, part: Plan, stage: int
    ) -> Outcome | None:
        key = self.plan.run_key(state.build_key, part.stages[stage][number])
        try:
            outcome = runs.outcome(number)
        except BROKEN:
            raise
        except Exception as error:
            with self._lock:
                state.troubles[key] = trouble_text(error)
                # The whole stage is run again once; cases with a stored outcome are not repeated.
                again = stage, part is self.plan.hidden
                if again not in state.retried_stages:
                    state.retried_stages.add(again)
                    state.waiting += 1
                    self._retries.append(partial(self._stage, state, part, stage, 0, 0))
            return None
        state.troubles.pop(key, None)
        return outcome

    def _steps_after(self, part: Plan) -> list[_Step]:
        """The steps that need the outcomes of all runs of a part."""
        plan, steps = self.plan, self.steps
        if part is plan.hidden:
            wanted = [
                (plan.memory_check, HIDDEN_CHECK, steps.check_hidden),
                (self._explain, EXPLAINING, steps.explain_hidden),
            ]
        else:
            wanted = [
                (plan.memory_check, CHECK, steps.check),
                (plan.shortest, SHRINKING, steps.shorten),
                (self._explain, EXPLAINING, steps.explain),
                (self._find_crashes, _CRASH, steps.find_crash),
            ]
        return [(key, step) for is_wanted, key, step in wanted if is_wanted]

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


def run_plan(
    steps: Steps,
    jobs: int,
    observer: Observer,
    explain: bool = True,
    find_crashes: bool = False,
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

    observer.begin(len(steps.plan.entries) * (2 if steps.plan.hidden.cases else 1))
    # Starting and stopping a sandbox is mostly waiting, so there are more threads than cores. With
    # many more, programs would wait for a core until they exceed their wall time.
    session = Session(steps, 2 * jobs + 1, done, explain, find_crashes)
    session.run(tick)
    tick()
    return session
