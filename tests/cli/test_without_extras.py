"""Each command needs only the libraries that it uses: the others cannot be imported here."""

import subprocess
import sys
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import needs_gcc
from support import PROJECT

from checkers_cli.cli import COMMANDS
from checkers_cli.cli.extras import install_command

LIBRARIES = {"jinja2", "markupsafe", "msgspec", "rich"}
SCRIPT = "cases/a-at-the-start.txt"
REQUEST = "w\n4\n_b_b\n____\n_w__\nw___\n"
PLAYER = "player.c random --games 2 --rounds 5 --sandbox limits"
# The cheapest call of each command that does real work, the libraries it needs, and its status.
CALLS = [
    (f"run {SCRIPT}", set(), 0),
    ("run cases --out transcripts", set(), 0),
    (f"run {SCRIPT} --fault ties-right", set(), 0),
    ("verify cases golden", set(), 1),
    (f"tree {SCRIPT}", set(), 0),
    (f"analyse {SCRIPT} --depth 2", set(), 0),
    ("play --level 1", set(), 0),
    ("bot --depth 1", set(), 0),
    ("match random random --games 2 --rounds 5", set(), 0),
    (f"match {PLAYER}", set(), 0),
    ("explain cases cases", set(), 1),
    ("faults", set(), 0),
    ("faults --format json", set(), 0),
    ("faults show ties-right", set(), 0),
    ("cases score cases", set(), 0),
    ("cases score cases --html page.html", {"jinja2", "markupsafe"}, 0),
    ("cases generate --out made --count 1", set(), 0),
    (f"cases shrink {SCRIPT} -- rightmost.c", set(), 0),
    ("check rightmost.c --cases cases", {"msgspec", "rich"}, 1),
    ("grade class --cases cases --sandbox limits", LIBRARIES, 0),
    ("doctor", set(), 1),
    ("bench --only perft --rounds 1", set(), 0),
    ("help run", set(), 0),
]
SLOW = ("doctor", "bench")


def called(line: str, blocked: set[str]) -> "subprocess.CompletedProcess[str]":
    """Call a command where these libraries cannot be imported."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({sorted(blocked)}))\n"
        "from checkers_cli.__main__ import main; main()"
    )
    command = [sys.executable, "-P", "-c", code, *line.split()]
    return subprocess.run(command, input=REQUEST, capture_output=True, text=True, check=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy_cases(("a-at-the-start",), Path("cases"))
    for folder in ("golden", "class"):
        Path(folder).mkdir()
    make_submission("rightmost", tmp_path)
    Path("class/ada.py").write_text("print('hello')\n")
    Path("player.c").write_bytes((PROJECT / "tests" / "grading" / "player.c").read_bytes())
    return tmp_path


@needs_gcc
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "needed", "status"),
    [
        pytest.param(*call, marks=[pytest.mark.slow] if call[0].startswith(SLOW) else [])
        for call in CALLS
    ],
    ids=[call[0] for call in CALLS],
)
def test_a_command_works_with_what_it_needs(line: str, needed: set[str], status: int) -> None:
    done = called(line, LIBRARIES - needed)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert "is not installed" not in done.stderr


@needs_gcc
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "missing"),
    [(line, library) for line, needed, _ in CALLS for library in sorted(needed - {"markupsafe"})],
)
def test_a_missing_library_is_named_before_anything_is_done(line: str, missing: str) -> None:
    done = called(line, {missing})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"checkers: {missing} is not installed: {install_command()}\n"


def test_every_command_is_called() -> None:
    assert {line.split()[0] for line, _, _ in CALLS} == set(COMMANDS)
