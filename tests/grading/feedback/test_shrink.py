"""Programs here are the slow engine with a fault in it: right in all else, and quick to run."""

import io
import itertools
from collections.abc import Callable, Sequence

import pytest
from support import EXAMPLES

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import reference_knobs
from checkers_cli.faults.engine.program import transcript
from checkers_cli.grading.cases import Readings, TestCase
from checkers_cli.grading.execution.judge import Judged
from checkers_cli.grading.execution.run import CaseResult, Outcome
from checkers_cli.grading.feedback.shrink import (
    MOST,
    Failure,
    Shortened,
    Shortening,
    can_be_shortened,
    judged,
    to_shorten,
)
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.script.events import Illegal
from checkers_cli.script.parser import read_script

LIMITS = Limits()
LONG = (EXAMPLES / "p-in-the-middle-black.txt").read_bytes()
Prints = Callable[[bytes], bytes]


def with_fault(*names: str) -> Prints:
    knobs = knobs_with(faults_by_id(names))
    return lambda script: transcript(script, knobs=knobs).encode()


def ends(stdout: bytes, why: str = "ended", status: int = 0, cpu: float = 0.0) -> Ended:
    return Ended(why, status, cpu, cpu, 0, stdout, b"")


def running(prints: Prints) -> Callable[[Sequence[bytes]], list[Ended]]:
    return lambda scripts: [ends(prints(script)) for script in scripts]


def failure(script: bytes, verdict: Verdict = Verdict.WRONG, *combinations: int) -> Failure:
    return Failure(script, verdict, combinations or (0,), LIMITS)


def error_of(script: bytes) -> int:
    statements = (one for one in read_script(io.BytesIO(script)) if not one.command)
    found = (event for event in replay(statements, Settings()) if isinstance(event, Illegal))
    return next((event.error for event in found), 0)


def right(script: bytes) -> bytes:
    return TestCase("", 0, False, script, None).expected(0)


@pytest.mark.parametrize("ahead", [16, 1])
@pytest.mark.parametrize(
    ("case", "fault"),
    [
        ("p-in-the-middle-black", "ties-right"),
        ("long-game-100-actions", "tower-worth-1"),
        ("a-worked-example", "no-promotion-by-capture"),
        ("error-6-tower-moves-two-cells", "no-promotion-by-capture"),
        ("error-3-stops-command-a", "goes-on-after-error"),
        ("error-4-stops-command-p", "goes-on-after-error"),
        ("error-6-nothing-after-is-read", "goes-on-after-error"),
    ],
)
def test_shortened_script_needs_each_of_its_lines(case: str, fault: str, ahead: int) -> None:
    script = (EXAMPLES / f"{case}.txt").read_bytes()
    prints = with_fault(fault)
    found = Shortening(failure(script), running(prints), ahead).shorten()
    assert found is not None
    assert prints(found.script) != right(found.script)
    assert error_of(found.script) in (0, error_of(script))
    lines = found.script.splitlines(keepends=True)
    assert prints(script) != right(script)
    assert len(lines) <= len(script.split())
    for number in range(len(lines)):
        shorter = b"".join(lines[:number] + lines[number + 1 :])
        legal = error_of(shorter) in (0, error_of(script))
        assert not legal or prints(shorter) == right(shorter), shorter


def test_runs_in_advance_save_sandboxes_and_give_the_same_script() -> None:
    calls = {16: 0, 1: 0}
    found = {}
    prints = with_fault("tower-worth-1")
    script = (EXAMPLES / "long-game-100-actions.txt").read_bytes()
    for ahead in calls:

        def run(scripts: Sequence[bytes], ahead: int = ahead) -> list[Ended]:
            calls[ahead] += 1
            return running(prints)(scripts[:ahead])

        found[ahead] = Shortening(failure(script), run, ahead).shorten()
    assert found[16] == found[1]
    assert calls[16] * 3 < calls[1]


def test_runs_that_a_sandbox_left_out_are_made_later() -> None:
    prints = with_fault("ties-right")
    whole = Shortening(failure(LONG), running(prints)).shorten()
    some = Shortening(failure(LONG), lambda scripts: running(prints)(scripts[:3])).shorten()
    assert whole == some == Shortened(b"A\n", whole.summary if whole else "")


def test_shortened_script_comes_with_a_sentence_about_the_failure() -> None:
    found = Shortening(failure(LONG), running(with_fault("ties-right"))).shorten()
    assert found == Shortened(b"A\n", "Computed action #1 is G6-F5, expected A6-B5.")


def test_wrong_starting_board_is_shortened_to_the_empty_script() -> None:
    run = running(lambda script: b"hello\n")
    found = Shortening(failure(LONG), run).shorten()
    assert found is not None
    assert found.script == b""


