"""Builds submissions: sources in, a program to run out, the compiler's words kept."""

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from checkers_cli.grading.filenames import shown
from checkers_cli.grading.held import Held
from checkers_cli.grading.intake import Submission
from checkers_cli.grading.jobs import Ended, Job, JudgeError, Limits
from checkers_cli.grading.results import Build
from checkers_cli.grading.sandbox import Sandbox

PROGRAM = "program"  # what a build must make
SOURCES = "SOURCES"
SCRIPT = "SCRIPT"
MAKE = ("make",)
_LONGEST_MESSAGES = 20_000  # bytes of the compiler's words that are kept
# gcc quotes the source, ` 12 | like this`: what is written there is not gcc's word.
_WARNING = re.compile(rb"^(?! *\d* \|)[^\n]*\bwarning: ", re.MULTILINE)
_ERROR = re.compile(
    rb"^(?! *\d* \|)[^\n]*\b(?:[Ee]rror: |undefined reference to |multiple definition of )[^\n]*",
    re.MULTILINE,
)
# gcc makes up another name for an object file each time; results must be the same each time.
_MADE_UP = re.compile(rb"/tmp/cc\w{6}(?=\.)")
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
            name: self._stack.enter_context(Held(content, executable))
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
            name: stack.enter_context(Held(content)) for name, content in submission.files.items()
        }
        ended = sandbox.run(Job(command, limits, files, take=PROGRAM))
    if ended.why == "start":
        raise JudgeError(f"{command[0]} {ended.words}")
    return _judged(ended, command)


def _judged(ended: Ended, command: Sequence[str]) -> Built:
    said = _MADE_UP.sub(b"/tmp/cc", ended.stdout + ended.stderr)
    shown_command = " ".join(_shown(word) for word in command)
    result = Build(
        ok=True,
        command=shown_command,
        warnings=len(_WARNING.findall(said)),
        messages=_cut(said),
    )
    if ended.why == "ended" and ended.status == 0 and ended.taken:
        return Built(result, ended.taken)
    return Built(replace(result, ok=False, problem=_problem(ended, said)))


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
    return shown(text, 160) if text else ended.words


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
    return word if plain else f"'{shown(word, 200)}'"


def _cut(said: bytes) -> str:
    """The compiler's words, cut to a sane size at a line's end."""
    if len(said) <= _LONGEST_MESSAGES:
        return said.decode("utf-8", "backslashreplace")
    end = said.rfind(b"\n", 0, _LONGEST_MESSAGES)
    end = _LONGEST_MESSAGES if end < 0 else end
    more = said[end:].strip(b"\n").count(b"\n") + 1
    rest = f"... and {more} more line{'s' if more > 1 else ''}"
    return f"{said[:end].decode('utf-8', 'backslashreplace')}\n{rest}\n"
