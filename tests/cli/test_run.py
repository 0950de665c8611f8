import json
import os
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from support import EXAMPLE_NAMES, EXAMPLES, GOLDENS, WORKED_EXAMPLE, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.util.workers import available_cores


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "good.txt").write_text("G6-F5\nA\n")
    (folder / "illegal.txt").write_text("G6-F5\nG2-A8\nrubbish\nA\n")
    (folder / "malformed.txt").write_text("G6-F5\nG6F5\nA\n")
    return folder


def test_one_file_has_no_header(cli: CommandLine, scripts: Path) -> None:
    result = cli("run", scripts / "good.txt")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.startswith("BOARD SIZE: 8x8\n")
    assert cli("run", "-", stdin=b"G6-F5\nA\n").stdout == result.stdout
    assert cli("run", stdin=b"G6-F5\nA\n").stdout == result.stdout


def test_an_illegal_action_is_told_on_standard_output(cli: CommandLine, scripts: Path) -> None:
    result = cli("run", scripts / "illegal.txt")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert result.stdout.endswith("+\nERROR: Target cell is not empty.\n")


def test_a_malformed_script_is_told_on_standard_error(cli: CommandLine, scripts: Path) -> None:
    result = cli("run", scripts / "malformed.txt")
    assert result.exit_code == 2
    assert result.stdout == cli("run", "-", stdin=b"G6-F5").stdout
    assert result.stderr == (
        f"checkers: {scripts / 'malformed.txt'}:2: 'G6F5' is neither an action like G6-F5 "
        "nor the command A or P\n"
    )


def test_text_after_the_command(cli: CommandLine) -> None:
    result = cli("run", "-", stdin=b"A\nP\n")
    assert result.exit_code == 2
    assert result.stdout == cli("run", "-", stdin=b"A\n").stdout
    assert result.stderr == (
        "checkers: standard input:2: 'P' stands after the command A, which must come last\n"
    )


def test_many_scripts_on_standard_output(
    cli: CommandLine, scripts: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(scripts.parent)
    result = cli("run", "scripts", "missing.txt", "-", stdin=b"B3-C4\n")
    assert result.exit_code == 2
    assert result.stdout == snapshot(name="stdout")
    assert result.stderr == snapshot(name="stderr")


def test_a_folder_always_has_headers(cli: CommandLine, scripts: Path) -> None:
    (scripts / "illegal.txt").unlink()
    (scripts / "malformed.txt").unlink()
    result = cli("run", scripts)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"==> {scripts / 'good.txt'} <==\nBOARD SIZE")
    assert result.stderr == "checkers: 1 script: 1 ran, 0 illegal, 0 malformed\n"


def test_out_writes_one_transcript_a_script(
    cli: CommandLine, scripts: Path, tmp_path: Path
) -> None:
    result = cli("run", scripts, "--out", tmp_path / "a" / "b")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.endswith("checkers: 3 scripts: 1 ran, 1 illegal, 1 malformed\n")
    for name in ("good.txt", "illegal.txt", "malformed.txt"):
        written = (tmp_path / "a" / "b" / name).read_text()
        assert written == cli("run", scripts / name).stdout


