"""What commands see, leave and bring back; each test runs a real one, in one or both sandboxes."""

import errno
import itertools
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep

import pytest
from grading.machine import (
    count_oom_kills,
    in_bubblewrap,
    in_limits,
    needs_bubblewrap,
    needs_gcc,
    opened_sandbox,  # noqa: F401 - the fixture `sandbox`
    sandboxes,
)
from grading.probing import (
    AMPLE,
    compiled_probe,  # noqa: F401 - the fixture `probe`
    processes_with,
    run,
    shell,
)

from checkers_cli.grading.sandbox.jobs import Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import _STARVED, Bubblewrap, Sandbox
from checkers_cli.grading.sandbox.view import ENVIRONMENT
from checkers_cli.installation import PACKAGE
from checkers_cli.util.disk import NoSpace
from checkers_cli.util.errors import UnusableInput

# Errors of the machine


@sandboxes
def test_a_run_killed_for_lack_of_memory_is_a_judge_error(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(["sh", "-c", "kill -9 $$"], AMPLE)
    assert sandbox.run(job).signal == signal.SIGKILL
    count_oom_kills(monkeypatch)
    with pytest.raises(JudgeError, match="the machine ran out of memory"):
        sandbox.run(job)
    monkeypatch.undo()
    assert sandbox.run(job).signal == signal.SIGKILL  # it does so alone, too: its own fault


@in_limits
@pytest.mark.parametrize("line", ["exit 1", "kill -6 $$", "exit 0"])
def test_other_ends_do_not_depend_on_kills(
    sandbox: Sandbox, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_oom_kills(monkeypatch)
    assert sandbox.run(Job(["sh", "-c", line], AMPLE)).why == "ended"


@in_limits
def test_a_group_below_its_limit_did_not_run_out_by_itself(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(["true"], AMPLE)
    ended = replace(sandbox.run(job), why="memory")
    folder = os.open(tmp_path, os.O_RDONLY)
    events = tmp_path / "memory.events"
    try:
        events.write_text("low 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 0\n")
        assert not sandbox._lacked_memory(job, ended, (folder, -1), monotonic())
        events.write_text("low 0\nmax 0\noom 0\noom_kill 1\noom_group_kill 1\n")
        assert not sandbox._lacked_memory(job, ended, (), monotonic())
        assert sandbox._lacked_memory(job, ended, (folder, -1), monotonic())
        # The kernel counts the kills of other groups too, but says which group they are in.
        count_oom_kills(monkeypatch)
        killed = replace(ended, why="ended", status=-signal.SIGKILL)
        assert not sandbox._lacked_memory(job, killed, (folder, -1), monotonic())
    finally:
        os.close(folder)


# What commands see


@sandboxes
def test_a_run_cannot_change_its_input(sandbox: Sandbox, probe: MemoryFile) -> None:
    with MemoryFile(b"G6-F5\n" * 1000) as script:
        for _ in range(2):
            assert sandbox.run(Job(["cat"], AMPLE, stdins=(script,))).stdout == script.content()
        job = Job(["./probe", "rewrite-stdin"], AMPLE, {"probe": probe}, stdins=(script,))
        assert sandbox.run(job).stdout == b""
        assert script.content() == b"G6-F5\n" * 1000
        assert sandbox.run(Job(["cat"], AMPLE, stdins=(script,))).stdout == script.content()


@sandboxes
def test_a_job_without_stdin_reads_nothing(sandbox: Sandbox) -> None:
    assert sandbox.run(Job(["cat"], AMPLE)).stdout == b""


@sandboxes
def test_files_are_in_the_working_folder(sandbox: Sandbox) -> None:
    files = {"a.c": b"text\0\xff", "sub/deep/b.h": b"", "with blank 'n quote": b"x", "-o": b"y"}
    listed = shell(sandbox, "find . -type f ! -name .warden | sort; cat < a.c | wc -c", files)
    assert listed.splitlines() == ["./-o", "./a.c", "./sub/deep/b.h", "./with blank 'n quote", "6"]


@sandboxes
def test_changes_to_files_do_not_reach_the_next_run(sandbox: Sandbox) -> None:
    line = "cat a; echo changed > a; cat a; mkdir -p d; ls; echo new > new"
    for _ in range(2):
        assert shell(sandbox, line, {"a": b"old\n"}) == "old\nchanged\na\nd\n"


@in_bubblewrap
def test_a_program_cannot_replace_itself(sandbox: Sandbox, probe: MemoryFile) -> None:
    ways = "'cp /bin/true probe' 'rm -f probe' 'mv probe other'"
    line = f"for way in {ways}; do $way && echo done; done"
    ended = sandbox.run(Job(["sh", "-c", line], AMPLE, {"probe": probe}))
    assert ended.stdout == b""


@sandboxes
def test_the_environment_is_clean(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "secret")
    ended = sandbox.run(Job(["env"], AMPLE))
    seen = dict(line.split("=", 1) for line in ended.stdout.decode().splitlines())
    seen.pop("PWD", None)  # bubblewrap tells the working folder
    assert seen == ENVIRONMENT


@in_bubblewrap
def test_only_the_system_can_be_seen(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "golden.txt").touch()
    shown = set(shell(sandbox, "ls -A /").split())
    assert {"usr", "proc", "dev", "tmp", "work"} <= shown
    allowed = "bin lib lib32 lib64 libx32 sbin usr etc proc dev tmp work warden"
    assert shown <= set(allowed.split())
    assert set(shell(sandbox, "ls -A /etc").split()) <= {"alternatives", "ld.so.cache"}
    assert shell(sandbox, "ls -A /tmp /dev/shm | grep -v :; true").split() == []
    assert shell(sandbox, f"test ! -e '{tmp_path}' && echo unseen") == "unseen\n"


@in_bubblewrap
def test_only_private_folders_can_be_written_to(sandbox: Sandbox) -> None:
    line = (
        "for folder in / /usr /usr/bin /etc /dev /proc /tmp /dev/shm /work; do"
        " (: > $folder/file) 2> /dev/null && echo $folder; done; true"
    )
    assert shell(sandbox, line).split() == ["/tmp", "/dev/shm", "/work"]


@in_bubblewrap
def test_other_processes_are_invisible_in_proc(sandbox: Sandbox) -> None:
    assert shell(sandbox, "ls /proc | grep -c '^[0-9]'") in ("3\n", "4\n", "5\n")
    for name in ("environ", "mem", "fd/3", "root/etc", "cwd/"):
        ended = sandbox.run(Job(["head", "-c", "1", f"/proc/1/{name}"], AMPLE))
        assert (ended.status, ended.stdout) == (1, b""), name


@needs_gcc
@needs_bubblewrap
def test_hidden_folders_are_empty_and_read_only() -> None:
    with Bubblewrap(hidden=["/usr/include"]) as sandbox:
        assert os.path.realpath(PACKAGE) in sandbox.hidden
        assert shell(sandbox, "ls -A /usr/include; ls -A /usr | grep include") == "include\n"
        ended = sandbox.run(Job(["sh", "-c", ": > /usr/include/file"], AMPLE))
        assert ended.status != 0


@sandboxes
def test_commands_run_without_privileges(sandbox: Sandbox) -> None:
    if sandbox.kind == "limits":
        assert shell(sandbox, "id -u; id -g").split() == [str(number) for number in sandbox.ids]
    else:
        inside, outside, count = shell(sandbox, "cat /proc/self/uid_map").split()
        assert (inside, outside, count) == ("1000", str(sandbox.ids[0]), "1")
        assert "CapEff:\t0000000000000000\n" in shell(sandbox, "cat /proc/self/status")
    assert sandbox.ids[0] != 0


# What commands must not do


@sandboxes
def test_the_report_cannot_be_forged(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "forge").stdout == b""


@sandboxes
def test_the_report_cannot_be_forged_when_many_files_are_open(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 3000:
        pytest.skip("this machine allows no more than 3000 open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (3000, hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(2000)]
    try:
        assert run(sandbox, probe, "forge").stdout == b""
    finally:
        for fd in opened:
            os.close(fd)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@in_bubblewrap
@pytest.mark.parametrize("call", ["ptrace", "unshare", "mount", "tcp"])
def test_forbidden_system_calls_kill_the_program(
    sandbox: Sandbox, probe: MemoryFile, call: str
) -> None:
    ended = run(sandbox, probe, call)
    assert (ended.signal, ended.stdout) == (signal.SIGSYS, b"")


@in_bubblewrap
def test_ptrace_is_allowed_for_tracing_jobs_only(sandbox: Sandbox, probe: MemoryFile) -> None:
    job = Job(["./probe", "ptrace"], AMPLE, {"probe": probe}, tracing=True)
    assert sandbox.run(job).stdout == b"traced\n"
    assert sandbox.run(replace(job, command=["./probe", "tcp"])).signal == signal.SIGSYS


@in_bubblewrap
def test_local_sockets_fail_without_killing_the_program(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    assert run(sandbox, probe, "unix").stdout == b"Permission denied\n"


@in_bubblewrap
def test_runs_cannot_communicate_through_shared_files(sandbox: Sandbox, probe: MemoryFile) -> None:
    before = os.stat(os.devnull).st_mtime_ns
    for tracing in (False, True):
        job = Job(["./probe", "tell"], AMPLE, {"probe": probe}, tracing=tracing)
        ended = sandbox.run(job)
        assert (ended.why, ended.status, ended.stdout) == ("ended", 0, b"")
    assert os.stat(os.devnull).st_mtime_ns == before


@in_bubblewrap
@pytest.mark.parametrize("masking", [True, False], ids=["by the warden", "by bubblewrap"])
@pytest.mark.parametrize("slim", [True, False])
def test_counters_of_the_machine_are_not_visible(
    sandbox: Sandbox, probe: MemoryFile, slim: bool, masking: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sandbox.masking
    monkeypatch.setattr(sandbox, "masking", masking)
    ended = sandbox.run(Job(["./probe", "counters"], AMPLE, {"probe": probe}, slim=slim))
    assert (ended.words, ended.stdout) == ("exit status 0", b"")


@in_bubblewrap
def test_a_program_that_asks_again_and_again_is_limited_all_the_same(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    # The warden answers, so half of the time is its own.
    limits = replace(AMPLE, cpu=0.5, wall=20)
    assert sandbox.run(Job(["./probe", "asks"], limits, {"probe": probe}, slim=True)).why == "cpu"


@in_bubblewrap
def test_builds_may_lock_files_and_set_their_times(sandbox: Sandbox) -> None:
    line = (
        "echo x > made; touch -d 2000-01-01 made; cp -p made copy; flock copy stat -c %Y copy >made"
    )
    assert artifact(sandbox, line) == b"946684800\n"


@in_bubblewrap
def test_a_command_cannot_change_its_oom_score(sandbox: Sandbox) -> None:
    for name in ("oom_score_adj", "clear_refs", "comm"):
        ended = sandbox.run(Job(["sh", "-c", f"echo 5 > /proc/self/{name}"], AMPLE))
        assert ended.status != 0, name
    assert shell(sandbox, "cat /proc/self/oom_score_adj") == "1000\n"


@in_bubblewrap
def test_memory_that_the_warden_cannot_count_is_refused(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    assert run(sandbox, probe, "vmsplice").stdout == b"Permission denied\n"
    assert run(sandbox, probe, "huge").stdout == b"Operation not permitted\n"
    assert shell(sandbox, "grep THP_enabled /proc/self/status").split() == ["THP_enabled:", "0"]


@sandboxes
@pytest.mark.parametrize("sessions", [0, 1, 2])
def test_no_process_survives(sandbox: Sandbox, probe: MemoryFile, sessions: int) -> None:
    mark = uuid.uuid4().hex
    ended = run(sandbox, probe, "leave", mark, sessions)
    assert (ended.why, ended.stdout) == ("ended", b"left behind\n")
    assert processes_with(mark) == []


@sandboxes
def test_no_process_survives_when_time_runs_out(sandbox: Sandbox, probe: MemoryFile) -> None:
    mark = uuid.uuid4().hex
    line = f"./probe leave {mark} 2; exec sleep 600"
    job = Job(["sh", "-c", line], replace(AMPLE, wall=0.5), {"probe": probe})
    assert sandbox.run(job).why == "wall"
    assert processes_with(mark) == []


@in_limits
def test_the_working_folder_is_gone_afterwards(sandbox: Sandbox) -> None:
    line = "mkdir -p a/b; echo text > a/b/c; ln -s / a/link; chmod 0 a/b; pwd"
    folder = Path(shell(sandbox, line).strip())
    assert folder.name.startswith("checkers-")
    assert not folder.exists()


# What comes back


def artifact(sandbox: Sandbox, line: str) -> bytes | None:
    """What is brought back as `made` after a line of shell."""
    return sandbox.run(Job(["sh", "-c", line], AMPLE, artifact="made")).artifact


@sandboxes
def test_the_artifact_is_returned(sandbox: Sandbox) -> None:
    assert artifact(sandbox, r"printf 'made\0\377' > made") == b"made\0\xff"
    assert artifact(sandbox, "head -c 500000 /dev/zero > made") == bytes(500_000)


@sandboxes
@pytest.mark.parametrize(
    "line",
    [
        "true",
        "echo text > made; exit 1",
        "echo text > made; kill -9 $$",
        "ln -s /etc/ld.so.cache made",
        "echo text > other; ln -s other made",
        "mkfifo made",
        "mkdir made",
        "ln -s /dev/zero made",
        "echo text > made; chmod 0 made",
    ],
)
def test_the_artifact_must_be_a_regular_file_of_a_successful_command(
    sandbox: Sandbox, line: str
) -> None:
    assert not artifact(sandbox, line)


# When the grader or its machine fails


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(Sandbox, marks=needs_gcc),
        pytest.param(Bubblewrap, marks=[needs_gcc, needs_bubblewrap]),
    ],
)
def test_stop_ends_all_runs(kind: type[Sandbox], probe: MemoryFile) -> None:
    marks = [uuid.uuid4().hex for _ in range(3)]
    results: SimpleQueue[object] = SimpleQueue()

    def run_and_wait(mark: str) -> None:
        line = f"./probe leave {mark} 1; ./probe leave {mark} 0; exec ./probe stay {mark} 1"
        try:
            results.put(sandbox.run(Job(["sh", "-c", line], AMPLE, {"probe": probe})))
        except JudgeError as error:
            results.put(str(error))

    threads = [threading.Thread(target=run_and_wait, args=(mark,)) for mark in marks]
    with kind() as sandbox, ExitStack() as stack:
        stack.callback(kill_all_with, marks)  # should the test fail
        for thread in threads:
            thread.start()
        wait_until(lambda: all(len(processes_with(mark)) >= 3 for mark in marks))
        sandbox.stop()
        for thread in threads:
            thread.join()
        # Whatever runs in a namespace ends with its first process, a moment later.
        wait_until(lambda: not any(map(processes_with, marks)))
        assert [results.get() for _ in marks] == ["stopped"] * 3
        with pytest.raises(JudgeError, match="stopped"):
            sandbox.run(Job(["true"], AMPLE))


@in_limits
def test_a_command_does_not_outlive_its_warden(sandbox: Sandbox, probe: MemoryFile) -> None:
    mark = uuid.uuid4().hex
    line = f"kill -9 $PPID; exec ./probe stay {mark} 1"
    try:
        with pytest.raises(JudgeError, match="did not report"):
            sandbox.run(Job(["sh", "-c", line], AMPLE, {"probe": probe}))
        wait_until(lambda: processes_with(mark) == [])
    finally:
        kill_all_with([mark])


@sandboxes
def test_no_process_survives_an_interrupt(sandbox: Sandbox, probe: MemoryFile) -> None:
    def interrupt(*_: object) -> None:
        wait_until(lambda: len(processes_with(mark)) >= 2)
        raise KeyboardInterrupt

    mark = uuid.uuid4().hex
    line = f"./probe leave {mark} 1; exec ./probe stay {mark} 1"
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            sandbox.run(Job(["sh", "-c", line], AMPLE, {"probe": probe}))
        wait_until(lambda: processes_with(mark) == [])
    finally:
        signal.signal(signal.SIGALRM, before)
        kill_all_with([mark])


@sandboxes
def test_no_process_survives_a_warden_that_is_late(
    sandbox: Sandbox, probe: MemoryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = AMPLE.wall + _STARVED
    monkeypatch.setattr("checkers_cli.grading.sandbox.runner._LATE", 1.0 - patience)
    mark = uuid.uuid4().hex
    line = f"./probe leave {mark} 1; exec ./probe stay {mark} 1"
    try:
        with suppress(JudgeError):  # a warden that is asked to end still says what happened
            assert sandbox.run(Job(["sh", "-c", line], AMPLE, {"probe": probe})).why == "wall"
        wait_until(lambda: processes_with(mark) == [])
    finally:
        kill_all_with([mark])


@in_bubblewrap
def test_a_warden_is_late_only_if_one_run_is(
    sandbox: Sandbox, probe: MemoryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = AMPLE.wall + _STARVED
    monkeypatch.setattr("checkers_cli.grading.sandbox.runner._LATE", 1.5 - patience)
    job = Job(["./probe", "naps", "700"], AMPLE, {"probe": probe}, (None,) * 4, slim=True)
    assert [ended.words for ended in sandbox.run_all(job)] == ["exit status 0"] * 4


def kill_all_with(marks: list[str]) -> None:
    """End the processes that have one of these words among their arguments."""
    for pid in itertools.chain(*map(processes_with, marks)):
        os.kill(pid, signal.SIGKILL)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; fail if that takes for ever."""
    end = monotonic() + 20
    while not condition():
        assert monotonic() < end, "it never came to that"
        sleep(0.01)


@sandboxes
def test_many_threads_can_run_jobs_at_once(sandbox: Sandbox) -> None:
    wrong: list[object] = []

    def run_some(thread: int) -> None:
        for number in range(6):
            text = f"{thread} {number}\n".encode() * 100
            with MemoryFile(text) as file:
                job = Job(["sh", "-c", "cat; cat file >&2"], AMPLE, {"file": file}, stdins=(file,))
                ended = sandbox.run(job)
            if (ended.stdout, ended.stderr) != (text, text):
                wrong.append(ended)

    threads = [threading.Thread(target=run_some, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@sandboxes
def test_no_descriptor_is_left_open(sandbox: Sandbox) -> None:
    sandbox.run(Job(["true"], AMPLE))  # the first run writes the warden, which is kept
    before = len(os.listdir("/proc/self/fd"))
    with MemoryFile(b"text") as file:
        sandbox.run(Job(["true"], AMPLE, {"a": file}, stdins=(file,), artifact="made"))
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that others can look into, unlike pytest's own: commands do not run as root."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


BUSY = """
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Job
from checkers_cli.grading.sandbox.runner import Sandbox
with Sandbox() as sandbox:
    sandbox.run(Job(["sh", "-c", "echo text > file; sleep 60"], Limits()))
"""


@needs_gcc
@pytest.mark.parametrize(
    "kind", [Sandbox, pytest.param(Bubblewrap, marks=needs_bubblewrap)], ids=["limits", "bwrap"]
)
def test_folders_of_a_killed_grader_are_removed_by_the_next_one(
    kind: type[Sandbox], public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = public / "scratch"
    scratch.mkdir()
    scratch.chmod(0o1777)
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    with subprocess.Popen([sys.executable, "-P", "-c", BUSY]) as grader:
        deadline = monotonic() + 30
        while not list(scratch.glob("*/file")) and monotonic() < deadline:
            sleep(0.05)
        with kind():  # while the other one works
            pass
        assert sorted(path.name for path in scratch.glob("*/*")) == ["file", "warden"]
        grader.kill()
    assert sorted(path.name for path in scratch.glob("*/*")) == ["file", "warden"]
    before = set(scratch.iterdir())
    with kind():
        assert not before & set(scratch.iterdir())  # this one may have a folder, too


def with_program(folder: Path, name: str, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program before all others of its name."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@needs_gcc
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'bwrap: No permissions' >&2; exit 1", "did not report: bwrap: No permissions"),
        ("exit 0", "did not report: no reason given"),
        ("kill -9 $$", "did not report: no reason given"),
    ],
)
def test_a_failing_bubblewrap_is_a_judge_error(
    public: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    with_program(public, "bwrap", script, monkeypatch)
    with Bubblewrap() as sandbox, pytest.raises(JudgeError) as caught:
        sandbox.run(Job(["true"], AMPLE))
    assert str(caught.value) == f"the sandbox {words}"


@needs_gcc
def test_a_missing_bubblewrap_is_a_judge_error(
    public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_program(public, "bwrap", "exit 0", monkeypatch)
    with Bubblewrap() as sandbox:
        (public / "bwrap").unlink()
        with pytest.raises(JudgeError) as caught:
            sandbox.run(Job(["true"], AMPLE))
    assert str(caught.value) == f"{public}/bwrap: No such file or directory"


def test_missing_tools_are_named_with_their_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnusableInput, match=r"^bubblewrap is not installed: apt-get install"):
        Bubblewrap()
    with pytest.raises(UnusableInput, match=r"^a C compiler is needed .*: apt-get install gcc"):
        Sandbox()


def test_a_broken_compiler_is_reported_with_its_first_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "echo 'on stdout'; echo 'no stdio.h' >&2; echo 'and more' >&2; exit 1"
    with_program(tmp_path, "gcc", script, monkeypatch)
    with pytest.raises(UnusableInput) as caught:
        Sandbox()
    words = f"{tmp_path}/gcc cannot compile the warden: no stdio.h (apt-get install gcc libc6-dev)"
    assert str(caught.value) == words


def test_a_compiler_without_space_for_the_warden_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "echo 'a.s: Assembler messages:' >&2; echo 'a.o: No space left on device' >&2; exit 1"
    with_program(tmp_path, "gcc", script, monkeypatch)
    monkeypatch.setattr("checkers_cli.util.disk.lack_of_space", lambda folder, size: errno.ENOSPC)
    with pytest.raises(NoSpace) as caught:
        Sandbox()
    assert caught.value.problem == f"{tempfile.gettempdir()}: the disk is full"


@sandboxes
def test_a_build_without_space_is_no_fault_of_its_source(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside bubblewrap, a build has space of its own."""
    line = "echo 'ld: final link failed: No space left on device' >&2; exit 1"
    job = Job(["sh", "-c", line], AMPLE, artifact="made")
    assert sandbox.run(job).status == 1  # the disk is not full
    monkeypatch.setattr("checkers_cli.util.disk.lack_of_space", lambda folder, size: errno.ENOSPC)
    if isinstance(sandbox, Bubblewrap):
        assert sandbox.run(job).status == 1
    else:
        with pytest.raises(NoSpace):
            sandbox.run(job)


@in_limits
def test_a_full_disk_in_a_run_is_reported(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with MemoryFile(b"text") as file, pytest.raises(NoSpace) as caught:
        sandbox.run(Job(["true"], AMPLE, {"a": file}))
    assert caught.value.problem == f"{tempfile.gettempdir()}: the disk is full"
