"""Tests that need control groups. `test_groups.py` runs them in a machine that has them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import BOTH
from grading.probing import compiled_probe as compiled_probe
from grading.test_hostile import EXPECTED, RUBRIC, hand_in
from support import PROGRAM

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.groups import open_groups
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.sandbox.tools import GROUPS, try_groups
from checkers_cli.grading.submissions.discover import find_submissions

ALL = "CHECKERS_ALL_ATTACKERS"  # in the environment: all of them, which takes a quarter of an hour
# Attackers whose verdict is a matter of memory and processes.
ATTACKERS = [
    *(name for name, entry in EXPECTED.items() if entry["verdicts"] == ["MLE"]),
    "fork-bomb", "thread-bomb", "short-lived-children", "orphaned-children", "busy-children",
    "double-fork-daemon", "stack-hog", "tmp-fill", "kills-itself", "exit-137",
]  # fmt: skip
# Verdicts that are others with that kernel.
OTHERWISE = {
    # The kernel needs memory for processes that have ended, until it has time to forget them.
    "fork-bomb": "MLE",
    "page-table-hog": "WA",  # it counts no page tables
    "old-calls": "WA",  # it has no 32-bit calls: the program gets none of its own either
}
JOBS = "3"  # many attackers only wait, and so need no core
LIMITS = Limits(cpu=20, wall=60, memory=64 << 20, output=1 << 20, processes=32)


@pytest.fixture(scope="module", params=BOTH)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with request.param() as opened:
        assert opened.groups is not None, opened.no_groups
        yield opened
        assert opened.groups is not None, opened.no_groups


def run(sandbox: Sandbox, probe: MemoryFile, *words: str, limits: Limits = LIMITS) -> Ended:
    return sandbox.run(Job(["./probe", *words], limits, {"probe": probe}, slim=True))


def groups_left() -> list[str]:
    parent = open_groups().parent
    return [path.name for path in parent.glob("checkers-*-*")]


def test_the_kernel_counts(sandbox: Sandbox) -> None:
    assert try_groups(sandbox).works
    assert try_groups(sandbox).name == GROUPS


def test_what_ends_by_itself_is_no_matter_of_memory(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "hog", "20")
    assert (ended.why, ended.status) == ("ended", 0)
    assert 20 << 20 < ended.peak < 40 << 20
    for number in (9, 11):
        assert run(sandbox, probe, "raise", str(number)).signal == number


def test_too_much_memory_is_told_from_a_crash(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "hog", "300")
    assert ended.why == "memory"
    assert ended.peak < 80 << 20  # the kernel lets nobody have more
    assert run(sandbox, probe, "hog-and-stay", "300").why == "memory"


def test_memory_of_the_kernel_counts(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "mappings").why == "memory"


def test_the_memory_of_a_child_counts_even_if_its_parent_is_content(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    assert run(sandbox, probe, "child-hogs", "300").why == "memory"


def test_processes_are_limited(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "forks", limits=replace(LIMITS, processes=10))
    assert int(ended.stdout) <= 10


def test_time_of_children_that_nobody_waits_for_counts(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "forsakes", "5", "200")
    assert ended.cpu > 0.9


def test_cpu_time_is_limited(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "child-spins", limits=replace(LIMITS, cpu=1))
    assert ended.why == "cpu"
    assert 0.9 < ended.cpu < 5


def test_no_group_is_left(sandbox: Sandbox, probe: MemoryFile) -> None:
    run(sandbox, probe, "hog", "300")
    assert groups_left() == []


def test_groups_of_a_killed_grader_are_removed_by_the_next_one() -> None:
    code = """
import sys, time
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.groups import open_groups
with open_groups().group(Limits()):
    print("made", flush=True)
    time.sleep(100)
"""
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE) as grader:
        assert grader.stdout is not None
        assert grader.stdout.readline() == b"made\n"
        assert len(groups_left()) == 1  # it is in use
        grader.kill()
    deadline = time.monotonic() + 20
    while groups_left() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert groups_left() == []


def test_attackers_get_the_same_verdicts(tmp_path: Path) -> None:
    submissions = tmp_path / "submissions"
    submissions.mkdir()
    chosen = list(EXPECTED) if os.environ.get(ALL) else ATTACKERS
    names = {hand_in(name, EXPECTED[name], submissions): name for name in chosen}
    names[make_submission("correct", submissions).name] = "correct"
    entries = {
        entry.key: os.path.basename(entry.paths[0]) for entry in find_submissions(str(submissions))
    }
    copy_cases(("capture-optional",), tmp_path / "cases")
    # This machine takes its time for each new page.
    rubric = RUBRIC
    for seconds, more in ((2, 5), (8, 60), (12, 60)):
        rubric = rubric.replace(f"seconds = {seconds}\n", f"seconds = {more}\n")
    (tmp_path / "rubric.toml").write_text(rubric)
    words = ["grade", "submissions", "--cases", "cases", "--rubric", "rubric.toml"]
    done = subprocess.run(
        [*PROGRAM, *words, "--explain", "0", "--jobs", JOBS], cwd=tmp_path, check=False
    )
    assert done.returncode == 0
    graded = json.loads((tmp_path / "report" / "results.json").read_bytes())["submissions"]
    found = {names[entries[one["key"]]]: one["runs"][0]["verdict"] for one in graded}
    assert found.pop("correct") == "AC"
    assert set(found) == set(chosen)
    wrong = {
        name: verdict
        for name, verdict in found.items()
        if verdict not in [*EXPECTED[name]["verdicts"], OTHERWISE.get(name)]
    }
    assert wrong == {}
