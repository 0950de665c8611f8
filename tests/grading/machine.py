"""What the tests of the grader need of the machine: found out by trying, once, when asked for."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from checkers_cli.grading.sandbox import oom
from checkers_cli.grading.sandbox.processes import unprivileged_ids
from checkers_cli.grading.sandbox.runner import Bubblewrap, Sandbox

# None of this asks the grader: if that is broken, tests must fail, not be skipped.
_LEAKING = "#include <stdlib.h>\nint main(void) { return malloc(9) == 0; }\n"


def _gives(command: list[str], status: int, unprivileged: bool = False) -> bool:
    """Whether a command ends with this status."""
    options: dict[str, Any] = {}
    if unprivileged and os.geteuid() == 0:
        options = dict(zip(("user", "group"), unprivileged_ids(), strict=True), extra_groups=[])
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, check=False, **options)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == status


def _runs_leaking(flags: list[str], before: list[str], status: int) -> bool:
    """Whether a program with a leak in it can be compiled, and ends with this status."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "leak.c"), Path(folder, "leak")
        source.write_text(_LEAKING)
        compiled = _gives(["gcc", *flags, "-o", str(program), str(source)], 0)
        return compiled and _gives([*before, str(program)], status)


@cache
def has_gcc() -> bool:
    """Whether gcc compiles programs that run."""
    return _runs_leaking([], [], 0)


@cache
def has_bubblewrap() -> bool:
    """Whether bubblewrap works for somebody who is not root."""
    return _gives(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], 0, unprivileged=True)


@cache
def has_valgrind() -> bool:
    """Whether valgrind finds a leak."""
    options = ["--quiet", "--leak-check=full", "--error-exitcode=9"]
    return _runs_leaking(["-g"], ["valgrind", *options], 9)


@cache
def has_sanitizers() -> bool:
    """Whether gcc's sanitizers find a leak."""
    return _runs_leaking(["-fsanitize=address,undefined"], [], 1)


_MOUNT = 'mount -t tmpfs -o "size=$1,mode=1777" none "$2" && shift 2 && exec "$@"'


def on_small_disk(folder: Path, size: int, command: list[str]) -> list[str]:
    """A command line that runs a command with a small file system in a folder.

    No other process sees the file system, and it vanishes with the command.
    """
    namespace = ["unshare", "-m"]
    if os.geteuid() != 0:
        # Root inside a user namespace can mount; the command then has its own user again.
        namespace = ["unshare", "-rm"]
        ids = [f"--map-user={os.geteuid()}", f"--map-group={os.getegid()}"]
        command = ["unshare", "-U", *ids, "--", *command]
    return [*namespace, "sh", "-c", _MOUNT, "sh", str(size), str(folder), *command]


@cache
def has_small_disks() -> bool:
    """Whether a small file system can be mounted, and is full after some bytes."""
    with tempfile.TemporaryDirectory() as folder:
        too_much = ["sh", "-c", 'head -c 300000 /dev/zero > "$1/file"', "sh", folder]
        enough = ["sh", "-c", 'head -c 30000 /dev/zero > "$1/file"', "sh", folder]
        fits = _gives(on_small_disk(Path(folder), 100_000, enough), 0)
        return fits and _gives(on_small_disk(Path(folder), 100_000, too_much), 1)


class _Lacks:
    """True if something does not work here; tried when the first test that needs it is due."""

    def __init__(self, has: Callable[[], bool]) -> None:
        self._has = has

    def __bool__(self) -> bool:
        return not self._has()


def _needs(name: str, has: Callable[[], bool]) -> pytest.MarkDecorator:
    lacks: Any = _Lacks(has)  # pytest asks whether it is true, and nothing else
    return pytest.mark.skipif(lacks, reason=f"{name} is not installed or does not work here")


needs_gcc = _needs("gcc", has_gcc)
needs_bubblewrap = _needs("bubblewrap", has_bubblewrap)
needs_valgrind = _needs("valgrind", has_valgrind)
needs_small_disks = _needs("a private mount namespace (unshare)", has_small_disks)
needs_sanitizers = _needs("AddressSanitizer (libasan)", has_sanitizers)

# Runs a test in both kinds of sandbox, or in one; the fixture below has to be imported as well.
BOTH = (
    pytest.param(Sandbox, id="limits", marks=needs_gcc),
    pytest.param(Bubblewrap, id="bubblewrap", marks=[needs_gcc, needs_bubblewrap]),
)
sandboxes = pytest.mark.parametrize("sandbox", BOTH, indirect=True, scope="module")
in_limits = pytest.mark.parametrize("sandbox", BOTH[:1], indirect=True, scope="module")
in_bubblewrap = pytest.mark.parametrize("sandbox", BOTH[1:], indirect=True, scope="module")


@pytest.fixture(scope="module", name="sandbox")
def opened_sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox of the kind that the test is marked with, for all tests of a module."""
    with request.param() as opened:
        yield opened


_OOM_KILLS = count(1_000_000)  # a sandbox of several tests remembers the last one


def count_oom_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the kernel seems to kill a process for lack of memory again and again."""
    monkeypatch.setattr(oom, "oom_kills", lambda: next(_OOM_KILLS))


class Silent:
    """Watches a grading and says nothing."""

    def begin(self, total: int) -> None: ...

    def advance(self, done: int, name: str) -> None: ...

    def tell(self, line: str) -> None: ...
