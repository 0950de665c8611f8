"""Builds submissions: sources in, a program to run out, the compiler's words kept."""

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.results import Build
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.submissions.discover import Submission
from checkers_cli.util.text import listed, plural, printable

PROGRAM = "program"  # what a build must make
SOURCES = "SOURCES"
SCRIPT = "SCRIPT"
MAKE = ("make",)
_LONGEST_MESSAGES = 20_000  # bytes of the compiler's words that are kept
# gcc quotes the source, ` 12 | like this`: what is written there is not gcc's word. But #line
# lets a source call itself anything, in several lines even: gcc's word may look like a quotation.
_QUOTED = rb" *\d* \|"
_NO_QUOTATIONS = "-fno-diagnostics-show-caret"
_WARNING = re.compile(rb"^[^\n]*\bwarning: ", re.MULTILINE)
_UNCLEAR_WARNING = re.compile(rb"^" + _QUOTED + rb"[^\n]*\bwarning: ", re.MULTILINE)
_LIKELY_WARNING = re.compile(
    rb"^(?:(?!" + _QUOTED + rb")[^\n]*\b|[^\n]*:\d+:(?:\d+:)? )warning: ", re.MULTILINE
)
_ERROR = re.compile(
    rb"^(?!" + _QUOTED + rb")[^\n]*\b"
    rb"(?:[Ee]rror: |undefined reference to |multiple definition of |cannot open output file )"
    rb"[^\n]*",
    re.MULTILINE,
)
# gcc makes up another name for an object file each time; results must be the same each time.
_MADE_UP = re.compile(rb"/tmp/cc\w{6}(?=\.)")
_OUR_FOLDER = re.compile(rb"(?:/[\w.-]+)*/checkers-\w{8}/")  # where it is built without bubblewrap
_BLANK = b" \t\n\v\f\r\0"
_LIMITS = Limits(cpu=30, wall=60, memory=1 << 30, output=64 << 20, processes=64, files=256)


@dataclass(frozen=True)
class Recipe:
    """How a language is built and run; in `build`, SOURCES stands for the files."""

    build: tuple[str, ...]  # empty: nothing has to be built
    run: tuple[str, ...]
    seconds: float = 60  # that building may take


@dataclass(frozen=True)
class Built:
    """What building brought: the result to report and, if all went well, the program."""

    build: Build
    program: bytes | None = None  # empty if the submission's own files are run


class Program:
    """A program ready to run: its files, held in memory, and the command to start it."""

    def __init__(
        self, command: Sequence[str], files: Mapping[str, tuple[bytes, bool]], slim: bool = False
    ) -> None:
        self._stack = ExitStack()
        self.slim = slim  # whether it was compiled here, with nothing but the system's libraries
        self.command = list(command)
        self.files = {
            name: self._stack.enter_context(MemoryFile(content, executable))
            for name, (content, executable) in files.items()
        }

    def close(self) -> None:
        """Let go of the files."""
        self._stack.close()


def build_command(recipe: Recipe, submission: Submission) -> list[str]:
    """The words that build a submission; none if nothing has to be built."""
    return _filled(recipe.build, submission.sources)


def program_of(recipe: Recipe, submission: Submission, made: bytes) -> Program:
    """The program that a submission has become."""
    command = _filled(recipe.run, submission.sources)
    if recipe.build:
        return Program(command, {PROGRAM: (made, True)}, slim=command[0] == f"./{PROGRAM}")
    if submission.language == "executable":
        (name,) = submission.sources
        return Program(command, {PROGRAM: (submission.files[name], True)})
    return Program(command, {name: (content, False) for name, content in submission.files.items()})


def build(sandbox: Sandbox, submission: Submission, recipe: Recipe) -> Built:
    """Build a submission inside of a sandbox; `JudgeError` if that fails through no fault of it."""
    if submission.problem:
        return Built(Build(ok=False, command="", problem=submission.problem))
    command = build_command(recipe, submission)
    if not command:
        return Built(Build(ok=True, command=""), b"")
    limits = replace(_LIMITS, cpu=recipe.seconds / 2, wall=recipe.seconds)
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(MemoryFile(content))
            for name, content in submission.files.items()
        }
        job = Job(command, limits, files, artifact=PROGRAM)
        ended = sandbox.run(job)
        if ended.why == "start":
            raise JudgeError(f"{command[0]} {ended.words}")
        said = _said(ended)
        result = Build(
            ok=True,
            command=" ".join(_shown(word) for word in command),
            warnings=_count_warnings(sandbox, job, ended),
            messages=_cut(said),
        )
    if ended.why == "ended" and ended.status == 0 and ended.artifact:
        return Built(result, ended.artifact)
    problem = _nothing_in(submission, said) or _problem(ended, said)
    return Built(replace(result, ok=False, problem=problem))


def _said(ended: Ended) -> bytes:
    return _OUR_FOLDER.sub(b"", _MADE_UP.sub(b"/tmp/cc", ended.stdout + ended.stderr))


def _count_warnings(sandbox: Sandbox, job: Job, ended: Ended) -> int:
    """How many warnings there are; in doubt, it is built once more without quotations."""
    said = _said(ended)
    if not _UNCLEAR_WARNING.search(said):
        return len(_WARNING.findall(said))
    again = sandbox.run(replace(job, command=[*job.command, _NO_QUOTATIONS]))
    if (again.why, again.status) == (ended.why, ended.status):
        return len(_WARNING.findall(_said(again)))
    return len(_LIKELY_WARNING.findall(said))  # what builds it is not gcc


def _problem(ended: Ended, said: bytes) -> str:
    """One line: why it does not build."""
    if ended.why != "ended":
        return f"the compiler was {ended.words}"
    if ended.status == 0:
        return f"the build made no file called {PROGRAM}"
    if ended.signal:
        return f"the compiler was ended by {ended.words}"
    found = _ERROR.search(said)
    line = found[0] if found else said.strip().split(b"\n")[0]
    text = line.strip().decode("utf-8", "surrogateescape")
    return printable(text, 160) if text else ended.words


def _nothing_in(submission: Submission, said: bytes) -> str:
    """Which sources are empty, if there is no main: the linker would not say so."""
    if b"undefined reference to `main'" not in said:
        return ""
    empty = [name for name in submission.sources if not submission.files[name].strip(_BLANK)]
    if not empty:
        return ""
    return f"no main function: {listed(empty)} {'is' if len(empty) == 1 else 'are'} empty"


def _filled(words: Sequence[str], sources: Sequence[str]) -> list[str]:
    """A command with the names of files in it; a name that looks like an option is kept from it."""
    names = [f"./{name}" if name[0] in "-@" else name for name in sources]
    filled: list[str] = []
    for word in words:
        filled += names if word in (SOURCES, SCRIPT) else [word]
    return filled


def _shown(word: str) -> str:
    """A word of a command as a person would type it."""
    plain = re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII)
    return word if plain else f"'{printable(word, 200)}'"


def _cut(said: bytes) -> str:
    """The compiler's words, cut to a sane size at a line's end."""
    if len(said) <= _LONGEST_MESSAGES:
        return said.decode("utf-8", "backslashreplace")
    end = said.rfind(b"\n", 0, _LONGEST_MESSAGES)
    end = _LONGEST_MESSAGES if end < 0 else end
    more = said[end:].strip(b"\n").count(b"\n") + 1
    rest = f"... and {plural(more, 'more line')}"
    return f"{said[:end].decode('utf-8', 'backslashreplace')}\n{rest}\n"