def test_out_with_a_single_file(cli: CommandLine, scripts: Path, tmp_path: Path) -> None:
    result = cli("run", scripts / "good.txt", "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert (tmp_path / "out" / "good.txt").read_text().startswith("BOARD SIZE")


@pytest.mark.parametrize("arguments", [["missing.txt"], ["empty"], ["missing.txt", "empty"]])
def test_nothing_to_run(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    result = cli("run", *arguments)
    assert result.exit_code == 2
    assert "==>" not in result.stdout or len(arguments) > 1
    for argument in arguments:
        assert f"checkers: {argument}: no " in result.stderr
    result = cli("run", *arguments, "--out", "out")
    assert result.exit_code == 2
    assert not [path for path in Path("out").rglob("*") if path.is_file()]


def test_a_folder_without_scripts_counts_although_others_run(
    cli: CommandLine, scripts: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    result = cli("run", scripts / "good.txt", tmp_path / "empty")
    assert result.exit_code == 2
    assert "1 script: 1 ran" in result.stderr


@pytest.mark.parametrize("command", ["run", "verify"])
def test_jobs_are_what_is_asked_for(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    asked: list[int] = []

    def one_by_one(function: Callable[[Any], Any], items: list[Any], jobs: int) -> Generator[Any]:
        asked.append(jobs)
        yield from map(function, items)

    module = "batch" if command == "run" else "verify"
    monkeypatch.setattr(f"checkers_cli.analyser.{module}.ordered_map", one_by_one)
    (tmp_path / "a.txt").write_text("A\n")
    (tmp_path / "b.txt").write_text("A\n")
    more = [tmp_path] if command == "verify" else []
    cli(command, tmp_path, *more, "--jobs", 3)
    cli(command, tmp_path, *more)
    assert asked == [3, available_cores()]


def test_an_unreadable_file_does_not_stop_the_others(
    cli: CommandLine, scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access  # permissions would not stop root
    monkeypatch.setattr(
        os, "access", lambda path, mode: "illegal" not in str(path) and access(path, mode)
    )
    result = cli("run", scripts / "good.txt", scripts / "illegal.txt")
    assert "2 scripts: 1 ran, 1 illegal" in result.stderr


def test_a_path_that_is_no_name(cli: CommandLine, tmp_path: Path) -> None:
    for options in (["--format", "jsonl"], []):
        result = cli("run", tmp_path / "missing" / "..", "--out", tmp_path / "out", *options)
        assert result.exit_code == 2
        assert "no such file or directory" in result.stderr
    assert cli("run", "-", "--out", "").exit_code == 2


def test_out_that_is_a_file(cli: CommandLine, scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for out, problem in (("file", "is a file, not a folder"), ("file/sub", "not a directory")):
        result = cli("run", scripts, "--out", tmp_path / out)
        assert result.exit_code == 2
        assert result.stderr == f"checkers: --out: {tmp_path / out}: {problem}\n"
    assert (tmp_path / "file").read_text() == "mine"


def test_out_below_the_scripts_can_be_used_again(cli: CommandLine, scripts: Path) -> None:
    for _ in range(2):
        result = cli("run", scripts, "--out", scripts / "out")
        assert "3 scripts: 1 ran" in result.stderr
    assert len(list((scripts / "out").iterdir())) == 3


def test_out_into_the_scripts_is_refused(cli: CommandLine, scripts: Path) -> None:
    result = cli("run", scripts, "--out", scripts)
    assert result.exit_code == 2
    assert "would overwrite the script" in result.stderr
    assert (scripts / "good.txt").read_text() == "G6-F5\nA\n"


def test_jsonl(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("run", "-", "--format", "jsonl", stdin=b"G6-F5\nA\n")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["event"] for event in events] == ["setup", "action", "computed"]
    assert {event["script"] for event in events} == {"-"}
    assert result.stdout == snapshot
    illegal = cli("run", "-", "--format", "jsonl", stdin=b"A1-A1\n")
    assert illegal.exit_code == 1
    assert json.loads(illegal.stdout.splitlines()[-1])["error"] == 3


def test_jsonl_of_many_scripts_has_no_headers(cli: CommandLine, scripts: Path) -> None:
    result = cli("run", scripts, "--format", "jsonl")
    names = [json.loads(line)["script"] for line in result.stdout.splitlines()]
    assert names == sorted(names)
    assert set(names) == {str(path) for path in scripts.iterdir()}


def test_a_position_to_start_from(cli: CommandLine, tmp_path: Path) -> None:
    given = cli("run", "-", "--position", WORKED_EXAMPLE, stdin=b"A\n")
    assert given.exit_code == 0
    assert "#BLACK PIECES: 2\n#WHITE PIECES: 2\n" in given.stdout
    assert "*** BLACK ACTION #1: A6-B5\nBOARD COST: 2\n" in given.stdout
    file = tmp_path / "board"
    file.write_text("." * 8 + "\n" + ("........\n" * 4) + "B.w.....\n.w......\n..b.....\nblack\n")
    assert cli("run", "-", "--position-file", file, stdin=b"A\n").stdout == given.stdout


def test_white_to_act_first(cli: CommandLine) -> None:
    result = cli("run", "-", "--position", "W:WA2:BB7", stdin=b"A2-B3\nB7-C6\n")
    assert "WHITE ACTION #1: A2-B3" in result.stdout
    assert "BLACK ACTION #2: B7-C6" in result.stdout


def test_readings_depth_and_actions(cli: CommandLine) -> None:
    start = ("run", "-", "--position", "B:WC4:BKD5")
    assert "BOARD COST: 3\n" in cli(*start, stdin=b"D5-B3").stdout
    limits = cli(*start, "--reading", "limits", stdin=b"D5-B3").stdout
    assert "BOARD COST: 2147483647\n" in limits
    data = cli(*start, "--reading", "limits", "--format", "jsonl", stdin=b"D5-B3").stdout
    assert json.loads(data.splitlines()[-1])["cost"] == 2147483647
    assert cli("run", "-", "--actions", "3", stdin=b"P").stdout.count("***") == 3
    nodes = cli("run", "-", "--depth", "1", "--format", "jsonl", stdin=b"A").stdout
    assert json.loads(nodes.splitlines()[-1])["nodes"] == 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--position", "x", "--position-file", "y"], "exclude each other"),
        (["--position", "x"], "position: row 1 is 'x'"),
        (["--position-file", "missing"], "--position-file: missing: no such file"),
        (["--position-file", "."], "--position-file: .: is a directory"),
        (["--position-file", "/dev/zero"], "too long to be a position"),
    ],
)
def test_bad_positions(cli: CommandLine, options: list[str], message: str) -> None:
    result = cli("run", "-", *options, stdin=b"A")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_all_examples_in_one_call(cli: CommandLine, tmp_path: Path) -> None:
    result = cli("run", EXAMPLES, "--out", tmp_path, "--jobs", 2)
    assert result.exit_code == 1
    for name in EXAMPLE_NAMES:
        assert (tmp_path / name).read_bytes() == (GOLDENS / name).read_bytes()


def test_a_progress_bar_on_a_terminal_only(
    cli: CommandLine, scripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Running" not in cli("run", scripts, "--out", tmp_path / "out").stderr
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True)
    shown = cli("run", scripts, "--out", tmp_path / "out").stderr
    assert "Running" in shown
    assert "3/3" in shown
    assert "malformed.txt:2:" in shown
    assert "Running" not in cli("run", scripts).stderr  # the transcripts are on the terminal


def test_a_fault_changes_what_is_printed(cli: CommandLine, scripts: Path) -> None:
    right = cli("run", scripts / "good.txt")
    faulty = cli("run", scripts / "good.txt", "--fault", "ties-right")
    assert faulty.exit_code == 0
    assert faulty.stderr == ""
    assert "*** WHITE ACTION #2: B3-C4\n" in right.stdout
    assert (
        faulty.stdout
        == right.stdout[: right.stdout.index("***")] + faulty.stdout[faulty.stdout.index("***") :]
    )
    assert "*** WHITE ACTION #2: F3-E4\n" in faulty.stdout
    stdin = cli("run", "--fault", "ties-right", stdin=b"G6-F5\nA\n")
    assert stdin.stdout == faulty.stdout
    both = cli("run", "-", "--fault", "ties-right", "--fault", "crlf", stdin=b"G6-F5\nA\n")
    assert both.stdout_bytes == faulty.stdout_bytes.replace(b"\n", b"\r\n")


def test_many_scripts_with_a_fault_say_what_many_right_ones_say(
    cli: CommandLine, scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(scripts.parent)
    arguments = ("run", "scripts", "missing.txt", "-")
    right = cli(*arguments, stdin=b"B3-C4\n")
    faulty = cli(*arguments, "--fault", "no-final-newline", stdin=b"B3-C4\n")
    assert faulty.exit_code == right.exit_code == 2
    assert faulty.stderr == right.stderr
    assert "ERROR: Target cell is not empty.==> " in faulty.stdout


def test_all_examples_with_a_fault_on_two_processes(cli: CommandLine, tmp_path: Path) -> None:
    result = cli("run", EXAMPLES, "--out", tmp_path, "--jobs", 2, "--fault", "crlf")
    assert result.exit_code == 1
    assert result.stderr == cli("run", EXAMPLES, "--out", tmp_path / "right").stderr
    for name in EXAMPLE_NAMES:
        golden = (GOLDENS / name).read_bytes()
        assert (tmp_path / name).read_bytes() == golden.replace(b"\n", b"\r\n")


def test_other_boards_readings_depths_and_actions_with_a_fault(cli: CommandLine) -> None:
    for options in (
        ["--position", WORKED_EXAMPLE],
        ["--position", "W:WKC4:BKD5", "--reading", "limits"],
        ["--depth", "1"],
        ["--actions", "3"],
    ):
        right = cli("run", "-", *options, stdin=b"P")
        faulty = cli("run", "-", *options, "--fault", "mark-missing", stdin=b"P")
        assert faulty.stdout == right.stdout.replace("*** ", "")
        assert "*** " in right.stdout


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--fault", "tie-right"], "checkers: there is no fault 'tie-right'; did you mean ties-ri"),
        (["--fault", "depth-1", "--fault", "depth-2"], "checkers: no program can have both depth-"),
        (["--fault", "depth-1", "--depth", "2"], "checkers: --depth changes what the fault depth-"),
        (["--fault", "crlf", "--depth", "5"], "checkers: --depth: at most 4 with faults"),
        (
            ["--fault", "crlf", "--format", "jsonl"],
            "checkers run: --format jsonl has correct transc",
        ),
    ],
)
def test_faults_that_cannot_be_run(cli: CommandLine, options: list[str], line: str) -> None:
    result = cli("run", "-", *options, stdin=b"A")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1
