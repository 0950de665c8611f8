import os
import pwd
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest
from grading.machine import needs_bubblewrap, needs_gcc
from grading.probing import AMPLE, processes_with

from checkers_cli.grading.sandbox.jobs import Job
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.processes import (
    counts_all_processes,
    sweep_orphans,
    tasks_of,
    unprivileged_ids,
)
from checkers_cli.grading.sandbox.runner import Bubblewrap

T = TypeVar("T")


def test_root_becomes_nobody_and_other_users_stay() -> None:
    user, group = unprivileged_ids()
    if os.geteuid() == 0:
        assert user == pwd.getpwnam("nobody").pw_uid
        assert group != 0
    else:
        assert (user, group) == (os.geteuid(), os.getegid())


def test_root_becomes_65534_without_an_account_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", unknown)
    assert unprivileged_ids() == (65534, 65534)


@pytest.mark.parametrize(
    ("release", "all_of_them"),
    [
        ("5.10.0-28-amd64", True),
        ("5.13", True),
        ("5.14.0", False),
        ("5.15.0-91-generic", False),
        ("6.1.0-13-amd64", False),
        ("4.19.0", True),
        ("10.2.1", False),
        ("strange", True),
    ],
)
def test_old_kernels_count_processes_everywhere(
    release: str, all_of_them: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release=release))
    assert counts_all_processes() is all_of_them


def test_threads_are_counted() -> None:
    # Of this process only: others of the same user come and go.
    assert tasks_of(os.geteuid()) >= len(os.listdir("/proc/self/task"))
    assert tasks_of(2**31 - 2) == 0
    done = threading.Event()
    threads = [threading.Thread(target=done.wait) for _ in range(200)]
    for thread in threads:
        thread.start()
    try:
        assert tasks_of(os.geteuid()) > 200
    finally:
        done.set()
        for thread in threads:
            thread.join()


@needs_bubblewrap
def test_orphans_of_a_killed_grader_are_killed() -> None:
    program = shutil.which("bwrap")
    assert program is not None
    blocked, other = os.pipe()  # nothing is written, so that bubblewrap never finishes starting
    words = [program, "--unshare-all", "--die-with-parent", "--as-pid-1"]
    words += ["--unshare-user", "--info-fd", "2", "--userns-block-fd", str(blocked)]
    words += ["--ro-bind", "/", "/", "sleep", "60"]
    outer = subprocess.Popen(words, pass_fds=[blocked], stderr=subprocess.DEVNULL)
    try:
        inner = wait_for(lambda: children_of(outer.pid))[0]
        sweep_orphans(program, os.getuid())
        assert Path("/proc", str(inner)).exists()  # its parent is still there
        outer.kill()
        outer.wait()
        time.sleep(0.2)
        sweep_orphans(program, os.getuid())
        assert wait_for(lambda: not Path("/proc", str(inner)).exists())
    finally:
        outer.kill()
        outer.wait()
        os.close(blocked)
        os.close(other)


@needs_gcc
@needs_bubblewrap
def test_the_command_line_of_a_submission_is_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = shutil.which("bwrap")
    assert program is not None
    read: list[Path] = []
    original = Path.read_bytes

    def reading(path: Path) -> bytes:
        read.append(path)
        return original(path)

    mark = f"--checkers-{os.getpid()}"
    # The program is bubblewrap and never ends. A real attacker keeps its memory locked as well.
    source, library = tmp_path / "waits.c", tmp_path / "waits.so"
    source.write_text(
        "#include <unistd.h>\n__attribute__((constructor)) static void wait(void) { pause(); }\n"
    )
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    with Bubblewrap() as sandbox, MemoryFile(library.read_bytes()) as file:
        line = f"LD_PRELOAD=$PWD/waits.so bwrap {mark}; true"
        job = Job(["sh", "-c", line], replace(AMPLE, wall=30), {"waits.so": file})
        runner = threading.Thread(target=sandbox.run, args=(job,))
        runner.start()
        try:
            attackers = wait_for(lambda: waiting_for_arguments(mark))
            monkeypatch.setattr(Path, "read_bytes", reading)
            sweep_orphans(program, sandbox.ids[0])
            monkeypatch.undo()
            assert attackers
            assert not {Path("/proc", str(pid), "cmdline") for pid in attackers} & set(read)
            assert all(Path("/proc", str(pid)).exists() for pid in attackers)
        finally:
            for pid in waiting_for_arguments(mark):
                os.kill(pid, signal.SIGKILL)
            runner.join()


def waiting_for_arguments(mark: str) -> list[int]:
    """The processes of bubblewrap with this word among their arguments."""
    return [
        pid for pid in processes_with(mark) if os.readlink(f"/proc/{pid}/exe").endswith("bwrap")
    ]


def children_of(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"\nPPid:\t{process}\n" in status.read_text(errors="replace"):
                found.append(int(status.parent.name))
    return found


def wait_for(happens: Callable[[], T], seconds: float = 10) -> T:
    """The first true result of a function, called again and again."""
    deadline = time.monotonic() + seconds
    while not (found := happens()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found
