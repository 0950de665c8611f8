import gc
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import WORKED_EXAMPLE, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.trees.view import View
from checkers_cli.cli.tree import RENDERERS


def test_the_tree_of_a_position(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("tree", "--position", WORKED_EXAMPLE)
    assert result.exit_code == 0
    assert result.stdout == snapshot


def test_the_tree_at_the_last_board_of_a_script(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("G6-F5\nH3-G4\nA\n")
    result = cli("tree", tmp_path / "game.txt")
    assert result.exit_code == 0
    assert result.stdout.startswith("black to act: F5-H3, worth")
    assert cli("tree", stdin=b"G6-F5\nH3-G4\nP\n").stdout == result.stdout
    assert cli("tree", "-", stdin=b"G6-F5\nH3-G4\n").stdout == result.stdout


def test_all_formats_tell_of_the_same_tree(cli: CommandLine) -> None:
    data = json.loads(cli("tree", "--format", "json", stdin=b"").stdout)
    assert data["nodes"] == 436
    dot = cli("tree", "--format", "dot", "--width", 0, stdin=b"").stdout
    assert dot.count(" [label=") - dot.count("->") - dot.count("folded") == 436
    svg = ElementTree.fromstring(cli("tree", "--format", "svg", stdin=b"").stdout)
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"


def test_the_collector_rests_while_a_tree_is_shown(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    resting: list[bool] = []

    def look(view: View) -> list[str]:
        resting.append(not gc.isenabled())
        return []

    monkeypatch.setitem(RENDERERS, "text", look)
    assert cli("tree", stdin=b"").exit_code == 0
    assert resting == [True]
    assert gc.isenabled()


def test_levels_and_width(cli: CommandLine) -> None:
    lines = cli("tree", "--levels", 1, "--width", 0, stdin=b"").stdout.splitlines()
    assert sum("folded (" in line for line in lines) == 7
    assert "; 428 nodes folded" in lines[1]
    everything = cli("tree", "--width", 0, stdin=b"").stdout
    assert "folded" not in everything


def test_depth_and_reading(cli: CommandLine) -> None:
    options = ("tree", "--position", "B:WC4:BKD5", "--depth", 1)
    assert "D5-B3 cost +3 *" in cli(*options).stdout
    limits = cli(*options, "--reading", "limits").stdout
    assert "D5-B3 white cannot act: INT_MAX *" in limits


@pytest.mark.parametrize(
    ("args", "stdin", "status", "message"),
    [
        (["--format", "json", "--width", "3"], b"", 2, "--format json is complete"),
        (["missing.txt"], b"", 2, "missing.txt: no such file or directory"),
        (["-"], b"A1-A1", 1, "standard input:1: A1-A1: Source cell is empty."),
        (["-"], b"A\nA", 2, "standard input:2: 'A' stands after"),
    ],
)
def test_bad_input(
    cli: CommandLine, args: list[str], stdin: bytes, status: int, message: str
) -> None:
    result = cli("tree", *args, stdin=stdin)
    assert result.exit_code == status
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
