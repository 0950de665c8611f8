"""Grading that is broken off goes on where it was, and does only what has changed."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_cohort, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from support import EXAMPLES, PROGRAM

COHORT = ("correct", "crashes", "habits", "limits-reading", "multi-file", "not-compiling",
          "rightmost", "slow", "trailing-blanks", "warns")  # fmt: skip
CASES = ("a-at-the-start", "a-four-directions-tie", "capture-optional",
         "error-4-before-5-white", "finished-by-block-without-command",
         "p-at-the-start", "p-in-the-middle-black", "promotion-by-capture-black",
         )  # fmt: skip
RUBRIC = "[limits]\ncpu-seconds = 0.5\nwall-seconds = 3\n"
pytestmark = [pytest.mark.slow, needs_gcc, needs_bubblewrap]


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


def test_killed_at_random_moments_the_results_are_the_same(folder: Path) -> None:
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


def test_a_second_run_builds_and_runs_nothing(folder: Path) -> None:
    built, ran = grade(folder)
    assert built == len(COHORT)
    assert ran > 0
    first = results(folder)
    assert grade(folder) == (0, 0)
    assert results(folder) == first


def test_only_what_has_changed_is_graded_again(folder: Path) -> None:
    grade(folder)
    source = folder / "submissions" / "warns.c"
    source.write_text(source.read_text() + "\n/* mended */\n")
    assert grade(folder) == (1, len(CASES))
    # A new case: that one, by all that build.
    shutil.copy(EXAMPLES / "a-only-one-action-black.txt", folder / "cases")
    assert grade(folder) == (0, len(COHORT) - 1)
    # Other marks: nothing has to be run for that.
    (folder / "rubric.toml").write_text(RUBRIC + "[execution]\nwrong = -0.25\n")
    before = results(folder)
    assert grade(folder) == (0, 0)
    assert results(folder) != before
    # Another way to build: all of it.
    built, ran = grade(folder, "report", "--build", "gcc -std=c17 -O1 -o program SOURCES -lm")
    assert built == len(COHORT)
    assert ran > len(CASES) * (len(COHORT) - 2)


def test_fresh_forgets(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct", "crashes"])
    first = grade(folder)
    assert grade(folder, "report", "--fresh") == first


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
        "checkers: stopped; what is done is kept, and the same command goes on from there"
    ]
    assert not (folder / "report" / "results.json").exists()


def test_two_at_once_in_one_report_folder_are_refused(folder: Path) -> None:
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


def test_a_damaged_store_is_begun_anew(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    grade(folder)
    (folder / "report" / "work.sqlite").write_bytes(b"not a database" * 1000)
    for suffix in ("-wal", "-shm"):
        (folder / "report" / f"work.sqlite{suffix}").unlink(missing_ok=True)
    assert grade(folder) == (1, len(CASES))


def test_a_submission_that_is_gone_is_gone_from_the_reports(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct", "warns"])
    grade(folder)
    os.remove(folder / "submissions" / "warns.c")
    assert grade(folder) == (0, 0)
    left = {path.stem for path in (folder / "report" / "students").iterdir()}
    assert left == {"correct"}
    graded = json.loads(results(folder))["submissions"]
    assert [one["student"] for one in graded] == ["correct"]


def test_a_slow_one_lets_the_others_go_first(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    make_submission("slow", folder / "submissions").rename(folder / "submissions" / "a-slow.c")
    grade(folder, "report", "--jobs", "1")
    graded = {one["student"]: one for one in json.loads(results(folder))["submissions"]}
    assert {run["verdict"] for run in graded["correct"]["runs"]} == {"AC"}
    assert {run["verdict"] for run in graded["a-slow"]["runs"] if run["stage"] == 2} == {"TLE"}


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


def test_what_is_known_in_the_middle_of_a_stage_is_not_run_again(folder: Path) -> None:
    shutil.rmtree(folder / "submissions")
    make_cohort(folder / "submissions", ["correct"])
    taken = folder / "cases" / "error-4-before-5-white.txt"
    script = taken.read_bytes()
    taken.unlink()
    before = grade(folder)
    taken.write_bytes(script)
    assert grade(folder) == (0, 1)
    assert before == (1, len(CASES) - 1)
