"""`checkers cases`: measures how good a set of test cases is, and makes better ones."""

import json
from pathlib import Path

import click

from checkers_cli.cli import Group, options, tell
from checkers_cli.cli.extras import need_libraries
from checkers_cli.cli.shrink import command as shrink
from checkers_cli.faults.testgen import generating, scoring
from checkers_cli.faults.testgen.score_report import score_data, score_table
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import ending_cleanly, make_folder, write_file
from checkers_cli.util.progress import Progress
from checkers_cli.util.text import printable
from checkers_cli.util.workers import available_cores

_MOST_RANDOM = 100_000
STANDARD_OUTPUT = "-"


@click.group(cls=Group, short_help="Measure test cases by the faults that they catch.")
def command() -> None:
    """Measure test cases by the faults that they catch, make new cases, and shorten them.

    A case catches a fault if a program with that fault prints something wrong for it.

    \b
    Examples:
      checkers cases score examples
      checkers cases generate --out cases
      checkers cases shrink game.txt -- program.c
    """


@command.command(short_help="List the faults that a folder of scripts catches.")
@click.argument("folder", metavar="DIR", type=options.PATH)
@click.option(
    "--html", "page", type=options.PATH, metavar="FILE",
    help="Write a page with the matrix of faults and cases; - for standard output.",
)  # fmt: skip
@options.format_option
@options.old_option("--json", "--format json > FILE", "json_file", type=options.PATH)
@options.jobs_option
@options.quiet_option
def score(
    folder: str, page: str | None, form: str, jobs: int | None, quiet: bool,
    json_file: str | None = None,
) -> None:  # fmt: skip
    """List the faults that the scripts in DIR catch and miss, and the scripts that are redundant.

    Every fault that a script can show is tried on every case. In the table, `catches` counts the
    faults that a case catches, and `alone` those that no other case catches.

    \b
    Examples:
      checkers cases score examples
      checkers cases score examples --format json > score.json
      checkers cases score examples --html matrix.html

    Exit status: 0, or 2 if a script or an option cannot be used.
    """
    if page == STANDARD_OUTPUT and (form == "json" or json_file == STANDARD_OUTPUT):
        raise click.UsageError("--html - and --format json both write to standard output.")
    if page is not None:
        need_libraries("jinja2")
    cases = _read(folder)
    found = _scored(cases, jobs, quiet)
    sizes = {case.name: len(case.script.split()) for case in cases}
    if page is not None:
        from checkers_cli.grading.reports.score_page import matrix_page

        _write(page, matrix_page(found, sizes, folder))
    if json_file is not None:
        _write(json_file, json.dumps(score_data(found, sizes), indent=2) + "\n")
    if form == "json":
        click.echo(json.dumps(score_data(found, sizes), indent=2))
    elif STANDARD_OUTPUT not in (page, json_file):
        click.echo(score_table(found, sizes))


@command.command(short_help="Make a small set of scripts that catches every fault.")
@options.out_option(required=True, help="The folder for the scripts, new or empty.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
    help="Another seed gives another set; the same seed gives the same set.",
)  # fmt: skip
@click.option(
    "--like", type=options.PATH, metavar="DIR",
    help="Catch only the faults that the scripts in this folder miss.",
)  # fmt: skip
@click.option(
    "--count", type=click.IntRange(1, _MOST_RANDOM), metavar="N",
    help="Make N random but varied scripts instead, whatever they catch.",
)  # fmt: skip
@options.jobs_option
@options.quiet_option
def generate(
    out: str, seed: int, like: str | None, count: int | None, jobs: int | None, quiet: bool
) -> None:
    """Make a small set of scripts that catches every fault that can be caught.

    The set has at most 40 scripts, and they are short. No script can be dropped without missing a
    fault. The name of a script says what it is for; INDEX.md lists the faults that only it catches.

    \b
    Examples:
      checkers cases generate --out cases
      checkers cases generate --out cases --seed 7
      checkers cases generate --out more --like examples
      checkers cases generate --out practice --count 100

    Exit status: 0, or 2 if the folder or an option cannot be used.
    """
    if like is not None and count is not None:
        raise click.UsageError("--like and --count exclude each other.")
    folder = Path(out)
    make_folder(folder, "--out")
    if any(folder.iterdir()):
        raise UnusableInput(f"--out: {printable(out)}: is not empty; name a new folder")
    if count is not None:
        made, head = generating.random_set(count, seed), f"{count} random scripts (seed {seed})."
    else:
        made, head = _covering(like, seed, jobs, quiet)
    with ending_cleanly():
        for case in made:
            write_file(folder / case.name, case.script)
        write_file(folder / "INDEX.md", generating.index_markdown(made, head).encode())
    if not quiet:
        stages = [sum(case.stage == stage for case in made) for stage in range(3)]
        tell(f"{head} Stage 0: {stages[0]}, stage 1: {stages[1]}, stage 2: {stages[2]}; in {out}")


command.add_command(shrink)


def _covering(
    like: str | None, seed: int, jobs: int | None, quiet: bool
) -> tuple[list[generating.GeneratedCase], str]:
    """A set for all faults, or for those that another set misses, and a line that describes it."""
    wanted, of = list(scoring.CATCHABLE), f"all {len(scoring.CATCHABLE)} faults that can be caught"
    if like is not None:
        wanted = [fault.id for fault in _scored(_read(like), jobs, quiet).missed]
        of = f"the {len(wanted)} faults that {like} misses"
    with Progress(hidden=quiet) as progress:
        made = generating.covering_set(wanted, seed, jobs or available_cores(), progress.show)
    cases = f"{len(made)} case{' catches' if len(made) == 1 else 's catch'}"
    return made, f"{cases} {of} (seed {seed})."


def _read(folder: str) -> list[scoring.NamedScript]:
    """The scripts in a folder; all of them must be well-formed."""
    from checkers_cli.grading.cases import load_cases

    return [scoring.NamedScript(case.name, case.script) for case in load_cases(folder, None)]


def _scored(cases: list[scoring.NamedScript], jobs: int | None, quiet: bool) -> scoring.Score:
    with Progress("Scoring", quiet) as progress:
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            progress.count(done, len(scoring.CATCHABLE), "faults")

        return scoring.score_cases(cases, jobs or available_cores(), tick)


def _write(path: str, text: str) -> None:
    if path == STANDARD_OUTPUT:
        click.echo(text, nl=False)
    else:
        write_file(Path(path), text.encode("utf-8", "backslashreplace"))
