"""The rooms of the house: imports go downward only, and a command imports only what it needs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import checkers_cli

PACKAGE = Path(checkers_cli.__file__).parent
# From the roof to the ground. A module may import from its own room and from those below.
ROOMS = [
    "__main__",
    "cli",
    "bench",
    "grading",
    "faults",
    "lab",
    "analyser",
    "installation",
    "search",
    "script",
    "rules",
    "util",
    "",  # the package itself: its version
]
# Not needed to run one script; each costs more milliseconds than the engine does.
TOO_HEAVY = {"dataclasses", "pathlib", "json", "multiprocessing", "subprocess", "tempfile"}


def room_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def imports_of(path: Path) -> set[str]:
    """All modules of this package that a module imports, also within functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            module = node.module or ""
            is_folder = (PACKAGE.parent / module.replace(".", "/")).is_dir()
            found |= {f"{module}.{alias.name}" for alias in node.names} if is_folder else {module}
    return {name for name in found if name.split(".")[0] == "checkers_cli"}


MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_downward(module: str) -> None:
    here = module.removesuffix(".py").removesuffix("/__init__").split("/")[0]
    here = "" if here == "__init__" else here
    for name in imports_of(PACKAGE / module):
        there = room_of(name)
        if there == "__version__":
            there = ""
        assert ROOMS.index(here) <= ROOMS.index(there), f"{module} imports {name}"


# What the slow engine is made of.
SLOW_ENGINE = sorted(path.stem for path in (PACKAGE / "faults" / "engine").glob("*.py"))


@pytest.mark.parametrize("name", SLOW_ENGINE)
def test_the_mailbox_engine_stands_alone(name: str) -> None:
    needed = {f"checkers_cli.faults.engine.{other}" for other in SLOW_ENGINE}
    assert imports_of(PACKAGE / "faults" / "engine" / f"{name}.py") <= needed


def loaded_by(*args: str) -> set[str]:
    code = (
        "import sys; sys.argv[1:] = sys.argv[1:]\n"
        "from checkers_cli.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.stderr.write(' '.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *args],
        input="A\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("args", [["run", "-"], []])
def test_running_a_script_imports_only_what_it_needs(args: list[str]) -> None:
    nothing = subprocess.run(
        [sys.executable, "-c", "import sys, click; sys.stdout.write(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    extra = loaded_by(*args) - set(nothing.stdout.split())
    assert not extra & TOO_HEAVY
    rooms = {room_of(name) for name in extra if name.startswith("checkers_cli")}
    assert rooms <= {"", "__main__", "cli", "analyser", "search", "script", "rules", "util"}
    assert "checkers_cli.analyser.batch" not in extra
    assert "checkers_cli.rules.notation" not in extra


def test_the_run_command_does_not_import_the_other_commands() -> None:
    loaded = loaded_by("run", "-")
    assert "checkers_cli.cli.run" in loaded
    assert not loaded & {f"checkers_cli.cli.{name}" for name in ("tree", "verify", "bench")}


def test_util_imports_nothing_of_ours_but_itself() -> None:
    for path in (PACKAGE / "util").glob("*.py"):
        assert {room_of(name) for name in imports_of(path)} <= {"util"}, path.name


# Modules that write one report each, and what they may share.
RENDERERS = (
    "fault_page",
    "gradescope",
    "html",
    "junit",
    "marks_table",
    "score_page",
    "summary_table",
    "terminal",
    "uploads",
)
REPORT_HELPERS = (
    "charts",
    "class_faults",
    "csv_table",
    "overview",
    "pages",
    "screen",
    "side_by_side",
    "text",
)


def test_every_module_of_the_reports_is_a_renderer_or_a_helper() -> None:
    modules = {path.stem for path in (PACKAGE / "grading" / "reports").glob("*.py")}
    assert modules == {*RENDERERS, *REPORT_HELPERS, "write_all", "__init__"}


@pytest.mark.parametrize("name", [*RENDERERS, *REPORT_HELPERS])
def test_renderers_do_not_import_each_other(name: str) -> None:
    renderers = {f"checkers_cli.grading.reports.{other}" for other in RENDERERS}
    assert not imports_of(PACKAGE / "grading" / "reports" / f"{name}.py") & renderers


def test_judge_does_not_import_what_explains() -> None:
    """Also not through other modules: a verdict must not depend on its explanation."""
    explains = "checkers_cli.grading.feedback"
    seen, waiting = set[str](), ["checkers_cli.grading.execution.judge"]
    while waiting:
        module = waiting.pop()
        path = PACKAGE.parent / f"{module.replace('.', '/')}.py"
        if module not in seen and path.is_file():
            seen.add(module)
            waiting += imports_of(path)
    assert {name for name in seen if name.startswith(explains)} == {f"{explains}.presentation"}
    assert not {name for name in seen if room_of(name) == "faults"}
