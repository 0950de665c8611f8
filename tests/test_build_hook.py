"""What `pip install .` makes of the engine: compiled when it can be, pure Python when not."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support import PROJECT

pytestmark = pytest.mark.slow

needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None and shutil.which("gcc") is None, reason="needs a C compiler"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a clone holds, so that nothing of this one can get into the wheel."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, names.split("\0")):
        if not name.startswith(("expected_output/", "tests/")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, tmp_path / name)
    return tmp_path


def build(checkout: Path, **environment: str) -> tuple[list[str], str]:
    """The names in the wheel, and what was said while it was built."""
    before = files_in(checkout)
    wheels = checkout.parent / f"{checkout.name}-wheels"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", str(wheels), "."],
        cwd=checkout,
        env={k: v for k, v in os.environ.items() if k != "CHECKERS_PURE"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert files_in(checkout) == before, "building must leave the checkout as it was"
    (wheel,) = wheels.iterdir()
    return zipfile.ZipFile(wheel).namelist(), done.stdout + done.stderr


def files_in(folder: Path) -> list[Path]:
    """All files but byte code, which Python keeps wherever it finds a source."""
    return sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts)


def compiled(names: list[str]) -> list[str]:
    return [name for name in names if name.endswith((".so", ".pyd"))]


def test_what_the_grader_needs_comes_along(checkout: Path) -> None:
    names, _ = build(checkout, CHECKERS_PURE="1")
    assert "checkers_cli/cases/a-at-the-start.txt" in names
    assert "checkers_cli/grading/sandbox/warden.c" in names
    assert "checkers_cli/grading/sandbox/filter.h" in names
    assert "checkers_cli/grading/rubric/default_rubric.toml" in names
    assert "checkers_cli/grading/reports/templates/index.html" in names


@needs_compiler
def test_the_engine_is_compiled_where_it_can_be(checkout: Path) -> None:
    names, said = build(checkout)
    modules = {name.split(".")[0] for name in compiled(names)}
    assert {"checkers_cli/rules/position", "checkers_cli/search/minimax"} <= modules
    assert "checkers_cli/compiled.json" in names
    assert "checkers_cli/rules/position.py" in names
    assert "the engine is compiled" in said


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"CHECKERS_PURE": "1"}, "CHECKERS_PURE is set"),
        ({"CC": "no-such-compiler"}, "there is no C compiler (no-such-compiler)"),
        pytest.param({"CC": "/bin/false"}, "compiling failed: ", marks=needs_compiler),
    ],
    ids=["asked-for", "no-compiler", "broken-compiler"],
)
def test_pure_python_is_installed_otherwise(
    checkout: Path, environment: dict[str, str], reason: str
) -> None:
    names, said = build(checkout, **environment)
    assert compiled(names) == []
    assert "checkers_cli/compiled.json" not in names
    assert "checkers_cli/bench/tower_positions.txt" in names
    assert f"installing pure Python: {reason}" in said
