"""Makes a script on which a program is wrong as short as can be, by running the program."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.faults.testgen.shrinking import Lines, shrink
from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution.judge import judge
from checkers_cli.grading.execution.run import CaseResult
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.sandbox.runner import MOST_RUNS
from checkers_cli.grading.verdicts import Kind, Verdict
from checkers_cli.script.events import Illegal
from checkers_cli.script.parser import read_script

# Runs for one script. A number of them and not a time, so that the result is always the same.
MOST = 150
# Whoever runs out of time that often on shorter scripts is asked no more; nor is who is so slow
# that all runs together take as long as so many that run out of time.
_TIMEOUTS = 2
_LONG = 1 / 3  # of the wall time: whoever takes that long is as good as out of time
_CHECKS = 4000  # shorter scripts that are looked at at all: each takes a game to be played
_SLOWEST = 4
_BEST_FIRST = (Verdict.ACCEPTED, Verdict.PRESENTATION)

# Runs a program on scripts in order, on the first of them at least.
RunAll = Callable[[Sequence[bytes]], Sequence[Ended]]


@dataclass(frozen=True)
class Failure:
    """A script on which a program is wrong under each of some combinations of readings."""

    script: bytes
    verdict: Verdict
    combinations: tuple[int, ...]
    limits: Limits

    def is_of(self, verdict: Verdict) -> bool:
        """Whether this verdict is a failure of the same kind."""
        return verdict is self.verdict or (verdict.about_output and self.verdict.about_output)


@dataclass(frozen=True)
class Shortened:
    """The shortest script that was found, with what is wrong there in a sentence."""

    script: bytes
    summary: str


def can_be_shortened(verdict: Verdict) -> bool:
    """Whether such failures are made shorter: those by limits would cost what they cost, often."""
    return verdict.kind in (Kind.OUTPUT, Kind.CRASHED)


def to_shorten(known: Iterable[CaseResult], combination: int) -> tuple[TestCase, Verdict] | None:
    """The failed case that is best made shorter, and how it failed; None if there is none.

    Students see what becomes of it, so it is none of the hidden ones; nor one whose golden file has
    the last word, for there is none for shorter scripts.
    """
    found = []
    for case, outcome, _ in known:
        if outcome is None or case.hidden:
            continue
        verdict = outcome.judged.under(combination, case)
        if can_be_shortened(verdict) and case.expected(combination) == case.transcript(combination):
            found.append((case, verdict))
    return min(
        found, key=lambda one: (one[0].stage, len(_plain(_lines(one[0].script)))), default=None
    )


def judged(
    script: bytes, ended: Ended, limits: Limits, combinations: Sequence[int]
) -> tuple[int, Verdict]:
    """The combination under which a run did best, of equals the first, and its verdict there."""
    case = TestCase("", 0, False, script, None)
    result = judge(case, ended, limits, combinations)
    verdicts = [(combination, result.under(combination, case)) for combination in combinations]
    return min(
        verdicts,
        key=lambda one: _BEST_FIRST.index(one[1]) if one[1] in _BEST_FIRST else len(_BEST_FIRST),
    )


class Shortening:
    """One script that is being made shorter.

    A shorter script must fail under all the combinations as well, and in the same way: with other
    output (layout or not), or by a crash. And it must stay legal: no error that the script did not
    have. If the script leads to an error, a shorter one may lead to none, or to an error of the
    same number, followed by nothing that did not follow the script's error already: else any
    script would do to try the checks, where it was the boards that were wrong.
    """

    def __init__(self, failure: Failure, run: RunAll, ahead: int = MOST_RUNS) -> None:
        self.runs = 0
        self._failure = failure
        self._run = run
        self._ahead = ahead
        self._shown: dict[Lines, bool] = {}  # whether it fails, of those that were run
        self._legal: dict[Lines, bool] = {}
        self._timeouts = 0
        self._cpu = 0.0

    @property
    def best(self) -> bytes:
        """The shortest script so far that has been seen to fail."""
        failing = (lines for lines, fails in self._shown.items() if fails)
        return _script(min(failing, key=len, default=_lines(self._failure.script)))

    def shorten(self) -> Shortened | None:
        """The shortest script that was found; None if the program was right on it the next time."""
        lines = self._from_an_early_end(self._from_plain())
        while True:
            wanted: list[Lines] = []
            try:
                found = shrink(lines, partial(self._shows, wanted))
            except _Enough:
                found = []
            if not wanted:
                return self._confirmed(_script(found))
            self._try(wanted)

    def _from_plain(self) -> Lines:
        """The script without blanks and the like, unless it is these that matter."""
        lines = _lines(self._failure.script)
        plain = _plain(lines)
        if plain == lines:
            return lines
        self._try([plain])
        return plain if self._shown[plain] else lines

    def _from_an_early_end(self, lines: Lines) -> Lines:
        """The shortest that fails of some scripts that have only the first actions, and the end.

        Most programs are wrong on one of these already, which saves most runs on a long game.
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
            failing = [early for early in wanted if self._shown.get(early)]
            if failing:
                return min(failing, key=len)
        return lines

    def _shows(self, wanted: list[Lines], lines: Lines) -> bool:
        """Whether a script fails, as far as that is known.

        Of most scripts it turns out that they do not: taking that for granted, what will be asked
        for next is found out, so that a sandbox is started for many runs and not for each.
        """
        if lines in self._shown:
            return self._shown[lines]
        if not self._spent and self._is_legal(lines):
            wanted.append(lines)
            if len(wanted) >= min(self._ahead, MOST - self.runs):
                raise _Enough
        return False

    @property
    def _spent(self) -> bool:
        cpu = self._failure.limits.cpu * _SLOWEST
        return self.runs >= MOST or self._timeouts >= _TIMEOUTS or self._cpu >= cpu

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
        """Run the program on some scripts, on the first of them at least; on how many."""
        failure = self._failure
        ends = self._run([_script(lines) for lines in wanted])
        for lines, ended in zip(wanted, ends, strict=False):
            verdict = self._verdict(_script(lines), ended)[1]
            self._shown[lines] = failure.is_of(verdict)
            slow = ended.wall > failure.limits.wall * _LONG  # it may sleep: that costs no CPU
            self._timeouts += verdict.timed_out or slow
            self._cpu += ended.cpu
        self.runs += len(ends)
        return len(ends)

    def _verdict(self, script: bytes, ended: Ended) -> tuple[int, Verdict]:
        return judged(script, ended, self._failure.limits, self._failure.combinations)

    def _confirmed(self, script: bytes) -> Shortened | None:
        """The script with what is wrong on it, if that is so once more."""
        ended = self._run([script])[0]
        self.runs += 1
        combination, verdict = self._verdict(script, ended)
        if not self._failure.is_of(verdict):
            return None
        expected = TestCase("", 0, False, script, None).expected(combination)
        told = diagnose(
            expected, ended.stdout, verdict, ended.words, script=script, stderr=ended.stderr
        )
        return Shortened(script, told.summary)


class _Enough(Exception):
    """As many scripts are wanted as are run at once."""


def _lines(script: bytes) -> Lines:
    """The lines with their ends, one character for each byte."""
    return tuple(line.decode("latin-1") for line in io.BytesIO(script))


def _script(lines: Sequence[str]) -> bytes:
    return "".join(lines).encode("latin-1")


def _plain(lines: Lines) -> Lines:
    return tuple(f"{line.strip()}\n" for line in lines if line.strip())


def _error_in(lines: Lines) -> tuple[int, Lines]:
    """The number of the error that a script leads to, 0 for none, and the lines after it.

    There is no difference between commands there, for either may stand for the other.
    """
    statements = read_script(io.BytesIO(_script(lines)))
    # It shows without computing anything.
    for event in replay((one for one in statements if not one.command), Settings()):
        if isinstance(event, Illegal):
            after = _plain(lines[event.line :])
            return event.error, tuple("A\n" if line == "P\n" else line for line in after)
    return 0, ()


def _is_part(lines: Lines, whole: Lines) -> bool:
    """Whether lines are among others, in this order."""
    rest = iter(whole)
    return all(line in rest for line in lines)
