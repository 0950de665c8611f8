"""A small class: each program's marks, verdicts and findings are those written down beside it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import VARIANTS, make_cohort
from grading.machine import needs_bubblewrap, needs_gcc, needs_sanitizers, needs_valgrind
from support import EXAMPLES, GOLDENS, PROGRAM

# The marks are the default's; only time is shorter, for those that never end.
RUBRIC = "[limits]\ncpu-seconds = 1\nwall-seconds = 3\nmemory-check-seconds = 10\n"
pytestmark = [pytest.mark.slow, needs_gcc, needs_bubblewrap]


def grade(folder: Path, *options: str) -> dict[str, Any]:
    done = subprocess.run(
        [
            *PROGRAM, "grade", "submissions", "--cases", EXAMPLES, "--expected", GOLDENS,
            "--rubric", "rubric.toml", *options,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = json.loads((folder / "report" / "results.json").read_bytes())
    return {graded["student"]: graded for graded in results["submissions"]}


def marks_of(graded: dict[str, Any]) -> dict[str, float]:
    return {section["name"]: section["mark"] for section in graded["marks"]["sections"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cohort")
    make_cohort(folder / "submissions")
    (folder / "rubric.toml").write_text(RUBRIC)
    return folder


@pytest.fixture(scope="module")
def plain(folder: Path) -> dict[str, Any]:
    return grade(folder)


@pytest.fixture(scope="module")
def checked(folder: Path, plain: dict[str, Any]) -> dict[str, Any]:
    """The same again with the memory check, which needs no program to be run anew."""
    return grade(folder, "--memory-check")


def test_the_cohort_is_large_enough() -> None:
    assert len(VARIANTS) >= 12


@pytest.mark.parametrize("name", VARIANTS)
def test_marks_of_the_cohort(plain: dict[str, Any], name: str) -> None:
    wanted, marks = VARIANTS[name], marks_of(plain[name])
    assert [marks[f"stage {stage}"] for stage in range(3)] == wanted["stages"]
    assert marks["execution"] == wanted["execution"]
    assert plain[name]["marks"]["total"] == wanted["execution"]


@pytest.mark.parametrize("name", VARIANTS)
def test_verdicts_and_readings_of_the_cohort(plain: dict[str, Any], name: str) -> None:
    graded = plain[name]
    assert {run["verdict"] for run in graded["runs"]} == set(VARIANTS[name]["verdicts"])
    assert graded["habits"] == VARIANTS[name]["habits"]
    warned = graded["build"]["ok"] and graded["build"]["warnings"] > 0
    assert warned == VARIANTS[name]["warnings"]


@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize("name", VARIANTS)
def test_findings_of_the_memory_check_of_the_cohort(checked: dict[str, Any], name: str) -> None:
    graded = checked[name]
    found = graded["memory"] and graded["memory"]["findings"]
    assert bool(found) == VARIANTS[name]["memory"], found
    lost = 0.5 if VARIANTS[name]["memory"] else 0.0
    assert marks_of(graded)["execution"] == max(VARIANTS[name]["execution"] - lost, 0)


@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize(
    ("name", "kind", "where"),
    [
        ("leaks", "leak", "leaks.c:"),
        ("overflow", "invalid access", "overflow.c:"),
        ("signed-overflow", "undefined behaviour", "signed-overflow.c:"),
        ("uninitialised", "undefined behaviour", "is_promoted (uninitialised.c:"),
    ],
)
def test_findings_name_the_place(checked: dict[str, Any], name: str, kind: str, where: str) -> None:
    places = [f["where"] for f in checked[name]["memory"]["findings"] if f["kind"] == kind]
    assert any(where in place for place in places), checked[name]["memory"]
