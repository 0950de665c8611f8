"""The tools of the grader: their versions and options, and whether they work here."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, Bubblewrap, Sandbox
from checkers_cli.grading.sandbox.view import ENVIRONMENT
from checkers_cli.installation import PACKAGE
from checkers_cli.util.errors import UnusableInput

SANITIZERS = "AddressSanitizer"
VALGRIND = "valgrind"
FILTER = "call filter"
GROUPS = "control groups"

# memory_words.c is linked into programs, to separate reports of the sanitizers from output.
LINKED = ".checkers-memory-words.c"  # hidden, and submissions never contain hidden files
AT_THE_END = f"checkers: at the end, {secrets.token_hex(8)}"
FOUND = 64 + secrets.randbelow(60)  # exit status of a program in which the sanitizers find errors
SANITIZE = ("-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", LINKED, "-ldl")
# The shell gives valgrind a descriptor of its own, to separate its report from standard error.
VALGRIND_COMMAND = (
    "sh", "-c", 'exec 9>&2 2>/dev/null; exec "$@"', "sh",
    "valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=all", "--track-origins=yes",
    "--error-limit=no", "--num-callers=20", "--vgdb=no", "--log-fd=9",
)  # fmt: skip
_LEAKING = b"#include <stdlib.h>\nchar *p;\nint main(void) { p = malloc(9); p = 0; return 0; }\n"
_VERSION_TIMEOUT = 10  # seconds
_NOT_FOUND = 127  # exit status of a shell if the command does not exist
_LIMITS = Limits(cpu=20, wall=40, memory=2 << 30, output=64 << 20, files=256)
_NEEDED_FOR = {
    "gcc": "building C programs and running any program",
    BUBBLEWRAP: "`checkers grade`, unless --sandbox limits is given",
    SANITIZERS: "--memory-check",
    VALGRIND: "--memory-check of executables, and of uninitialised values",
    FILTER: "refusing system calls that programs do not need; the rest of the sandbox works",
    GROUPS: "exact limits of memory; without them the warden looks every 10 ms",
}
_USER_NAMESPACES = (
    "unprivileged user namespaces may be switched off: try "
    "`sysctl -w kernel.unprivileged_userns_clone=1`, "
    "`sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` "
    "or, in a container, `--security-opt seccomp=unconfined`"
)


@dataclass(frozen=True)
class ToolCheck:
    """Whether a tool works, with its version or the command that installs it."""

    name: str
    works: bool
    words: str


def toolchain(compiler: str = "gcc") -> str:
    """The first line of a compiler's `--version`; empty if it is not installed.

    The compiler is looked up on the PATH of the sandbox: the grader's own PATH may have another.
    """
    program = shutil.which(compiler, path=ENVIRONMENT["PATH"])
    if program is None or not os.path.isabs(program):
        return ""
    try:
        done = subprocess.run(  # noqa: S603
            [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", env=ENVIRONMENT, timeout=_VERSION_TIMEOUT, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):  # not a program, or one that ignores --version
        return ""
    return (done.stdout.splitlines() or [""])[0]


def versions(commands: Iterable[Sequence[str]]) -> dict[str, str]:
    """The version of the program in each command, except for submitted programs."""
    programs = {command[0] for command in commands if command and "/program" not in command[0]}
    return {program: toolchain(program) for program in sorted(programs)}


def has_command(sandbox: Sandbox, name: str) -> bool:
    """Whether a command exists inside a sandbox."""
    ended = sandbox.run(Job(["sh", "-c", 'command -v "$1"', "sh", name], _LIMITS))
    return ended.why == "ended" and ended.status == 0


def linked_source() -> bytes:
    """The content of memory_words.c, with the secrets of this process."""
    text = (PACKAGE / "grading" / "sandbox" / "memory_words.c").read_text(encoding="utf-8")
    text = text.replace("exitcode=1", f"exitcode={FOUND}")
    return text.replace("checkers: at the end, WORD", AT_THE_END).encode()


def compile_leak(sandbox: Sandbox, *flags: str) -> Ended:
    """Compile a program that leaks nine bytes."""
    with MemoryFile(_LEAKING) as source, MemoryFile(linked_source()) as linked:
        command = ["gcc", "-o", "program", "leak.c", *flags]
        files = {"leak.c": source, LINKED: linked}
        return sandbox.run(Job(command, _LIMITS, files, artifact="program"))


def try_compiler(sandbox: Sandbox) -> ToolCheck:
    """Whether gcc compiles a program in this sandbox."""
    try:
        ended = compile_leak(sandbox)
    except JudgeError as error:
        return ToolCheck("gcc", False, str(error))
    if ended.artifact:
        return ToolCheck("gcc", True, toolchain())
    errors = ended.stderr.decode("utf-8", "replace").strip().splitlines() or [ended.words]
    return ToolCheck("gcc", False, f"{errors[0]}: apt-get install gcc libc6-dev")


def try_sanitizers(sandbox: Sandbox) -> ToolCheck:
    """Whether AddressSanitizer finds a leak in this sandbox."""
    return _try_finding(sandbox, SANITIZERS, SANITIZE, (), b"LeakSanitizer", "gcc libasan8")


def try_valgrind(sandbox: Sandbox) -> ToolCheck:
    """Whether valgrind finds a leak in this sandbox."""
    return _try_finding(sandbox, VALGRIND, ("-g",), VALGRIND_COMMAND, b"9 bytes in 1", "valgrind")


def _try_finding(
    sandbox: Sandbox,
    name: str,
    flags: tuple[str, ...],
    wrapper: tuple[str, ...],
    wanted: bytes,
    package: str,
) -> ToolCheck:
    missing = f"not usable here: apt-get install {package}"
    try:
        built = compile_leak(sandbox, *flags)
        if not built.artifact:
            return ToolCheck(name, False, missing)
        with MemoryFile(built.artifact, executable=True) as program:
            files = {"program": program}
            ended = sandbox.run(Job([*wrapper, "./program"], _LIMITS, files, tracing=True))
    except JudgeError as error:
        return ToolCheck(name, False, str(error))
    if wanted in ended.stderr:
        return ToolCheck(name, True, "finds leaks")
    not_found = ended.why == "start" or ended.status == _NOT_FOUND
    return ToolCheck(name, False, missing if not_found else "runs, but found no leak")


def try_filter(sandbox: Sandbox) -> ToolCheck:
    """Whether system calls are filtered in this sandbox."""
    try:
        ended = sandbox.run(Job(["grep", "^Seccomp:", "/proc/self/status"], _LIMITS))
    except JudgeError as error:
        return ToolCheck(FILTER, False, str(error))
    if ended.stdout.split() == [b"Seccomp:", b"2"]:
        return ToolCheck(FILTER, True, "refuses system calls that programs do not need")
    machine = os.uname().machine
    return ToolCheck(FILTER, False, f"there is none for {machine}, only for x86_64 and aarch64")


def try_groups(sandbox: Sandbox) -> ToolCheck:
    """Whether the kernel counts what a run uses."""
    if sandbox.groups is not None:
        return ToolCheck(GROUPS, True, "the kernel counts memory, processes and CPU time")
    return ToolCheck(GROUPS, False, sandbox.no_groups)


def memory_tool(sandbox: Sandbox) -> str:
    """The name of the best memory checker that works in this sandbox; empty if none does."""
    tries = (attempt(sandbox) for attempt in (try_sanitizers, try_valgrind))
    return next((tried.name for tried in tries if tried.works), "")


def examine() -> list[tuple[ToolCheck, str]]:
    """The result for each tool, and what the tool is needed for."""
    # Results inside bubblewrap come later and replace the others: they are the decisive ones.
    best = {tried.name: tried for tried in [*_without_bubblewrap(), *_with_bubblewrap()]}
    return [
        (best.get(name, ToolCheck(name, False, _untried(best))), purpose)
        for name, purpose in _NEEDED_FOR.items()
    ]


def _untried(tried: Mapping[str, ToolCheck]) -> str:
    """Why a tool was not tried."""
    compiles = "gcc" in tried and tried["gcc"].works
    return f"cannot be tried without {BUBBLEWRAP if compiles else 'gcc'}"


def _without_bubblewrap() -> list[ToolCheck]:
    try:
        with Sandbox() as sandbox:
            return _try_all(sandbox)
    except UnusableInput as error:
        return [ToolCheck("gcc", False, str(error))]


def _with_bubblewrap() -> list[ToolCheck]:
    if not shutil.which("bwrap"):
        return [ToolCheck(BUBBLEWRAP, False, "not installed: apt-get install bubblewrap")]
    try:
        with Bubblewrap() as sandbox:
            ended = sandbox.run(Job(["true"], Limits()))
            if ended.words != "exit status 0":
                return [ToolCheck(BUBBLEWRAP, False, ended.words)]
            words = "isolates programs"
            if not sandbox.masking:
                words += ", but more slowly than with Linux 5.8 and bubblewrap 0.4"
            tried = [ToolCheck(BUBBLEWRAP, True, words), try_filter(sandbox)]
            return [*tried, *_try_all(sandbox)]
    except UnusableInput:  # no compiler, so no warden; reported by `_without_bubblewrap`
        return []
    except JudgeError as error:
        return [ToolCheck(BUBBLEWRAP, False, f"{error}; {_USER_NAMESPACES}")]


def _try_all(sandbox: Sandbox) -> list[ToolCheck]:
    tries = (try_compiler, try_sanitizers, try_valgrind, try_groups)
    return [attempt(sandbox) for attempt in tries]
