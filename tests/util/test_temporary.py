"""Temporary folders: held by a lock while they are in use, removed by the next start after that."""

import errno
import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from checkers_cli.util import temporary
from checkers_cli.util.disk import NoSpace
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.temporary import sweep_folders, temporary_folder

ROOT = os.geteuid() == 0
ME = os.geteuid()
HOLD = """
import os, sys, time
from checkers_cli.util.temporary import temporary_folder
with temporary_folder() as folder:
    open(os.path.join(folder, "file"), "w").close()
    BODY
    print(folder, flush=True)
    time.sleep(60)
"""
# Makes folders, looks after its own, and removes those that nobody holds.
GRADER = """
import os, sys, time
from checkers_cli.util.temporary import sweep_folders, temporary_folder
end = time.monotonic() + float(sys.argv[1])
count = 0
while time.monotonic() < end:
    with temporary_folder() as outer:
        open(os.path.join(outer, "file"), "w").close()
        sweep_folders([os.geteuid()])
        with temporary_folder() as inner:
            sweep_folders([os.geteuid()])
            assert os.path.isdir(inner), "an empty one was taken away"
        assert os.listdir(outer) == ["file"], "one in use was taken away"
        count += 1
print(count)
"""


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder of these tests."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@contextmanager
def holder(body: str = "pass") -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A process that has a temporary folder, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", HOLD.replace("BODY", body)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, Path(process.stdout.readline().strip())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def left_behind(folder: Path, name: str = "checkers-abcd_123") -> Path:
    """A folder as a killed grader leaves it."""
    path = folder / name
    path.mkdir(mode=0o700)
    (path / "program").write_text("left")
    path.chmod(stat.S_ISVTX | 0o700)
    return path


def test_a_temporary_folder_is_private_and_removed(scratch: Path) -> None:
    descriptors = os.listdir("/proc/self/fd")
    with temporary_folder() as name:
        folder = Path(name)
        assert folder.parent == scratch
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "deep" / "er").mkdir(parents=True)
        (folder / "deep" / "er" / "file").write_text("text")
        (folder / "deep").chmod(0)
        (folder / "link").symlink_to("/etc")
        folder.chmod(0o500)
    assert list(scratch.iterdir()) == []
    assert os.listdir("/proc/self/fd") == descriptors


def test_a_temporary_folder_can_be_readable_for_others() -> None:
    with temporary_folder(0o755) as folder:
        assert os.stat(folder).st_mode & 0o777 == 0o755


def test_a_temporary_folder_is_removed_after_an_error(scratch: Path) -> None:
    with pytest.raises(ZeroDivisionError), temporary_folder():
        raise ZeroDivisionError
    assert list(scratch.iterdir()) == []


def test_a_temporary_folder_may_be_gone_at_its_end(scratch: Path) -> None:
    with temporary_folder() as folder:
        os.rmdir(folder)
    assert list(scratch.iterdir()) == []


