"""Screens of a session: scrolling text, or a board drawn in place on a terminal."""

import os
import shutil
from collections.abc import Callable
from time import sleep
from typing import BinaryIO

import click

from checkers_cli.lab.play.board_text import TEXT_WIDTH, action_lines, board_lines
from checkers_cli.lab.play.session import PlaySession, Reply
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

LONGEST_ENTRY = 1000
# Written in one piece with the picture, which click.clear() cannot do: the screen must not flicker.
_CLEAR = "\x1b[H\x1b[2J"
_RESET = "\x1b[0m"  # Ctrl-C may come in the middle of a coloured line

Write = Callable[[str], object]


def read_entry(stream: BinaryIO) -> str | None:
    """The next line, of any bytes, cut if it is long; None at the end of the input."""
    try:
        raw = rest = stream.readline(LONGEST_ENTRY)
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_ENTRY)
    except OSError as error:
        raise UnusableInput(f"standard input: {reason(error)}") from None
    return os.fsdecode(raw) if raw else None  # entries may be names of files


class TextScreen:
    """Plain text, for pipes, files and terminals that cannot draw."""

    asks_when_over = False  # humans, once more when the game is over, for an undo or a save

    def __init__(self, write: Write, entries: BinaryIO, echo: bool) -> None:
        self._write = write
        self._entries = entries
        self._echo = echo  # needed for entries from a file or a pipe, which no terminal shows

    def begin(self, session: PlaySession) -> None:
        """Show the players and the board."""
        self._write(f"{session.players.title}\n")
        self._show(session)

    def ask(self, session: PlaySession) -> str | None:
        """Ask for a line."""
        self._write(session.prompt)
        line = read_entry(self._entries)
        if self._echo or line is None:
            self._write(f"{printable((line or '').rstrip())}\n")
        return line

    def show_reply(self, session: PlaySession, reply: Reply) -> None:
        """Add the words, and the board when it is a human's turn."""
        if reply.words:
            self._write(f"{reply.words}\n")
        if reply.board and not (session.machine_to_act and session.players.has_human):
            self._show(session)

    def pause(self, seconds: float) -> None:
        """Do not wait: the text stays readable."""

    def end(self) -> None:
        """Leave at any moment: end the line."""
        self._write("\n")

    def _show(self, session: PlaySession) -> None:
        lines = ["", *board_lines(session.variant, session.game.state), "", session.status]
        lines += action_lines(session.listed)
        self._write("\n".join(lines) + "\n")


class DrawnScreen:
    """A terminal on which the board stays in place, with the last replies below it."""

    asks_when_over = True

    def __init__(self, write: Write, entries: BinaryIO) -> None:
        self._write = write
        self._entries = entries
        self._words: list[str] = []  # since the last entry

    def begin(self, session: PlaySession) -> None:
        """Draw the table."""
        self._draw(session)

    def ask(self, session: PlaySession) -> str | None:
        """Draw the table, and ask below it."""
        self._draw(session)
        self._write(session.prompt)
        line = read_entry(self._entries)
        if line is None:
            self._write("\n")
        self._words = []
        return line

    def show_reply(self, session: PlaySession, reply: Reply) -> None:
        """Draw the table with more words below."""
        self._words += reply.words.splitlines()
        if not session.players.has_human:  # no entry clears the list
            self._words = self._words[-2:]
        if session.left:
            self._write("".join(f"{word}\n" for word in reply.words.splitlines()))
        elif session.machine_to_act or not session.players.has_human:
            self._draw(session)  # else `ask` draws

    def pause(self, seconds: float) -> None:
        """Wait."""
        sleep(seconds)

    def end(self) -> None:
        """Reset the colours and end the line."""
        self._write(f"{_RESET}\n")

    def _draw(self, session: PlaySession) -> None:
        """Draw everything in one write, so that the screen does not flicker.

        In a low window the list of actions is cut first; after that the screen scrolls.
        """
        width, height = shutil.get_terminal_size((TEXT_WIDTH, 24))
        board = board_lines(session.variant, session.game.state, session.last, colours=True)
        status = f"{session.status}{', thinking' if session.machine_to_act else ''}"
        head = [session.players.title, "", *board, "", click.style(status, bold=True)]
        wrapped = sum(max(0, len(line) - 1) // width for line in [head[0], *self._words])
        room = height - len(head) - len(self._words) - wrapped - 1
        lines = head + action_lines(session.listed, width, max(1, room)) + self._words
        self._write(_CLEAR + "".join(f"{line}\n" for line in lines))


Screen = TextScreen | DrawnScreen


def run_session(session: PlaySession, screen: Screen, pause: float = 0.0) -> None:
    """Play until the game is over or the players leave; Ctrl-C leaves the screen in order."""
    try:
        _play(session, screen, pause)
    except KeyboardInterrupt:
        screen.end()
        raise


def _play(session: PlaySession, screen: Screen, pause: float) -> None:
    screen.begin(session)
    while not session.left:
        if session.machine_to_act:
            reply = session.act()
        elif session.outcome is not None and not (
            screen.asks_when_over and session.players.has_human
        ):
            return
        else:
            line = screen.ask(session)
            reply = session.end_of_input() if line is None else session.enter(line)
        screen.show_reply(session, reply)
        if not session.players.has_human and session.outcome is None:
            screen.pause(pause)
