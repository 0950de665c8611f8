"""`checkers bench`: how fast this installation is, on this machine, in one run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from checkers_cli.bench import scripts as benchmark
from checkers_cli.bench import searches as lab
from checkers_cli.bench.peers import peers as measured_peers
from checkers_cli.bench.text import bench_report
from checkers_cli.installation import describe
from checkers_cli.util.files import ending_cleanly

PARTS = ("engine", "batch", "call", "explaining", "perft", "searches")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--scripts", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, metavar="N",
    help="How many scripts the batch has.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="N",
    help="How often everything is measured; the best, or for single calls the median, counts.",
)  # fmt: skip
@click.option(
    "--programs", type=click.IntRange(0, 10_000), default=100, show_default=True, metavar="N",
    help="How many faulty programs are explained; 0 leaves that out.",
)  # fmt: skip
@click.option(
    "--only", type=click.Choice(PARTS), multiple=True, metavar="PART",
    help=f"Measure this alone: {', '.join(PARTS[:-1])} or {PARTS[-1]}. Can be given several times.",
)  # fmt: skip
@click.option(
    "--peers", is_flag=True,
    help="Beside packages from PyPI as well, which are installed into environments of their own "
    "and removed afterwards.",
)  # fmt: skip
def command(
    as_json: bool,
    scripts: int,
    rounds: int,
    programs: int,
    only: tuple[str, ...],
    peers: bool,
) -> None:
    """Measure how fast everything is on this machine.

    That is the engine, a batch of scripts, one call, the explanation of faulty programs, perft of
    all games, and all searches. Machines differ and are noisy, so every figure stands beside one to
    compare it with from the same run: compiled beside pure Python, a batch beside starting
    /bin/true once for each script, a call beside a click program that does nothing, a search beside
    the plain ones, and, if asked for, english perft beside other packages.

    \b
    Examples:
      checkers bench
      checkers bench --rounds 10 --json
      checkers bench --only searches
      checkers bench --only perft --peers
    """
    depths = lab.depths()
    parts: dict[str, Callable[[], object]] = {
        "engine": lambda: benchmark.engine(rounds),
        "batch": lambda: benchmark.batch(scripts, rounds),
        "call": lambda: benchmark.call(rounds),
        "explaining": lambda: _explaining(programs),
        "perft": lambda: lab.perfts(rounds, depths),
        "searches": lambda: lab.searches(rounds, depths),
        "peers": lambda: measured_peers(depths),
    }
    wanted = {*(only or PARTS)} - ({"explaining"} if not programs else set())
    wanted |= {"peers"} if peers else set()
    with ending_cleanly():
        figures: dict[str, Any] = {"form": describe()}
        figures |= {part: measure() for part, measure in parts.items() if part in wanted}
    click.echo(json.dumps(figures, indent=2) if as_json else bench_report(figures))


def _explaining(programs: int) -> dict[str, object]:
    from checkers_cli.bench.diagnosis import explaining
    from checkers_cli.grading.cases import bundled_cases
    from checkers_cli.util.workers import available_cores

    paths = sorted(Path(bundled_cases()).glob("*.txt"))
    return explaining([path.read_bytes() for path in paths], programs, available_cores())
