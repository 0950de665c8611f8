"""A pool of threads for tasks with priorities."""

import heapq
import itertools
import threading
from collections.abc import Callable

Task = Callable[[], None]
# Priorities, the first one first: submissions in progress are finished before others are begun, and
# submissions known to be slow come last.
BEGUN, ORDINARY, SLOW = range(3)


class Pool:
    """A fixed number of threads. Tasks may add tasks; an error in a task stops the pool."""

    def __init__(self, threads: int) -> None:
        self._tasks: list[tuple[int, int, Task]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._busy = 0
        self._stopped = False
        self._errors: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._work, name=f"grader-{number}", daemon=True)
            for number in range(threads)
        ]

    def add(self, task: Task, priority: int = ORDINARY) -> None:
        """Add a task; tasks of equal priority run in the order in which they are added."""
        with self._changed:
            heapq.heappush(self._tasks, (priority, next(self._numbers), task))
            self._changed.notify_all()  # `notify` might wake only `run`, which does no tasks

    def run(self, tick: Callable[[], None], seconds: float = 0.2) -> None:
        """Run all tasks and call `tick` regularly; raise the first error of a task."""
        try:
            self._start()
            while not self._wait(seconds):
                tick()
        finally:
            with self._changed:
                self._stopped = True
                self._changed.notify_all()
        tick()
        if self._errors:
            raise self._errors[0]

    def _start(self) -> None:
        """Start the threads, or at least one if the machine does not allow all."""
        for number, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError:
                if not number:
                    raise
                return

    def join(self) -> None:
        """Wait for the tasks that still run after `run` was interrupted."""
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _wait(self, seconds: float) -> bool:
        """Wait for the end of all tasks; whether it comes in time."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._stopped or not (self._busy or self._tasks), seconds
            )

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._tasks)
                if self._stopped:
                    return
                task = heapq.heappop(self._tasks)[2]
                self._busy += 1
            try:
                task()
            except BaseException as error:
                with self._changed:
                    self._errors.append(error)
                    self._stopped = True
            finally:
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()
