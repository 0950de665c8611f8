"""Signals, lost readers and lost terminals at any moment: quiet, cleaned up, the right status."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from support import PROGRAM, SHUFFLE_SCRIPT, SHUFFLE_START, shell


def heed_ctrl_c() -> None:
    """A shell that runs the tests in the background makes them, and their children, ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_with_130() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "run", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_ctrl_c,
    )
    assert process.stdin is not None
    process.stdin.write(b"A\n")
    process.stdin.flush()
    time.sleep(1)  # it waits for more input now
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr.strip() == b""


def test_ctrl_c_in_a_batch_leaves_nothing_behind(tmp_path: Path) -> None:
    scripts, out = tmp_path / "scripts", tmp_path / "out"
    scripts.mkdir()
    for number in range(400):
        (scripts / f"{number}.txt").write_text("P\n")
    process = subprocess.Popen(
        [*PROGRAM, "run", scripts, "--out", out, "--jobs", "2", "--actions", "500"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    wait_for(lambda: out.exists() and any(out.glob("*.txt")))
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr.strip() == b""
    assert list(out.glob(".*")) == []
    assert 0 < len(list(out.glob("*.txt"))) < 400
    wait_for(lambda: not group_is_alive(process.pid))


@pytest.mark.parametrize("redirect", ["", "2>&1"])
def test_head_ends_a_batch_quietly_and_at_once(tmp_path: Path, redirect: str) -> None:
    for number in range(400):
        (tmp_path / f"{number}.txt").write_text("P\n" if number % 50 else "x\n")
    command = f"checkers run . --jobs 2 --depth 2 {redirect}"
    for lines in (1, 50, 5000):
        done = shell(f"{command} | head -n {lines} | wc -l; echo ${{PIPESTATUS[0]}}", tmp_path)
        assert done.stdout == f"{lines}\n141\n"
        assert "Traceback" not in done.stderr


def test_a_killed_worker_is_told_in_a_line(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"{number}.txt").write_text("P\n")
    process = subprocess.Popen(
        [*PROGRAM, "run", tmp_path, "--jobs", "2", "--actions", "500", "--out", tmp_path / "out"],
        stderr=subprocess.PIPE,
    )
    wait_for(lambda: any((tmp_path / "out").glob("*.txt")))
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) == 2
    os.kill(int(children[0]), signal.SIGKILL)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 2
    assert stderr.startswith(b"checkers: a worker process was killed")
    assert stderr.count(b"\n") == 1
    assert list((tmp_path / "out").glob(".*")) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("command", ["run", "verify"])
def test_being_told_to_end_leaves_no_draft(
    tmp_path: Path, command: str, number: signal.Signals
) -> None:
    (tmp_path / "game.txt").write_bytes(SHUFFLE_SCRIPT * 50_000)
    out = tmp_path / "out"
    out.mkdir()
    how = ["--out", str(out)] if command == "run" else [str(out), "--update", "--yes"]
    process = subprocess.Popen(
        [*PROGRAM, command, tmp_path / "game.txt", *how, "--position", SHUFFLE_START],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    wait_for(lambda: any(out.glob(".*")), seconds=60)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert stderr == b""
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_while_workers_start_are_quiet(tmp_path: Path, number: signal.Signals) -> None:
    for name in range(400):
        (tmp_path / f"{name}.txt").write_text("P\n")
    for _ in range(5):
        process = subprocess.Popen(
            [*PROGRAM, "run", tmp_path, "--out", tmp_path / "out", "--jobs", "24"],
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=heed_ctrl_c,
        )
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_for(partial(has_text, children))
        os.killpg(process.pid, number)
        _, stderr = process.communicate(timeout=30)
        assert stderr == b""
        assert process.returncode == 128 + number
        assert list((tmp_path / "out").glob(".*")) == []


def test_a_terminal_that_goes_away_does_not_stop_the_work(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.txt").write_text("P\n")
    parent, child = pty.openpty()
    out = tmp_path / "out"
    process = subprocess.Popen([*PROGRAM, "run", tmp_path, "--out", out], stderr=child)
    os.close(child)
    os.read(parent, 10)  # the bar is there
    os.close(parent)
    assert process.wait(timeout=60) == 0
    assert len(list(out.iterdir())) == 300


def test_ctrl_c_while_importing_is_quiet_too() -> None:
    code = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'checkers_cli.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from checkers_cli.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=False)
    assert done.returncode == 130
    assert done.stderr == b""


def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"{number}.txt").write_text("P\n")
    process = subprocess.Popen(
        [*PROGRAM, "run", tmp_path, "--jobs", "2", "--actions", "500"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.read(1) == b"="
    process.kill()
    process.stdout.close()
    process.wait()
    wait_for(lambda: not group_is_alive(process.pid))


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def has_text(path: Path) -> bool:
    return bool(path.read_text())


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
