"""Applies a function to many items on all cores, and yields the results in order.

Each worker has a pipe of its own and does every n-th chunk, so the parent knows which worker has
the next results. There are no queues, locks or threads that a killed process could leave locked.
(With the pools of the standard library, stopping a batch sometimes waited for ever for the rest of
a half-sent result.)
"""

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from checkers_cli.util.errors import CheckersError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Result = TypeVar("Result")

# Starting the processes takes about as long as fifty scripts.
WORTH_WORKERS = 64
CHUNK = 16  # items that a worker gets at a time
AHEAD = 2  # chunks that a worker may hold, unfinished or not yet fetched; this bounds memory
PATIENCE = 5  # seconds that a worker has to end after SIGTERM
_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WorkerDied(CheckersError):
    """A worker process ended without a result: it was killed, or ran out of memory."""


def available_cores() -> int:
    """How many cores this process may use; respects the CPU limit of a container."""
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    cores = len(os.sched_getaffinity(0))
    share = cores_of_container("/sys/fs/cgroup")
    return cores if share is None else max(1, min(cores, round(share)))


def cores_of_container(groups: str) -> float | None:
    """The CPU seconds that control groups allow per second; None without a limit."""
    for names in (["cpu.max"], ["cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us"]):  # v2, v1
        try:
            words = []
            for name in names:
                with open(f"{groups}/{name}", encoding="ascii") as stream:
                    words += stream.read().split()
            quota, period = map(int, words)
        except (OSError, ValueError):  # not there, or "max"
            continue
        if quota > 0 and period > 0:  # v1 says -1 for no limit
            return quota / period
    return None


def ordered_map(
    function: Callable[[Item], Result], items: Sequence[Item], jobs: int, *, slow: bool = False
) -> Generator[Result]:
    """The results of `function` on each item, in order, computed by `jobs` processes.

    `function`, the items and the results must be picklable. An exception in `function` ends it.
    With `slow`, items take a second rather than a millisecond, and even two are worth workers.
    """
    chunk, worth = (1, 2) if slow else (CHUNK, WORTH_WORKERS)
    jobs = min(jobs, len(items) // chunk)
    if jobs <= 1 or len(items) < worth:
        yield from map(function, items)
        return
    chunks = [range(at, min(at + chunk, len(items))) for at in range(0, len(items), chunk)]
    workers: list[_Worker] = []
    try:
        _hire(workers, jobs, function, items)
        for number in range(min(AHEAD * jobs, len(chunks))):
            workers[number % jobs].ask(chunks[number])
        for number in range(len(chunks)):
            worker = workers[number % jobs]
            results = worker.answer()
            if number + AHEAD * jobs < len(chunks):
                worker.ask(chunks[number + AHEAD * jobs])
            yield from results
    finally:
        with _signals_blocked():  # an impatient second Ctrl-C must not leave workers behind
            for worker in workers:
                worker.dismiss()
            for worker in workers:
                worker.wait()


def _hire(
    workers: "list[_Worker]", jobs: int, function: Callable[[Any], Any], items: Sequence[Any]
) -> None:
    """Start the workers with signals blocked; each unblocks them once its handlers are set."""
    try:
        with _signals_blocked():
            for _ in range(jobs):
                workers.append(_Worker(function, items, workers))
    except OSError as error:
        raise CheckersError(
            f"cannot start {jobs} worker processes: {error.strerror}; ask for fewer --jobs"
        ) from None


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Delay Ctrl-C, SIGTERM and SIGHUP until the block ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HANDLED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """The parent's side of a worker: a process and the pipe to it."""

    def __init__(
        self, function: Callable[[Any], Any], items: Sequence[Any], others: "list[_Worker]"
    ) -> None:
        import multiprocessing

        # Forking saves the start of an interpreter. It is safe because this process has no threads;
        # outside Linux, system libraries may start some.
        forking = sys.platform == "linux"
        context = multiprocessing.get_context("fork" if forking else None)
        self.pipe, theirs = context.Pipe()
        # A child that inherits the parent's end of a pipe would keep it open after the parent died.
        inherited = [worker.pipe for worker in others] + [self.pipe] if forking else []
        self.process: BaseProcess = context.Process(
            target=_work, args=(function, items, theirs, inherited, os.getpid()), daemon=True
        )
        self.process.start()
        theirs.close()

    def ask(self, chunk: range) -> None:
        """Give the worker some items to do, by their numbers."""
        with suppress(OSError):  # a dead worker is reported by `answer`
            self.pipe.send(chunk)

    def answer(self) -> list[Any]:
        """Wait for the results of the chunk that was asked for first."""
        try:
            results: list[Any] | Exception = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied(
                "a worker process was killed, perhaps because memory ran out; "
                "run again, with fewer --jobs if so"
            ) from None
        if isinstance(results, Exception):
            raise results
        return results

    def dismiss(self) -> None:
        """Stop the worker, even in the middle of a chunk."""
        self.pipe.close()
        self.process.terminate()

    def wait(self) -> None:
        """Wait until the worker has cleaned up and ended."""
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _work(
    function: Callable[[Any], Any],
    items: Sequence[Any],
    pipe: "Connection",
    inherited: "list[Connection]",
    parent: int,
) -> None:
    """The main loop of a worker: chunks in, results out, until the parent closes the pipe or dies.

    The parent handles Ctrl-C and a closed terminal, and then terminates its workers. SIGTERM raises
    `SystemExit` here, so that half-written files are removed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _HANDLED)
    for other in inherited:
        other.close()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while os.getppid() == parent:
            chunk: range = pipe.recv()
            pipe.send(_results(function, [items[number] for number in chunk], parent))


def _results(
    function: Callable[[Any], Any], items: Sequence[Any], parent: int
) -> list[Any] | Exception:
    """The results for some items, or the exception; stops early if the parent has died."""
    results = []
    try:
        for item in items:
            if os.getppid() != parent:
                break
            results.append(function(item))
    except Exception as error:
        return error
    return results


def _leave(*_: object) -> None:
    raise SystemExit(0)
