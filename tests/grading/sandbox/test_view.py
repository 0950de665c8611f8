import os
import pwd
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest
from grading.machine import needs_bubblewrap

from checkers_cli.grading.sandbox.view import (
    ENVIRONMENT,
    WORK,
    counts_all_processes,
    sweep_orphans,
    tasks_of,
    unprivileged_ids,
    view,
)

T = TypeVar("T")


def options(words: list[str], name: str) -> list[str]:
    """The first words that follow an option, wherever it stands."""
    return [words[at + 1] for at, word in enumerate(words) if word == name]


def test_everything_is_unshared_and_nothing_of_the_machine_can_be_written() -> None:
    words = view([])
    assert {"--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"} <= set(words)
    assert "--bind" not in words
    assert "--share-net" not in words
    shown = {*options(words, "--ro-bind"), *options(words, "--ro-bind-try")}
    assert "/usr" in shown
    assert not shown & {"/", "/home", "/root", "/etc", "/var", "/run", "/tmp", "/dev"}
    assert all(path.startswith("/dev/") for path in options(words, "--dev-bind"))


def test_private_folders_are_small() -> None:
    words = view([])
    read_only = options(words, "--remount-ro")
    private = [path for path in options(words, "--tmpfs") if path not in read_only]
    assert set(private) == {"/tmp", "/dev/shm", WORK}
    for path in private:
        at = words.index(path) - 3
        assert words[at] == "--size"
        assert int(words[at + 1]) <= 64 << 20


def test_hidden_is_what_could_be_seen_otherwise(tmp_path: Path) -> None:
    outside, file = str(tmp_path), "/usr/bin/env"
    words = view(["/usr/include", "/usr/no/such/folder", outside, file])
    assert "/usr/include" in options(words, "--tmpfs")
    assert "/usr/include" in options(words, "--remount-ro")
    for path in ("/usr/no/such/folder", outside, file):
        assert path not in words


def test_root_becomes_nobody_and_others_stay_who_they_are() -> None:
    user, group = unprivileged_ids()
    if os.geteuid() == 0:
        assert user == pwd.getpwnam("nobody").pw_uid
        assert group != 0
    else:
        assert (user, group) == (os.geteuid(), os.getegid())


def test_root_is_not_kept_where_nobody_has_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_environment_is_no_part_of_this_machine() -> None:
    assert set(ENVIRONMENT) == {"PATH", "HOME", "LANG", "TMPDIR"}
    assert ENVIRONMENT["HOME"] == WORK


@needs_bubblewrap
def test_what_a_killed_grader_left_behind_is_swept_away() -> None:
    program = shutil.which("bwrap")
    assert program is not None
    held, other = os.pipe()  # nobody writes to it: the sandbox stays in the moment of its start
    words = [program, "--unshare-all", "--die-with-parent", "--as-pid-1"]
    words += ["--unshare-user", "--info-fd", "2", "--userns-block-fd", str(held)]
    words += ["--ro-bind", "/", "/", "sleep", "60"]
    outer = subprocess.Popen(words, pass_fds=[held], stderr=subprocess.DEVNULL)
    try:
        inner = wait_for(lambda: children_of(outer.pid))[0]
        sweep_orphans(program, os.getuid())
        assert Path("/proc", str(inner)).exists()  # it is nobody's orphan yet
        outer.kill()
        outer.wait()
        time.sleep(0.2)
        sweep_orphans(program, os.getuid())
        assert wait_for(lambda: not Path("/proc", str(inner)).exists())
    finally:
        outer.kill()
        outer.wait()
        os.close(held)
        os.close(other)


def children_of(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"\nPPid:\t{process}\n" in status.read_text(errors="replace"):
                found.append(int(status.parent.name))
    return found


def wait_for(happens: Callable[[], T], seconds: float = 10) -> T:
    """What comes of something that happens soon."""
    deadline = time.monotonic() + seconds
    while not (found := happens()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found
