from pathlib import Path

import pytest

from checkers_cli.bench import scripts as benchmark
from checkers_cli.util.errors import CheckersError


def test_ratios_are_ours_over_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "alternate", lambda actions, rounds: [[2.0], [3.0], [6.0]])
    figures = benchmark.batch(scripts=3, rounds=1)
    assert figures["ratio"] == 0.5  # into files, over starting /bin/true
    assert figures["scripts_per_s"] == 1.0
    monkeypatch.setattr(benchmark, "alternate", lambda actions, rounds: [[3.0], [2.0]])
    assert benchmark.call(rounds=1)["ratio"] == 1.5


def test_the_batch_runs_the_installed_package_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "checkers_cli").mkdir()
    (tmp_path / "checkers_cli" / "__init__.py").write_text("raise ImportError('the wrong one')\n")
    monkeypatch.chdir(tmp_path)
    assert benchmark.batch(scripts=2, rounds=1)["scripts"] == 2
    assert benchmark.call(rounds=1)["ratio"]


def test_a_program_that_fails_is_told_in_a_line() -> None:
    with pytest.raises(CheckersError, match="bench: false failed"):
        benchmark._run(["false"])
