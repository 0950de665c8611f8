from signal import SIGKILL, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ

import pytest
from support import EXAMPLES

from checkers_cli.grading.cases import COMBINATIONS, TestCase, stage_of
from checkers_cli.grading.execution.judge import Judged, judge
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.verdicts import Verdict

LIMITS = Limits(cpu=2, wall=6, output=10_000_000)
BY_LIMITS, AFTER_TENTH = 1, 2  # combinations of one habit alone


def case_of(name: str) -> TestCase:
    script = (EXAMPLES / f"{name}.txt").read_bytes()
    return TestCase(name, stage_of(script), False, script, None)


CASE = case_of("a-at-the-start")
TENTH = case_of("p-tenth-action-finishes-by-block-black")


def judged(
    case: TestCase,
    stdout: bytes,
    why: str = "ended",
    status: int = 0,
    *,
    cpu: float = 0,
    stderr: bytes = b"",
    limits: Limits = LIMITS,
) -> Judged:
    ended = Ended(why, status, cpu, 0, 0, stdout, stderr)
    return judge(case, ended, limits, tuple(COMBINATIONS))


def verdicts(case: TestCase, stdout: bytes) -> list[str]:
    """The verdict under each combination."""
    result = judged(case, stdout)
    return [result.under(combination, case).value for combination in COMBINATIONS]


# How it ended


@pytest.mark.parametrize(
    ("why", "status", "verdict"),
    [
        ("ended", 0, None),
        ("ended", 1, None),  # what a program exits with is never marked
        ("ended", 139, None),
        ("ended", -SIGSEGV, Verdict.CRASHED),
        ("ended", -SIGKILL, Verdict.CRASHED),
        ("ended", -64, Verdict.CRASHED),
        ("ended", -SIGSYS, Verdict.VIOLATION),
        ("ended", -SIGXCPU, Verdict.CPU_TIME),
        ("ended", -SIGXFSZ, Verdict.OUTPUT),
        ("cpu", 0, Verdict.CPU_TIME),
        ("wall", 0, Verdict.WALL_TIME),
        ("memory", 0, Verdict.MEMORY),
        ("inodes", 0, Verdict.MEMORY),
        ("start", 2, Verdict.CRASHED),
    ],
)
@pytest.mark.parametrize("stdout", [b"", CASE.expected(0)])
def test_the_end_of_a_run_decides_before_its_output(
    why: str, status: int, verdict: Verdict | None, stdout: bytes
) -> None:
    result = judged(CASE, stdout, why, status)
    assert result.fixed is verdict
    if verdict is not None:
        assert {result.under(c, CASE) for c in COMBINATIONS} == {verdict}


def test_a_busy_run_at_the_wall_limit_exceeds_its_cpu_time() -> None:
    assert judged(CASE, b"", "wall", cpu=1.0).fixed is Verdict.CPU_TIME
    assert judged(CASE, b"", "wall", cpu=0.9).fixed is Verdict.WALL_TIME


def test_output_that_reaches_the_limit_is_too_much() -> None:
    small = Limits(output=100)
    for stdout, stderr in ((b"x" * 100, b""), (b"", b"x" * 100)):
        assert judged(CASE, stdout, stderr=stderr, limits=small).fixed is Verdict.OUTPUT
        crashed = judged(CASE, stdout, "ended", -SIGSEGV, stderr=stderr, limits=small)
        assert crashed.fixed is Verdict.OUTPUT
        slow = judged(CASE, stdout, "cpu", stderr=stderr, limits=small)
        assert slow.fixed is Verdict.CPU_TIME
    assert judged(CASE, b"x" * 99, stderr=b"x" * 99, limits=small).fixed is None


# What it printed


def test_the_output_of_the_reference_is_accepted() -> None:
    assert verdicts(CASE, CASE.expected(0)) == ["AC"] * 8


def test_an_output_is_right_only_under_its_own_reading() -> None:
    assert verdicts(TENTH, TENTH.expected(0)) == ["AC", "WA", "WA", "WA", "AC", "WA", "WA", "WA"]
    for combination in COMBINATIONS:
        found = verdicts(TENTH, TENTH.expected(combination))
        same = [TENTH.expected(c) == TENTH.expected(combination) for c in COMBINATIONS]
        assert found == ["AC" if right else "WA" for right in same]


def test_presentation_is_judged_under_each_combination() -> None:
    shouted = TENTH.expected(BY_LIMITS | AFTER_TENTH).replace(b"BOARD COST", b"Board cost")
    found = verdicts(TENTH, shouted)
    assert found == ["WA", "WA", "WA", "PE", "WA", "WA", "WA", "PE"]
    assert verdicts(CASE, CASE.expected(0) + b"\n") == ["PE"] * 8


@pytest.mark.parametrize(
    "stdout",
    [b"", b"accepted\n", b"AC", CASE.expected(0)[:-200], CASE.expected(0) * 2],
    ids=["nothing", "a forged verdict", "a forged id", "half of it", "twice"],
)
def test_other_output_is_wrong(stdout: bytes) -> None:
    assert verdicts(CASE, stdout) == ["WA"] * 8


def test_only_combinations_of_the_rubric_are_compared() -> None:
    ended = Ended("ended", 0, 0, 0, 0, TENTH.expected(AFTER_TENTH), b"")
    assert judge(TENTH, ended, LIMITS, (0, BY_LIMITS)) == Judged(None, 0, 0)
    assert judge(TENTH, ended, LIMITS, (0, AFTER_TENTH)) == Judged(None, 1 << AFTER_TENTH, 0)


def test_a_golden_file_replaces_the_reference() -> None:
    case = TestCase("other", 0, False, b"G6-F5\n", b"another game\n")
    assert verdicts(case, b"another game\n") == ["AC"] * 8
    assert verdicts(case, b"Another  game") == ["PE"] * 8
    assert verdicts(case, case.transcript(0)) == ["WA"] * 8
