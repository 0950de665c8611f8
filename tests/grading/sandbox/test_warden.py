"""How the warden starts, watches and ends commands: real ones, in one or both sandboxes."""

import errno
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from grading.machine import (
    in_bubblewrap,
    in_limits,
    opened_sandbox,  # noqa: F401 - the fixture `sandbox`
    sandboxes,
)
from grading.probing import (
    AMPLE,
    MB,
    compiled_probe,  # noqa: F401 - the fixture `probe`
    processes_with,
    run,
    shell,
)

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import MOST_RUNS, Sandbox
from checkers_cli.installation import PACKAGE

# How commands end


@sandboxes
def test_an_exit_status_above_128_is_not_a_signal(sandbox: Sandbox, probe: MemoryFile) -> None:
    for status in (0, 1, 124, 137, 139, 255):
        ended = sandbox.run(Job(["sh", "-c", f"exit {status}"], AMPLE))
        assert (ended.why, ended.status, ended.signal) == ("ended", status, 0)
    ended = run(sandbox, probe, "null")
    assert (ended.why, ended.status, ended.signal) == ("ended", -11, signal.SIGSEGV)
    assert ended.words == "signal SIGSEGV"


@sandboxes
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGCHLD, 34, 64])
def test_the_signal_that_killed_a_command_is_reported(
    sandbox: Sandbox, probe: MemoryFile, number: int
) -> None:
    ended = run(sandbox, probe, "raise", number)
    harmless = number == signal.SIGCHLD
    assert (ended.why, ended.signal) == ("ended", 0 if harmless else number)


@sandboxes
def test_both_output_streams_are_returned(sandbox: Sandbox) -> None:
    ended = sandbox.run(Job(["sh", "-c", r"printf 'out\0\377'; printf err >&2; exit 3"], AMPLE))
    assert (ended.stdout, ended.stderr, ended.status) == (b"out\0\xff", b"err", 3)
    assert ended.artifact is None


@sandboxes
def test_a_command_that_cannot_be_started_is_reported(sandbox: Sandbox) -> None:
    ended = sandbox.run(Job(["no-such-program"], AMPLE))
    assert (ended.why, ended.status) == ("start", errno.ENOENT)
    assert ended.words == "could not be started: No such file or directory"
    with (
        MemoryFile(b"text") as text,
        MemoryFile(b"#!/no/such/program\n", executable=True) as script,
        MemoryFile(b"echo text\n", executable=True) as no_program,
    ):
        files = {"text": text, "script": script, "no-program": no_program}
        numbers = {"text": errno.EACCES, "script": errno.ENOENT, "no-program": errno.ENOEXEC}
        for name, number in numbers.items():
            ended = sandbox.run(Job([f"./{name}"], AMPLE, files))
            assert (ended.why, ended.status) == ("start", number)


# What commands may use


@sandboxes
def test_cpu_time_runs_out(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "spin", cpu=0.2)
    assert (ended.why, ended.signal) == ("cpu", 0)
    assert 0.2 <= ended.cpu < AMPLE.cpu


@sandboxes
def test_cpu_time_of_children_in_other_sessions_counts(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "child-spins", cpu=0.2).why == "cpu"


@sandboxes
def test_cpu_time_of_children_that_have_ended_counts(sandbox: Sandbox) -> None:
    line = "while :; do (i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done); done"
    ended = sandbox.run(Job(["sh", "-c", line], replace(AMPLE, cpu=0.3)))
    assert ended.why == "cpu"
    assert 0.3 <= ended.cpu < AMPLE.cpu


@sandboxes
def test_cpu_time_of_children_without_wait_counts(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "forsakes", 4, 200, cpu=0.5)
    assert ended.why == "cpu"
    ended = run(sandbox, probe, "forsakes", 4, 200)
    assert ended.why == "ended"
    assert 0.5 < ended.cpu < 0.9


@sandboxes
def test_no_cpu_time_counts_twice(sandbox: Sandbox, probe: MemoryFile) -> None:
    for words in (("waits", 8, 100), ("waits", 30, 15), ("forsakes", 8, 100), ("orphans", 8, 100)):
        ended = run(sandbox, probe, *words)
        assert ended.why == "ended"
        count, each = words[1:]
        assert ended.cpu < int(count) * int(each) / 1000 + 0.2, words


