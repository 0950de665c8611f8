"""Grading that is broken off goes on where it was, and does only what has changed."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases, make_cohort, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from support import EXAMPLES, PROGRAM

from checkers_cli.grading.assemble import assemble
from checkers_cli.grading.cases import TestCase, load_cases
from checkers_cli.grading.feedback.shrink import Shortened
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import Memory, Shortest
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.session import CHECK, SHRINKING, Session
from checkers_cli.grading.steps import Steps, SubmissionState
from checkers_cli.grading.store import open_store
from checkers_cli.grading.submissions.discover import Submission, find_submissions

COHORT = ("correct", "crashes", "habits", "limits-reading", "multi-file", "not-compiling",
          "rightmost", "slow", "trailing-blanks", "warns")  # fmt: skip
CASES = ("a-at-the-start", "a-four-directions-tie", "capture-optional",
         "error-4-before-5-white", "finished-by-block-without-command",
         "p-at-the-start", "p-in-the-middle-black", "promotion-by-capture-black",
         )  # fmt: skip
RUBRIC = "[limits]\ncpu-seconds = 0.5\nwall-seconds = 3\n"


def by_command(test: Callable[..., None]) -> Callable[..., None]:
    """Marks a test that grades a class for real."""
    return pytest.mark.slow(needs_gcc(needs_bubblewrap(test)))  # type: ignore[no-any-return]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_cohort(tmp_path / "submissions", COHORT)
    copy_cases(CASES, tmp_path / "cases")
    (tmp_path / "rubric.toml").write_text(RUBRIC)
    return tmp_path


def command(report: str, *options: str) -> list[str]:
    words = [*PROGRAM, "grade", "submissions", "--cases", "cases", "--rubric", "rubric.toml"]
    return [*words, "--report", report, *options]


def grade(folder: Path, report: str = "report", *options: str) -> tuple[int, int]:
    """Grade to the end; how many were built and how many runs there were."""
    done = subprocess.run(
        command(report, *options), cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    if "(nothing had changed)" in done.stdout:
        return 0, 0
    found = re.search(r"(\d+) builds?, (\d+) runs?\b", done.stdout)
    assert found, done.stdout
    return int(found[1]), int(found[2])


def results(folder: Path, report: str = "report") -> bytes:
    return (folder / report / "results.json").read_bytes()


@by_command
def test_results_are_the_same_after_kills_at_random_moments(folder: Path) -> None:
    started = time.monotonic()
    grade(folder, "undisturbed")
    whole = time.monotonic() - started
    moments = random.Random(2026)
    for _ in range(6):
        process = subprocess.Popen(
            command("report"), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(moments.uniform(0.2, 0.9) * whole)
        process.kill()
        process.wait()
    grade(folder, "report")
    assert results(folder) == results(folder, "undisturbed")


@by_command
def test_a_second_run_builds_and_runs_nothing(folder: Path) -> None:
    built, ran = grade(folder)
    assert built == len(COHORT)
    assert ran > 0
    first = results(folder)
    assert grade(folder) == (0, 0)
    assert results(folder) == first


@by_command
def test_only_what_has_changed_is_graded_again(folder: Path) -> None:
    grade(folder)
    source = folder / "submissions" / "warns.c"
    source.write_text(source.read_text() + "\n/* mended */\n")
    assert grade(folder) == (1, len(CASES))
    # A new case: that one, by all that build.
    shutil.copy(EXAMPLES / "a-only-one-action-black.txt", folder / "cases")
    assert grade(folder) == (0, len(COHORT) - 1)
    # Other marks: nothing has to be run for that.
    (folder / "rubric.toml").write_text(RUBRIC + "[execution]\nwarnings = -0.25\n")
    before = results(folder)
    assert grade(folder) == (0, 0)
    assert results(folder) != before
    # Another way to build: all of it.
    built, ran = grade(folder, "report", "--build", "gcc -std=c17 -O1 -o program SOURCES -lm")
    assert built == len(COHORT)
    assert ran > len(CASES) * (len(COHORT) - 2)


@by_command
def test_fresh_deletes_the_store(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct", "crashes"])
    first = grade(folder)
    assert grade(folder, "report", "--fresh") == first


@by_command
def test_ctrl_c_stops_at_once_and_says_how_to_go_on(folder: Path) -> None:
    process = subprocess.Popen(
        command("report"), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 20
    while not (folder / "report" / "work.sqlite").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr.decode().splitlines() == [
        "checkers: interrupted; the results so far are kept, and the same command continues"
    ]
    assert not (folder / "report" / "results.json").exists()


@by_command
def test_a_second_grader_in_one_report_folder_is_refused(folder: Path) -> None:
    process = subprocess.Popen(
        command("report"), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 20
    while not (folder / "report" / "work.sqlite").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    other = subprocess.run(
        command("report"), cwd=folder, capture_output=True, text=True, check=False
    )
    process.kill()
    process.wait()
    assert other.returncode == 2
    assert other.stderr == "checkers: report: another `checkers grade` is writing this report\n"


@by_command
def test_a_damaged_store_is_replaced(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    grade(folder)
    (folder / "report" / "work.sqlite").write_bytes(b"not a database" * 1000)
    for suffix in ("-wal", "-shm"):
        (folder / "report" / f"work.sqlite{suffix}").unlink(missing_ok=True)
    assert grade(folder) == (1, len(CASES))


@by_command
def test_a_removed_submission_disappears_from_the_reports(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct", "warns"])
    grade(folder)
    os.remove(folder / "submissions" / "warns.c")
    assert grade(folder) == (0, 0)
    left = {path.stem for path in (folder / "report" / "students").iterdir()}
    assert left == {"correct"}
    graded = json.loads(results(folder))["submissions"]
    assert [one["student"] for one in graded] == ["correct"]


@by_command
def test_a_slow_submission_lets_others_go_first(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    make_submission("slow", folder / "submissions").rename(folder / "submissions" / "a-slow.c")
    grade(folder, "report", "--jobs", "1")
    graded = {one["student"]: one for one in json.loads(results(folder))["submissions"]}
    assert {run["verdict"] for run in graded["correct"]["runs"]} == {"AC"}
    assert {run["verdict"] for run in graded["a-slow"]["runs"] if run["stage"] == 2} == {"TLE"}


@by_command
def test_after_three_timeouts_the_rest_of_a_stage_is_not_run(folder: Path) -> None:
    for name in ("submissions", "cases"):
        shutil.rmtree(folder / name)
    make_cohort(folder / "submissions", ["slow"])
    (folder / "cases").mkdir()
    for script in sorted(EXAMPLES.glob("p-in-*.txt")) + sorted(EXAMPLES.glob("p-ends-*.txt")):
        shutil.copy(script, folder / "cases")
    assert grade(folder) == (1, 3)
    (graded,) = json.loads(results(folder))["submissions"]
    assert {run["verdict"] for run in graded["runs"]} == {"TLE"}
    assert [run["skipped"] for run in graded["runs"]] == [False] * 3 + [True] * 3
    assert grade(folder) == (0, 0)


@by_command
def test_stored_outcomes_within_a_stage_are_not_run_again(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    taken = folder / "cases" / "error-4-before-5-white.txt"
    script = taken.read_bytes()
    taken.unlink()
    before = grade(folder)
    taken.write_bytes(script)
    assert grade(folder) == (0, 1)
    assert before == (1, len(CASES) - 1)


class Quick(Sandbox):
    """Builds everything in a moment; every run ends as the test says, and is noted."""

    def __init__(self, ends: Callable[[str], Ended]) -> None:
        self.ends = ends
        self.ran: list[str] = []  # who ran, run after run

    def run_all(self, job: Job) -> list[Ended]:
        if job.artifact:
            (source,) = (held.content() for held in job.files.values())
            return [Ended("ended", 0, 0, 0, 0, b"", b"", source)]
        name = job.files["program"].content().decode()
        self.ran.append(name)
        return [self.ends(name)]

    def stop(self) -> None: ...


def fine(name: str, wall: float = 0.0) -> Ended:
    return Ended("ended", 0, 0, wall, 0, f"printed by {name}".encode(), b"")


def quick_plan(folder: Path, *students: str) -> Plan:
    """Submissions whose sources are the students' names, and a few cases of stage 0."""
    (folder / "class").mkdir()
    for student in students:
        (folder / "class" / f"{student}.c").write_text(student)
    copy_cases(("capture-optional", "empty", "error-1-before-2"), folder / "cases")
    cases: list[TestCase] = load_cases(str(folder / "cases"), None)
    entries = find_submissions(str(folder / "class"))
    return Plan(tuple(entries), tuple(cases), load_rubric(None), "gcc", "limits")