def test_script_with_an_error_keeps_an_error_of_the_same_number() -> None:
    """The program fails on every script with three lines or more."""
    script = b"G6-F5\nB3-A4\nF5-E4\nA4-A5\nA\n"  # the fourth is illegal

    def prints(text: bytes) -> bytes:
        return b"?" if len(text.split()) >= 3 else right(text)

    found = Shortening(failure(script), running(prints)).shorten()
    assert found is not None
    assert len(found.script.split()) == 3
    error = error_of(found.script)
    assert error in (0, error_of(script))
    if error:
        assert found.script.endswith((b"A4-A5\n", b"A4-A5\nA\n"))


def test_lines_after_an_error_stay_if_the_program_fails_only_with_them() -> None:
    script = b"G6-F5\nB3-A4\nF5-E4\nA4-A5\nA\n"

    def prints(text: bytes) -> bytes:
        """Carries out the command even after an error."""
        wrong = error_of(text) and text.endswith(b"\nA\n")
        return right(text) + b"*** BLACK ACTION #9: A1-A2\n" if wrong else right(text)

    found = Shortening(failure(script), running(prints)).shorten()
    assert found is not None
    assert error_of(found.script) == error_of(script)
    assert found.script.endswith(b"A4-A5\nA\n")


def test_crash_is_shortened_to_a_crash() -> None:
    def run(scripts: Sequence[bytes]) -> list[Ended]:
        """Prints nothing on any script, and crashes on scripts with five lines or more."""
        return [ends(b"", status=-11 if len(script.split()) >= 5 else 0) for script in scripts]

    crashed = Shortening(failure(LONG, Verdict.CRASHED), run).shorten()
    assert crashed is not None
    assert len(crashed.script.split()) == 5
    assert "SIGSEGV" in crashed.summary
    wrong = Shortening(failure(LONG, Verdict.PRESENTATION), run).shorten()
    assert wrong is not None
    assert wrong.script == b""


def test_white_space_stays_if_the_program_fails_only_with_it() -> None:
    script = b"G6-F5\r\n\r\nB3-A4\r\nA\r\n"

    def prints(text: bytes) -> bytes:
        return b"?" if b"\r" in text else right(text)

    found = Shortening(failure(script), running(prints)).shorten()
    assert found is not None
    assert b"\r\n" in found.script
    assert len(found.script) <= len(b"A\r\n")
    other = Shortening(failure(script), running(with_fault("ties-right"))).shorten()
    assert other is not None
    assert other.script == b"A\n"


def test_shortened_script_fails_under_all_combinations() -> None:
    """Output by an accepted reading is right, though the reference prints something else."""
    script = (EXAMPLES / "finished-by-block-without-command.txt").read_bytes()
    knobs = reference_knobs(limits=True)
    follows: Prints = lambda text: transcript(text, knobs=knobs).encode()  # noqa: E731
    run = ends(follows(script))
    assert judged(script, run, LIMITS, (0, 1)) == (1, Verdict.ACCEPTED)
    assert judged(script, run, LIMITS, (0,)) == (0, Verdict.WRONG)
    assert judged(script, ends(b" " + right(script)), LIMITS, (0, 1)) == (0, Verdict.PRESENTATION)


def test_program_that_passes_the_second_run_gets_no_shortened_script() -> None:
    number = itertools.count()

    def prints(script: bytes) -> bytes:
        return b"?" if next(number) % 2 else right(script)

    shortening = Shortening(failure(LONG), running(prints))
    found = shortening.shorten()
    assert shortening.runs <= MOST + 1
    if found is not None:  # it was wrong on it twice
        assert found.summary
    once = iter([True])
    wrong_once: Prints = lambda script: b"?" if next(once, False) else right(script)  # noqa: E731
    assert Shortening(failure(LONG), running(wrong_once)).shorten() is None


