import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
from grading.machine import opened_sandbox, sandboxes  # noqa: F401 - the fixture `sandbox`
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.cases import COMBINATIONS, Readings, TestCase
from checkers_cli.grading.execution.build import Program
from checkers_cli.grading.execution.judge import Judged, judge
from checkers_cli.grading.execution.run import (
    CaseResult,
    Outcome,
    best_readings,
    digest_of,
    outcome_of_run,
    pack,
    run_cases,
    run_scripts,
    stage_results,
    to_fix_first,
    unpack,
)
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, JudgeError
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.data import from_data, to_data

ALL = tuple(COMBINATIONS)
LIMITS = Limits(cpu=10, wall=30)
SCRIPT = b"G6-F5\nH3-G4\n"


@pytest.fixture
def case() -> Iterator[TestCase]:
    made = TestCase("two-actions", 0, False, SCRIPT, None)
    yield made
    made.stdin.close()


@contextmanager
def program(line: str, **files: bytes) -> Iterator[Program]:
    """A program that is a line of shell."""
    named = {name: (content, False) for name, content in files.items()}
    with closing(Program(["sh", "-c", line], named)) as made:
        yield made


def run_case(
    sandbox: Sandbox, made: Program, case: TestCase, limits: Limits, combinations: tuple[int, ...]
) -> tuple[Outcome, bytes | None]:
    (ended,) = run_cases(sandbox, made, [case], limits)
    return outcome_of_run(case, ended, judge(case, ended, limits, combinations))


@sandboxes
def test_the_output_of_an_accepted_run_is_not_stored(sandbox: Sandbox, case: TestCase) -> None:
    with program("cat right; exit 3", right=case.expected(0)) as right:
        outcome, kept = run_case(sandbox, right, case, LIMITS, ALL)
    assert kept is None
    assert outcome.judged == Judged(None, accepted=1)
    assert outcome.ended == "exit status 3"
    assert not outcome.cut
    assert not outcome.timed_out


@sandboxes
def test_standard_error_of_an_accepted_run_is_stored(sandbox: Sandbox, case: TestCase) -> None:
    with program("cat right; echo complaint >&2", right=case.expected(0)) as right:
        outcome, kept = run_case(sandbox, right, case, LIMITS, ALL)
    assert outcome.judged == Judged(None, accepted=1)
    assert unpack(kept) == (b"", b"complaint\n")


@sandboxes
def test_both_outputs_of_a_wrong_run_are_stored(sandbox: Sandbox, case: TestCase) -> None:
    with program("cat; echo complaint >&2; kill -SEGV $$") as wrong:
        outcome, kept = run_case(sandbox, wrong, case, LIMITS, ALL)
    assert unpack(kept) == (SCRIPT, b"complaint\n")
    assert outcome.judged == Judged(Verdict.CRASHED)
    assert outcome.ended == "signal SIGSEGV"


@sandboxes
def test_a_right_output_before_a_crash_is_stored(sandbox: Sandbox, case: TestCase) -> None:
    with program("cat right; kill -ABRT $$", right=case.expected(0)) as crashing:
        outcome, kept = run_case(sandbox, crashing, case, LIMITS, ALL)
    assert outcome.judged == Judged(Verdict.CRASHED)
    assert unpack(kept) == (case.expected(0), b"")


@sandboxes
def test_only_the_start_of_a_long_output_is_stored(sandbox: Sandbox, case: TestCase) -> None:
    with program("yes | head -c 3000000; yes | head -c 5000 >&2") as flood:
        outcome, kept = run_case(sandbox, flood, case, LIMITS, ALL)
    stdout, stderr = unpack(kept)
    assert outcome.cut
    assert outcome.judged == Judged(None)
    assert stdout == (b"y\n" * 1_500_000)[: (1 << 20) + len(case.expected(0))]
    assert stderr == b"y\n" * 1000


@sandboxes
def test_a_timeout_is_part_of_the_outcome(sandbox: Sandbox, case: TestCase) -> None:
    with program("sleep 600") as waiting:
        outcome, _ = run_case(sandbox, waiting, case, Limits(cpu=10, wall=0.2), ALL)
    assert outcome.timed_out
    assert outcome.judged == Judged(Verdict.WALL_TIME)
    assert outcome.ended == "stopped: time ran out"


judged_runs = st.one_of(
    st.builds(Judged, st.sampled_from(Verdict)),
    st.builds(Judged, st.none(), st.integers(0, 255), st.integers(0, 255)),
)
outcomes = st.builds(
    Outcome,
    judged_runs,
    st.text(max_size=20),
    st.integers(0, 50_000).map(lambda n: n / 10_000),
    st.text("0123456789abcdef", min_size=32, max_size=32),
    st.booleans(),
)


@given(outcomes)
def test_an_outcome_survives_the_store(outcome: Outcome) -> None:
    assert from_data(Outcome, json.loads(json.dumps(to_data(outcome)))) == outcome


