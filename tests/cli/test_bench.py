import json
import re
from pathlib import Path

import pytest
from support import EXAMPLES, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.bench import peers
from checkers_cli.bench import searches as benchmark
from checkers_cli.grading import cases
from checkers_cli.installation import describe, is_compiled

SHALLOW = benchmark.Depths(perft_paths=300, all=2, pruning=3)
TOYS = (
    peers.Peer("no-such-draughts", ""),
    peers.Peer("no-such-draughts", "", "a remark", "some way"),
)


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "depths", lambda: SHALLOW)


def without_figures(table: str) -> str:
    """A table without what depends on the machine; all columns stay where they are."""
    table = table.replace(describe(), "FORM")
    return re.sub(
        r" +[\d,]+(\.\d+)?(?=$| )", lambda found: "N".rjust(len(found[0])), table, flags=re.M
    )


def test_bench_measures_everything_once(cli: CommandLine) -> None:
    result = cli("bench", "--rounds", 1, "--scripts", 20, "--programs", 0, "--format", "json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert list(figures) == ["form", "engine", "batch", "call", "perft", "searches"]
    assert figures["form"] == describe()
    engine = figures["engine"]
    assert engine["installed"]["compiled"] is is_compiled()
    assert engine["installed"]["positions"] == 40
    assert engine["installed"]["tree_ns_per_node"] > 0
    assert ("pure" in engine) is is_compiled()
    if is_compiled():
        assert engine["pure"]["compiled"] is False
        assert engine["pure"]["tree_nodes"] == engine["installed"]["tree_nodes"]
    assert figures["batch"]["scripts"] == 20
    assert figures["call"]["ratio"] > 0
    assert figures["perft"]["flying"]["nodes"] == 302
    assert figures["searches"]["tower"]["deep"] == 3


def test_bench_prints_a_table(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("empty.txt", "error-1-before-2.txt"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    monkeypatch.setattr(cases, "bundled_cases", lambda: str(tmp_path))
    lines = cli("bench", "--rounds", 1, "--scripts", 5, "--programs", 2).stdout.splitlines()
    starts = ["tree: built", "perft", "5 scripts in one call", "starting /bin/true", "one call"]
    starts += ["one faulty program", "actions and nodes", "2 faulty programs"]
    starts += ["Perft from the start", "Searches of tower", "negascout, table and ordering"]
    assert lines[0] == describe()
    for start in starts:
        assert any(line.startswith(start) for line in lines)


def test_games_and_searches_in_a_table(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("bench", "--rounds", 1, "--only", "perft", "--only", "searches")
    assert result.exit_code == 0
    assert without_figures(result.stdout) == snapshot


@pytest.mark.slow
def test_peers_that_cannot_be_had_are_no_failure(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setattr(peers, "PEERS", TOYS)
    result = cli("bench", "--only", "perft", "--peers")
    assert result.exit_code == 0
    assert without_figures(result.stdout) == snapshot


def test_bad_options(cli: CommandLine) -> None:
    result = cli("bench", "--only", "everything")
    assert result.exit_code == 2
    assert "'everything' is not one of 'engine', 'batch'" in result.stderr


def test_the_old_name_of_the_format_still_works(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers_cli.cli.bench.measure", lambda *_: {"form": "a form"})
    result = cli("bench", "--json")
    assert json.loads(result.stdout) == {"form": "a form"}
    assert result.stderr == (
        "checkers bench: --json is now --format json; the old name goes away in the next release\n"
    )