def test_the_number_of_runs_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program fails only on the script itself, so that every shorter script passes."""
    script = (EXAMPLES / "long-game-300-actions.txt").read_bytes()

    def prints(text: bytes) -> bytes:
        return b"?" if text.split() == script.split() else right(text)

    monkeypatch.setattr("checkers_cli.grading.feedback.shrink.MOST", 37)
    shortening = Shortening(failure(script), running(prints))
    found = shortening.shorten()
    assert shortening.runs == 37 + 1
    assert found is not None
    assert found.script.split() == script.split()


@pytest.mark.parametrize(
    ("slow", "most"),
    [
        (ends(b"", "cpu", cpu=LIMITS.cpu), 5),
        (ends(b"?", cpu=1.0), 25),
        (Ended("ended", 0, 0.0, LIMITS.wall / 2, 0, b"?", b""), 5),  # it sleeps
        (Ended("ended", 0, 0.0, LIMITS.wall / 4, 0, b"?", b""), 18),
    ],
)
def test_shortening_ends_early_for_a_slow_program(slow: Ended, most: int) -> None:
    def run(scripts: Sequence[bytes]) -> list[Ended]:
        return [slow if script != LONG else ends(b"?") for script in scripts][:1]

    shortening = Shortening(failure(LONG, Verdict.CRASHED), run)
    shortening.shorten()
    assert shortening.runs <= most


def test_number_of_checked_scripts_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("checkers_cli.grading.feedback.shrink._CHECKS", 10)
    looked: list[bytes] = []

    def prints(text: bytes) -> bytes:
        looked.append(text)
        return b"?" if text == LONG else right(text)

    assert Shortening(failure(LONG), running(prints)).shorten() is not None
    assert len(set(looked)) <= 11


def test_best_script_so_far_is_known_at_any_moment() -> None:
    prints = with_fault("ties-right")
    calls = itertools.count()

    def run(scripts: Sequence[bytes]) -> list[Ended]:
        if next(calls) == 2:  # the first run is that of the whole script
            raise KeyboardInterrupt
        return running(prints)(scripts)

    shortening = Shortening(failure(LONG), run)
    assert shortening.best == LONG
    with pytest.raises(KeyboardInterrupt):
        shortening.shorten()
    assert len(shortening.best) < len(LONG)
    assert prints(shortening.best) != right(shortening.best)


def test_a_wrong_computed_action_stays_one() -> None:
    """Without actions the heading is wrong too, but that is another failure."""
    prints = with_fault("ties-right", "no-heads-without-actions")
    script = b"G6-F5\nB3-A4\nF5-G4\nA\n"
    found = Shortening(failure(script), running(prints)).shorten()
    assert found is not None
    assert b"-" in found.script
    assert found.summary.startswith("Computed action #")


def test_only_wrong_output_and_crashes_are_shortened() -> None:
    can = {verdict for verdict in Verdict if can_be_shortened(verdict)}
    assert can == {Verdict.WRONG, Verdict.PRESENTATION, Verdict.CRASHED}


def known(
    script: bytes, verdict: Verdict | None, stage: int = 0, hidden: bool = False,
    golden: bytes | None = None,
) -> CaseResult:  # fmt: skip
    case = TestCase(script.decode(), stage, hidden, script, golden)
    if verdict is None:
        return case, None, False
    by_output = verdict in (Verdict.WRONG, Verdict.ACCEPTED)
    accepted = int(verdict is Verdict.ACCEPTED)
    result = Judged(None, accepted) if by_output else Judged(verdict)
    return case, Outcome(result, "exit status 0", 0, "", False), False


def test_case_of_the_lowest_stage_with_the_fewest_lines_is_shortened() -> None:
    failed = [
        known(b"A\n", Verdict.WRONG, 1),
        known(b"G6-F5\n\n\n", Verdict.ACCEPTED),
        known(b"G6-F5\nB3-A4\n", Verdict.WRONG),
        known(b"C6-B5\n", Verdict.CRASHED),
        known(b"E6-F5\n", Verdict.WRONG),
    ]
    found = to_shorten(failed, Readings(0, 0))
    assert found is not None
    assert (found[0].script, found[1]) == (b"C6-B5\n", Verdict.CRASHED)


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        (known(b"A\n", Verdict.WRONG, 1), b"A\n"),
        (known(b"A\n", Verdict.WRONG, 1, hidden=True), None),
        (known(b"A\n", Verdict.CPU_TIME, 1), None),
        (known(b"A\n", Verdict.ACCEPTED, 1), b"\nC6-B5\n"),
        (known(b"A\n", None, 1), b"\nC6-B5\n"),  # not judged
    ],
)
def test_case_beyond_the_assignment_is_shortened_only_if_all_others_pass(
    within: CaseResult, expected: bytes | None
) -> None:
    found = to_shorten([known(b"\nC6-B5\n", Verdict.WRONG), within], Readings(0, 0))
    assert (found and found[0].script) == expected


def test_hidden_cases_and_cases_with_another_golden_file_are_not_shortened() -> None:
    failed = [
        known(b"G6-F5\n", Verdict.WRONG, hidden=True),
        known(b"C6-B5\n", Verdict.WRONG, golden=b"something else\n"),
        known(b"E6-F5\n", Verdict.CPU_TIME),
        known(b"E6-D5\n", None),
    ]
    assert to_shorten(failed, Readings(0, 0)) is None
