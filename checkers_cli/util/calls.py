"""Worker processes that threads call: one call at a time each, which may ask the caller back.

Python runs one thread at a time, so work that takes all of a core is done in other processes. The
processes are forked before there are threads. Each has a keeper: a process that starts another one
in its place if it dies. So a call that takes too much time or memory ends that call alone.
"""

import os
import queue
import resource
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from checkers_cli.util.workers import WorkerDied

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Ask = Callable[[Any], Any]  # sends a question to the caller, and returns the answer
_QUESTION, _RESULT, _FAILURE = range(3)  # what a worker sends
_NO_MEMORY = 3  # exit status of a worker


class WorkFailed(RuntimeError):
    """The work raised an exception, which is named by its class."""


class TooMuchTime(WorkerDied):
    """A call used more CPU time than it may."""


class TooMuchMemory(WorkerDied):
    """A call needed more memory than it may."""


class Callers:
    """A number of worker processes that do the same work.

    With `seconds`, the kernel ends a call that uses more CPU time. With `memory`, a call fails that
    needs so many bytes more than the worker had at first.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Any, Ask], Any],
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        self._workers: list[_Worker] = []
        self._idle: queue.Queue[_Worker | None] = queue.Queue()
        self._stopped = False
        self._left = count
        self._lock = threading.Lock()
        for _ in range(count):
            serve = _Server(work, seconds, memory)
            worker = _Worker(serve, [other.keeper_pipe for other in self._workers])
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
        finally:
            self._give_back(worker)

    def _give_back(self, worker: "_Worker") -> None:
        """Let others use a worker, unless its keeper is gone; tell them if it was the last one."""
        with self._lock:
            self._left -= worker.lost
            left = self._left
        if not worker.lost:
            self._idle.put(worker)
        elif not left:
            self._idle.put(None)

    def stop(self) -> None:
        """Stop all workers, also in the middle of their work."""
        self._stopped = True
        self._idle.put(None)
        for worker in self._workers:
            worker.stop()


class _AnswerFailed(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class _Worker:
    """The caller's side of a worker and its keeper."""

    def __init__(self, serve: "_Server", inherited: "list[Connection]") -> None:
        import multiprocessing

        context = multiprocessing.get_context("fork")
        self.keeper_pipe, theirs = context.Pipe()
        args = (serve, theirs, [*inherited, self.keeper_pipe], os.getpid())
        self._keeper = context.Process(target=_keep, args=args, daemon=True)
        self._keeper.start()
        theirs.close()
        with suppress(OSError):  # the keeper does the same: whoever comes first
            os.setpgid(self._keeper.pid or 0, self._keeper.pid or 0)
        self._pipe: Connection | None = None
        self.lost = False  # whether nobody replaces the worker any more

    def do(self, argument: Any, answer: Ask) -> Any:
        """Let the worker do the work, and answer its questions."""
        try:
            pipe = self._connected()
            pipe.send(argument)
            return self._conversation(pipe, answer)
        except _AnswerFailed as failed:
            raise failed.error from None
        except (EOFError, OSError):
            raise self._cause_of_death() from None

    def _connected(self) -> "Connection":
        """The pipe to the worker; the keeper sends one for each process that it starts."""
        from multiprocessing.connection import Connection
        from multiprocessing.reduction import recv_handle

        if self._pipe is None:
            self._pipe = Connection(recv_handle(self.keeper_pipe))
        return self._pipe

    def _conversation(self, pipe: "Connection", answer: Ask) -> Any:
        while True:
            kind, content = pipe.recv()
            if kind == _RESULT:
                return content
            if kind == _FAILURE:
                raise content
            try:
                pipe.send((True, answer(content)))
            except Exception as error:
                pipe.send((False, None))
                while pipe.recv()[0] == _QUESTION:  # until the worker gives up
                    pipe.send((False, None))
                # Not as it is: an `OSError` would look like the death of the worker.
                raise _AnswerFailed(error) from None

    def _cause_of_death(self) -> WorkerDied:
        """Why the process ended, as its keeper tells."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        try:
            status = self.keeper_pipe.recv()
        except (EOFError, OSError):
            status = signal.SIGKILL
            self.lost = True
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return TooMuchTime("a worker process used up its CPU time")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _NO_MEMORY:
            return TooMuchMemory("a worker process used up its memory")
        return WorkerDied("a worker process was killed, perhaps because memory ran out")

    def stop(self) -> None:
        """Stop the keeper and its worker, which are a process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._keeper.pid or 0, signal.SIGKILL)
        self._keeper.kill()
        self._keeper.join()


def _keep(serve: "_Server", pipe: "Connection", inherited: "list[Connection]", parent: int) -> None:
    """Start a worker, and another one after each that died, until the parent is gone."""
    from multiprocessing import Pipe
    from multiprocessing.reduction import send_handle

    with suppress(OSError):
        os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for other in inherited:  # an inherited end would keep a pipe open after the parent has died
        other.close()
    with suppress(EOFError, OSError):
        while os.getppid() == parent:
            theirs, ours = Pipe()
            child = _fork()
            if child == 0:
                status = 1
                try:
                    pipe.close()
                    theirs.close()
                    serve(ours)
                    status = 0
                except MemoryError:
                    status = _NO_MEMORY
                finally:
                    os._exit(status)
            ours.close()
            send_handle(pipe, theirs.fileno(), parent)
            theirs.close()
            _, status = os.waitpid(child, 0)
            if status == 0:
                return  # the parent has closed the pipe
            pipe.send(status)


def _fork() -> int:
    """Fork, also if the machine has too many processes or too little memory for a while."""
    for _ in range(100):
        with suppress(OSError):
            return os.fork()
        time.sleep(0.1)
    return os.fork()


class _Server:
    """The main loop of a worker, until the caller closes the pipe or dies."""

    def __init__(
        self, work: Callable[[Any, Ask], Any], seconds: float | None, memory: int | None
    ) -> None:
        self._work = work
        self._seconds = seconds
        self._memory = memory

    def __call__(self, pipe: "Connection") -> None:
        def ask(question: Any) -> Any:
            pipe.send((_QUESTION, question))
            answered, content = pipe.recv()
            if not answered:
                raise RuntimeError("no answer")
            return content

        self._limit_memory()
        while True:
            self._limit_time()  # for reading the argument, too
            try:
                argument = pipe.recv()
            except (EOFError, ConnectionResetError):
                return  # the caller is gone
            try:
                answer = _RESULT, self._work(argument, ask)
            except MemoryError:  # there may be too little left to say so: another one takes over
                raise
            except Exception as error:
                answer = _FAILURE, WorkFailed(f"{type(error).__name__}: {error}")
            self._limit_time()  # what is done from now on must not be the fault of the next call
            try:
                pipe.send(answer)
            except (BrokenPipeError, ConnectionResetError):
                return
            except (TypeError, AttributeError, ValueError) as error:  # it cannot be sent
                pipe.send((_FAILURE, WorkFailed(f"{type(error).__name__}: {error}")))
            del argument, answer

    def _limit_time(self) -> None:
        """Let the kernel end this process if it uses more CPU time from now on."""
        if self._seconds is not None:
            most = int(time.process_time() + self._seconds) + 1
            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (_least(most, hard), hard))

    def _limit_memory(self) -> None:
        if self._memory is not None:
            with open("/proc/self/statm", encoding="ascii") as stream:
                pages = int(stream.read().split()[0])
            most = pages * resource.getpagesize() + self._memory
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (_least(most, hard), hard))


def _least(one: int, limit: int) -> int:
    return one if limit == resource.RLIM_INFINITY else min(one, limit)
