"""`checkers doctor`: tries each tool that the grader needs."""

import shutil

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Job, JudgeError
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, Bubblewrap, Sandbox
from checkers_cli.grading.sandbox.tools import (
    SANITIZERS,
    VALGRIND,
    ToolCheck,
    try_compiler,
    try_sanitizers,
    try_valgrind,
)
from checkers_cli.util.errors import UnusableInput

_NEEDED_FOR = {
    "gcc": "building C programs and running any program",
    BUBBLEWRAP: "`checkers grade`, unless --sandbox limits is given",
    SANITIZERS: "--memory-check",
    VALGRIND: "--memory-check of executables, and of uninitialised values",
}
_USER_NAMESPACES = (
    "unprivileged user namespaces may be switched off: try "
    "`sysctl -w kernel.unprivileged_userns_clone=1`, "
    "`sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` "
    "or, in a container, `--security-opt seccomp=unconfined`"
)


def examine() -> list[tuple[ToolCheck, str]]:
    """The result for each tool, and what the tool is needed for."""
    found = [*_without_bubblewrap(), *_with_bubblewrap()]
    # Results inside bubblewrap come later and replace the others: they are the decisive ones.
    best = {tried.name: tried for tried in found}
    not_tried = "cannot be tried without gcc"
    return [
        (best.get(name, ToolCheck(name, False, not_tried)), purpose)
        for name, purpose in _NEEDED_FOR.items()
    ]


def _without_bubblewrap() -> list[ToolCheck]:
    try:
        with Sandbox() as sandbox:
            return [attempt(sandbox) for attempt in (try_compiler, try_sanitizers, try_valgrind)]
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
            works = ToolCheck(BUBBLEWRAP, True, "isolates programs")
            tools = (try_compiler, try_sanitizers, try_valgrind)
            return [works, *(attempt(sandbox) for attempt in tools)]
    except UnusableInput:  # no compiler, so no warden; reported by `_without_bubblewrap`
        return []
    except JudgeError as error:
        return [ToolCheck(BUBBLEWRAP, False, f"{error}; {_USER_NAMESPACES}")]
