"""Which tools the grader needs and which of them work here, found out by trying them."""

import shutil

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Job, JudgeError
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, Bubblewrap, Sandbox
from checkers_cli.grading.sandbox.tools import (
    SANITIZERS,
    VALGRIND,
    Tried,
    try_compiler,
    try_sanitizers,
    try_valgrind,
)
from checkers_cli.util.errors import UnusableInput

_NEEDED_FOR = {
    "gcc": "building C programs, and running anything",
    BUBBLEWRAP: "`checkers grade`, unless --sandbox limits is asked for",
    SANITIZERS: "--memory-check",
    VALGRIND: "--memory-check of programs that are not built here, uninitialised values",
}
_USER_NAMESPACES = (
    "unprivileged user namespaces may be switched off: try "
    "`sysctl -w kernel.unprivileged_userns_clone=1`, "
    "`sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` "
    "or, in a container, `--security-opt seccomp=unconfined`"
)


def examine() -> list[tuple[Tried, str]]:
    """Each tool, tried, and what it is needed for."""
    found = [*_without_bubblewrap(), *_with_bubblewrap()]
    best = {tried.name: tried for tried in found}  # what was seen inside of bubblewrap counts more
    not_tried = "cannot be tried without gcc"
    return [
        (best.get(name, Tried(name, False, not_tried)), purpose)
        for name, purpose in _NEEDED_FOR.items()
    ]


def _without_bubblewrap() -> list[Tried]:
    try:
        with Sandbox() as sandbox:
            return [attempt(sandbox) for attempt in (try_compiler, try_sanitizers, try_valgrind)]
    except UnusableInput as error:
        return [Tried("gcc", False, str(error))]


def _with_bubblewrap() -> list[Tried]:
    if not shutil.which("bwrap"):
        return [Tried(BUBBLEWRAP, False, "not installed: apt-get install bubblewrap")]
    try:
        with Bubblewrap() as sandbox:
            ended = sandbox.run(Job(["true"], Limits()))
            if ended.words != "exit status 0":
                return [Tried(BUBBLEWRAP, False, ended.words)]
            works = Tried(BUBBLEWRAP, True, "runs programs apart from everything else")
            tools = (try_compiler, try_sanitizers, try_valgrind)
            return [works, *(attempt(sandbox) for attempt in tools)]
    except UnusableInput:  # without a compiler there is no warden to try it with
        return []
    except JudgeError as error:
        return [Tried(BUBBLEWRAP, False, f"{error}; {_USER_NAMESPACES}")]
