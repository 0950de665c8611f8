"""Builds submissions: makes a program from sources and keeps the compiler's messages."""

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

PROGRAM = "program"  # the file that a build must make
SOURCES = "SOURCES"
SCRIPT = "SCRIPT"
MAKE = ("make",)
_LONGEST_MESSAGES = 20_000  # bytes of the compiler's messages that are kept
# gcc quotes source lines like ` 12 | int x;`: the text "warning: " in them does not count. But with
# #line a source can give itself a name that makes a real warning look like a quotation.
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
# gcc gives object files random names, but the same submission must get the same messages.
_RANDOM_NAME = re.compile(rb"/tmp/cc\w{6}(?=\.)")
_WORK_FOLDER = re.compile(rb"(?:/[\w.-]+)*/checkers-\w{8}/")  # of a build without bubblewrap
_BLANK = b" \t\n\v\f\r\0"
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


def build_command(recipe: Recipe, submission: Submission) -> list[str]:
    """The command that builds a submission; empty if there is nothing to build."""
    return _with_names(recipe.build, submission.sources)


def program_of(recipe: Recipe, submission: Submission, made: bytes) -> Program:
    """The program to run; `made` is the file that the build made."""
    command = _with_names(recipe.run, submission.sources)
    if recipe.build:
        return Program(command, {PROGRAM: (made, True)}, slim=command[0] == f"./{PROGRAM}")
    if submission.language == "executable":
        (name,) = submission.sources
        return Program(command, {PROGRAM: (submission.files[name], True)})
    return Program(command, {name: (content, False) for name, content in submission.files.items()})


def build(sandbox: Sandbox, submission: Submission, recipe: Recipe) -> Built:
    """Build a submission in a sandbox; `JudgeError` if the grader or its machine fails."""
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
        messages = _messages(ended)
        result = Build(
            ok=True,
            command=" ".join(_quoted(word) for word in command),
            warnings=_count_warnings(sandbox, job, ended),
            messages=_cut(messages),
        )
    if ended.why == "ended" and ended.status == 0 and ended.artifact:
        return Built(result, ended.artifact)
    problem = _empty_sources(submission, messages) or _problem(ended, messages)
    return Built(replace(result, ok=False, problem=problem))


def _messages(ended: Ended) -> bytes:
    return _WORK_FOLDER.sub(b"", _RANDOM_NAME.sub(b"/tmp/cc", ended.stdout + ended.stderr))


def _count_warnings(sandbox: Sandbox, job: Job, ended: Ended) -> int:
    """The number of warnings; if unclear, build once more without quoted source lines."""
    messages = _messages(ended)
    if not _UNCLEAR_WARNING.search(messages):
        return len(_WARNING.findall(messages))
    again = sandbox.run(replace(job, command=[*job.command, _NO_QUOTATIONS]))
    if (again.why, again.status) == (ended.why, ended.status):
        return len(_WARNING.findall(_messages(again)))
    return len(_LIKELY_WARNING.findall(messages))  # the compiler is not gcc


def _problem(ended: Ended, messages: bytes) -> str:
    """One line that says why a submission does not build."""
    if ended.why != "ended":
        return f"the compiler was {ended.words}"
    if ended.status == 0:
        return f"the build made no file called {PROGRAM}"
    if ended.signal:
        return f"the compiler was killed by {ended.words}"
    found = _ERROR.search(messages)
    line = found[0] if found else messages.strip().split(b"\n")[0]
    text = line.strip().decode("utf-8", "surrogateescape")
    return printable(text, 160) if text else ended.words


def _empty_sources(submission: Submission, messages: bytes) -> str:
    """A problem that names the empty sources if there is no `main`; the linker does not."""
    if b"undefined reference to `main'" not in messages:
        return ""
    empty = [name for name in submission.sources if not submission.files[name].strip(_BLANK)]
    if not empty:
        return ""
    return f"no main function: {listed(empty)} {'is' if len(empty) == 1 else 'are'} empty"


def _with_names(words: Sequence[str], sources: Sequence[str]) -> list[str]:
    """A command with file names in place of SOURCES; `./` before names that look like options."""
    names = [f"./{name}" if name[0] in "-@" else name for name in sources]
    result: list[str] = []
    for word in words:
        result += names if word in (SOURCES, SCRIPT) else [word]
    return result


def _quoted(word: str) -> str:
    """A word of a command for messages, quoted if necessary."""
    plain = re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII)
    return word if plain else f"'{printable(word, 200)}'"


def _cut(messages: bytes) -> str:
    """The compiler's messages as text, cut at the end of a line if they are long."""
    if len(messages) <= _LONGEST_MESSAGES:
        return messages.decode("utf-8", "backslashreplace")
    end = messages.rfind(b"\n", 0, _LONGEST_MESSAGES)
    end = _LONGEST_MESSAGES if end < 0 else end
    more = messages[end:].strip(b"\n").count(b"\n") + 1
    rest = f"... and {plural(more, 'more line')}"
    return f"{messages[:end].decode('utf-8', 'backslashreplace')}\n{rest}\n"
