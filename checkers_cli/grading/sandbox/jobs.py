"""Jobs for a sandbox, and their results."""

import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.view import Extent
from checkers_cli.grading.verdicts import STOPS


class JudgeError(Exception):
    """The grader or the machine failed; the submission is not at fault."""


@dataclass(frozen=True)
class Job:
    """One command to run, with the files in its working folder."""

    command: Sequence[str]
    limits: Limits
    files: Mapping[str, MemoryFile] = field(default_factory=dict)  # content by name
    stdins: Sequence[MemoryFile | None] = (None,)  # the input of each run; None: empty
    artifact: str = ""  # name of a file to return if the exit status is 0
    slim: bool = False  # a compiled program, which needs few parts of the system
    tracing: bool = False  # ptrace is allowed: leak checkers need it
    compiles: bool = False  # the command is a compiler, which needs no Python

    @property
    def extent(self) -> Extent:
        """How much of the system it needs."""
        if self.slim:
            return Extent.PROGRAM
        return Extent.COMPILER if self.compiles else Extent.EVERYTHING


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    why: str  # ended, start (could not be started), or the limit: cpu, wall, memory, inodes
    status: int  # ended: exit status, or minus the signal number; start: the errno
    cpu: float
    wall: float
    peak: int  # bytes
    stdout: bytes
    stderr: bytes
    artifact: bytes | None = None  # content of the file that the job names
    folder: str = ""  # where it ran, if that is a folder of this machine

    @property
    def signal(self) -> int:
        """The number of the signal that killed the command, or 0."""
        return -self.status if self.why == "ended" and self.status < 0 else 0

    @property
    def words(self) -> str:
        """How the command ended, for messages."""
        if self.why == "start":
            return f"could not be started: {os.strerror(self.status)}"
        if self.why != "ended":
            return f"stopped: {STOPS[self.why][0].words}"
        if not self.signal:
            return f"exit status {self.status}"
        name = signal_name(self.signal)
        return name if name.startswith("signal ") else f"signal {name}"


def signal_name(number: int) -> str:
    """The name of a signal: `SIGSEGV` for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIGRTMIN+{number - signal.SIGRTMIN}" if number >= 34 else f"signal {number}"
