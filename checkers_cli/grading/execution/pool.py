"""Threads that carry out tasks, the urgent ones first."""

import heapq
import itertools
import threading
from collections.abc import Callable
from queue import SimpleQueue

Task = Callable[[], None]
# How urgent a task is: what has been begun is finished before something else is begun, and what has
# shown that it takes long waits until all else is done.
BEGUN, ORDINARY, SLOW = range(3)


class Pool:
    """A fixed number of threads; tasks may add tasks. An error in a task ends it all."""

    def __init__(self, threads: int) -> None:
        self._tasks: list[tuple[int, int, Task]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._busy = 0
        self._stopped = False
        self._errors: SimpleQueue[BaseException] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"grader-{number}", daemon=True)
            for number in range(threads)
        ]

    def add(self, task: Task, urgency: int = ORDINARY) -> None:
        """Have a task done, in the order in which tasks are added."""
        with self._changed:
            heapq.heappush(self._tasks, (urgency, next(self._numbers), task))
            self._changed.notify_all()  # one alone might be `run`, which does no tasks

    def run(self, tick: Callable[[], None], seconds: float = 0.2) -> None:
        """Do all tasks, calling `tick` now and then; the first error of a task is raised here."""
        try:
            self._start()
            while not self._done(seconds):
                tick()
        finally:
            with self._changed:
                self._stopped = True
                self._changed.notify_all()
        tick()
        if not self._errors.empty():
            raise self._errors.get()

    def _start(self) -> None:
        """Start the threads, or as many as the machine allows."""
        for number, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError:
                if not number:
                    raise
                return

    def join(self) -> None:
        """Wait for the tasks that still run after `run` was broken off."""
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _done(self, seconds: float) -> bool:
        with self._changed:
            self._changed.wait_for(self._is_done, seconds)
            return self._is_done()

    def _is_done(self) -> bool:
        return self._stopped or not (self._busy or self._tasks)

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
                self._errors.put(error)
                with self._changed:
                    self._stopped = True
            finally:
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()
