import io
import os
import pty
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from checkers_cli.util import progress as module
from checkers_cli.util.progress import Progress


class Terminal(io.StringIO):
    """Standard error on a terminal, with what people see on it."""

    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        """The text that is left on each line."""
        lines = [""]
        column = 0
        for letter in self.getvalue():
            if letter == "\n":
                lines.append("")
            if letter in "\r\n":
                column = 0
            else:
                lines[-1] = lines[-1][:column] + letter + lines[-1][column + 1 :]
                column += 1
        return [line.rstrip() for line in lines]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    found = Terminal()
    # pytest replaces sys.stderr itself between this fixture and the test.
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=found))
    return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which a test may change."""
    now = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


def test_a_bar_with_the_time_left_and_a_note(terminal: Terminal, clock: list[float]) -> None:
    with Progress("Running") as progress:
        progress.count(0, 8)
        assert terminal.lines == ["Running [....................] 0/8"]
        clock[0] += 65
        progress.count(2, 8, "ada")
        assert terminal.lines == ["Running [#####...............] 2/8 3:15 left ada"]
        progress.count(8, 8)
        assert terminal.lines == ["Running [####################] 8/8"]
    assert terminal.lines == [""]
    assert "\x1b" not in terminal.getvalue()


def test_a_bar_is_not_drawn_too_often(terminal: Terminal, clock: list[float]) -> None:
    progress = Progress()
    progress.count(0, 1000)
    before = len(terminal.getvalue())
    for done in range(1, 1000):
        clock[0] += 0.001
        progress.count(done, 1000)
    assert 0 < terminal.getvalue().count("\r") <= 11
    assert len(terminal.getvalue()) > before


def test_messages_between_two_drawings_stay_whole(terminal: Terminal) -> None:
    with Progress("Grading") as progress:
        progress.count(0, 2)
        progress.clear()
        terminal.write("a message\n")
        progress.count(1, 2)
        progress.clear()
        terminal.write("another\n")
        progress.count(2, 2)
    assert terminal.lines == ["a message", "another", ""]


def test_text_is_cut_to_the_width_of_the_terminal(terminal: Terminal) -> None:
    with Progress() as progress:
        progress.show("x" * 200)
        assert terminal.lines == ["x" * 79]
        progress.show("short")
        assert terminal.lines == ["short"]


def test_nothing_is_written_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    for hidden in (False, True):
        with Progress("Running", hidden) as progress:
            progress.count(1, 2)
            progress.show("text")
    assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    with Progress() as progress:
        progress.count(1, 2)


def test_nothing_is_written_if_hidden(terminal: Terminal) -> None:
    with Progress("Running", hidden=True) as progress:
        progress.count(1, 2)
    assert terminal.getvalue() == ""


def test_a_terminal_that_goes_away_stops_nothing() -> None:
    code = (
        "import sys\n"
        "from checkers_cli.util.progress import Progress\n"
        "with Progress() as progress:\n"
        "    progress.show('begun')\n"
        "    sys.stdin.readline()\n"
        "    for number in range(3):\n"
        "        progress.show(str(number))\n"
        "print('done')\n"
    )
    parent, child = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=child,
    ) as process:
        os.close(child)
        os.read(parent, 100)
        os.close(parent)
        assert process.communicate(b"\n", timeout=30)[0] == b"done\n"


def test_waiting_shows_the_time_until_it_is_over(
    terminal: Terminal, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PAUSE", 0.001)
    before = threading.active_count()
    with Progress().waiting("looking", 10):
        clock[0] += 3
        deadline = time.monotonic() + 10
        while terminal.lines != ["looking: 3 of at most 10 s"]:
            assert time.monotonic() < deadline
            time.sleep(0.001)
    assert terminal.lines == [""]
    assert threading.active_count() == before


def test_waiting_is_silent_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress().waiting("looking", 10):
        pass
    assert capsys.readouterr().err == ""
