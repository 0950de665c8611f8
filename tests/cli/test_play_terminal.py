"""`checkers play` on a real terminal, driven from its start to a win."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import PROGRAM, WORKED_EXAMPLE

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
PATIENCE = 30  # seconds; a text that is waited for is there much sooner


class Terminal:
    """A shell inside of tmux, on a server of its own in the folder of the test.

    The socket goes by a name without folders, for there is a limit to how long it may be.
    """

    def __init__(self) -> None:
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh -i")

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-S", "socket", "-f", os.devnull, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def resize(self, width: int, height: int) -> None:
        """Change the window, and wait until programs inside can know of it: tmux takes its time."""
        self.tmux("resize-window", "-x", str(width), "-y", str(height))
        inside = os.open(self.tmux("display", "-p", "#{pane_tty}").strip(), os.O_RDWR | os.O_NOCTTY)
        end = time.monotonic() + PATIENCE
        while os.get_terminal_size(inside) != (width, height):
            assert time.monotonic() < end, "the window stays as it is"
            time.sleep(0.02)
        os.close(inside)

    def see(self, *texts: str) -> str:
        """Wait until all of these are on the screen; the screen."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.tmux("capture-pane", "-p")
            missing = [text for text in texts if text not in screen]
            if not missing:
                return screen
            assert time.monotonic() < end, f"{missing} is not to be seen:\n{screen}"
            time.sleep(0.02)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.delenv("TMUX", raising=False)  # also where the tests are run inside of one
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)
    found = Terminal()
    try:
        yield found
    finally:
        found.tmux("kill-server")


def start(terminal: Terminal, *options: str) -> None:
    terminal.type(f"{shlex.join([*PROGRAM, 'play', *options])}; echo status $?")


def test_from_the_start_to_a_win(terminal: Terminal, tmp_path: Path) -> None:
    start(terminal, "--position", WORKED_EXAMPLE, "--level", "6")
    screen = terminal.see("black to act, action 1", "1 A6-B5   2 C8-D7", "black>")
    assert screen.startswith("tower: black (human) against white (machine, level 6)\n")
    assert "\x1b[42m" in terminal.tmux("capture-pane", "-p", "-e")  # green cells

    terminal.type("A6-A5")
    terminal.see("A6-A5: Illegal action.", "action 1")
    terminal.type("9")
    terminal.see("there is no action 9; they go from 1 to 2")

    terminal.type("2")
    terminal.see("black: C8-D7", "white: C6-E8", "action 3", "black>")
    terminal.type("undo")
    terminal.see("taken back: C6-E8, C8-D7", "action 1", "black>")

    terminal.type("a6 b5")
    terminal.see("black: A6-B5", "white: C6-D7", "action 3", "black>")
    terminal.type("hint")
    terminal.see("hint: C8-E6, black wins", "black>")
    terminal.type("save game.txt")
    terminal.see("saved; to continue from there: checkers play", "black>")
    assert (tmp_path / "game.txt").read_text() == "A6-B5\nC6-D7\n"
    terminal.type("B5-C4")
    terminal.see("black: B5-C4", "action 5", "black>")
    terminal.type("save game.txt")
    terminal.see("game.txt exists already")
    terminal.type("load game.txt")
    terminal.see("loaded game.txt: 2 actions", "action 3", "black>")

    terminal.type("72 54")  # row and column from 0: C8-E6
    terminal.see("black: C8-E6", "white: B7-C8", "action 5", "black>")
    terminal.type("B5-C6")
    terminal.see("white: C8-D7", "action 7", "black>")
    terminal.type("C6-E8")
    screen = terminal.see("black wins: white has no men left", "game over>")
    assert screen.count("A  B  C") == 1  # drawn in place, not again and again
    terminal.type("")
    terminal.see("status 0")


def test_a_window_that_becomes_too_small(terminal: Terminal) -> None:
    start(terminal, "--level", "1")
    terminal.see("black to act, action 1", "black>")
    terminal.resize(24, 5)
    terminal.type("1")
    terminal.see("white: B3-C4", "black>")
    terminal.resize(80, 24)
    terminal.type("board")
    terminal.see("tower: black (human)", "black to act, action 3", "7 B7-A6")
    terminal.tmux("send-keys", "C-c")
    terminal.see("status 130")
    terminal.type("echo still $((40 + 2))")
    terminal.see("still 42")


def test_two_machines_and_the_end_of_the_input(terminal: Terminal) -> None:
    start(terminal, "--variant", "tictactoe", "--x", "machine", "--pause", "0")
    terminal.see("draw: the board is full", "status 0")
    start(terminal, "--variant", "tictactoe", "--o", "human")
    terminal.see("x to act, action 1", "x>")
    terminal.tmux("send-keys", "C-d")
    terminal.see("the input has ended; to continue from here: checkers play", "status 0")
