"""Worker processes that threads call: one call at a time each, which may ask the caller back.

Python runs one thread at a time, so work that takes all of a core is done in other processes. The
processes are forked before there are threads.
"""

import os
import queue
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from checkers_cli.util.workers import WorkerDied

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Ask = Callable[[Any], Any]  # sends a question to the caller, and returns the answer
_QUESTION, _RESULT, _FAILURE = range(3)  # what a worker sends


class Callers:
    """A number of worker processes that do the same work."""

    def __init__(self, count: int, work: Callable[[Any, Ask], Any]) -> None:
        self._workers: list[_Process] = []
        self._idle: queue.Queue[_Process | None] = queue.Queue()
        self._stopped = False
        for _ in range(count):
            worker = _Process(work, [other.pipe for other in self._workers])
            self._workers.append(worker)
            self._idle.put(worker)

    def call(self, argument: Any, answer: Ask) -> Any:
        """Let a worker do the work, and answer its questions; any thread can call this.

        `WorkerDied` if the worker was killed or the workers were stopped.
        """
        worker = self._idle.get()
        if worker is None or self._stopped:
            self._idle.put(None)  # for the next one that waits
            raise WorkerDied("stopped")
        try:
            return worker.do(argument, answer)
        except (EOFError, OSError):
            raise WorkerDied(
                "a worker process was killed, perhaps because memory ran out"
            ) from None
        finally:
            self._idle.put(worker)

    def stop(self) -> None:
        """Stop all workers, also in the middle of their work."""
        self._stopped = True
        self._idle.put(None)
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()


class _Process:
    """The parent's side of a worker."""

    def __init__(self, work: Callable[[Any, Ask], Any], inherited: "list[Connection]") -> None:
        import multiprocessing

        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        args = (work, theirs, [*inherited, self.pipe], os.getpid())
        self.process = context.Process(target=_serve, args=args, daemon=True)
        self.process.start()
        theirs.close()

    def do(self, argument: Any, answer: Ask) -> Any:
        """Let the worker do the work, and answer its questions."""
        self.pipe.send(argument)
        while True:
            kind, content = self.pipe.recv()
            if kind == _RESULT:
                return content
            if kind == _FAILURE:
                raise content
            try:
                self.pipe.send((True, answer(content)))
            except Exception:
                self.pipe.send((False, None))
                self.pipe.recv()  # the worker gives up
                raise


def _serve(
    work: Callable[[Any, Ask], Any],
    pipe: "Connection",
    inherited: "list[Connection]",
    parent: int,
) -> None:
    """The main loop of a worker, until the parent closes the pipe or dies."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:  # an inherited end would keep a pipe open after the parent has died
        other.close()

    def ask(question: Any) -> Any:
        pipe.send((_QUESTION, question))
        answered, content = pipe.recv()
        if not answered:
            raise RuntimeError("no answer")
        return content

    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while os.getppid() == parent:
            argument = pipe.recv()
            try:
                result = work(argument, ask)
            except (EOFError, OSError):
                raise
            except Exception as error:
                pipe.send((_FAILURE, RuntimeError(f"{type(error).__name__}: {error}")))
            else:
                pipe.send((_RESULT, result))
