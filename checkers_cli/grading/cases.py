"""Test cases: scripts, the stage that each belongs to, and what should be printed."""

import io
import os
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from checkers_cli.analyser.replay import ACTIONS, Settings, replay
from checkers_cli.analyser.sources import scripts_in
from checkers_cli.analyser.verify import find_cases
from checkers_cli.grading.results import CaseInfo
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.installation import PACKAGE
from checkers_cli.rules.habits import HABITS
from checkers_cli.script.events import Computed, Illegal, Won
from checkers_cli.script.parser import PLAY, MalformedScript, read_script
from checkers_cli.script.transcript import transcript_of
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.inputs import need_folder, refuse
from checkers_cli.util.text import printable, reason

# A combination of readings and habits is a number with a bit for each; 0 is the reference.
COMBINATIONS = range(1 << len(HABITS))


def habits_of(combination: int) -> tuple[str, ...]:
    """The names of the readings and habits in a combination."""
    return tuple(name for bit, name in enumerate(HABITS) if combination >> bit & 1)


def combinations_of(accepted: tuple[str, ...]) -> tuple[int, ...]:
    """All combinations of the habits that are accepted, the reference first."""
    return tuple(c for c in COMBINATIONS if set(habits_of(c)) <= set(accepted))


@dataclass(frozen=True)
class TestCase:
    """A script to run programs on."""

    __test__ = False  # it is no test of ours, whatever pytest thinks of its name

    name: str
    stage: int
    hidden: bool
    script: bytes
    golden: bytes | None  # used for the reference itself where there is one

    @property
    def info(self) -> CaseInfo:
        """What reports say of it."""
        return CaseInfo(self.name, self.stage, self.hidden)

    @cached_property
    def key(self) -> str:
        """A digest of everything that decides what a program should print."""
        golden = self.golden
        if golden is not None and golden == self.transcript(0):
            golden = None  # it is what would be expected without it
        digest = sha256(self.script)
        digest.update(b"reference" if golden is None else sha256(golden).digest())
        return digest.hexdigest()

    @cached_property
    def stdin(self) -> MemoryFile:
        """The script, ready to be read by programs."""
        return MemoryFile(self.script)

    def expected(self, combination: int) -> bytes:
        """What should be printed under a combination of readings and habits."""
        if self.golden is not None and (combination == 0 or self.golden_is_another):
            return self.golden
        return self.transcript(combination)

    def transcript(self, combination: int) -> bytes:
        """What this tool prints under a combination, whatever a golden file says."""
        limits, *habits = (bool(combination >> bit & 1) for bit in range(len(HABITS)))
        text, habit, winner = self._plays[limits]
        return text + winner if habit and habits[habit - 1] else text

    @cached_property
    def _plays(self) -> "_Plays":
        return _Plays(self.script)

    @cached_property
    def golden_is_another(self) -> bool:
        """Whether the golden file is right under no combination: then it alone counts."""
        return self.golden is not None and all(
            self.golden != self.transcript(combination) for combination in COMBINATIONS
        )


class _Plays(dict[bool, tuple[bytes, int, bytes]]):
    """A script played under each reading, when it is asked for.

    The transcript; which of the two habits would add a line to it (1, 2; 0: none); that line.
    """

    def __init__(self, script: bytes) -> None:
        self._statements = list(read_script(io.BytesIO(script)))

    def __missing__(self, limits: bool) -> tuple[bytes, int, bytes]:
        settings = Settings(limits=limits, winner_after_tenth=True, winner_without_command=True)
        events = list(replay(self._statements, settings))
        computed = sum(isinstance(event, Computed) for event in events)
        commanded = bool(self._statements) and bool(self._statements[-1].command)
        habit, winner = 0, b""
        if isinstance(events[-1], Won) and (computed == ACTIONS or not commanded):
            habit = 1 if commanded else 2
            winner = transcript_of(events.pop()).encode("ascii")
        text = "".join(map(transcript_of, events)).encode("ascii")
        self[limits] = text, habit, winner
        return self[limits]


def bundled_cases() -> str:
    """The folder of the cases that come with this program."""
    inside = PACKAGE / "cases"
    return str(inside if inside.is_dir() else PACKAGE.parent / "examples")


def load_cases(
    folder: str, expected: str | None, hidden: bool = False, leaving_out: str | None = None
) -> list[TestCase]:
    """The cases in a folder by name; `UnusableInput` if one of them is of no use."""
    need_folder(folder, "scripts (*.txt)")
    if expected is not None:
        found = [(c.script, c.golden) for c in find_cases(folder, expected) if c.script]
    else:
        found = [(source, Path(source.path)) for source in scripts_in(folder, refuse)]
    if leaving_out is not None:
        inside = os.path.join(os.path.realpath(leaving_out), "")
        found = [(s, g) for s, g in found if not os.path.realpath(s.path).startswith(inside)]
    if not found:
        raise UnusableInput(f"{printable(folder)}: no scripts (*.txt) in this folder")
    cases = []
    for source, golden in found:
        script = _bytes_of(Path(source.path))
        wanted = _bytes_of(golden) if expected is not None and golden.is_file() else None
        try:
            stage = stage_of(script)
        except MalformedScript as error:
            raise UnusableInput(f"{source.label}:{error}; it cannot be a test case") from None
        cases.append(TestCase(source.name, stage, hidden, script, wanted))
    return cases


def stage_of(script: bytes) -> int:
    """0 for a script without a command or with an error in it, 1 for `A`, 2 for `P`."""
    statements = list(read_script(io.BytesIO(script)))
    if not statements or not statements[-1].command:
        return 0
    # Whether there is an error shows without computing anything.
    for event in replay((s for s in statements if not s.command), Settings()):
        if isinstance(event, Illegal):
            return 0
    return 2 if statements[-1].command == PLAY else 1


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableInput(f"{printable(str(path))}: {reason(error)}") from None
