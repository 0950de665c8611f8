"""Measures other packages from PyPI on english perft, each in a temporary environment.

All count in the same way: at depth 1 the number of legal moves, without playing them.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from checkers_cli.bench.searches import Depths, perft_depth, timed_perft
from checkers_cli.rules.state import perft
from checkers_cli.rules.variants import ENGLISH
from checkers_cli.util.temporary import temporary_folder

INSTALL_SECONDS = 300
# A peer goes on to the next depth, which takes about five times as long, if it needed less.
LAST_DEPTH_SECONDS = 0.7
RUN_SECONDS = 120
# Runs in the peer's environment, after code that defines `start` and `perft`.
RUNNER = """
import importlib.metadata, json, sys, time
nodes, seconds = [], 0.0
while seconds < float(sys.argv[2]):
    position = start()
    began = time.process_time()
    nodes.append(perft(position, len(nodes) + 1))
    seconds = time.process_time() - began
version = importlib.metadata.version(sys.argv[1])
print(json.dumps({"version": version, "nodes": nodes, "seconds": seconds}))
"""
# For boards that can take moves back.
PUSH_AND_POP = """
def perft(board, depth):
    moves = legal_moves(board)
    if depth == 1:
        return len(moves)
    paths = 0
    for move in moves:
        board.push(move)
        paths += perft(board, depth - 1)
        board.pop()
    return paths
"""


class Peer(NamedTuple):
    """A package from PyPI, and how to count with it."""

    package: str
    code: str
    remark: str = ""  # how its numbers differ from ours
    way: str = ""  # which one, if it is measured in several


class Failed(Exception):
    """A peer that could not be installed or run; the text says why."""


PEERS = (
    Peer(
        "py-draughts",
        """
from draughts import AmericanBoard as start
def legal_moves(board):
    return board.legal_moves
"""
        + PUSH_AND_POP,
        "captures are optional there",
    ),
    Peer(
        "py-draughts",
        """
from draughts import AmericanBoard as start
def legal_moves(board):
    moves = board.legal_moves
    return [move for move in moves if move.captured_list] or moves
"""
        + PUSH_AND_POP,
        "we drop its other moves",
        "captures forced",
    ),
    Peer(
        "pydraughts",
        """
from draughts import Board
def start():
    return Board("english")
def legal_moves(board):
    return board.legal_moves()
"""
        + PUSH_AND_POP,
    ),
    Peer(
        "imparaai-checkers",
        """
from checkers.game import Game
def start():
    return Game().board
def perft(board, depth):
    moves = board.get_possible_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(board.create_new_board_from_move(move), depth - 1) for move in moves)
""",
        "each jump is a move there, which shows from depth 7 on",
    ),
)


def peers(depths: Depths, others: tuple[Peer, ...] | None = None) -> dict[str, Any]:
    """How fast this package and others count; a package that cannot be installed is no failure."""
    others = PEERS if others is None else others
    depth = perft_depth(ENGLISH.start, depths.perft_paths)
    figures: list[dict[str, Any]] = []
    best = 0.0
    with temporary_folder() as folder:
        for package in dict.fromkeys(peer.package for peer in others):
            # Ours in turn with theirs, so that noise affects all alike.
            paths, seconds = timed_perft(ENGLISH.start, depth, 3)
            best = max(best, paths / seconds)
            ways = [peer for peer in others if peer.package == package]
            figures += _package(Path(folder, package), package, ways)
    for figure in figures:
        if "problem" not in figure:
            figure["times_faster"] = best / figure["nodes_per_s"]
    return {"depth": depth, "nodes_per_s": best, "peers": figures}


def _package(folder: Path, package: str, ways: list[Peer]) -> list[dict[str, Any]]:
    """The figures of a package, installed into an environment of its own, or the problem."""
    try:
        python = _installed(folder, package)
    except Failed as why:
        return [_named(peer, {"problem": f"cannot be installed: {why}"}) for peer in ways]
    return [_named(peer, _measured(python, peer)) for peer in ways]


def _named(peer: Peer, figures: dict[str, Any]) -> dict[str, Any]:
    return {"name": peer.package, "way": peer.way, "remark": peer.remark, **figures}


def _installed(folder: Path, package: str) -> Path:
    """The Python of a new environment with a package."""
    _run([sys.executable, "-m", "venv", str(folder)], INSTALL_SECONDS)
    python = folder / "bin" / "python"
    pip = [str(python), "-I", "-m", "pip", "install", "--quiet", "--retries", "1"]
    _run([*pip, "--disable-pip-version-check", package], INSTALL_SECONDS)
    return python


def _measured(python: Path, peer: Peer) -> dict[str, Any]:
    """How fast a peer is as deep as it gets in a few seconds, and whether it counts as we do."""
    command = [str(python), "-I", "-c", peer.code + RUNNER, peer.package, str(LAST_DEPTH_SECONDS)]
    try:
        found = json.loads(_run(command, RUN_SECONDS).splitlines()[-1])
    except Failed as why:
        return {"problem": f"cannot be measured: {why}"}
    nodes: list[int] = found["nodes"]
    differs = [at for at, paths in enumerate(nodes, 1) if paths != perft(ENGLISH.start, at)]
    return {
        "version": found["version"],
        "depth": len(nodes),
        "nodes": nodes,
        "nodes_per_s": nodes[-1] / found["seconds"],
        "differs_from_depth": differs[0] if differs else None,
    }


def _run(command: list[str], seconds: int) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - our own commands
            command, capture_output=True, text=True, timeout=seconds, check=False
        )
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"not done in {seconds} s") from None
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise Failed(words[-1].removeprefix("ERROR: "))
    return done.stdout
