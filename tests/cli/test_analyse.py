import json
import re
from pathlib import Path

import pytest
from support import WORKED_EXAMPLE, CommandLine
from syrupy.assertion import SnapshotAssertion

WRITE_UP = ("--variant", "tictactoe4", "--position", "xxx./ooo./x.../.... o")

# A board on which it is soon clear that the tree is too large.
MANY_KINGS = ("--variant", "flying", "--position", "B:WKA2,KC2,KE2,KG2:BKB7,KD7,KF7,KH7")


def test_a_position(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("analyse", "--position", WORKED_EXAMPLE, "--depth", 3)
    assert result.exit_code == 0
    assert re.sub(r"\d+\.\d+ m?s, [\d,]+ nodes", "TIME, SPEED nodes", result.stdout) == snapshot


def test_the_start_unless_something_else_is_named(cli: CommandLine) -> None:
    """Standard input is read only where - says so."""
    result = cli("analyse", "--no-times", "--depth", 2, stdin=b"G6-F5\n")
    assert "tower, black to act" in result.stdout
    assert cli("analyse", "-", "--no-times", "--depth", 2, stdin=b"").stdout == result.stdout


def test_the_last_board_of_a_script(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("G6-F5\nH3-G4\nA\n")
    result = cli("analyse", tmp_path / "game.txt", "--depth", 3, "--no-times")
    assert "best         F5-H3" in result.stdout
    same = cli("analyse", "-", "--depth", 3, "--no-times", stdin=b"G6-F5\nH3-G4\nP\n")
    assert same.stdout == result.stdout


def test_a_game_of_another_variant(cli: CommandLine) -> None:
    script = b"# english\n# position B:WC6,B7:BKA6,KC8\nA6-B5\n"
    result = cli("analyse", "-", "--variant", "english", "--format", "json", stdin=script)
    data = json.loads(result.stdout)
    assert (data["variant"], data["to_act"]) == ("english", "white")
    assert data["best"] == data["line"][0]
    assert data["seconds"] > 0


@pytest.mark.parametrize("search", ["minimax", "negamax", "alphabeta", "negascout"])
@pytest.mark.parametrize("evaluation", ["material", "contest", "positional"])
def test_all_searches_find_the_same_value(cli: CommandLine, search: str, evaluation: str) -> None:
    options = ("--variant", "contest", "--position", "B:WC6,E6,KF3:BA4,C4,KD7", "--depth", 4)
    plain = cli("analyse", *options, "--evaluation", evaluation, "--format", "json", "--no-times")
    result = cli(
        "analyse", *options, "--evaluation", evaluation, "--search", search, "--format", "json"
    )
    for name in ("value", "decided", "depth"):
        assert json.loads(result.stdout)[name] == json.loads(plain.stdout)[name]


def test_a_budget(cli: CommandLine) -> None:
    nodes = cli("analyse", "--nodes", 3000, "--format", "json", "--no-times")
    data = json.loads(nodes.stdout)
    assert data["asked"]["deepening"] is True
    assert 0 < data["depth"] < 60
    assert data["nodes"] < 3100
    time = cli("analyse", "--time", 0.05, "--quiescence")
    assert "search       negascout, deepening, table, ordering, quiescence, for 0.05 s" in (
        time.stdout
    )


def test_comparing(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("analyse", *WRITE_UP, "--compare", "--no-times")
    assert result.exit_code == 0
    assert result.stdout == snapshot


def test_comparing_with_times_and_as_data(cli: CommandLine) -> None:
    lines = cli("analyse", "--compare", "--depth", 2).stdout.splitlines()
    assert len([line for line in lines if re.search(r"x +\d+\.\d\d m?s .*x  even$", line)]) == 4
    data = json.loads(cli("analyse", "--compare", "--depth", 2, "--format", "json").stdout)
    assert data["same_value"] is True
    assert len(data["searches"]) == 4


@pytest.mark.parametrize(
    ("args", "stdin", "status", "message"),
    [
        (["missing.txt"], b"", 2, "missing.txt: no such file or directory"),
        (["-"], b"A1-A1", 1, "standard input:1: A1-A1: Source cell is empty."),
        (["-"], b"# english\nB3-A4\n", 2, "standard input:1: this is a game of english"),
        (["-", "--variant", "english"], b"B3-B4", 1, "standard input:1: B3-B4: this man cannot"),
        (["-", "--variant", "english"], b"what?", 2, "standard input:1: 'what?' is neither"),
        (["--position", "x"], b"", 2, "position: row 1 is 'x'"),
        (["--search", "minimax", "--table"], b"", 2, "--search minimax builds the whole tree"),
        (["--search", "negamax", "--time", "1"], b"", 2, "takes no --time"),
        ([*MANY_KINGS, "--search", "minimax", "--depth", "6"], b"", 2, "a smaller --depth"),
        (["--compare", "--search", "minimax"], b"", 2, "--compare takes no --search"),
        (["--variant", "tictactoe", "--evaluation", "contest"], b"", 2, "--evaluation is for"),
        (["--time", "nan"], b"", 2, "Invalid value for '--time'"),
    ],
)
def test_bad_input(
    cli: CommandLine, args: list[str], stdin: bytes, status: int, message: str
) -> None:
    result = cli("analyse", *args, stdin=stdin)
    assert result.exit_code == status
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