def test_a_full_disk_is_reported_with_the_temporary_folder(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(prefix: str) -> str:
        raise OSError(errno.ENOSPC, "No space left on device", f"{scratch}/{prefix}abcdefgh")

    monkeypatch.setattr(tempfile, "mkdtemp", fail)
    with pytest.raises(NoSpace, match="the disk is full") as caught, temporary_folder():
        pass
    assert caught.value.problem == f"{scratch}: the disk is full"


@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.EDQUOT, "SCRATCH: the disk quota is used up; "), (0, "no usable temporary directory")],
)
def test_no_usable_temporary_folder_is_reported(
    scratch: Path, number: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in [...]")

    monkeypatch.setattr(tempfile, "gettempdir", fail)
    monkeypatch.setattr(temporary, "lack_of_space", lambda folder, size: number)
    with pytest.raises(UnusableInput) as caught, temporary_folder():
        pass
    assert str(caught.value).startswith(message.replace("SCRATCH", str(scratch)))


def make_deep(folder: Path, depth: int) -> None:
    """Nest folders, deeper than a path can name."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)


@pytest.mark.slow
def test_a_very_deep_folder_is_removed(scratch: Path) -> None:
    with temporary_folder() as folder:
        make_deep(Path(folder), 3000)
    assert list(scratch.iterdir()) == []


def test_the_folder_of_a_killed_process_is_removed_by_a_sweep() -> None:
    with holder() as (process, folder):
        sweep_folders([ME])
        assert (folder / "file").exists()
        process.kill()
        process.wait()
        assert (folder / "file").exists()
        sweep_folders([ME])
        assert not folder.exists()


@pytest.mark.parametrize(
    "body",
    [
        "import subprocess; subprocess.Popen(['sleep', '60'], stdout=subprocess.DEVNULL)",
        "subprocess = os.fork() or (os.close(1), time.sleep(60))",
    ],
    ids=["started", "forked"],
)
def test_an_orphan_does_not_hold_the_folder(body: str) -> None:
    with holder(f"os.setsid(); {body}") as (process, folder):
        process.kill()
        process.wait()
        deadline = time.monotonic() + 20  # a forked process may not have begun yet
        try:
            while folder.exists() and time.monotonic() < deadline:
                sweep_folders([ME])
            assert not folder.exists()
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_graders_never_take_folders_of_each_other_away(scratch: Path) -> None:
    command = [sys.executable, "-P", "-c", GRADER, "3"]
    graders = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for grader in graders:
        stdout, stderr = grader.communicate(timeout=60)
        assert stderr == ""
        assert int(stdout) > 10
    assert list(scratch.iterdir()) == []


def test_a_folder_that_a_sweep_removed_at_once_is_made_again(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment between making and locking a folder belongs to the others."""
    make, lock = tempfile.mkdtemp, fcntl.flock
    made: list[str] = []

    def make_and_lose(prefix: str) -> str:
        made.append(make(prefix=prefix))
        if len(made) == 1:
            os.rmdir(made[0])
        return made[-1]

    def lose_and_lock(descriptor: int, operation: int) -> None:
        if len(made) == 2:
            os.rmdir(made[1])
            os.mkdir(made[1])  # another one of this name
        if len(made) == 3:
            raise BlockingIOError
        lock(descriptor, operation)

    monkeypatch.setattr(tempfile, "mkdtemp", make_and_lose)
    monkeypatch.setattr(fcntl, "flock", lose_and_lock)
    with temporary_folder() as folder:
        assert len(made) == 4
        assert [folder] == [str(path) for path in scratch.iterdir()]


def test_a_file_system_without_locks_can_be_used(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with temporary_folder() as folder:
        sweep_folders([ME])
        assert os.path.isdir(folder)
    assert list(scratch.iterdir()) == []


def test_a_folder_of_an_older_version_is_removed_only_if_it_is_empty(scratch: Path) -> None:
    empty, full = scratch / "checkers-aaaaaaaa", scratch / "checkers-bbbbbbbb"
    empty.mkdir(mode=0o700)
    full.mkdir(mode=0o700)
    (full / "work.sqlite").touch()
    sweep_folders([ME])
    assert list(scratch.iterdir()) == [full]


@pytest.mark.parametrize(
    "name",
    ["checkers-", "checkers-abc", "checkers-abcdefghi", "checkers-peers-ab", "Checkers-abcdefgh",
     "checkers-ABCDEFGH", "xcheckers-abcdefgh", "checkers-abc.efgh", "checkers-abcdefg\n"],
)  # fmt: skip
def test_other_names_are_left_alone(scratch: Path, name: str) -> None:
    folder = left_behind(scratch, name)
    sweep_folders([ME])
    assert (folder / "program").exists()


def test_links_and_files_of_such_names_are_left_alone(scratch: Path, tmp_path: Path) -> None:
    target = left_behind(tmp_path, "target")
    (scratch / "checkers-aaaaaaaa").symlink_to(target)
    (scratch / "checkers-bbbbbbbb").write_text("a file")
    os.mkfifo(scratch / "checkers-cccccccc")
    sweep_folders([ME])
    assert len(list(scratch.iterdir())) == 3
    assert (target / "program").exists()


def test_links_inside_are_removed_and_not_followed(scratch: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("text")
    folder = left_behind(scratch)
    (folder / "link").symlink_to(tmp_path / "precious")
    (folder / "inner").mkdir()
    (folder / "inner" / "link").symlink_to(tmp_path / "precious")
    os.link(tmp_path / "precious" / "file", folder / "inner" / "hard")
    sweep_folders([ME])
    assert list(scratch.iterdir()) == []
    assert (tmp_path / "precious" / "file").read_text() == "text"
    assert stat.S_IMODE((tmp_path / "precious").stat().st_mode) & 0o700 == 0o700


def test_folders_of_other_users_are_left_alone(scratch: Path) -> None:
    folder = left_behind(scratch)
    sweep_folders([ME + 1])
    assert (folder / "program").exists()


@pytest.mark.skipif(not ROOT, reason="only root has folders of several users")
def test_root_removes_the_folders_of_its_runs_only(scratch: Path) -> None:
    names = ["checkers-aaaaaaaa", "checkers-bbbbbbbb", "checkers-cccccccc"]
    ours, runs, others = (left_behind(scratch, name) for name in names)
    os.chown(runs, 65534, 65534)
    os.chown(others, 1234, 1234)
    assert runs.stat().st_mode & stat.S_ISVTX  # the mark stays when the owner changes
    sweep_folders([ME, 65534])
    assert not ours.exists()
    assert list(scratch.iterdir()) == [others]


def test_the_work_of_a_sweep_is_bounded(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporary, "_MOST_IN_A_FOLDER", 100)
    large = left_behind(scratch, "checkers-aaaaaaaa")
    for number in range(250):
        (large / str(number)).touch()
    deep = left_behind(scratch, "checkers-bbbbbbbb")
    make_deep(deep, 150)
    small = left_behind(scratch, "checkers-cccccccc")
    sweep_folders([ME])
    assert not small.exists()
    assert 100 <= len(list(large.iterdir())) < 251
    for _ in range(4):  # each start goes on
        sweep_folders([ME])
    assert list(scratch.iterdir()) == []


def test_all_folders_of_a_sweep_share_a_bound(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporary, "_MOST_REMOVED", 12)
    monkeypatch.setattr(temporary, "_MOST_IN_A_FOLDER", 5)
    for name in "abcdef":
        folder = left_behind(scratch, f"checkers-{name * 8}")
        for number in range(9):
            (folder / str(number)).touch()
    sweep_folders([ME])
    assert len(list(scratch.glob("*/*"))) == 60 - 12


def test_the_number_of_folders_in_a_sweep_is_bounded(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporary, "_MOST_FOLDERS", 3)
    for number in range(8):
        left_behind(scratch, f"checkers-{number:08}")
    sweep_folders([ME])
    assert len(list(scratch.iterdir())) == 5


@pytest.mark.slow
def test_a_planted_tree_costs_a_sweep_little_time(scratch: Path) -> None:
    folder = left_behind(scratch)
    for number in range(120):
        (folder / f"d{number}").mkdir()
        for inner in range(200):
            (folder / f"d{number}" / str(inner)).touch()
    begun = time.monotonic()
    sweep_folders([ME])
    assert time.monotonic() - begun < 10


def test_what_cannot_be_removed_ends_no_sweep(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = left_behind(scratch)

    def refuse(*args: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "unlink", refuse)
    sweep_folders([ME])
    assert (folder / "program").exists()


def test_a_missing_temporary_folder_ends_no_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    sweep_folders([ME])


def test_a_forked_process_does_not_remove_the_folder_of_its_parent() -> None:
    with temporary_folder() as folder:
        child = os.fork()
        if not child:
            try:
                with temporary_folder():
                    pass
            finally:
                os._exit(len(temporary._held))
        assert os.waitpid(child, 0)[1] == 0
        sweep_folders([ME])
        assert os.path.isdir(folder)


def test_threads_can_make_folders(scratch: Path) -> None:
    def use() -> None:
        for _ in range(20):
            with temporary_folder() as folder:
                Path(folder, "file").touch()

    threads = [threading.Thread(target=use) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(scratch.iterdir()) == []
