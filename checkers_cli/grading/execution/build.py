"""Builds submissions: makes a program from sources and keeps the compiler's messages."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count

from checkers_cli.grading.execution.build_problem import build_problem
from checkers_cli.grading.execution.messages import Messages, printed_by, read_messages
from checkers_cli.grading.execution.silenced import silenced_warnings
from checkers_cli.grading.execution.units import Units, choose_units
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.reading import Read, Unreadable, read_here
from checkers_cli.grading.results import Build
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.submissions.discover import Submission
from checkers_cli.util.text import printable

PROGRAM = "program"  # the file that a build must make
SOURCES = "SOURCES"
SCRIPT = "SCRIPT"
MAKE = ("make",)
_NO_QUOTATIONS = "-fno-diagnostics-show-caret"  # of source lines
_COMPILER = re.compile(r"(?:[\w.]+-)*(?:gcc|cc|clang|tcc)(?:-[\d.]+)?", re.ASCII)
_UNREADABLE = "the sources or the messages of the compiler cannot be read"
_LIMITS = Limits(cpu=30, wall=60, memory=1 << 30, output=64 << 20, processes=64, files=256)


@dataclass(frozen=True)
class Recipe:
    """How a language is built and run; SOURCES or SCRIPT in a command stands for the files."""

    build: tuple[str, ...]  # empty: nothing to build
    run: tuple[str, ...]
    seconds: float = 60  # limit of the wall time of a build


@dataclass(frozen=True)
class Built:
    """The result of a build and, if it succeeded, the program."""

    build: Build
    program: bytes | None = None  # empty bytes if the submitted files themselves are run
    compiled: bool = True  # whether the compiler came to its end


class Program:
    """A program ready to run: its files in memory, and the command that starts it."""

    def __init__(
        self, command: Sequence[str], files: Mapping[str, tuple[bytes, bool]], slim: bool = False
    ) -> None:
        self._stack = ExitStack()
        self.slim = slim  # compiled here, so it needs only the system libraries
        self.command = list(command)
        self.files = {
            name: self._stack.enter_context(MemoryFile(content, executable))
            for name, (content, executable) in files.items()
        }

    def close(self) -> None:
        """Close the files."""
        self._stack.close()


def build_command(recipe: Recipe, units: Units) -> list[str]:
    """The command that compiles sources; empty if there is nothing to build."""
    words: list[str] = []
    for word in recipe.build:
        words += _source_words(recipe, units) if word == SOURCES else [word]
    return words


def _source_words(recipe: Recipe, units: Units) -> list[str]:
    """The words in place of SOURCES: names and, for a compiler, the folders with headers."""
    names = [_not_an_option(name) for name in units.sources]
    if not is_compiler(recipe.build[0]):
        return names
    odd = [name for name in names if not name.endswith(".c")]
    plain = [name for name in names if name.endswith(".c")]
    as_c = ["-x", "c", *odd, "-x", "none"] if odd else []
    return [*(f"-I{folder}" for folder in units.folders), *plain, *as_c]


def is_compiler(command: str) -> bool:
    """Whether a command is a C compiler that knows gcc's options."""
    return bool(_COMPILER.fullmatch(command.rpartition("/")[2]))


def program_of(recipe: Recipe, submission: Submission, made: bytes) -> Program:
    """The program to run; `made` is the file that the build made."""
    command = _with_names(recipe.run, submission.sources)
    if recipe.build:
        return Program(command, {PROGRAM: (made, True)}, slim=command[0] == f"./{PROGRAM}")
    if submission.language == "executable":
        (name,) = submission.sources
        return Program(command, {PROGRAM: (submission.files[name], True)})
    return Program(command, {name: (content, False) for name, content in submission.files.items()})


def build(
    sandbox: Sandbox, submission: Submission, recipe: Recipe, read: Read = read_here
) -> Built:
    """Build a submission in a sandbox; `JudgeError` if the grader or its machine fails."""
    try:
        return _build(sandbox, submission, recipe, read)
    except Unreadable as error:
        return Built(Build(ok=False, command="", problem=f"{_UNREADABLE}: {error}"), compiled=False)


