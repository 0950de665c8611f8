import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from checkers_cli.bench import peers as module
from checkers_cli.bench.peers import PEERS, Peer, peers
from checkers_cli.bench.searches import PURE

# A peer that knows its numbers by heart; the last takes long enough for it to stop there.
KNOWS = """
import time
def start():
    return [7, 49, {third}]
def perft(board, depth):
    began = time.process_time()
    while depth == len(board) and time.process_time() < began + 1:
        pass
    return board[depth - 1]
"""
RIGHT, WRONG = KNOWS.format(third=302), KNOWS.format(third=379)
# What is installed in any environment that tests run in.
HERE = Path(sys.executable)


def test_a_peer_that_counts_as_we_do() -> None:
    figures = module._measured(HERE, Peer("pytest", RIGHT))
    assert figures["nodes"] == [7, 49, 302]
    assert figures["depth"] == 3
    assert figures["version"] == pytest.__version__
    assert figures["differs_from_depth"] is None
    assert 0 < figures["nodes_per_s"] <= 302


def test_a_peer_that_counts_something_else() -> None:
    assert module._measured(HERE, Peer("pytest", WRONG))["differs_from_depth"] == 3


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("import sys; sys.exit(3)", "no message"),
    ],
)
def test_a_peer_that_fails_says_so(code: str, why: str) -> None:
    assert module._measured(HERE, Peer("pytest", code)) == {"problem": f"cannot be measured: {why}"}


def test_a_peer_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RUN_SECONDS", 1)
    figures = module._measured(HERE, Peer("pytest", "import time; time.sleep(60)"))
    assert figures == {"problem": "cannot be measured: not done in 1 s"}


def wheel(folder: Path, name: str) -> None:
    """A package that pip can install from a folder, with a module that says how it counts."""
    info = f"{name}-1.5.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.5-py3-none-any.whl", "w") as file:
        file.writestr(f"{name}.py", RIGHT)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", "")


@pytest.mark.slow
def test_environments_are_made_and_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels, scratch = tmp_path / "wheels", tmp_path / "scratch"
    wheels.mkdir()
    scratch.mkdir()
    wheel(wheels, "toydraughts")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    code = "from toydraughts import *"
    toys = (
        Peer("toydraughts", code),
        Peer("toydraughts", code, "a remark", "another way"),
        Peer("no-such-draughts", code),
    )
    figures = peers(PURE, toys)
    assert figures["depth"] == 7
    first, second, missing = figures["peers"]
    assert first["version"] == second["version"] == "1.5"
    assert first["times_faster"] == figures["nodes_per_s"] / first["nodes_per_s"] > 1
    assert (second["way"], second["remark"]) == ("another way", "a remark")
    assert missing["problem"].startswith("cannot be installed: No matching distribution found")
    assert list(scratch.iterdir()) == []


def test_the_peers() -> None:
    packages = {peer.package for peer in PEERS}
    assert packages == {"py-draughts", "pydraughts", "imparaai-checkers"}
    for peer in PEERS:
        compile(peer.code + module.RUNNER, peer.package, "exec")
