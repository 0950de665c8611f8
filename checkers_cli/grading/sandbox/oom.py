"""The kernel's OOM killer, which kills processes when the memory of the machine runs out.

It chooses the process with most memory, not the one at fault: a compiler, or an honest program.
"""

import signal
import threading
from collections.abc import Iterator
from time import monotonic

from checkers_cli.grading.sandbox.jobs import Ended

_OWN = "/proc/self/cgroup"
_GROUPS = "/sys/fs/cgroup"
_VMSTAT = "/proc/vmstat"
_COUNT = b"oom_kill"
_FRESH = 0.1  # seconds; to read the counter takes 50 microseconds or more, too long for each run
# What gcc, the linker's driver and make print if a process that they have started was killed.
_SIGNS_OF_A_KILL = (b"Killed", b"signal 9")
_KILLED = 128 + signal.SIGKILL  # exit status of a shell whose last command was killed


class OomKills:
    """The kills that the kernel has counted, at different times.

    A kill that is counted need not be the one that is asked about, but to repeat a run for nothing
    costs less than a wrong verdict.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._grown = [(monotonic(), oom_kills())]  # when a higher count was read first
        self._read = monotonic()

    def now(self) -> float:
        """The time of the start of a run, for `since`."""
        with self._lock:
            if monotonic() - self._read > _FRESH:
                self._look()
        return monotonic()

    def since(self, start: float) -> bool:
        """Whether the kernel has killed a process since the start of a run.

        The count is compared with that before the start, not with the last one: if several runs are
        killed at the same time, the first of them that ends must not hide it from the others.
        """
        with self._lock:
            before = [count for read, count in self._grown if read <= start]
            return self._look() > (before[-1] if before else 0)

    def _look(self) -> int:
        count = oom_kills()
        self._read = monotonic()  # no earlier than the count: a kill must not be missed
        if count > self._grown[-1][1]:
            self._grown.append((self._read, count))
        return count


def oom_kills() -> int:
    """How many processes the OOM killer has killed so far; 0 if unknown.

    Where the control group of the grader counts them, those of others do not matter: on a machine
    with many containers, kills in one of them are common.
    """
    counts = (_count_in(path) for path in _counters())
    return next((count for count in counts if count is not None), 0)


def _counters() -> Iterator[str]:
    """The files that may have the count, those of the own control group first."""
    try:
        with open(_OWN, encoding="utf-8", errors="surrogateescape") as stream:
            lines = stream.read().splitlines()
    except OSError:
        lines = []
    for line in lines:
        _, names, path = line.split(":", 2)
        # In a container the path may be that outside, and its own group the top one.
        for group in (path, ""):
            if not names:
                yield f"{_GROUPS}{group}/memory.events"
            elif "memory" in names.split(","):
                yield f"{_GROUPS}/memory{group}/memory.oom_control"
    yield _VMSTAT


def _count_in(path: str) -> int | None:
    try:
        with open(path, "rb") as stream:
            for line in stream:
                words = line.split()
                if len(words) == 2 and words[0] == _COUNT:
                    return int(words[1])
    except (OSError, ValueError):
        pass
    return None


def is_killed(ended: Ended, is_build: bool) -> bool:
    """Whether a command was killed, or perhaps a process of a build.

    gcc and make only print that a process of theirs was killed. A source can have the same printed,
    so this alone decides nothing.
    """
    if ended.signal == signal.SIGKILL or not is_build:
        return ended.signal == signal.SIGKILL
    if ended.why != "ended" or ended.status == 0:
        return False
    printed = (ended.stdout, ended.stderr)
    return ended.status == _KILLED or any(s in text for s in _SIGNS_OF_A_KILL for text in printed)
