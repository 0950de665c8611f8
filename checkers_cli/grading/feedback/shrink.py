"""Shortens a script on which a program fails, by running the program on shorter scripts."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.faults.testgen.shrinking import Lines, shrink
from checkers_cli.grading.cases import Readings, TestCase
from checkers_cli.grading.execution.judge import judge
from checkers_cli.grading.execution.run import CaseResult, to_fix_first
from checkers_cli.grading.feedback.departure import find_departure
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.reading import Read, read_here
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.sandbox.runner import MOST_RUNS
from checkers_cli.grading.verdicts import Kind, Verdict
from checkers_cli.script.events import Illegal
from checkers_cli.script.parser import read_script

# Runs for one script: a number and not a time, so that the result is always the same.
MOST = 150
# Shortening ends after this many timeouts on shorter scripts; a slow run counts as a timeout.
_TIMEOUTS = 2
_SLOWEST = 4  # times the CPU limit: shortening ends when all runs together have used this
_CHECKS = 4000  # shorter scripts that are checked for legality: each check replays a game
_ENOUGH = 1 << 14  # bytes beyond twice the expected output that are compared
_RANKS = {Verdict.ACCEPTED: 0, Verdict.PRESENTATION: 1}  # all other verdicts are worse

# Runs a program on scripts in order, on the first of them at least.
RunAll = Callable[[Sequence[bytes]], Sequence[Ended]]


@dataclass(frozen=True)
class Failure:
    """A script on which a program fails under each of some combinations of readings."""

    script: bytes
    verdict: Verdict
    combinations: tuple[int, ...]
    limits: Limits

    def is_of(self, verdict: Verdict) -> bool:
        """Whether this verdict is a failure of the same kind."""
        return verdict is self.verdict or (verdict.about_output and self.verdict.about_output)


@dataclass(frozen=True)
class Shortened:
    """The shortest failing script that was found, with a sentence about the failure."""

    script: bytes
    summary: str


def can_be_shortened(verdict: Verdict) -> bool:
    """Whether such failures are shortened: repeating a run that hits a limit costs too much."""
    return verdict.kind in (Kind.OUTPUT, Kind.CRASHED)


def to_shorten(known: Iterable[CaseResult], readings: Readings) -> tuple[TestCase, Verdict] | None:
    """The failed case that is best shortened, and its verdict; None if there is none.

    Students see the shortened script, so hidden cases are left out. Cases whose golden file is not
    the reference's transcript are left out too, because shorter scripts have no golden file. A case
    beyond the assignment is shortened only if all cases within it pass.
    """
    found, combination = [], readings.visible
    for case, outcome, _ in to_fix_first(known, readings):
        if outcome is None or case.hidden:
            continue
        verdict = outcome.judged.under(combination, case)
        if can_be_shortened(verdict) and case.expected(combination) == case.transcript(combination):
            found.append((case, verdict))
    # The earliest stage, and there the script with the fewest lines.
    return min(found, key=lambda it: (it[0].stage, len(_plain(_lines(it[0].script)))), default=None)


def judged(
    script: bytes, ended: Ended, limits: Limits, combinations: Sequence[int]
) -> tuple[int, Verdict]:
    """The first combination under which a run did best, and its verdict there."""
    case = TestCase("", 0, False, script, None)
    result = judge(case, ended, limits, combinations)
    verdicts = [(combination, result.under(combination, case)) for combination in combinations]
    return min(verdicts, key=lambda one: _RANKS.get(one[1], len(_RANKS)))


class Shortening:
    """The shortening of one script.

    A shorter script must fail under all the combinations too, and in the same way: by a crash, or
    by output that first goes wrong in the same way (a wrong computed action stays one). It must
    not lead to an error that the script did not have: if the script leads to an error, a shorter
    one may lead to none, or to the same error, followed only by lines that followed the script's
    error. Otherwise a script on which the boards are wrong could be shortened to one on which the
    checks are wrong, which is another failure.
    """

    def __init__(
        self, failure: Failure, run: RunAll, ahead: int = MOST_RUNS, read: Read = read_here
    ) -> None:
        self.runs = 0
        self._failure = failure
        self._run = run
        self._ahead = ahead
        self._read = read
        self._fails: dict[Lines, bool] = {}  # for each script that was run
        self._kind: FailureKind | None = None  # of the whole script, once it was run
        self._legal: dict[Lines, bool] = {}
        self._timeouts = 0
        self._cpu = self._wall = 0.0

    @property
    def best(self) -> bytes:
        """The shortest failing script so far."""
        failing = (lines for lines, fails in self._fails.items() if fails)
        return _script(min(failing, key=len, default=_lines(self._failure.script)))

    def shorten(self) -> Shortened | None:
        """The shortest script that was found; None if the program passes it when run again."""
        self._try([_lines(self._failure.script)])
        lines = self._with_early_end(self._without_white_space())
        while True:
            wanted: list[Lines] = []
            try:
                found = shrink(lines, partial(self._is_failing, wanted))
            except _Enough:
                found = []
            if not wanted:
                return self._confirmed(_script(found))
            self._try(wanted)

    def _without_white_space(self) -> Lines:
        """The script without extra white space, unless the program fails only with it."""
        lines = _lines(self._failure.script)
        plain = _plain(lines)
        if plain == lines:
            return lines
        self._try([plain])
        return plain if self._fails[plain] else lines

    def _with_early_end(self, lines: Lines) -> Lines:
        """The shortest failing script that has only the first 0, 1, 2, 4, ... actions and the end.

        Most programs fail on one of these, which saves most of the runs on a long game.
        """
        error, after = _error_in(lines)
        rest = len(after) + 1 if error else 1
        body, last = lines[:-rest], lines[-rest:]
        lengths = [0, *(1 << power for power in range(len(body).bit_length()))]
        wanted = [body[:length] + end for length in lengths for end in ((), last)]
        wanted = [e for e in dict.fromkeys(wanted) if len(e) < len(lines) and self._is_legal(e)]
        for start in range(0, len(wanted), self._ahead):
            batch = wanted[start : start + self._ahead]
            while batch and not self._spent:
                batch = batch[self._try(batch) :]
            failing = [early for early in wanted if self._fails.get(early)]
            if failing:
                return min(failing, key=len)
        return lines

    def _is_failing(self, wanted: list[Lines], lines: Lines) -> bool:
        """Whether a script fails; a script that was not run yet is added to `wanted`.

        Most shorter scripts pass. So this assumes that a script passes, to learn which scripts
        will be needed next: one sandbox then runs many scripts instead of one.
        """
        if lines in self._fails:
            return self._fails[lines]
        if not self._spent and self._is_legal(lines):
            wanted.append(lines)
            if len(wanted) >= min(self._ahead, MOST - self.runs):
                raise _Enough
        return False

    @property
    def _spent(self) -> bool:
        limits = self._failure.limits
        long = self._cpu >= limits.cpu * _SLOWEST or self._wall >= limits.together
        return self.runs >= MOST or self._timeouts >= _TIMEOUTS or long

    def _is_legal(self, lines: Lines) -> bool:
        if lines not in self._legal:
            if len(self._legal) >= _CHECKS:
                return False
            error, after = _error_in(lines)
            number, allowed = self._error
            self._legal[lines] = not error or (error == number and _is_part(after, allowed))
        return self._legal[lines]

    @cached_property
    def _error(self) -> tuple[int, Lines]:
        return _error_in(_lines(self._failure.script))

    def _try(self, wanted: list[Lines]) -> int:
        """Run the program on these scripts, at least on the first; return how many were run."""
        failure = self._failure
        ends = self._run([_script(lines) for lines in wanted])
        runs = list(zip(map(_script, wanted), ends, strict=False))
        found = self._read(_assessed, runs, failure.limits, failure.combinations)
        for lines, ended, (verdict, kind) in zip(wanted, ends, found, strict=False):
            if self._kind is None:
                self._kind = kind
            crashed = not verdict.about_output
            self._fails[lines] = failure.is_of(verdict) and (crashed or kind == self._kind)
            # A program may sleep, which uses no CPU time.
            self._timeouts += verdict.timed_out or ended.wall > failure.limits.slow
            self._cpu += ended.cpu
            self._wall += ended.wall
        self.runs += len(ends)
        return len(ends)

    def _confirmed(self, script: bytes) -> Shortened | None:
        """The script with its failure in words, if the program fails on it once more."""
        ended = self._run([script])[0]
        self.runs += 1
        failure = self._failure
        verdict, summary = self._read(
            _in_words, script, ended, failure.limits, failure.combinations
        )
        return Shortened(script, summary) if failure.is_of(verdict) else None


def _in_words(
    script: bytes, ended: Ended, limits: Limits, combinations: Sequence[int]
) -> tuple[Verdict, str]:
    """The verdict on a run, and the failure in words."""
    combination, verdict = judged(script, ended, limits, combinations)
    expected = TestCase("", 0, False, script, None).expected(combination)
    diagnosis = diagnose(
        expected, ended.stdout, verdict, ended.words, script=script, stderr=ended.stderr
    )
    return verdict, diagnosis.summary


FailureKind = tuple[str, str, frozenset[str]]


def _assessed(
    runs: Sequence[tuple[bytes, Ended]], limits: Limits, combinations: Sequence[int]
) -> list[tuple[Verdict, FailureKind]]:
    """The verdict on each run, and how its output goes wrong."""
    found = []
    for script, ended in runs:
        combination, verdict = judged(script, ended, limits, combinations)
        found.append((verdict, _kind_of(script, ended, combination)))
    return found


def _kind_of(script: bytes, ended: Ended, combination: int) -> FailureKind:
    """How the output of a run first goes wrong: the two events, and in what they differ."""
    expected = TestCase("", 0, False, script, None).expected(combination)
    found = find_departure(expected, ended.stdout[: 2 * len(expected) + _ENOUGH])
    if found is None:
        return "", "", frozenset()
    one, other = found.expected, found.actual
    # A wrong action leads to another board and cost, so these do not count then.
    parts = found.differences if not {"action", "end"} & set(found.differences) else ("action",)
    return one.kind if one else "", other.kind if other else "", frozenset(parts)


class _Enough(Exception):
    """Enough scripts are wanted to fill one sandbox."""


def _lines(script: bytes) -> Lines:
    """The lines with their line ends, one character for each byte."""
    return tuple(line.decode("latin-1") for line in io.BytesIO(script))


def _script(lines: Sequence[str]) -> bytes:
    return "".join(lines).encode("latin-1")


def _plain(lines: Lines) -> Lines:
    return tuple(f"{line.strip()}\n" for line in lines if line.strip())


def _error_in(lines: Lines) -> tuple[int, Lines]:
    """The number of the error that a script leads to (0: none), and the lines after it.

    A command P is returned as A, because the shortening may replace one by the other.
    """
    statements = read_script(io.BytesIO(_script(lines)))
    # Commands are left out, because no action needs to be computed to find the error.
    for event in replay((one for one in statements if not one.command), Settings()):
        if isinstance(event, Illegal):
            after = _plain(lines[event.line :])
            return event.error, tuple("A\n" if line == "P\n" else line for line in after)
    return 0, ()


def _is_part(lines: Lines, whole: Lines) -> bool:
    """Whether `whole` contains these lines, in this order."""
    rest = iter(whole)
    return all(line in rest for line in lines)