@given(st.binary(), st.binary())
def test_outputs_are_packed_and_unpacked(stdout: bytes, stderr: bytes) -> None:
    assert unpack(pack(stdout, stderr)) == (stdout, stderr)


def test_a_missing_blob_unpacks_to_empty_outputs() -> None:
    assert unpack(None) == unpack(b"") == (b"", b"")


def test_the_digest_is_that_of_standard_output() -> None:
    first = Ended("ended", 0, 1.0, 2.0, 3, b"text", b"")
    assert digest_of(first) == digest_of(Ended("ended", -6, 0, 0, 0, b"text", b"complaint"))
    assert digest_of(first) != digest_of(Ended("ended", 0, 1.0, 2.0, 3, b"texts", b""))
    assert len(digest_of(first)) == 32


@sandboxes
def test_a_missing_interpreter_is_a_judge_error(sandbox: Sandbox, case: TestCase) -> None:
    with (
        closing(Program(["no-such-interpreter", "x"], {"x": (b"", False)})) as made,
        pytest.raises(JudgeError, match="no-such-interpreter could not be started"),
    ):
        run_cases(sandbox, made, [case], LIMITS)


@pytest.mark.parametrize(
    ("most", "left_out"), [(0, "....."), (1, ".xxxx"), (2, "...xx"), (3, "....."), (9, ".....")]
)
def test_cases_after_too_many_timeouts_are_left_out(most: int, left_out: str) -> None:
    slow = Outcome(Judged(Verdict.CPU_TIME), "stopped", 5.0, "", False)
    fine = Outcome(Judged(None, 1), "exit status 0", 0.1, "", False)
    known = dict(zip("abcde", (slow, fine, slow, None, fine), strict=True))
    cases = [TestCase(name, 0, False, b"", None) for name in known]
    found = list(stage_results(cases, most, lambda case: known[case.name]))
    assert [case for case, _, _ in found] == cases
    assert "".join("x" if out else "." for _, _, out in found) == left_out
    assert all(outcome is (None if out else known[case.name]) for case, outcome, out in found)


@sandboxes
def test_run_scripts_runs_scripts_that_are_not_cases(sandbox: Sandbox) -> None:
    with program("cat") as cat:
        (ended,) = run_scripts(sandbox, cat, LIMITS, [SCRIPT, b"not a compiled one: one run"])
    assert ended.stdout == SCRIPT


def test_the_combination_with_most_accepted_cases_is_best(case: TestCase) -> None:
    def outcome(judged: Judged) -> Outcome:
        return Outcome(judged, "exit status 0", 0.0, "", False)

    right, second, first = Judged(None, 1), Judged(None, 0b100), Judged(None, 0, 0b10)
    assert best_readings(ALL, [(case, outcome(right), False)]) == Readings(0, 0)
    assert best_readings(ALL, [(case, outcome(second), False), (case, None, True)]) == Readings(
        2, 2
    )
    assert best_readings(ALL, [(case, outcome(first), False)]) == Readings(1, 1)
    known = [(case, outcome(first), False), (case, outcome(second), False)]
    assert best_readings(ALL, known) == Readings(2, 2)


ODD = TestCase("odd", 0, False, b"\nG6-F5\n", None)
RIGHT = Outcome(Judged(None, 1), "exit status 0", 0.0, "", False)
WRONG = Outcome(Judged(None), "exit status 0", 0.0, "", False)


def test_cases_within_the_assignment_choose_the_combination(case: TestCase) -> None:
    first, second = (replace(WRONG, judged=Judged(None, bits)) for bits in (0b10, 0b100))
    odd = [(ODD, second, False)] * 3
    assert best_readings(ALL, [(case, first, False), *odd]) == Readings(1, 1)
    assert best_readings(ALL, odd) == Readings(2, 2)


@pytest.mark.parametrize(
    ("outcome", "left_out", "count"),
    [(RIGHT, False, 2), (WRONG, False, 1), (None, True, 1), (None, False, 2)],
)
def test_feedback_is_about_cases_within_the_assignment_while_one_fails(
    case: TestCase, outcome: Outcome | None, left_out: bool, count: int
) -> None:
    results: list[CaseResult] = [(case, outcome, left_out), (ODD, WRONG, False)]
    assert to_fix_first(results, Readings(0, 0)) == results[:count]


def test_visible_cases_alone_choose_the_combination_that_students_see(case: TestCase) -> None:
    def result(hidden: bool, bits: int) -> CaseResult:
        return replace(case, hidden=hidden), replace(WRONG, judged=Judged(None, bits)), False

    tied = result(False, 0b110)
    assert best_readings(ALL, [tied, result(True, 0b010)]) == Readings(1, 1)
    assert best_readings(ALL, [tied, result(True, 0b100)]) == Readings(1, 2)
    # Hidden cases choose among the combinations that suit the visible ones equally well.
    assert best_readings(ALL, [tied, *[result(True, 0b1000)] * 9]) == Readings(1, 1)
    assert best_readings(ALL, [result(True, 0b100)]) == Readings(0, 2)
