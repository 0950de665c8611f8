"""With NO_COLOR set, no command writes an escape sequence to a real terminal."""

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest
from grading.machine import needs_gcc
from support import EXAMPLES, PROGRAM

ENTRIES = b"1\nhint\nquit\n"  # for play; other commands do not read them
SCRIPT = "cases/a-at-the-start.txt"
CALLS = [
    "--help",
    "--version",
    "help grade",
    f"run {SCRIPT}",
    "run cases --out transcripts",
    "verify cases golden",
    f"tree {SCRIPT}",
    f"analyse {SCRIPT} --depth 2",
    "play --level 1",
    "play --variant tictactoe --x machine --pause 0",
    "match random random --games 2 --rounds 5",
    "faults",
    "faults show walk-backward",
    "cases score cases",
    "cases generate --out made --count 2",
    pytest.param("doctor", marks=pytest.mark.slow),
    pytest.param("bench --only perft --rounds 1", marks=pytest.mark.slow),
    "verfy",
]
GRADING = ["check main.py --cases cases", "grade class --cases cases --sandbox limits"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("cases").mkdir()
    Path("golden").mkdir()
    Path("class").mkdir()
    shutil.copy(EXAMPLES / "a-at-the-start.txt", "cases")
    Path("golden/a-at-the-start.txt").write_text("something else\n")
    Path("main.py").write_text("print('hello')\n")
    Path("class/ada.py").write_text("print('hello')\n")
    return tmp_path


def on_terminal(line: str, **environment: str) -> bytes:
    """Everything that a call writes to a terminal."""
    parent, child = pty.openpty()
    os.write(parent, ENTRIES)
    usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [*PROGRAM, *line.split()],
        stdin=child,
        stdout=child,
        stderr=child,
        env=usual | {"TERM": "xterm-256color"} | environment,
    ) as process:
        os.close(child)
        seen = b""
        try:
            while piece := os.read(parent, 65536):
                seen += piece
        except OSError:  # the last program has closed the terminal
            pass
        process.wait(timeout=60)
    os.close(parent)
    assert b"Traceback" not in seen
    return seen


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("line", [*CALLS, *(pytest.param(c, marks=needs_gcc) for c in GRADING)])
def test_no_escape_sequence_is_written(line: str) -> None:
    seen = on_terminal(line, NO_COLOR="1")
    assert seen.replace(ENTRIES.replace(b"\n", b"\r\n"), b"").strip()
    assert b"\x1b" not in seen


@needs_gcc
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("line", ["play --level 1", "faults show walk-backward", *GRADING])
def test_the_same_calls_are_coloured_without_it(line: str) -> None:
    assert b"\x1b[" in on_terminal(line, NO_COLOR="")
