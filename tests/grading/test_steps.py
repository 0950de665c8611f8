from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases
from grading.machine import in_limits
from grading.machine import opened_sandbox as opened_sandbox

from checkers_cli.grading import assemble as assembling
from checkers_cli.grading.assemble import assemble
from checkers_cli.grading.cases import load_cases
from checkers_cli.grading.execution.build import Program
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Unreadable
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.session import Session
from checkers_cli.grading.steps import Steps
from checkers_cli.grading.store import open_store
from checkers_cli.grading.submissions.discover import find_submissions, load


class Echo(Sandbox):
    """Every program prints its input; on some input it takes long, and the sandbox ends."""

    def __init__(self, slow: Sequence[bytes] = (), wall: float = 0.0) -> None:
        self.slow = slow
        self.wall = wall
        self.ran = 0

    def run_all(self, job: Job) -> list[Ended]:
        if job.artifact:
            return [Ended("ended", 0, 0, 0, 0, b"", b"", b"program")]
        found = []
        for stdin in job.stdins:
            script = stdin.content() if stdin else b""
            why = "wall" if script in self.slow else "ended"
            found.append(Ended(why, 0, 0, self.wall, 0, script, b""))
            self.ran += 1
            if why != "ended":
                break
        return found

    def stop(self) -> None: ...


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.c").write_text("int main(void) { return 0; }\n")
    copy_cases(("capture-optional", "empty", "error-1-before-2"), tmp_path / "cases")
    entries = find_submissions(str(tmp_path / "class"))
    cases = load_cases(str(tmp_path / "cases"), None)
    return Plan(tuple(entries), tuple(cases), load_rubric(None), "gcc", "limits")


def run_new(
    plan: Plan, folder: Path, sandbox: Sandbox, scripts: list[bytes], *command: str
) -> list[bytes]:
    program = Program([*command] or ["./program"], {}, slim=True)
    with open_store(folder / "report") as store:
        steps = Steps(plan, sandbox, store)
        return [printed for printed, _ in steps._run_new(program, scripts, [])]


def test_each_output_belongs_to_its_script(plan: Plan, tmp_path: Path) -> None:
    scripts = [f"script {number}".encode() for number in range(40)]
    sandbox = Echo(slow=(scripts[3], scripts[17]))
    assert run_new(plan, tmp_path, sandbox, scripts) == scripts
    assert sandbox.ran == len(scripts)


def test_a_program_that_takes_long_is_tested_less(plan: Plan, tmp_path: Path) -> None:
    scripts = [f"script {number}".encode() for number in range(100)]
    sandbox = Echo(wall=plan.limits.wall / 2)
    found = run_new(plan, tmp_path, sandbox, scripts)
    assert found == scripts[: len(found)]
    assert 8 <= len(found) <= 32


@in_limits
def test_a_program_that_sleeps_is_not_run_on_many_new_scripts(
    sandbox: Sandbox, plan: Plan, tmp_path: Path
) -> None:
    """Several runs share a sandbox, but a slow program must not make use of all of them."""
    plan = replace(plan, rubric=replace(plan.rubric, limits=Limits(wall=0.4)))
    scripts = [f"script {number}".encode() for number in range(32)]
    found = run_new(plan, tmp_path, sandbox, scripts, "sh", "-c", "sleep 0.3; cat")
    assert 1 <= len(found) <= 6


def test_long_output_on_a_new_script_is_cut(plan: Plan, tmp_path: Path) -> None:
    """A program that prints much on each of a hundred new scripts must not fill the memory."""
    scripts = [b"short", bytes(range(1, 256)) * 4096]
    short, long = run_new(plan, tmp_path, Echo(), scripts)
    assert short == scripts[0]
    assert long[-1:] == b"\0"  # no model prints that
    assert scripts[1].startswith(long[:-1])
    assert len(long) < len(scripts[1]) / 2


def test_diagnoses_do_not_depend_on_how_many_are_made_at_once(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = tuple(replace(case, hidden="error" in case.name) for case in plan.cases)
    plan = replace(plan, cases=cases, in_full=frozenset(case.name for case in cases))
    with open_store(tmp_path / "report") as store:
        session = Session(Steps(plan, Echo(), store), 1, lambda state: None)
        session.run(lambda: None)
        together = assemble(plan, store, session.states[0])
        monkeypatch.setattr(assembling, "_AT_ONCE", 1)
        assert assemble(plan, store, session.states[0]) == together
    assert sum(run.diagnosis is not None for run in together.runs) == len(cases)


def test_a_submission_that_cannot_be_read_again_in_time_gets_a_verdict(
    plan: Plan, tmp_path: Path
) -> None:
    class Tired:
        """Reads a submission once."""

        read = 0

        def __call__(self, function: Any, /, *args: Any, **named: Any) -> Any:
            self.read += function is load
            if self.read > 1:
                raise Unreadable("it takes long")
            return function(*args, **named)

    plan = replace(plan, memory_check=True, memory_tool="valgrind")
    with open_store(tmp_path / "report") as store:
        session = Session(Steps(plan, Echo(), store, Tired()), 1, lambda state: None)
        session.run(lambda: None)
        graded = assemble(plan, store, session.states[0])
    assert {run.verdict.value for run in graded.runs} == {"OLE"}
    assert {run.reason for run in graded.runs} == {"its files or output take too long to read"}
    assert graded.memory is not None
    assert (graded.memory.judge_error, session.states[0].troubles) == (False, {})
