"""Programs with realistic mistakes, written by others, and what the diagnosis says of them."""

import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from grading.machine import needs_gcc
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.explaining import explain
from checkers_cli.faults.explain.plays import Observation

HERE = Path(__file__).parent
CORRECT = (HERE.parent / "grading" / "cohort_programs" / "correct.c").read_text()
PROGRAMS = tomllib.loads((HERE / "realistic_programs.toml").read_text())
STUDENTS = tomllib.loads((HERE / "student_programs" / "truth.toml").read_text())
WORK = 10 * WORK_A_SECOND  # as much as the grader has by default


def explained(source: Path, folder: Path) -> tuple[set[str], set[str]]:
    """The faults in the model of a C program, and those that are stated as facts."""
    program = folder / "program"
    subprocess.run(["gcc", "-Wall", "-Werror", "-std=c17", "-o", program, source], check=True)

    def observed(name: str, script: bytes) -> Observation:
        end = subprocess.run([program], input=script, capture_output=True, check=False)
        return Observation(name, script, end.stdout, end.returncode >= 0)

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        return [observed("new", script) for script in scripts]

    cases = [observed(name, script) for name, script in SCRIPTS.items()]
    found = explain([case for case in cases if case.printed], Budget(WORK), "seed", run)
    faults = found.faults if found else ()
    return {one.fault.id for one in faults}, {one.fault.id for one in faults if one.confirmed}


@pytest.mark.slow
@needs_gcc
@pytest.mark.parametrize("name", STUDENTS)
def test_what_is_stated_of_a_students_program_is_true(name: str, tmp_path: Path) -> None:
    truth = STUDENTS[name]
    known = {*truth["named"], *truth.get("true", [])}
    assert known <= set(CATALOGUE)
    named, facts = explained(HERE / "student_programs" / f"{name}.c", tmp_path)
    assert named >= set(truth["named"])
    assert facts <= known
    assert facts


@pytest.mark.slow
@needs_gcc
@pytest.mark.parametrize("name", PROGRAMS)
def test_diagnosis_of_a_realistic_program(name: str, tmp_path: Path) -> None:
    text = CORRECT
    for old, new in PROGRAMS[name]["replacements"]:
        assert text.count(old) == 1, f"{name}: {old!r} must occur once in correct.c"
        text = text.replace(old, new)
    source = tmp_path / "program.c"
    source.write_text(text)
    known = PROGRAMS[name].get("explained", [])
    named, facts = explained(source, tmp_path)
    assert named >= set(known)
    assert facts <= {*known, *PROGRAMS[name].get("true", [])}
