"""What is asked of a sandbox, and what it answers."""

import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.memfd import Held
from checkers_cli.grading.verdicts import STOPS


class JudgeError(Exception):
    """The grader or its machine failed; it is not the submission's fault."""


@dataclass(frozen=True)
class Job:
    """One command to run, with the files that it sees in its working folder."""

    command: Sequence[str]
    limits: Limits
    files: Mapping[str, Held] = field(default_factory=dict)  # name to content
    stdins: Sequence[Held | None] = (None,)  # the input of each run; most have one run only
    take: str = ""  # a file to bring back if the command exits with 0
    slim: bool = False  # whether it is a compiled program, which needs little of the system
    tracing: bool = False  # whether ptrace is allowed: the leak checker needs it
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    why: str  # ended, cpu, wall, memory, inodes; start: it could not even be started
    status: int  # ended: exit status, or minus the signal's number; start: the error's number
    cpu: float
    wall: float
    peak: int  # bytes
    stdout: bytes
    stderr: bytes
    taken: bytes | None = None

    @property
    def signal(self) -> int:
        """The signal that ended it, or 0."""
        return -self.status if self.why == "ended" and self.status < 0 else 0

    @property
    def words(self) -> str:
        """How it ended, for people."""
        if self.why == "start":
            return f"could not be started: {os.strerror(self.status)}"
        if self.why != "ended":
            return f"stopped: {STOPS[self.why][0].words}"
        return f"signal {signal_name(self.signal)}" if self.signal else f"exit status {self.status}"


def signal_name(number: int) -> str:
    """SIGSEGV for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIGRTMIN+{number - signal.SIGRTMIN}" if number >= 34 else f"signal {number}"
