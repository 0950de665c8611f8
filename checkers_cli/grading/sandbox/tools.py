"""Which tools work on this machine: found out by trying them."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import Held
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.sandbox.view import ENVIRONMENT
from checkers_cli.installation import PACKAGE

SANITIZERS = "AddressSanitizer"
VALGRIND = "valgrind"

# What is linked in keeps the sanitizers' words apart from the program's own: see there.
LINKED = ".checkers-memory-words.c"  # hidden files are never among what is handed in
AT_THE_END = f"checkers: at the end, {secrets.token_hex(8)}"
SANITIZE = ("-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", LINKED, "-ldl")
# Leaks count although a global variable still leads to the block: all memory is to be freed.
SANITIZER_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=1:color=never:quarantine_size_mb=16:"
    "allocator_may_return_null=1:handle_segv=1:allow_user_segv_handler=0",
    "LSAN_OPTIONS": "use_globals=0:use_stacks=0:use_registers=0:print_suppressions=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:color=never",
}
# Here it is a shell that keeps the tool's words apart.
VALGRIND_COMMAND = (
    "sh", "-c", 'exec 9>&2 2>/dev/null; exec "$@"', "sh",
    "valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=all", "--track-origins=yes",
    "--error-limit=no", "--num-callers=20", "--vgdb=no", "--log-fd=9",
)  # fmt: skip
_LEAKING = b"#include <stdlib.h>\nchar *p;\nint main(void) { p = malloc(9); p = 0; return 0; }\n"
_PATIENCE = 10  # seconds for a program to say its version
_NOT_FOUND = 127  # a shell's exit status if there is no such program
_LIMITS = Limits(cpu=20, wall=40, memory=2 << 30, output=64 << 20, files=256)


@dataclass(frozen=True)
class Tried:
    """A tool, whether it works, and what was seen or what to do."""

    name: str
    works: bool
    words: str


def toolchain(compiler: str = "gcc") -> str:
    """The compiler's own words for its version; empty if there is none.

    It is the one that runs in a sandbox: whoever grades may have another, in an environment.
    """
    program = shutil.which(compiler, path=ENVIRONMENT["PATH"])
    if program is None or not os.path.isabs(program):
        return ""
    try:
        done = subprocess.run(  # noqa: S603
            [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", env=ENVIRONMENT, timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):  # no program, or one that knows no --version
        return ""
    return (done.stdout.splitlines() or [""])[0]


def versions(commands: Iterable[Sequence[str]]) -> dict[str, str]:
    """What the programs that begin these commands say of their versions; those handed in do not."""
    programs = {command[0] for command in commands if command and "/program" not in command[0]}
    return {program: toolchain(program) for program in sorted(programs)}


def linked_source() -> bytes:
    """What is linked in for the sanitizers; the word in it is another one each time."""
    text = (PACKAGE / "grading" / "sandbox" / "memory_words.c").read_text(encoding="utf-8")
    return text.replace("checkers: at the end, WORD", AT_THE_END).encode()


def compile_leak(sandbox: Sandbox, *flags: str) -> Ended:
    """Compile a program that leaks nine bytes."""
    with Held(_LEAKING) as source, Held(linked_source()) as linked:
        command = ["gcc", "-o", "program", "leak.c", *flags]
        files = {"leak.c": source, LINKED: linked}
        return sandbox.run(Job(command, _LIMITS, files, take="program"))


def try_compiler(sandbox: Sandbox) -> Tried:
    """Whether gcc compiles, inside of this sandbox."""
    try:
        ended = compile_leak(sandbox)
    except JudgeError as error:
        return Tried("gcc", False, str(error))
    if ended.taken:
        return Tried("gcc", True, toolchain())
    said = ended.stderr.decode("utf-8", "replace").strip().splitlines() or [ended.words]
    return Tried("gcc", False, f"{said[0]}: apt-get install gcc libc6-dev")


def try_sanitizers(sandbox: Sandbox) -> Tried:
    """Whether AddressSanitizer finds a leak, inside of this sandbox."""
    return _try_finding(sandbox, SANITIZERS, SANITIZE, (), b"LeakSanitizer", "gcc libasan8")


def try_valgrind(sandbox: Sandbox) -> Tried:
    """Whether valgrind finds a leak, inside of this sandbox."""
    return _try_finding(sandbox, VALGRIND, ("-g",), VALGRIND_COMMAND, b"9 bytes in 1", "valgrind")


def _try_finding(
    sandbox: Sandbox,
    name: str,
    flags: tuple[str, ...],
    before: tuple[str, ...],
    wanted: bytes,
    package: str,
) -> Tried:
    missing = f"not usable here: apt-get install {package}"
    try:
        built = compile_leak(sandbox, *flags)
        if not built.taken:
            return Tried(name, False, missing)
        with ExitStack() as stack:
            program = stack.enter_context(Held(built.taken, executable=True))
            job = Job(
                [*before, "./program"], _LIMITS, {"program": program}, tracing=True,
                environment=SANITIZER_ENVIRONMENT,
            )  # fmt: skip
            ended = sandbox.run(job)
    except JudgeError as error:
        return Tried(name, False, str(error))
    if wanted in ended.stderr:
        return Tried(name, True, "finds leaks")
    not_there = ended.why == "start" or ended.status == _NOT_FOUND
    return Tried(name, False, missing if not_there else "runs, but found no leak")


def memory_tool(sandbox: Sandbox) -> str:
    """The better of the tools that work here for the memory check; empty if none does."""
    for attempt in (try_sanitizers, try_valgrind):
        tried = attempt(sandbox)
        if tried.works:
            return tried.name
    return ""
