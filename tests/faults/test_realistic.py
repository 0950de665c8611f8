"""Programs with realistic mistakes, and what the diagnosis says of them."""

import subprocess
import tomllib
from pathlib import Path

import pytest
from faults.diagnosis_table import tools
from grading.machine import needs_gcc
from shown import SCRIPTS

from checkers_cli.faults.explain.search import Observation, find_faults

HERE = Path(__file__).parent
CORRECT = (HERE.parent / "grading" / "cohort_programs" / "correct.c").read_text()
PROGRAMS = tomllib.loads((HERE / "realistic_programs.toml").read_text())


def observed(name: str, folder: Path) -> list[Observation]:
    """What a program prints on all examples."""
    text = CORRECT
    for old, new in PROGRAMS[name]["replacements"]:
        assert text.count(old) == 1, f"{name}: {old!r} must occur once in correct.c"
        text = text.replace(old, new)
    source, program = folder / "program.c", folder / "program"
    source.write_text(text)
    subprocess.run(["gcc", "-Wall", "-Werror", "-std=c17", "-o", program, source], check=True)
    ends = {
        script: subprocess.run([program], input=data, capture_output=True, check=False)
        for script, data in SCRIPTS.items()
    }
    return [
        Observation(script, SCRIPTS[script], end.stdout, end.returncode >= 0)
        for script, end in ends.items()
        if end.stdout
    ]


@pytest.mark.slow
@needs_gcc
@pytest.mark.parametrize("name", PROGRAMS)
def test_diagnosis_of_a_realistic_program(name: str, tmp_path: Path) -> None:
    found = find_faults(observed(name, tmp_path), *tools())
    named = [fault.id for fault in found.faults] if found is not None and found.exact else []
    assert sorted(named) == sorted(PROGRAMS[name].get("explained", []))
