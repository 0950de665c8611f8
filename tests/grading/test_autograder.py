"""The folder is as Gradescope's harness makes it; it is graded for real, on three cases."""

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import Silent, needs_gcc
from support import CommandLine

from checkers_cli.grading.autograder import grade_for_gradescope
from checkers_cli.grading.request import Request
from checkers_cli.grading.sandbox.jobs import JudgeError
from checkers_cli.util.errors import UnusableInput

METADATA = {
    "created_at": "2024-05-03T11:00:00.000000+10:00",
    "assignment": {"due_date": "2024-05-01T12:00:00.000000+10:00"},
    "users": [{"name": "Ada\x1b[31m Lovelace", "sid": "s1"}],
}


@pytest.fixture
def harness(tmp_path: Path) -> Path:
    names = ("capture-optional", "a-worked-example", "p-on-finished-game-black-wins")
    copy_cases(names, tmp_path / "cases")
    (tmp_path / "autograder" / "submission").mkdir(parents=True)
    return tmp_path / "autograder"


def graded(harness: Path) -> Any:
    request = Request(cases=str(harness.parent / "cases"), sandbox="limits")
    path, trouble = grade_for_gradescope(harness, request, Silent())
    assert trouble == ""
    assert path == harness / "results" / "results.json"
    return json.loads(path.read_text())


@needs_gcc
def test_a_submission_without_metadata(harness: Path) -> None:
    make_submission("correct", harness / "submission")
    results = graded(harness)
    assert results["score"] == 7
    assert {test["status"] for test in results["tests"]} == {"passed"}


@needs_gcc
def test_lateness_comes_from_the_metadata(harness: Path) -> None:
    make_submission("correct", harness / "submission")
    (harness / "submission_metadata.json").write_text(json.dumps(METADATA))
    results = graded(harness)
    assert results["score"] == 3  # two days late
    assert "late" in results["output"]


@needs_gcc
def test_a_failed_build_has_a_score_and_the_compiler_messages(harness: Path) -> None:
    make_submission("not-compiling", harness / "submission")
    results = graded(harness)
    assert results["score"] == 0
    assert "error: expected" in results["tests"][0]["output"]


@needs_gcc
def test_an_empty_submission_is_the_students_fault(harness: Path) -> None:
    results = graded(harness)
    assert results["score"] == 0
    assert results["tests"][0]["status"] == "failed"


@needs_gcc
def test_a_failure_of_the_machine_is_reported(
    harness: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> object:
        raise JudgeError("no memory left")

    make_submission("correct", harness / "submission")
    monkeypatch.setattr("checkers_cli.grading.steps.run_cases", broken)
    request = Request(cases=str(harness.parent / "cases"), sandbox="limits")
    path, trouble = grade_for_gradescope(harness, request, Silent())
    assert trouble == "no memory left"
    assert path.exists()


@needs_gcc
def test_the_exit_status_says_whether_it_could_be_judged(
    harness: Path, monkeypatch: pytest.MonkeyPatch, cli: CommandLine
) -> None:
    def broken(*arguments: object) -> object:
        raise JudgeError("no memory left")

    make_submission("correct", harness / "submission")
    cases = str(harness.parent / "cases")
    words = ("grade", "--gradescope", str(harness), "--cases", cases, "--sandbox", "limits")
    assert cli(*words).exit_code == 0
    monkeypatch.setattr("checkers_cli.grading.steps.run_cases", broken)
    result = cli(*words)
    assert result.exit_code == 1
    assert result.stdout == f"wrote {harness}/results/results.json\n"
    assert result.stderr == "checkers: not judged: no memory left\n"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"created_at": 3}', "\x00"])
def test_broken_metadata_is_reported_before_any_run(harness: Path, text: str) -> None:
    make_submission("correct", harness / "submission")
    (harness / "submission_metadata.json").write_text(text)
    with pytest.raises(UnusableInput, match=r"submission_metadata\.json: ") as told:
        graded(harness)
    assert "\n" not in str(told.value)
    assert not (harness / "results").exists()


def test_a_missing_submission_is_reported_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"submission: no such file or directory"):
        grade_for_gradescope(tmp_path, Request(), Silent())


@needs_gcc
def test_unwritable_results_are_reported_in_one_line(harness: Path) -> None:
    make_submission("not-compiling", harness / "submission")
    (harness / "results").write_text("in the way")
    with pytest.raises(UnusableInput, match=r"results/results.json: not a directory"):
        graded(harness)
    assert (harness / "results").read_text() == "in the way"


@needs_gcc
def test_full_disk_is_reported_in_one_line(harness: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    make_submission("not-compiling", harness / "submission")
    monkeypatch.setattr("checkers_cli.grading.autograder.write_gradescope", fail)
    with pytest.raises(UnusableInput, match=r"results/results.json: the disk is full; free some"):
        graded(harness)
