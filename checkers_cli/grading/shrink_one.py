"""Shortens one script for one program: `checkers cases shrink`."""

import io
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from checkers_cli.analyser.sources import Source
from checkers_cli.grading.execution.build import Program, build, program_of
from checkers_cli.grading.execution.run import run_scripts
from checkers_cli.grading.feedback.shrink import (
    Failure,
    RunAll,
    Shortening,
    can_be_shortened,
    judged,
)
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.request import Request, refuse_missing_commands
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.sandbox.jobs import Ended, JudgeError
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, MOST_RUNS, Sandbox, open_sandbox
from checkers_cli.grading.submissions.discover import load, one_submission
from checkers_cli.rules.readings import LIMITS
from checkers_cli.script.parser import MalformedScript, read_script
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_INTERRUPTED, CheckersError, UnusableInput
from checkers_cli.util.text import plural, printable, reason

_LIMITS_READING = 1  # the bit of the reading "limits" in a combination
_LONGEST = 1 << 20  # bytes of a script, which every run of the program reads
# Runs a command in the current folder, instead of the private folder of a run.
_IN_CURRENT_FOLDER = ("sh", "-c", 'cd -- "$0" || exit 127; exec "$@"')
_NOT_STARTED = 127  # exit status of a shell that cannot start a command


class NothingToShorten(CheckersError):
    """The program does not fail, or not in a way that can be shortened."""

    exit_status = EXIT_DIFFERENT


class Interrupted(CheckersError):
    """Stopped by Ctrl-C, with the shortest script so far."""

    exit_status = EXIT_INTERRUPTED

    def __init__(self, best: bytes) -> None:
        super().__init__("stopped; this is the shortest script so far")
        self.best = best


@dataclass(frozen=True)
class Shrunk:
    """The shortest script that was found, and a line about it."""

    script: bytes
    line: str


def shrink_one(
    source: Source, words: Sequence[str], request: Request, reading: str | None
) -> Shrunk:
    """Shorten a script as long as a program still fails on it.

    `words` are a program, as for `checkers check`, and its arguments; or a command. Without a
    reading, output is right if it is right under any reading that the rubric accepts.
    """
    script = _script_of(source)
    rubric = with_commands(load_rubric(request.rubric), request.build, request.run)
    plan = Plan(
        (), (), rubric, "", request.sandbox, make=request.make, language=request.language
    )  # fmt: skip
    try:
        with open_sandbox(request.sandbox, _hidden(source, words)) as sandbox:
            refuse_missing_commands(rubric, request, sandbox)
            with _program(plan, sandbox, words) as program:
                run = partial(run_scripts, sandbox, program, plan.limits)
                first = run([script])[0]
                failure = _failure(plan, script, first, _combinations(plan, reading))
                return _shrunk(failure, run, MOST_RUNS if program.slim else 1)
    except JudgeError as error:
        raise UnusableInput(str(error)) from None


def _script_of(source: Source) -> bytes:
    try:
        with source.open() as stream:
            script = stream.read(_LONGEST + 1)
    except OSError as error:
        raise UnusableInput(f"{source.label}: {reason(error)}") from None
    if len(script) > _LONGEST:
        raise UnusableInput(f"{source.label}: too long to be shortened")
    try:
        for _ in read_script(io.BytesIO(script)):
            pass
    except MalformedScript as error:
        raise UnusableInput(f"{source.label}:{error}") from None
    return script


def _is_command(words: Sequence[str]) -> bool:
    """Whether these words are a command on the PATH, not the path of a program or sources."""
    word = words[0]
    return not os.path.exists(word) and os.sep not in word and shutil.which(word) is not None


def _hidden(source: Source, words: Sequence[str]) -> list[str]:
    """The paths to hide from the program: the script and the sources."""
    return [path for path in (source.path, words[0]) if os.path.exists(path)]


@contextmanager
def _program(plan: Plan, sandbox: Sandbox, words: Sequence[str]) -> Iterator[Program]:
    """The program to run, built if necessary, with its arguments."""
    if _is_command(words):
        if sandbox.kind == BUBBLEWRAP:
            raise UnusableInput(
                f"{printable(words[0])}: commands run only with --sandbox limits; "
                "or give a program or its sources"
            )
        program = Program([*_IN_CURRENT_FOLDER, os.getcwd(), *words], {})
    else:
        submission = load(one_submission(words[0]), plan.language)
        recipe = plan.recipe(submission)
        built = build(sandbox, submission, recipe)
        if built.program is None:
            raise UnusableInput(f"{printable(words[0])}: does not build: {built.build.problem}")
        program = program_of(recipe, submission, built.program)
        program.command += words[1:]
    try:
        yield program
    finally:
        program.close()


def _combinations(plan: Plan, reading: str | None) -> tuple[int, ...]:
    """The combinations under which the program may be right."""
    if reading is None:
        return plan.combinations
    wanted = _LIMITS_READING if reading == LIMITS else 0
    return tuple(dict.fromkeys(c & ~_LIMITS_READING | wanted for c in plan.combinations))


def _failure(
    plan: Plan, script: bytes, ended: Ended, combinations: tuple[int, ...]
) -> Failure:  # fmt: skip
    """The failure in the first run; `NothingToShorten` if there is none that can be shortened."""
    if ended.why == "start":
        raise UnusableInput(f"the program {ended.words}")
    if ended.why == "ended" and ended.status == _NOT_STARTED and not ended.stdout:
        error = ended.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise UnusableInput(f"the program could not be started: {printable(error) or ended.words}")
    _, verdict = judged(script, ended, plan.limits, combinations)
    if verdict.passed:
        raise NothingToShorten("the program is right on this script: there is nothing to shorten")
    if not can_be_shortened(verdict):
        raise NothingToShorten(
            f"the program fails on this script ({verdict.words}), "
            "but only scripts of wrong output and crashes can be shortened"
        )
    return Failure(script, verdict, combinations, plan.limits)


def _shrunk(failure: Failure, run: RunAll, ahead: int) -> Shrunk:
    shortening = Shortening(failure, run, ahead)
    try:
        found = shortening.shorten()
    except KeyboardInterrupt:
        raise Interrupted(shortening.best) from None
    runs = shortening.runs + 1  # with the first one, before shortening
    if found is None:
        raise NothingToShorten(
            "the output of the program differs from run to run: its script cannot be shortened"
        )
    # A statement contains no blanks, so words are lines.
    left, before = len(found.script.split()), len(failure.script.split())
    lines = f"{left} of {plural(before, 'line')}"
    return Shrunk(found.script, f"{lines}, {runs} runs: {found.summary}")