def finished_session(
    folder: Path,
    plan: Plan,
    sandbox: Sandbox,
    done: Callable[[SubmissionState], None] = lambda state: None,
) -> Session:
    with open_store(folder / "report") as store:
        session = Session(Steps(plan, sandbox, store), 1, done)
        session.run(lambda: None)
    return session


def test_a_sleeping_submission_lets_others_go_first(tmp_path: Path) -> None:
    plan = quick_plan(tmp_path, "ann", "bob")
    sandbox = Quick(lambda name: fine(name, plan.limits.wall / 2 if name == "ann" else 0))
    finished_session(tmp_path, plan, sandbox)
    assert sandbox.ran == ["ann", "bob", "bob", "bob", "ann", "ann"]


def test_the_memory_check_of_a_slow_submission_lets_others_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    def check(plan: Plan, sandbox: Sandbox, submission: Submission, *others: object) -> Memory:
        checked.append(submission.entry.key)
        return Memory("valgrind")

    monkeypatch.setattr("checkers_cli.grading.steps.check_memory", check)
    plan = replace(quick_plan(tmp_path, "ann", "bob", "cyd"), memory_check=True)
    plan = replace(plan, cases=plan.cases[:1])
    finished_session(tmp_path, plan, Quick(lambda name: fine(name, 9.0 if name == "ann" else 0)))
    assert checked == ["bob", "cyd", "ann"]