@sandboxes
def test_wall_time_runs_out(sandbox: Sandbox) -> None:
    ended = sandbox.run(Job(["sleep", "600"], replace(AMPLE, wall=0.2)))
    assert ended.why == "wall"
    assert ended.wall >= 0.2
    assert ended.cpu < 0.2


@sandboxes
def test_waiting_for_a_core_extends_wall_time_up_to_a_limit(
    sandbox: Sandbox, probe: MemoryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers_cli.grading.sandbox.runner._STARVED", 0.7)
    ended = run(sandbox, probe, "starves", wall=0.3)
    assert ended.why == "wall"
    assert 0.6 < ended.wall < 3


@sandboxes
def test_memory_runs_out(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "hog-and-stay", 100, memory=40 * MB)
    assert ended.why == "memory"
    assert ended.peak >= 40 * MB  # exactly so much if the kernel counts


@sandboxes
def test_memory_counts_after_the_first_thread_has_ended(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    ended = run(sandbox, probe, "thread-hogs", 100, memory=40 * MB, wall=10)
    assert ended.why == "memory"


@sandboxes
def test_a_short_memory_peak_counts(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "hog", 100, memory=90 * MB).why == "memory"
    ended = run(sandbox, probe, "hog", 100, memory=200 * MB)
    assert ended.why == "ended"
    assert 100 * MB < ended.peak < 200 * MB
    assert run(sandbox, probe, "hog", 100, memory=0).why == "ended"


@in_bubblewrap
def test_files_count_as_memory(sandbox: Sandbox) -> None:
    line = "head -c 30000000 /dev/zero > /tmp/zeros; sleep 600"
    ended = sandbox.run(Job(["sh", "-c", line], replace(AMPLE, memory=20 * MB, output=60 * MB)))
    assert ended.why == "memory"


@in_bubblewrap
def test_too_many_files_stop_a_run(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "files").why == "inodes"


@sandboxes
def test_output_stops_at_the_limit(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "flood", output=100_000)
    assert ended.signal == signal.SIGXFSZ
    assert ended.stdout == b"0123456789" * 10_000
    ended = run(sandbox, probe, "flood", "undeterred", output=100_000)
    assert (ended.why, ended.status, len(ended.stdout)) == ("ended", 0, 100_000)


@sandboxes
def test_processes_and_descriptors_are_limited(sandbox: Sandbox, probe: MemoryFile) -> None:
    ended = run(sandbox, probe, "forks", processes=20)
    # Others of the same user may come and go meanwhile, where these count.
    assert 0 < int(ended.stdout) <= (20 if sandbox.kind == "bubblewrap" else 200)
    assert run(sandbox, probe, "opens", files=50).stdout == b"50\n"


@sandboxes
def test_no_core_is_dumped(sandbox: Sandbox) -> None:
    assert shell(sandbox, "ulimit -H -c") == "0\n"


# Many runs in one sandbox


def inputs(*lines: str) -> list[MemoryFile]:
    return [MemoryFile(line.encode()) for line in lines]


def runs(sandbox: Sandbox, line: str, file: list[MemoryFile]) -> list[Ended]:
    job = Job(["sh", "-c", line], Limits(cpu=10, wall=2), stdins=file, slim=True)
    try:
        return sandbox.run_all(job)
    finally:
        for one in file:
            one.close()


@sandboxes
def test_each_run_has_its_own_streams(sandbox: Sandbox) -> None:
    line = "read a; echo $a; echo $$ >&2; exit 3"
    ended = runs(sandbox, line, inputs("one\n", "two\n", "three\n"))
    assert [one.stdout for one in ended] == [b"one\n", b"two\n", b"three\n"]
    assert [one.status for one in ended] == [3, 3, 3]
    assert len({one.stderr for one in ended}) == 3


@sandboxes
def test_runs_go_on_after_a_crash(sandbox: Sandbox) -> None:
    ended = runs(
        sandbox, "read a; [ $a = 2 ] && kill -SEGV $$; echo $a", inputs("1\n", "2\n", "3\n")
    )
    assert [one.words for one in ended] == ["exit status 0", "signal SIGSEGV", "exit status 0"]
    assert [one.stdout for one in ended] == [b"1\n", b"", b"3\n"]


@sandboxes
def test_each_run_has_its_own_time_limits(sandbox: Sandbox) -> None:
    line = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"
    with MemoryFile(b"") as nothing:
        job = Job(["sh", "-c", line], AMPLE, stdins=[nothing], slim=True)
        alone = sandbox.run(job).cpu
        limits = replace(AMPLE, cpu=MOST_RUNS / 2 * alone)
        ended = sandbox.run_all(replace(job, limits=limits, stdins=[nothing] * MOST_RUNS))
    assert [one.why for one in ended] == ["ended"] * MOST_RUNS


@in_bubblewrap
@pytest.mark.parametrize(
    "line",
    [
        "echo x > /tmp/left",
        "mkdir /dev/shm/left",
        "ln -s x left",
        "chmod 700 /tmp",
        "echo x > /tmp/left && rm /tmp/left",
        "true | true",
        "ls /tmp",
    ],
)
def test_no_run_follows_one_that_left_a_trace(sandbox: Sandbox, line: str) -> None:
    file = inputs("1\n", "2\n", "3\n")
    ended = runs(sandbox, f"read a; echo $a; [ $a = 2 ] && {line}; exit 0", file)
    assert [one.stdout for one in ended] == [b"1\n", b"2\n"]


@sandboxes
def test_no_run_follows_one_that_was_stopped(sandbox: Sandbox) -> None:
    ended = runs(sandbox, "read a; [ $a = 2 ] && sleep 9; echo $a", inputs("1\n", "2\n", "3\n"))
    assert [one.why for one in ended] == ["ended", "wall"]


@sandboxes
def test_no_run_follows_a_series_that_took_long(sandbox: Sandbox) -> None:
    job = Job(["sleep", "0.3"], replace(AMPLE, wall=3), stdins=[None] * MOST_RUNS, slim=True)
    ended = sandbox.run_all(job)
    assert {one.why for one in ended} == {"ended"}
    assert len(ended) <= 4


@in_limits
def test_processes_of_a_run_are_gone_before_the_next(sandbox: Sandbox) -> None:
    mark = f"{time.time_ns() % 10**9}.5"  # nobody else sleeps for so long
    ended = runs(sandbox, f"setsid sleep {mark} &", inputs("1", "2", "3"))
    assert len(ended) == 3
    assert processes_with(mark) == []


@sandboxes
def test_a_job_with_changeable_files_has_one_run(sandbox: Sandbox) -> None:
    with MemoryFile(b"x") as file:
        job = Job(["cat", "file"], AMPLE, {"file": file}, [None, None])
        assert len(sandbox.run_all(job)) == 1


@sandboxes
def test_no_run_follows_one_that_printed_much(sandbox: Sandbox) -> None:
    """The grader holds the output of all runs at once."""
    line = "read a; [ $a = 2 ] && printf %01500000d 0; echo $a"
    ended = runs(sandbox, line, inputs("1\n", "2\n", "3\n"))
    assert [len(one.stdout) for one in ended] == [2, 1_500_002]


@in_bubblewrap
def test_files_are_counted_at_the_end_of_a_short_run(sandbox: Sandbox, probe: MemoryFile) -> None:
    assert run(sandbox, probe, "files-and-end").why == "inodes"
    line = "head -c 30000000 /dev/zero > /tmp/zeros"
    ended = sandbox.run(Job(["sh", "-c", line], replace(AMPLE, memory=20 * MB, output=60 * MB)))
    assert ended.why == "memory"


def test_the_guard_ends_a_run_whose_checks_are_held_up(tmp_path: Path) -> None:
    """Nobody knows what the checks will have to wait for next: here they come too late."""
    source = (PACKAGE / "grading" / "sandbox" / "warden.c").read_text()
    late = source.replace("#define POLL_MS 10 ", "#define POLL_MS 100000 ")
    assert late != source
    (tmp_path / "warden.c").write_text(late)
    include = str(PACKAGE / "grading" / "sandbox")
    build = ["gcc", "-pthread", "-I", include, "-o", "warden", "warden.c"]
    subprocess.run(build, cwd=tmp_path, check=True)
    options = ["report=1", "cpu=1000", "wall=100", "files=64", "size=1000", f"stack={MB}"]
    done = subprocess.run(
        ["./warden", *options, "--", "sleep", "60"], cwd=tmp_path, capture_output=True, check=True
    )
    why, status, _, wall, _ = done.stdout.split()
    assert (why, status) == (b"wall", b"0")
    assert 100_000 < int(wall) < 30_000_000