def _build(sandbox: Sandbox, submission: Submission, recipe: Recipe, read: Read) -> Built:
    if submission.problem:
        return Built(Build(ok=False, command="", problem=submission.problem))
    if not recipe.build:
        return Built(Build(ok=True, command=""), b"")
    choices = [Units(submission.sources, files=submission.files)]
    if SOURCES in recipe.build and submission.language == "c":
        choices = read(choose_units, submission)
    first = _compile(sandbox, choices[0], recipe, read)
    for other in choices[1:]:
        if not first.build.ok and first.compiled:
            second = _compile(sandbox, other, recipe, read)
            if second.build.ok:
                why = f"what was tried first does not build: {first.build.problem}"
                return replace(second, build=_with_note(second.build, why))
    return first


def _with_note(result: Build, note: str) -> Build:
    return replace(result, notes=(*result.notes, note))


def _compile(sandbox: Sandbox, units: Units, recipe: Recipe, read: Read) -> Built:
    """Compile the chosen sources."""
    command = build_command(recipe, units)
    made = _free_name(units.files)
    if made != PROGRAM:
        command = [made if word == PROGRAM else word for word in command]
    limits = replace(_LIMITS, cpu=recipe.seconds / 2, wall=recipe.seconds)
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(MemoryFile(content)) for name, content in units.files.items()
        }
        compiles = is_compiler(command[0])
        job = Job(command, limits, files, artifact=made, compiles=compiles)
        ended = sandbox.run(job)
        if ended.why == "start":
            raise JudgeError(f"{command[0]} {ended.words}")
        messages = read(read_messages, *printed_by(ended))
        result = Build(
            ok=True,
            command=" ".join(_quoted(word) for word in command),
            warnings=_count_warnings(sandbox, job, ended, messages, read),
            messages=messages.shown,
            notes=(*units.notes, *read(silenced_warnings, units.files, recipe.build == MAKE)),
        )
    if made != PROGRAM:
        result = _with_note(result, f"{made} is made, because a folder is called {PROGRAM}")
    if ended.why == "ended" and ended.status == 0 and ended.artifact:
        return Built(result, ended.artifact)
    problem = _problem(ended, messages, units, read)
    return Built(replace(result, ok=False, problem=problem), compiled=ended.why == "ended")


def _free_name(files: Iterable[str]) -> str:
    """What the build makes: `program`, unless a folder of the submission is called so."""
    folders = {name.split("/")[0] for name in files if "/" in name}
    if PROGRAM not in folders:
        return PROGRAM
    taken = {*folders, *files}
    return next(name for n in count() if (name := f"{PROGRAM}{n or ''}.out") not in taken)


def _count_warnings(
    sandbox: Sandbox, job: Job, ended: Ended, messages: Messages, read: Read
) -> int:
    """The number of warnings; if unclear, build once more without quoted source lines."""
    if not messages.unclear:
        return messages.warnings
    again = sandbox.run(replace(job, command=[*job.command, _NO_QUOTATIONS]))
    if (again.why, again.status) == (ended.why, ended.status):
        return read(read_messages, *printed_by(again)).warnings
    return messages.likely_warnings  # the compiler is not gcc


def _problem(ended: Ended, messages: Messages, units: Units, read: Read) -> str:
    """One line that says why a submission does not build."""
    if ended.why != "ended":
        return f"the compiler was {ended.words}"
    if ended.status == 0:
        return f"the build made no file called {PROGRAM}"
    if ended.signal:
        return f"the compiler was killed by {ended.words}"
    return read(build_problem, messages.text, units.files, units.sources) or ended.words


def _with_names(words: Sequence[str], sources: Sequence[str]) -> list[str]:
    """A command with the name of the script in place of SCRIPT."""
    result: list[str] = []
    for word in words:
        result += map(_not_an_option, sources) if word in (SOURCES, SCRIPT) else [word]
    return result


def _not_an_option(name: str) -> str:
    """A file name for a command: `./` before names that look like options."""
    return f"./{name}" if name[0] in "-@" else name


def _quoted(word: str) -> str:
    """A word of a command for messages, quoted if necessary."""
    plain = re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII)
    return word if plain else f"'{printable(word, 200)}'"
