"""Measures what users wait for, each figure beside one to compare it with."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from checkers_cli.bench.engine import measure
from checkers_cli.bench.random_scripts import mixed_scripts
from checkers_cli.bench.timing import alternate
from checkers_cli.installation import PACKAGE, is_compiled
from checkers_cli.util.errors import CheckersError

# A click program that does nothing but start.
DO_NOTHING = """\
import click

@click.command()
def main():
    pass

main()
"""
# Imports this package from its sources, as if nothing were compiled.
SOURCES_ONLY = """\
import os, sys
from importlib.machinery import FileFinder, SourceFileLoader

def sources_only(path):
    if not (path + os.sep).startswith(sys.argv[1] + os.sep):
        raise ImportError
    return FileFinder(path, (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, sources_only)
sys.path_importer_cache.clear()
from checkers_cli.bench.engine import main
main()
"""
STARTS = 'i=0; while [ "$i" -lt "$1" ]; do /bin/true; i=$((i+1)); done'


def engine(rounds: int) -> dict[str, object]:
    """Tree and perft, in the form installed and, if that is compiled, in pure Python as well."""
    command = [sys.executable, "-P", "-c", SOURCES_ONLY, str(PACKAGE)]
    installed, pure = [], []
    for _ in range(rounds):  # in turn, so that noise affects both alike
        installed.append(measure())
        if is_compiled():
            pure.append(json.loads(_run(command)))
    figures: dict[str, object] = {"installed": _best(installed)}
    if pure:
        figures["pure"] = _best(pure)
    return figures


def _best(measured: list[dict[str, float]]) -> dict[str, float]:
    """The best of each figure."""
    return measured[0] | {
        "tree_ns_per_node": min(figures["tree_ns_per_node"] for figures in measured),
        "perft_nodes_per_s": max(figures["perft_nodes_per_s"] for figures in measured),
    }


def batch(scripts: int, rounds: int) -> dict[str, object]:
    """Many scripts in one call, beside starting a program that does nothing once for each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "scripts")
        folder.mkdir()
        for number, text in enumerate(mixed_scripts(scripts)):
            Path(folder, f"{number:05}.txt").write_text(text, encoding="ascii")
        call = [sys.executable, "-P", "-m", "checkers_cli", "run", str(folder)]
        seconds = alternate(
            [
                lambda: _run(call),
                lambda: _run([*call, "--out", tempfile.mkdtemp(dir=name)]),
                lambda: _run(["/bin/sh", "-c", STARTS, "sh", str(scripts)]),
            ],
            rounds,
        )
    to_stdout, to_files, starts = map(min, seconds)
    return {
        "scripts": scripts,
        "stdout_s": to_stdout,
        "out_s": to_files,
        "scripts_per_s": scripts / to_files,
        "true_s": starts,
        "ratio": to_files / starts,
    }


def call(rounds: int) -> dict[str, object]:
    """One short script, beside a click program that does nothing."""
    with tempfile.TemporaryDirectory() as name:
        script, nothing = Path(name, "script.txt"), Path(name, "nothing.py")
        script.write_text("G6-F5\nH3-G4\nF5-H3\n", encoding="ascii")
        nothing.write_text(DO_NOTHING, encoding="ascii")
        seconds = alternate(
            [
                lambda: _run([sys.executable, "-P", "-m", "checkers_cli", "run", str(script)]),
                lambda: _run([sys.executable, str(nothing)]),
            ],
            rounds * 5,
        )
    run, click = map(statistics.median, seconds)
    return {"run_s": run, "click_s": click, "ratio": run / click}


def _run(command: list[str]) -> bytes:
    """Run a command as for a user: with byte code cached from call to call."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, check=True)  # noqa: S603 - our own commands
    except (OSError, subprocess.CalledProcessError) as error:
        raise CheckersError(f"bench: {command[0]} failed: {error}") from None
    return done.stdout
