"""The program as the system runs it: real processes, pipes, signals and terminals."""

import os
import pty
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import PROGRAM, SHUFFLE_SCRIPT, SHUFFLE_START, WORKED_EXAMPLE, shell

from checkers_cli.installation import describe


def run(*args: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([*PROGRAM, *args], input=stdin, capture_output=True, check=False)


def test_both_ways_to_call_it_are_one_program() -> None:
    script = shutil.which("checkers", path=str(Path(sys.executable).parent))
    assert script is not None, "install the project first: pip install -e '.[test]'"
    for args in (["run", "-"], []):
        installed = subprocess.run([script, *args], input=b"P\n", capture_output=True, check=True)
        assert installed.stdout == run(*args, stdin=b"P\n").stdout
        assert installed.stdout.count(b"***") == 10


@pytest.mark.parametrize(
    ("stdin", "status"), [(b"G6-F5\r\nP", 0), (b"A1-A1\n", 1), (b"\x00\xff\n", 2)]
)
def test_exit_statuses(stdin: bytes, status: int) -> None:
    done = run(stdin=stdin)
    assert done.returncode == status
    assert done.stdout.startswith(b"BOARD SIZE: 8x8\n")
    assert b"Traceback" not in done.stderr


def test_head_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(SHUFFLE_SCRIPT * 5000)
    line = f"checkers run game.txt --position {SHUFFLE_START} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = shell(line, tmp_path)
    assert done.stdout == "BOARD SIZE: 8x8\n141\n"
    assert done.stderr == ""


@pytest.mark.parametrize("args", [["run", "-"], ["tree", "-"], ["--help"], ["--version"]])
def test_a_full_device_is_told_in_one_line(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *args], input=b"A", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"checkers: output: No space left on device\n"


def test_a_closed_standard_output_is_told_in_one_line() -> None:
    done = shell("echo A | checkers run - >&-")
    assert done.returncode == 2
    assert done.stderr == "checkers: standard output: is closed\n"


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize("args", ["run bad.txt", "run bad.txt bad.txt", "run none", "run --nope"])
def test_the_status_tells_when_standard_error_cannot(tmp_path: Path, how: str, args: str) -> None:
    (tmp_path / "bad.txt").write_text("x\n")
    assert shell(f"checkers {args} {how}", tmp_path).returncode == 2


def test_a_closed_standard_input_is_told_in_one_line() -> None:
    done = shell("checkers run - <&-")
    assert done.returncode == 2
    assert done.stderr == "checkers: standard input: is closed\n"


def test_pipes_among_many_scripts_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_bytes(SHUFFLE_SCRIPT * 1000)
    (tmp_path / "short.txt").write_bytes(SHUFFLE_SCRIPT)
    for script in ("<(cat long.txt)", "/dev/stdin < <(cat long.txt)"):
        done = shell(f"checkers run --position {SHUFFLE_START} short.txt {script}", tmp_path)
        assert done.returncode == 0
        assert done.stdout.count("ACTION #") == 4004


def test_a_golden_file_is_not_made_from_a_pipe(tmp_path: Path) -> None:
    done = shell("checkers verify <(echo G6-F5) g.txt --update --yes", tmp_path)
    assert done.returncode == 2
    assert "can be read only once; --update needs a file" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_that_does_not_block_is_waited_for() -> None:
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    process = subprocess.Popen([*PROGRAM, "run", "-"], stdin=reader, stdout=subprocess.PIPE)
    os.close(reader)
    os.write(writer, b"G6-F5\n")
    time.sleep(0.5)
    os.write(writer, b"H3-G4\n")
    os.close(writer)
    stdout, _ = process.communicate(timeout=20)
    assert stdout.count(b"ACTION #") == 2


def test_a_terminal_sees_each_action_at_once() -> None:
    parent, child = pty.openpty()
    process = subprocess.Popen([*PROGRAM, "run", "-"], stdin=subprocess.PIPE, stdout=child)
    os.close(child)
    assert process.stdin is not None
    process.stdin.write(b"G6-F5\n")
    process.stdin.flush()
    shown = b""
    while b"ACTION #1: G6-F5" not in shown:  # and standard input is still open
        shown += os.read(parent, 4096)
    process.stdin.close()
    assert process.wait(timeout=20) == 0
    os.close(parent)


def test_messages_stand_where_they_belong(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x\n")
    (tmp_path / "b.txt").write_text("A\n")
    done = subprocess.run(
        [*PROGRAM, "run", "a.txt", "b.txt"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    order = [b"==> a.txt <==", b"checkers: a.txt:1:", b"==> b.txt <==", b"checkers: 2 scripts"]
    places = [done.stdout.index(text) for text in order]
    assert places == sorted(places)


def test_the_children_of_these_tests_run_what_is_tested() -> None:
    assert describe() in run("--version").stdout.decode()


def test_a_very_long_script_needs_little_memory(tmp_path: Path) -> None:
    lines = 20_000  # 200,000 took no more; a transcript of this one would be 14 MB
    (tmp_path / "game.txt").write_bytes(SHUFFLE_SCRIPT * (lines // 4))
    code = (
        "import resource, runpy, sys\n"
        "try: runpy.run_module('checkers_cli', run_name='__main__')\n"
        "finally: sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))\n"
    )
    used = []
    for script in (SHUFFLE_SCRIPT, SHUFFLE_SCRIPT * (lines // 4)):
        (tmp_path / "game.txt").write_bytes(script)
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, "run", "game.txt", "--position", SHUFFLE_START],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        used.append(int(done.stderr))
    assert done.stdout.count(b"ACTION #") == lines
    assert used[1] - used[0] < 4_000  # KiB


def test_an_endless_line_is_not_read_to_its_end() -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [*PROGRAM, "run", "-"],
            stdin=zeros,
            capture_output=True,
            check=False,
            preexec_fn=limit,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(rb"checkers: standard input:1: '\x00\x00")
    assert done.stderr.endswith(b"is longer than 1000 bytes\n")


def test_a_progress_bar_on_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("A\n")
    (tmp_path / "bad.txt").write_text("x\n")
    parent, child = pty.openpty()
    done = subprocess.run(
        [*PROGRAM, "run", tmp_path, "--out", tmp_path / "out"], stderr=child, check=False
    )
    os.close(child)
    shown = os.read(parent, 65536).decode()
    os.close(parent)
    assert done.returncode == 2
    assert re.search(r"Running \[#+\] 2/2", shown)
    assert "\x1b" not in shown
    assert "bad.txt:1: 'x' is neither" in shown


def completion(**environment: str) -> str:
    code = "import sys; sys.argv[0] = 'checkers'; from checkers_cli.__main__ import main; main()"
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion(shell: str) -> None:
    assert "_CHECKERS_COMPLETE" in completion(_CHECKERS_COMPLETE=f"{shell}_source")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("checkers v", "plain,verify"),
        ("checkers run ex", "file,ex"),
        ("checkers tree ex", "file,ex"),
        ("checkers verify ex", "file,ex"),
        ("checkers run --reading l", "plain,limits"),
    ],
)
def test_what_completion_offers(words: str, offered: str) -> None:
    count = str(len(words.split()) - 1)
    shown = completion(_CHECKERS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=count)
    assert shown == f"{offered}\n"


def test_the_worked_example_as_a_user_types_it() -> None:
    done = run("tree", "--position", WORKED_EXAMPLE, "--width", "0")
    assert done.stdout.startswith(b"black to act: A6-B5, worth +1\ndepth 3: 30 nodes")


@pytest.mark.parametrize("form", ["text", "svg"])
def test_an_old_terminal_is_no_reason_for_a_traceback(form: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [*PROGRAM, "tree", "--position", WORKED_EXAMPLE, "--format", form],
        env=environment,
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    if form == "svg":
        assert "level 0 · max" in done.stdout.decode("utf-8")
    else:
        assert b"?? A6-B5 min +1 *" in done.stdout
