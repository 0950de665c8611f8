"""Runs a program on cases and extracts the part of each run that reports need."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256

from checkers_cli.grading.cases import Readings, TestCase
from checkers_cli.grading.execution.build import Program
from checkers_cli.grading.execution.judge import Judged
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.verdicts import Verdict

_KEPT_OUTPUT = 1 << 20  # bytes beyond the length of the expected output, for the diagnosis
OUT_OF_TIME = "stopped: time ran out"
_KEPT_ERRORS = 2000  # bytes of standard error


@dataclass(frozen=True)
class Outcome:
    """The stored result of a run."""

    judged: Judged
    ended: str  # how the run ended, in words
    cpu: float  # seconds
    digest: str  # of standard output
    cut: bool  # whether the stored output is incomplete

    @property
    def timed_out(self) -> bool:
        """Whether the run was stopped by a time limit."""
        return self.judged.fixed is not None and self.judged.fixed.timed_out


CaseResult = tuple[TestCase, Outcome | None, bool]  # the bool: left out after too many timeouts


def run_cases(
    sandbox: Sandbox, program: Program, cases: Sequence[TestCase], limits: Limits
) -> list[Ended]:
    """Run a program on cases, on the first one at least; see `Sandbox.run_all`."""
    return _run_all(sandbox, program, [case.stdin for case in cases], limits)


def run_scripts(
    sandbox: Sandbox, program: Program, limits: Limits, scripts: Sequence[bytes]
) -> list[Ended]:
    """The same for scripts that are not cases."""
    with ExitStack() as stack:
        stdins = [stack.enter_context(MemoryFile(script)) for script in scripts]
        return _run_all(sandbox, program, stdins, limits)


def _run_all(
    sandbox: Sandbox, program: Program, stdins: Sequence[MemoryFile], limits: Limits
) -> list[Ended]:
    command = program.command
    ends = sandbox.run_all(Job(command, limits, program.files, stdins, slim=program.slim))
    if ends[0].why == "start" and not command[0].startswith("./"):
        raise JudgeError(f"{command[0]} {ends[0].words}")  # a missing interpreter
    return ends


def outcome_of_run(case: TestCase, ended: Ended, judged: Judged) -> tuple[Outcome, bytes | None]:
    """The outcome of a run, and its packed output; None if the output is as expected."""
    most = len(case.expected(0)) + _KEPT_OUTPUT
    # CPU or wall: which limit is exceeded first depends on how busy the machine is.
    words = OUT_OF_TIME if ended.why in ("cpu", "wall") else ended.words
    cpu = round(ended.cpu, 4)
    outcome = Outcome(judged, words, cpu, digest_of(ended), len(ended.stdout) > most)
    stderr = ended.stderr[:_KEPT_ERRORS]
    if judged.accepted & 1:
        return outcome, pack(b"", stderr) if stderr else None
    return outcome, pack(ended.stdout[:most], stderr)


def stage_results(
    cases: Iterable[TestCase], most_timeouts: int, outcome_of: Callable[[TestCase], Outcome | None]
) -> Iterator[CaseResult]:
    """The result of each case of a stage.

    After `most_timeouts` timeouts (0: never) the remaining cases are left out, even if their
    outcomes are known.
    """
    timeouts = 0
    for case in cases:
        if most_timeouts and timeouts >= most_timeouts:
            yield case, None, True
            continue
        outcome = outcome_of(case)
        timeouts += outcome is not None and outcome.timed_out
        yield case, outcome, False


def best_readings(combinations: Sequence[int], results: Sequence[CaseResult]) -> Readings:
    """The combinations of readings and habits with most accepted cases; the first if tied.

    Students see what is wrong under the combination of the visible cases, so only these choose it.
    Where they leave a choice, hidden cases are judged by what suits them best.
    """
    if all(o is not None and o.judged.accepted & 1 for _, o, _ in results):
        return Readings(0, 0)
    tied = _best(combinations, [result for result in results if not result[0].hidden])
    return Readings(tied[0], _best(tied, [result for result in results if result[0].hidden])[0])


def _best(combinations: Sequence[int], results: Sequence[CaseResult]) -> list[int]:
    """All combinations with most accepted cases.

    Cases within the assignment decide; the others only if those are tied.
    """

    def score(combination: int) -> list[int]:
        verdicts = [
            (case.within, o.judged.under(combination, case))
            for case, o, _ in results
            if o is not None
        ]
        return [
            verdicts.count((within, verdict))
            for within in (True, False)
            for verdict in (Verdict.ACCEPTED, Verdict.PRESENTATION)
        ]

    scores = [score(combination) for combination in combinations]
    best = max(scores)
    return [one for one, its in zip(combinations, scores, strict=True) if its == best]


def to_fix_first(results: Iterable[CaseResult], readings: Readings) -> list[CaseResult]:
    """The results that feedback is about.

    While a case within the assignment fails, these are the cases within it; else all.
    """
    results = list(results)
    within = [result for result in results if result[0].within]
    failing = any(
        left_out
        or (outcome is not None and not outcome.judged.under(readings.of(case), case).passed)
        for case, outcome, left_out in within
    )
    return within if failing else results


def digest_of(ended: Ended) -> str:
    """A short digest of standard output."""
    return sha256(ended.stdout).hexdigest()[:32]


def pack(stdout: bytes, stderr: bytes) -> bytes:
    """Both outputs in one byte string, for the store."""
    return len(stderr).to_bytes(4, "big") + stderr + stdout


def unpack(blob: bytes | None) -> tuple[bytes, bytes]:
    """The two outputs of `pack`."""
    if not blob:
        return b"", b""
    end = 4 + int.from_bytes(blob[:4], "big")
    return blob[end:], blob[4:end]