def test_an_unexpected_error_is_a_judge_error_of_one_submission(tmp_path: Path) -> None:
    def ends(name: str) -> Ended:
        if name == "ann":
            name.encode("utf-8").decode("ascii").index("z")
        return fine(name)

    plan = quick_plan(tmp_path, "ann", "bob")
    done: list[str] = []
    sandbox = Quick(ends)
    session = finished_session(tmp_path, plan, sandbox, lambda state: done.append(state.entry.key))
    assert done == ["bob", "ann"]
    assert sandbox.ran.count("ann") == 2 * len(plan.cases)
    assert set(session.states[0].troubles.values()) == {"ValueError: substring not found"}
    assert session.states[1].troubles == {}


def test_an_error_in_reading_or_building_one_submission_spares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> object:
        raise RecursionError("too deep")

    plan = quick_plan(tmp_path, "ann")
    for name in ("load", "build"):
        with monkeypatch.context() as patched:
            patched.setattr(f"checkers_cli.grading.steps.{name}", broken)
            done: list[SubmissionState] = []
            (state,) = finished_session(tmp_path, plan, Quick(fine), done.append).states
        assert done == [state]
        assert state.troubles == {state.build_key: "RecursionError: too deep"}


def test_a_failing_memory_check_is_retried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def check(*arguments: object) -> Memory:
        tried.append("check")
        raise JudgeError("no memory left") if len(tried) < 3 else KeyError("x")

    monkeypatch.setattr("checkers_cli.grading.steps.check_memory", check)
    plan = replace(quick_plan(tmp_path, "ann"), memory_check=True)
    done: list[SubmissionState] = []
    (state,) = finished_session(tmp_path, plan, Quick(fine), done.append).states
    assert (tried, done) == (["check", "check"], [state])
    assert state.troubles == {CHECK: "no memory left"}
    (state,) = finished_session(tmp_path, plan, Quick(fine)).states
    assert list(state.troubles.values()) == ["KeyError: 'x'"]


@pytest.mark.parametrize("when", ["while it runs", "before the memory check"])
def test_a_submission_changed_during_grading_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    plan = replace(quick_plan(tmp_path, "ann"), memory_check=True)
    source = tmp_path / "class" / "ann.c"
    checked: list[str] = []

    def check(*arguments: object) -> Memory:
        checked.append("check")
        return Memory("valgrind")

    def change(name: str) -> Ended:
        source.write_text("another")
        return fine(name)

    class Changing(Quick):
        def run_all(self, job: Job) -> list[Ended]:
            if job.artifact and when == "while it runs":
                found = super().run_all(job)
                source.write_text("another")
                return found
            return super().run_all(job)

    monkeypatch.setattr("checkers_cli.grading.steps.check_memory", check)
    sandbox = Changing(change)
    (state,) = finished_session(tmp_path, plan, sandbox).states
    assert "the submission was changed while it was graded" in state.troubles.values()
    assert checked == []
    (state,) = finished_session(tmp_path, plan, Quick(fine)).states
    assert (state.troubles, checked) == ({}, ["check"])


def shortest_plan(folder: Path, **changes: object) -> Plan:
    return replace(quick_plan(folder, "ann"), shortest=True, **changes)  # type: ignore[arg-type]


def kept(folder: Path, plan: Plan, case: TestCase, state: SubmissionState) -> Any:
    with open_store(folder / "report") as store:
        return store.read(plan.shortest_key(state.build_key, case, 0), tuple[Shortened, ...])


def test_the_shortest_script_is_stored(tmp_path: Path) -> None:
    plan = shortest_plan(tmp_path)
    empty = next(case for case in plan.cases if not case.script.strip())
    done: list[SubmissionState] = []
    sandbox = Quick(fine)
    (state,) = finished_session(tmp_path, plan, sandbox, done.append).states
    assert done == [state]
    (found,) = kept(tmp_path, plan, empty, state)
    assert (found.script, bool(found.summary)) == (b"", True)
    assert len(sandbox.ran) > len(plan.cases)
    again = Quick(fine)
    finished_session(tmp_path, plan, again)
    assert again.ran == []
    with open_store(tmp_path / "report") as store:
        graded = assemble(plan, store, state)
    assert graded.shortest == Shortest(empty.name, "", found.summary)


