"""Reads what submissions contain and print: in other processes, with limits of time and memory.

A text that nobody has thought of may take very long to read. Then only the submission that it comes
from gets no better result; the grader goes on.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, ParamSpec, Protocol, TypeVar

from checkers_cli.grading import cases
from checkers_cli.util.calls import Ask, Callers, TooMuchMemory, TooMuchTime

SECONDS = 20  # of CPU time for one call; most take a few milliseconds
SECONDS_IN_ALL = 40  # for all calls of a submission
_MEMORY = 2 << 30  # bytes

P = ParamSpec("P")
T = TypeVar("T")


class Unreadable(Exception):
    """A text of a submission takes too much time or memory to read."""


class Read(Protocol):
    """Calls a function that reads texts of a submission, or `Unreadable`."""

    def __call__(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """The result of the function, which must be one of a module."""


def read_here(function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """Call the function without limits: for programs of the user."""
    return function(*args, **named)


class Readers:
    """Processes that read for the threads of the grader; they are forked before these start."""

    def __init__(self, count: int, known: Sequence[cases.TestCase], stack: ExitStack) -> None:
        cases.keep(known)
        self._callers = Callers(count, _call, SECONDS, _MEMORY)
        stack.callback(self._callers.stop)

    def __call__(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """The result of the function; `Unreadable` if it needs too much time or memory."""
        return self.timed(function, *args, **named)[0]

    def timed(
        self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs
    ) -> tuple[T, float]:
        """The same, with the CPU time that it took."""
        try:
            found: tuple[T, float] = self._callers.call((function, args, named), _no_answer)
        except TooMuchTime:
            raise Unreadable(f"it takes more than {SECONDS} s to read") from None
        except TooMuchMemory:
            raise Unreadable("it takes too much memory to read") from None
        return found

    def for_one(self) -> "Reader":
        """A reader for one submission, with a limit for all that it reads."""
        return Reader(self)

    def stop(self) -> None:
        """Stop all processes, also while they read."""
        self._callers.stop()


class Reader:
    """Reads for one submission, for so long in all."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._seconds = 0.0

    def __call__(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """The result of the function; `Unreadable` if it needs too much time or memory."""
        if self._seconds > SECONDS_IN_ALL:
            raise Unreadable(f"it takes more than {SECONDS_IN_ALL} s to read")
        try:
            result, seconds = self._readers.timed(function, *args, **named)
        except Unreadable:
            self._seconds += SECONDS
            raise
        self._seconds += seconds
        return result


def reader_for_one(read: Read) -> Read:
    """The same reader, with a limit for all that it reads if it has limits."""
    return read.for_one() if isinstance(read, Readers) else read


def _call(argument: Any, ask: Ask) -> Any:
    function, args, named = argument
    started = time.process_time()
    result = function(*args, **named)
    return result, time.process_time() - started


def _no_answer(question: Any) -> Any:
    raise AssertionError(question)
