from pathlib import Path

from grading.test_steps import Echo
from grading.test_steps import plan as plan

from checkers_cli.grading.execution.run import Outcome
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.stage_runs import StageRuns
from checkers_cli.grading.steps import Steps, SubmissionState
from checkers_cli.grading.store import open_store


def outcomes(steps: Steps, state: SubmissionState, plan: Plan, *numbers: int) -> list[Outcome]:
    with StageRuns(steps, state, plan.cases) as runs:
        return [runs.outcome(number) for number in numbers]


def test_following_cases_run_ahead_in_the_same_sandbox(plan: Plan, tmp_path: Path) -> None:
    sandbox = Echo()
    with open_store(tmp_path / "report") as store:
        steps, state = Steps(plan, sandbox, store), SubmissionState(plan.entries[0])
        steps.build(state)
        outcomes(steps, state, plan, 0)
        assert sandbox.ran == len(plan.cases)
        outcomes(steps, state, plan, *range(len(plan.cases)))
        assert sandbox.ran == len(plan.cases)  # the others come from the store


def test_a_sandbox_that_ends_early_is_started_again_for_the_next_case(
    plan: Plan, tmp_path: Path
) -> None:
    sandbox = Echo(slow=(plan.cases[0].script,))
    with open_store(tmp_path / "report") as store:
        steps, state = Steps(plan, sandbox, store), SubmissionState(plan.entries[0])
        steps.build(state)
        found = outcomes(steps, state, plan, *range(len(plan.cases)))
        assert [one.timed_out for one in found] == [True, False, False]
        assert state.slow
    assert sandbox.ran == len(plan.cases)
