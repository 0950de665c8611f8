"""`checkers bench`: measures how fast this installation is on this machine."""

import json

import click

from checkers_cli.bench.measure import PARTS, measure
from checkers_cli.bench.text import bench_report
from checkers_cli.cli.options import format_option, old_option
from checkers_cli.util.files import ending_cleanly


@click.command(short_help="Measure the speed of everything on this machine.")
@click.option(
    "--scripts", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, metavar="N",
    help="Number of scripts in the batch.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="N",
    help="Number of measurements of each figure. The best one counts; of single calls, the median.",
)  # fmt: skip
@click.option(
    "--programs", type=click.IntRange(0, 10_000), default=100, show_default=True, metavar="N",
    help="Number of faulty programs to explain; 0: leave this part out.",
)  # fmt: skip
@click.option(
    "--only", type=click.Choice(PARTS), multiple=True, metavar="PART",
    help=f"Measure only this part: {', '.join(PARTS[:-1])} or {PARTS[-1]}. Can be repeated.",
)  # fmt: skip
@click.option(
    "--peers", is_flag=True,
    help="Measure packages from PyPI as well. They are installed into environments of their own, "
    "which are removed afterwards.",
)  # fmt: skip
@format_option
@old_option("--json", "--format json", "form", "json", is_flag=True)
def command(
    scripts: int, rounds: int, programs: int, only: tuple[str, ...], peers: bool, form: str
) -> None:
    """Measure the speed of everything on this machine.

    Measured are the engine, a batch of scripts, one call, the explanation of faulty programs, perft
    of all variants, and all searches. Machines differ and are noisy, so each figure stands beside
    another one from the same run: the compiled engine beside pure Python, a batch beside starting
    /bin/true once for each script, a call beside an empty click program, a search beside the plain
    searches, and with --peers the perft of english beside other packages.

    \b
    Examples:
      checkers bench
      checkers bench --rounds 10 --format json
      checkers bench --only searches
      checkers bench --only perft --peers

    Exit status: 0, or 2 if an option cannot be used.
    """
    with ending_cleanly():
        figures = measure(only or PARTS, scripts, rounds, programs, peers)
    click.echo(json.dumps(figures, indent=2) if form == "json" else bench_report(figures))
