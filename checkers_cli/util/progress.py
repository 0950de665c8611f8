"""Shows how far some work is, on one line of a terminal.

The line is redrawn with carriage returns and blanks only, so that no escape sequence reaches a
terminal that does not want any. Nothing is written where standard error is not a terminal.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Self

_BAR = 20  # characters
_PAUSE = 0.1  # seconds between two drawings: more often would cost more than the work itself
_NARROWEST = 20  # columns; a terminal that says less does not know its width


class Progress:
    """A line on standard error, to be used as a context manager; it is removed at the end."""

    def __init__(self, label: str = "", hidden: bool = False) -> None:
        self._label = f"{label} " if label else ""
        self._visible = not hidden and sys.stderr is not None and sys.stderr.isatty()
        self._width = 0  # of the text that is on the terminal now
        self._began = monotonic()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def count(self, done: int, total: int, note: str = "") -> None:
        """Show a bar, how many of all things are done, the time left, and a note."""
        now = monotonic()
        if not self._visible or (0 < done < total and now - self._drawn < _PAUSE):
            return
        self._drawn = now
        full = _BAR * done // max(total, 1)
        parts = [f"{self._label}[{'#' * full}{'.' * (_BAR - full)}] {done}/{total}"]
        if 0 < done < total:
            left = int((now - self._began) / done * (total - done))
            parts.append(f"{left // 60}:{left % 60:02} left")
        self._draw(" ".join([*parts, note]).rstrip())

    def show(self, text: str) -> None:
        """Show any text, of which no total is known."""
        self._draw(self._label + text)

    @contextmanager
    def waiting(self, text: str, most: float) -> Iterator[None]:
        """Show for how long something has been going on that takes so many seconds at most."""
        if not self._visible:
            yield
            return
        from threading import Event, Thread  # most uses of a progress need no thread

        done, began = Event(), monotonic()

        def draw() -> None:
            while not done.wait(_PAUSE):
                self.show(f"{text}: {monotonic() - began:.0f} of at most {most:g} s")

        thread = Thread(target=draw, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            self.clear()

    def clear(self) -> None:
        """Remove the line, so that something else can be printed; the next call draws it again."""
        if self._width:
            self._draw("")
            self._write("\r")
            self._drawn = 0.0

    def _draw(self, text: str) -> None:
        text = text[: _columns() - 1]
        self._write("\r" + text.ljust(self._width))
        self._width = len(text)

    def _write(self, text: str) -> None:
        """Write; a terminal that has gone away must not stop the work."""
        if not self._visible:
            return
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            self._visible = False


def _columns() -> int:
    with suppress(OSError, ValueError):  # ValueError: standard error is not a file, in tests
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
        if columns >= _NARROWEST:
            return columns
    return 80
