"""A variant added to the table is known to every command, without another edit."""

import json
import subprocess
import sys

import pytest

# Adds two games before a command line imports the table: one with men, one without.
ADDING = """\
import sys
from checkers_cli.rules import variants
from checkers_cli.rules.variants import DraughtsVariant, TicTacToeVariant

added = (
    DraughtsVariant("made-up", crowned_goes_on=True, flying=True),
    TicTacToeVariant("noughts", 3),
)
variants.VARIANTS = {**variants.VARIANTS, **{one.name: one for one in added}}
from checkers_cli.__main__ import main

main()
"""
VARIANTS = pytest.mark.parametrize("name", ["made-up", "noughts"])


def checkers(*args: str, entries: str = "") -> str:
    """What the command line prints when it knows two games more."""
    command = [sys.executable, "-P", "-c", ADDING, *args]
    return subprocess.run(command, input=entries, capture_output=True, text=True, check=True).stdout


def test_bench_counts_a_new_variant() -> None:
    figures = json.loads(checkers("bench", "--only", "perft", "--rounds", "1", "--format", "json"))
    assert figures["perft"]["made-up"]["nodes"] > 100_000
    assert figures["perft"]["noughts"]["nodes"] == figures["perft"]["tictactoe"]["nodes"]


@VARIANTS
def test_analyse_searches_a_new_variant(name: str) -> None:
    found = json.loads(checkers("analyse", "--variant", name, "--depth", "2", "--format", "json"))
    assert found["variant"] == name
    assert found["best"]


@VARIANTS
def test_play_plays_a_new_variant(name: str) -> None:
    printed = checkers("play", "--variant", name, "--level", "1", entries="1\nquit\n")
    assert printed.startswith(f"{name}: ")


@VARIANTS
def test_a_match_is_played_of_a_new_variant(name: str) -> None:
    bots = ("negascout:depth=1", "random")
    options = ("--games", "2", "--opening", "0", "--rounds", "5", "--jobs", "1", "--format", "json")
    results = json.loads(checkers("match", *bots, "--variant", name, *options))
    assert results["settings"]["variant"] == name
    assert results["games"] == 2


def test_a_saved_game_names_its_new_variant() -> None:
    printed = checkers("analyse", "-", "--variant", "made-up", entries="# made-up\nB3-A4\n")
    assert "made-up, white to act" in printed