def test_hidden_cases_are_not_shortened(tmp_path: Path) -> None:
    plan = shortest_plan(tmp_path)
    plan = replace(plan, cases=tuple(replace(case, hidden=True) for case in plan.cases))
    sandbox = Quick(fine)
    finished_session(tmp_path, plan, sandbox)
    assert len(sandbox.ran) == len(plan.cases)


def test_a_failure_that_does_not_repeat_has_no_shortest_script(tmp_path: Path) -> None:
    plan = shortest_plan(tmp_path)
    plan = replace(plan, cases=tuple(case for case in plan.cases if not case.script.strip()))
    (case,) = plan.cases
    ends = [fine("ann")]
    right = replace(fine("ann"), stdout=case.expected(0))
    sandbox = Quick(lambda name: ends.pop() if ends else right)
    (state,) = finished_session(tmp_path, plan, sandbox).states
    assert kept(tmp_path, plan, case, state) == ()
    again = Quick(fine)
    finished_session(tmp_path, plan, again)
    assert again.ran == []


def test_a_failing_shortening_is_retried_once_and_noted(tmp_path: Path) -> None:
    plan = shortest_plan(tmp_path)
    runs = iter(range(100))

    def ends(name: str) -> Ended:
        if next(runs) >= len(plan.cases):
            raise JudgeError("no memory left")
        return fine(name)

    done: list[SubmissionState] = []
    sandbox = Quick(ends)
    (state,) = finished_session(tmp_path, plan, sandbox, done.append).states
    assert done == [state]
    assert len(sandbox.ran) == len(plan.cases) + 2
    assert state.troubles == {SHRINKING: "no memory left"}
    with open_store(tmp_path / "report") as store:
        graded = assemble(plan, store, state)
    assert graded.shortest is None
    assert not graded.judge_error  # no mark depends on it
    assert graded.notes == ("the failing script could not be shortened: no memory left",)


class Watched(Quick):
    """Notes on which script every program runs, and builds."""

    def __init__(self, ends: Callable[[str], Ended]) -> None:
        super().__init__(ends)
        self.scripts: list[bytes] = []

    def run_all(self, job: Job) -> list[Ended]:
        if job.artifact:
            self.scripts.append(b"build")
            return super().run_all(job)
        stdin = job.stdins[0]
        self.scripts.append(stdin.content() if stdin else b"")
        return super().run_all(job)


@pytest.mark.parametrize("fails", [False, True], ids=["well", "with errors of the machine"])
def test_everything_that_students_see_is_run_before_the_first_hidden_case(
    tmp_path: Path, fails: bool
) -> None:
    plan = shortest_plan(tmp_path)
    cases = tuple(replace(case, hidden="error" in case.name) for case in plan.cases)
    hidden = {case.script for case in cases if case.hidden}
    for student in ("bob", "cyd", "dan"):
        (tmp_path / "class" / f"{student}.c").write_text(student)
    entries = tuple(find_submissions(str(tmp_path / "class")))
    plan = replace(plan, cases=cases, entries=entries)
    tried: list[str] = []

    def ends(name: str) -> Ended:
        tried.append(name)
        if fails and len(tried) == 2:
            raise JudgeError("for once")  # so that a visible case is run again at the end
        return fine(name)

    sandbox = Watched(ends)
    with open_store(tmp_path / "report") as store:
        session = Session(Steps(plan, sandbox, store), 3, lambda state: None)
        session.run(lambda: None)
    first = next(n for n, script in enumerate(sandbox.scripts) if script in hidden)
    assert set(sandbox.scripts[first:]) == hidden
    assert len(sandbox.scripts[first:]) == len(hidden) * len(entries)
    # A build, the case itself, and the runs that look for a shorter script, for each of them.
    assert len(sandbox.scripts[:first]) >= 3 * len(entries) + fails
    assert all(not state.troubles for state in session.states)


def test_with_hidden_cases_only_everything_is_run(tmp_path: Path) -> None:
    plan = quick_plan(tmp_path, "ann", "bob")
    plan = replace(plan, cases=tuple(replace(case, hidden=True) for case in plan.cases))
    done: list[SubmissionState] = []
    sandbox = Quick(fine)
    session = finished_session(tmp_path, plan, sandbox, done.append)
    assert sorted(sandbox.ran) == sorted(["ann", "bob"] * len(plan.cases))
    assert len(done) == 2 * len(session.states)  # each part counts
