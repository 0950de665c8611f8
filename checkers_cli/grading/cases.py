"""Test cases: scripts with their stage and expected output."""

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from checkers_cli.analyser.replay import ACTIONS, Settings, replay
from checkers_cli.analyser.sources import scripts_in
from checkers_cli.analyser.verify import find_cases
from checkers_cli.grading.results import CaseInfo
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.installation import PACKAGE
from checkers_cli.rules.habits import HABITS, flags_of
from checkers_cli.script.events import Computed, Illegal, Won
from checkers_cli.script.parser import PLAY, MalformedScript, read_script
from checkers_cli.script.promise import is_within
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
    """All combinations of accepted readings and habits, the reference first."""
    return tuple(c for c in COMBINATIONS if set(habits_of(c)) <= set(accepted))


class Readings(NamedTuple):
    """The combinations under which a submission is judged, on visible and on hidden cases.

    Everything that students see depends on the first one only.
    """

    visible: int
    hidden: int

    def of(self, case: "TestCase") -> int:
        """The combination under which a case is judged."""
        return self.hidden if case.hidden else self.visible


@dataclass(frozen=True)
class TestCase:
    """A script to run programs on."""

    __test__ = False  # pytest must not collect this class

    name: str
    stage: int
    hidden: bool
    script: bytes
    golden: bytes | None  # expected output from a file, instead of that of the reference

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes: the text alone, because they may know the case: see `keep`."""
        return _same_case, (self.name, self.stage, self.hidden, self.script, self.golden)

    @property
    def info(self) -> CaseInfo:
        """The part of a case that reports need."""
        return CaseInfo(self.name, self.stage, self.hidden, self.within)

    @cached_property
    def within(self) -> bool:
        """Whether the script is written as the assignment promises."""
        return is_within(self.script)

    @cached_property
    def key(self) -> str:
        """A digest of the script and the expected output."""
        golden = self.golden
        if golden is not None and golden == self.transcript(0):
            golden = None  # equal to the reference: the key is the same without it
        digest = sha256(self.script)
        digest.update(b"reference" if golden is None else sha256(golden).digest())
        return digest.hexdigest()

    @cached_property
    def stdin(self) -> MemoryFile:
        """The script as a file, to be the input of programs."""
        return MemoryFile(self.script)

    def expected(self, combination: int) -> bytes:
        """The expected output under a combination of readings and habits."""
        if self.golden is not None and (combination == 0 or self.golden_is_another):
            return self.golden
        return self.transcript(combination)

    def transcript(self, combination: int) -> bytes:
        """The output of the reference under a combination, without regard to a golden file."""
        flags = flags_of(combination)
        text, habit, winner = self._plays[flags["limits"]]
        return text + winner if habit and flags[habit] else text

    @cached_property
    def _plays(self) -> "_Plays":
        return _Plays(self.script)

    @cached_property
    def golden_is_another(self) -> bool:
        """Whether the golden file fits no combination; then it is expected under all of them."""
        return self.golden is not None and all(
            self.golden != self.transcript(combination) for combination in COMBINATIONS
        )


_kept: dict[tuple[Any, ...], TestCase] = {}


def keep(known: Iterable[TestCase]) -> None:
    """Let the processes that are forked from now on use these cases, with what is known of them."""
    for case in known:
        _kept[case.__reduce__()[1]] = case


def _same_case(*fields: Any) -> TestCase:
    return _kept.get(fields) or TestCase(*fields)


class _Plays(dict[bool, tuple[bytes, str, bytes]]):
    """A script played under each reading, on demand.

    A value is the transcript, the flag of the habit that adds a line to it, and that line.
    """

    def __init__(self, script: bytes) -> None:
        self._statements = list(read_script(io.BytesIO(script)))

    def __missing__(self, limits: bool) -> tuple[bytes, str, bytes]:
        settings = Settings(limits=limits, winner_after_tenth=True, winner_without_command=True)
        events = list(replay(self._statements, settings))
        computed = sum(isinstance(event, Computed) for event in events)
        commanded = bool(self._statements) and bool(self._statements[-1].command)
        habit, winner = "", b""
        if isinstance(events[-1], Won) and (computed == ACTIONS or not commanded):
            habit = "winner_after_tenth" if commanded else "winner_without_command"
            winner = transcript_of(events.pop()).encode("ascii")
        text = "".join(map(transcript_of, events)).encode("ascii")
        self[limits] = text, habit, winner
        return self[limits]


def bundled_cases() -> str:
    """The folder of the bundled cases."""
    inside = PACKAGE / "cases"
    return str(inside if inside.is_dir() else PACKAGE.parent / "examples")


def load_cases(
    folder: str, expected: str | None, hidden: bool = False, exclude: str | None = None
) -> list[TestCase]:
    """The cases in a folder, without those below `exclude`; `UnusableInput` if one is malformed."""
    need_folder(folder, "scripts (*.txt)")
    if expected is not None:
        found = [(c.script, c.golden) for c in find_cases(folder, expected) if c.script]
    else:
        found = [(source, Path(source.path)) for source in scripts_in(folder, refuse)]
    if exclude is not None:
        inside = os.path.join(os.path.realpath(exclude), "")
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
            raise UnusableInput(f"{source.label}:{error}; not usable as a test case") from None
        cases.append(TestCase(source.name, stage, hidden, script, wanted))
    return cases


def stage_of(script: bytes) -> int:
    """The stage of a script: 0 without a command or with an error, 1 for `A`, 2 for `P`."""
    statements = list(read_script(io.BytesIO(script)))
    if not statements or not statements[-1].command:
        return 0
    # Replaying without the command finds errors and computes nothing.
    for event in replay((s for s in statements if not s.command), Settings()):
        if isinstance(event, Illegal):
            return 0
    return 2 if statements[-1].command == PLAY else 1


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableInput(f"{printable(str(path))}: {reason(error)}") from None
