import json
from pathlib import Path

import pytest
from support import EXAMPLES, CommandLine

from checkers_cli.form import describe, is_compiled
from checkers_cli.grading import cases


def test_bench_measures_everything_once(cli: CommandLine) -> None:
    result = cli("bench", "--rounds", 1, "--scripts", 20, "--programs", 0, "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
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


def test_bench_prints_a_table(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("empty.txt", "error-1-before-2.txt"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    monkeypatch.setattr(cases, "bundled_cases", lambda: str(tmp_path))
    lines = cli("bench", "--rounds", 1, "--scripts", 5, "--programs", 2).stdout.splitlines()
    starts = ["tree: built", "perft", "5 scripts in one call", "starting /bin/true", "one call"]
    starts += ["every fault on 2 cases", "one faulty program", "2 faulty programs"]
    assert lines[0] == describe()
    for start in starts:
        assert any(line.startswith(start) for line in lines)
