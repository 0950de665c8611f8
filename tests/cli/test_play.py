import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest
from support import PROGRAM, WORKED_EXAMPLE, CommandLine, shell


def test_a_game_kept_and_gone_on_with(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    options = ("play", "--position", WORKED_EXAMPLE, "--level", 6, "--save", file)
    first = cli(*options, stdin="A6-B5\n")
    assert first.exit_code == 0
    assert first.stdout.endswith(f"\nsaved in {file}\n")
    assert file.read_text() == "A6-B5\nC6-D7\n"
    again = cli(*options, "--load", file, stdin="C8-E6\nB5-C6\nC6-E8\n")
    assert again.exit_code == 0
    assert f"black wins: white has no men left\nsaved in {file}\n" in again.stdout
    transcript = cli("run", file, "--position", WORKED_EXAMPLE)
    assert transcript.exit_code == 0
    assert "BLACK ACTION #7: C6-E8" in transcript.stdout


def test_sides_by_the_names_of_the_game(cli: CommandLine) -> None:
    result = cli("play", "--variant", "tictactoe", "--x", "machine", "--o", "human", stdin="5\n")
    assert result.stdout.startswith("tictactoe: x (machine, level 4) against o (human)\n")
    assert "o> 5\no: 5\n" in result.stdout
    assert "--variant tictactoe --x machine --o human --position" in result.stdout


def test_two_machines_at_tower_come_to_an_end(cli: CommandLine) -> None:
    result = cli("play", "--black", "machine", "--level", 1, "--position", "B:WKA2:BKH7")
    assert result.exit_code == 0
    assert result.stdout.endswith("draw: 100 rounds\n")


def test_a_position_from_a_file(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "position").write_text(WORKED_EXAMPLE)
    played = cli("play", "--position-file", tmp_path / "position", "--level", 1)
    assert played.exit_code == 0
    assert played.stdout == cli("play", "--position", WORKED_EXAMPLE, "--level", 1).stdout


@pytest.mark.parametrize("option", ["--draw-after-quiet", "--quiet"])
def test_a_draw_after_quiet_moves(cli: CommandLine, option: str) -> None:
    result = cli("play", "--black", "machine", "--level", 1, "--position", "B:WKA2:BKH7", option, 3)
    assert result.stdout.endswith("draw: 3 moves a side without a capture or a move of a man\n")
    notice = "checkers play: --quiet is now --draw-after-quiet; the old name goes away in the next"
    assert result.stderr == (f"{notice} release\n" if option == "--quiet" else "")


def test_the_command_to_go_on_names_the_draws(cli: CommandLine) -> None:
    assert " --draw-after-quiet 5 " in cli("play", "--draw-after-quiet", 5, stdin="1\n").stdout


@pytest.mark.parametrize(
    ("args", "status", "message"),
    [
        (["--level", "0"], 2, "'--level': 0 is not in the range 1<=x<=9."),
        (["--black", "me"], 2, "'me' is not one of 'human', 'machine'."),
        (["--variant", "chess"], 2, "'chess' is not one of 'tower'"),
        (["--variant", "tictactoe", "--evaluation", "contest"], 2, "takes no --evaluation"),
        (["--position", "x"], 2, "position: row 1 is 'x'"),
        (["--load", "missing.txt"], 2, "missing.txt: no such file or directory"),
        (["--load", "-"], 2, "standard input is where entries come from"),
        (["--load", "bad.txt"], 1, "bad.txt:1: A1-A1: Source cell is empty."),
        (["--load", "english.txt"], 2, "ask for --variant english"),
        (["--load", ""], 2, "--load and --save need the name of a file"),
        (["--save", "bad.txt"], 2, "bad.txt: exists already"),
        (["--save", "bad.txt/game"], 2, "bad.txt/game: nothing can be written"),
        (["--black", "machine", "--rounds", "0"], 2, "could play for ever"),
    ],
)
def test_bad_input(
    cli: CommandLine,
    args: list[str],
    status: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("A1-A1\n")
    Path("english.txt").write_text("# english\nB3-C4\n")
    result = cli("play", *args, stdin="1\n")
    assert result.exit_code == status
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert Path("bad.txt").read_text() == "A1-A1\n"


def test_closed_and_broken_streams() -> None:
    closed = shell("checkers play <&-")
    assert closed.returncode == 2
    assert closed.stderr == "checkers: standard input: is closed\n"
    gone = shell("yes 1 | checkers play --white human | head -n 3; echo ${PIPESTATUS[1]}")
    assert gone.stdout.endswith("\n141\n")
    assert gone.stderr == ""


def on_terminal(**environment: str) -> tuple[int, bytes]:
    """The status after Ctrl-C at the first prompt of a terminal, and all that was on it."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play"],
        stdin=child,
        stdout=child,
        stderr=child,
        env={name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    os.close(child)
    seen = b""
    while b"black> " not in seen:
        seen += os.read(parent, 10_000)
    process.send_signal(signal.SIGINT)
    status = process.wait(timeout=30)
    seen += os.read(parent, 10_000)
    os.close(parent)
    return status, seen


@pytest.mark.parametrize(
    ("environment", "drawn", "coloured"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_ctrl_c_on_terminals_of_all_kinds(
    environment: dict[str, str], drawn: bool, coloured: bool
) -> None:
    status, seen = on_terminal(**environment)
    assert status == 130
    assert b"Traceback" not in seen
    assert seen.endswith(b"\n")
    assert (b"\x1b[2J" in seen) == drawn
    assert (b"\x1b[42m" in seen) == coloured
    assert (b"\x1b" in seen) == (drawn or coloured)
