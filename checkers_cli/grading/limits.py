"""Limits of a sandboxed command: this table drives rubric keys, store keys, warden and messages.

A new limit is one more field here, and its enforcement in `sandbox/warden.c`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from checkers_cli.grading.rubric.rules import SECONDS, Rule, whole

_SLOW = 1 / 3  # of the wall time limit
_TOGETHER = 4  # times the wall time limit


@dataclass(frozen=True)
class LimitInfo:
    """The properties of a limit besides its value."""

    key: str  # in the table [limits] of a rubric; empty: a rubric cannot set it
    rule: Rule
    about: str  # for markers
    unit: str  # in rubrics and messages
    size: int  # of one unit: 512 MB in a rubric are 512 << 20 bytes
    option: str  # of the warden
    scale: float  # factor from the value to the unit of the warden


def _limit(default: float, *info: Any) -> Any:
    return field(default=default, metadata={"limit": LimitInfo(*info)})


@dataclass(frozen=True)
class Limits:
    """The limits of a command and all its processes together."""

    cpu: float = _limit(5.0, "cpu-seconds", SECONDS, "CPU time of a run.", "s", 1, "cpu", 1000)
    wall: float = _limit(
        15.0, "wall-seconds", SECONDS,
        "Time of a run by the clock, for programs that wait instead of computing.",
        "s", 1, "wall", 1000,
    )  # fmt: skip
    memory: int = _limit(  # bytes; 0: any
        512 << 20, "memory-mb", whole(16, 1_000_000), "Memory of a run.",
        "MB", 1 << 20, "memory", 1 / 1024,
    )  # fmt: skip
    output: int = _limit(  # bytes
        8 << 20, "output-kb", whole(1, 1_000_000), "Size of each stream and of each file of a run.",
        "kB", 1 << 10, "size", 1,
    )  # fmt: skip
    processes: int = _limit(
        32, "processes", whole(1, 10_000), "Processes and threads of a run.", "", 1, "processes", 1
    )
    files: int = _limit(64, "", whole(16, 10_000), "Open files of a process.", "", 1, "files", 1)

    @property
    def slow(self) -> float:
        """Seconds by the clock: a run that takes longer is slow, even if it only waits.

        It blocks a thread as much as a busy one.
        """
        return self.wall * _SLOW

    @property
    def together(self) -> float:
        """Seconds by the clock for all runs of a step that is not about single cases.

        Such steps try a program again and again, as long as that is quick.
        """
        return self.wall * _TOGETHER

    @property
    def words(self) -> Mapping[str, str]:
        """Each limit for messages: `5 s`, `512 MB`."""
        return {
            name: f"{getattr(self, name) / info.size:.10g} {info.unit}".strip()
            for name, info in infos(type(self)).items()
        }

    def warden_options(self, more_processes: int) -> dict[str, int]:
        """The options with which the warden enforces these limits.

        `more_processes` is the number of processes of other runs that the kernel counts as well.
        """
        options = {
            info.option: round(getattr(self, name) * info.scale)
            for name, info in infos(type(self)).items()
        }
        options["processes"] += more_processes
        return options


def infos(kind: type[Limits] = Limits) -> dict[str, LimitInfo]:
    """The properties of all limits, by name."""
    return {one.name: one.metadata["limit"] for one in fields(kind)}
