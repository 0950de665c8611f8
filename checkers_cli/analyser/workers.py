"""Does many small things on all cores, and hands the results over in the order given."""

import itertools
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# Starting a pool takes about as long as fifty scripts, so fewer are not worth one.
WORTH_A_POOL = 64
CHUNK = 16


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ordered_map(
    function: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """The results of `function` on each item, in order, computed by `jobs` processes.

    Never more than a few chunks are ahead of the consumer, so memory stays bounded however
    slowly the results are taken. `function` and the items must be picklable.
    """
    jobs = min(jobs, len(items) // CHUNK)
    if jobs <= 1 or len(items) < WORTH_A_POOL:
        yield from map(function, items)
        return
    chunks = (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))
    with _Pool(jobs) as pool:
        waiting = deque(
            pool.submit(_each, function, chunk) for chunk in itertools.islice(chunks, 2 * jobs)
        )
        while waiting:
            results: list[Result] = waiting.popleft().result()
            waiting.extend(
                pool.submit(_each, function, chunk) for chunk in itertools.islice(chunks, 1)
            )
            yield from results


def _each(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    if _leaving:
        raise SystemExit(1)
    return [function(item) for item in items]


class _Pool:
    """A process pool that leaves neither processes nor drafts behind when it is interrupted."""

    def __init__(self, jobs: int) -> None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        # Forking spares each worker the start of an interpreter; nothing here runs threads yet.
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("fork" if "fork" in methods else None)
        self._executor = ProcessPoolExecutor(jobs, context, _start_worker)
        self.submit = self._executor.submit

    def __enter__(self) -> "_Pool":
        return self

    def __exit__(self, kind: object, *_: Any) -> None:
        if kind is not None:
            import multiprocessing

            for process in multiprocessing.active_children():
                process.terminate()
        self._executor.shutdown(cancel_futures=True)


_leaving = False


def _start_worker() -> None:
    """Ctrl-C is the parent's to handle; it ends its workers, which then clean up after themselves.

    Should the parent be killed, nobody would end them: so each watches it.
    """
    import multiprocessing
    import threading
    import time

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
            time.sleep(1)  # for the item at hand to clean up
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _leave(*_: object) -> None:
    """Break off the item at hand; the pool catches what that raises, so begin no other either."""
    global _leaving
    _leaving = True
    raise SystemExit(1)
