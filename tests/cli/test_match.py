import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from grading.machine import needs_bubblewrap, needs_gcc
from support import PROGRAM, PROJECT, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.pdn import game_of, read_pdn

BOTS = ("negascout:depth=2", "random")
SOURCE = (PROJECT / "tests" / "grading" / "player.c").read_text()


def without_times(text: str) -> str:
    return re.sub(r"^(time per action: ).*$", r"\1...", text, flags=re.MULTILINE)


def results_in(folder: Path) -> dict[str, Any]:
    """What came of a match, but for what differs from run to run."""
    data: dict[str, Any] = json.loads((folder / "results.json").read_bytes())
    del data["seconds_per_action"]
    return data


def test_two_bots(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("match", *BOTS, "--games", 5, "--jobs", 2)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert without_times(result.stdout) == snapshot


def test_a_round_robin(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("match", *BOTS, "negascout:depth=1", "--games", 2, "--variant", "tower")
    assert result.exit_code == 0
    assert without_times(result.stdout) == snapshot


def test_as_json(cli: CommandLine, tmp_path: Path) -> None:
    result = cli("match", *BOTS, "--games", 4, "--format", "json", "--out", tmp_path / "out")
    data = json.loads(result.stdout)
    assert data == json.loads((tmp_path / "out" / "results.json").read_bytes())
    assert (data["games"], data["finished"]) == (4, True)
    assert data["settings"]["bots"] == ["negascout:depth=2,evaluation=material", "random"]


def test_every_game_is_kept(cli: CommandLine, tmp_path: Path) -> None:
    assert cli("match", *BOTS, "--games", 4, "--out", tmp_path).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "games.jsonl",
        "games.pdn",
        "match.json",
        "results.json",
    ]
    games = read_pdn((tmp_path / "games.pdn").read_text())
    assert [game.tags["Round"] for game in games] == ["1", "2", "3", "4"]
    for game in games:
        ended = game_of(game).outcome
        assert ended is not None
        assert ended.pdn == game.tags["Result"]


def test_a_finished_match_is_reported_again_and_another_refused(
    cli: CommandLine, tmp_path: Path
) -> None:
    options = ("match", *BOTS, "--games", 4, "--out", tmp_path)
    first = cli(*options, "--jobs", 1)
    assert cli(*options, "--jobs", 2).stdout == first.stdout  # with the same times
    refused = cli(*options, "--seed", 3)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.endswith(": holds another match; seed: 0 there, 3 here\n")


@pytest.mark.parametrize(("bots", "status"), [(BOTS, 0), (BOTS[::-1], 1)])
def test_the_test_says_yes_or_no(cli: CommandLine, bots: tuple[str, str], status: int) -> None:
    result = cli("match", *bots, "--sprt", "0,400", "--games", 60, "--alpha", 0.1, "--beta", 0.1)
    assert result.exit_code == status
    assert f"H{1 - status} is accepted" in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["random"], "A match needs two bots or more."),
        (["random", "nonsense"], "'nonsense' is not a bot"),
        (["random", "./missing"], "./missing: no such file or directory"),
        (["random", "random", "--alpha", "0.1"], "--alpha and --beta belong to --sprt."),
        (["random", "random", "random", "--sprt", "0,5"], "--sprt compares two bots"),
        (["random", "random", "--sprt", "5"], "'5' is not two numbers such as 0,10."),
        (["random", "random", "--sprt", "5,0"], "the second must be larger"),
        (["random", "random", "--move-time", "nan"], "Invalid value for '--move-time'"),
        (["random", "random", "--sprt", "0,5", "--alpha", "nan"], "Invalid value for '--alpha'"),
        (["random", "random", "--sprt", "nan,nan"], "the second must be larger"),
        (["random", "random", "--out", ""], "--out needs the name of a folder."),
        (["random", "random", "--rounds", "2"], "--rounds must be longer than the --opening."),
        (["random", "random", "--games", "0"], "0 is not in the range"),
        (["random", "random", "--variant", "tictactoe", "--opening", "9"], "no 9 random plies"),
        (["random", "random", "--out", "/dev/null/match"], "--out: /dev/null"),
    ],
)
def test_bad_options(cli: CommandLine, args: list[str], message: str) -> None:
    result = cli("match", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bar_is_shown_on_a_terminal_only() -> None:
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "match", "random", "random", "--games", "2", "--rounds", "5"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "\r[....................] 0/2 +0 =0 -0" in shown
    assert "2/2" in shown
    assert shown.endswith(" \r")
    assert b"[" not in done.stdout
    assert b"\r" not in done.stdout


def kill_in_the_middle(command: list[str], folder: Path, games: int) -> None:
    """Start a match in a folder, and kill it when so many games have been played there."""
    journal = folder / "games.jsonl"
    with subprocess.Popen([*command, "--out", str(folder)], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            if journal.exists() and journal.read_bytes().count(b"\n") >= games:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.005)


def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    command = [*PROGRAM, "match", "negascout:depth=3", "random", "--games", "30"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run([*command, "--out", whole], stdout=subprocess.DEVNULL, check=True)
    kill_in_the_middle(command, killed, 4)
    with (killed / "games.jsonl").open("ab") as stream:
        if not (killed / "results.json").exists():
            stream.write(b'{"number": 5, "bla')  # torn, as if it had been killed while writing
    subprocess.run([*command, "--out", killed], stdout=subprocess.DEVNULL, check=True)
    assert results_in(killed) == results_in(whole)
    assert (killed / "games.pdn").read_bytes() == (whole / "games.pdn").read_bytes()


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    command = [*PROGRAM, "match", "negascout:depth=3", "random", "--games", "400"]
    command += ["--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        journal = tmp_path / "games.jsonl"
        while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate()
    assert (process.returncode, stdout) == (130, b"")
    assert stderr == b"checkers: interrupted; the same command continues the match\n"
    games = journal.read_bytes().count(b"\n")
    assert len(read_pdn((tmp_path / "games.pdn").read_text())) == games


@needs_gcc
def test_programs_play(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("player.c").write_text("#define CRASH 10\n#define ILLEGAL 20\n" + SOURCE)
    result = cli("match", "player.c", "random", "--games", 6, "--rounds", 20, "--sandbox", "limits")
    assert result.stderr == ""
    assert without_times(result.stdout) == snapshot


@pytest.mark.slow
@needs_gcc
@needs_bubblewrap
def test_200_games_of_programs_that_misbehave(tmp_path: Path) -> None:
    for name, habit in (("crashing", "CRASH 25"), ("wrong", "ILLEGAL 25")):
        (tmp_path / f"{name}.c").write_text(f"#define {habit}\n{SOURCE}")
    bots = [str(tmp_path / f"{name}.c") for name in ("crashing", "wrong")]
    command = [*PROGRAM, "match", *bots, "--games", "200", "--rounds", "40", "--move-time", "30"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run([*command, "--out", whole], stdout=subprocess.DEVNULL, check=True)
    results = results_in(whole)
    crashing, wrong = results["bots"]
    assert (results["games"], results["finished"]) == (200, True)
    assert crashing["wins"] + crashing["draws"] + crashing["losses"] == 200
    assert 20 < crashing["crashed"] <= crashing["losses"]
    assert 20 < wrong["illegal"] <= wrong["losses"]
    assert crashing["illegal"] == crashing["timed_out"] == wrong["crashed"] == 0
    kill_in_the_middle(command, killed, 70)
    assert not (killed / "results.json").exists()
    subprocess.run([*command, "--out", killed], stdout=subprocess.DEVNULL, check=True)
    assert results_in(killed) == results
    assert (killed / "games.pdn").read_bytes() == (whole / "games.pdn").read_bytes()
    assert len(read_pdn((whole / "games.pdn").read_text())) == 200
