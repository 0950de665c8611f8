"""Reads what submissions contain and print: in other processes, with limits of time and memory.

A text that nobody has thought of may take very long to read. Then only the submission that it comes
from gets no better result; the grader goes on.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, ParamSpec, Protocol, TypeVar

from checkers_cli.grading import cases
from checkers_cli.util.calls import Ask, Callers, TooMuchTime, WorkFailed

SECONDS = 20  # of CPU time for one call; most take a few milliseconds
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
        try:
            result: T = self._callers.call((function, args, named), _no_answer)
        except TooMuchTime:
            raise Unreadable(f"it takes more than {SECONDS} s to read") from None
        except WorkFailed as error:
            if str(error).startswith(MemoryError.__name__):
                raise Unreadable("it takes too much memory to read") from None
            raise
        return result

    def stop(self) -> None:
        """Stop all processes, also while they read."""
        self._callers.stop()


def _call(argument: Any, ask: Ask) -> Any:
    function, args, named = argument
    return function(*args, **named)


def _no_answer(question: Any) -> Any:
    raise AssertionError(question)
