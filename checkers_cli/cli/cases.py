"""`checkers cases`: how good a set of test cases is, and how to get a better one."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from checkers_cli.cli import tell
from checkers_cli.cli.options import jobs_option
from checkers_cli.cli.shrink import command as shrink
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.workers import available_cores

if TYPE_CHECKING:
    from checkers_cli.faults.testgen.generating import Made
    from checkers_cli.faults.testgen.scoring import Case, Score

_PATH = click.Path(readable=False)
_MOST_RANDOM = 100_000
STANDARD_OUTPUT = "-"


@click.group()
def command() -> None:
    """Measure test cases by the faults that they catch, and make new ones.

    A case catches a fault if a program with that fault prints something else than it should.

    \b
    Examples:
      checkers cases score examples
      checkers cases generate --out cases
      checkers cases shrink game.txt -- program.c
    """


command.add_command(shrink)


@command.command(short_help="Tell which faults a folder of scripts catches.")
@click.argument("folder", metavar="DIR", type=_PATH)
@click.option("--json", "data", type=_PATH, metavar="FILE", help="Write all of it as JSON.")
@click.option("--html", "page", type=_PATH, metavar="FILE", help="Write a page with the matrix.")
@jobs_option
def score(folder: str, data: str | None, page: str | None, jobs: int | None) -> None:
    """Tell which faults the scripts in DIR catch and miss, and which of them are redundant.

    Every fault that a script can show is tried on every case. A case catches it if a program with
    that fault alone prints something else. `alone` counts the faults that no other case catches.
    With --json - the data take the place of the table.

    \b
    Examples:
      checkers cases score examples
      checkers cases score examples --html matrix.html --json score.json
    """
    from checkers_cli.faults.testgen.report import as_data, table

    if data == page == STANDARD_OUTPUT:
        raise click.UsageError("--json and --html cannot both be written to standard output.")
    if page is not None:
        _need_jinja()
    cases = _read(folder)
    found = _scored(cases, jobs)
    sizes = {case.name: len(case.script.split()) for case in cases}
    if data is not None:
        import json

        _write(data, json.dumps(as_data(found, sizes), indent=2) + "\n")
    if page is not None:
        from checkers_cli.grading.reports.score_page import matrix_page

        _write(page, matrix_page(found, sizes, folder))
    if STANDARD_OUTPUT not in (data, page):
        click.echo(table(found, sizes))


@command.command(short_help="Make a small set of scripts that catches every fault.")
@click.option("--out", type=_PATH, required=True, metavar="DIR", help="A new or empty folder.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
    help="Another number gives another set; the same gives the same.",
)  # fmt: skip
@click.option(
    "--like", type=_PATH, metavar="DIR", help="Catch only what the scripts in this folder miss."
)
@click.option(
    "--count", type=click.IntRange(1, _MOST_RANDOM), metavar="N",
    help="So many random but varied scripts instead, whatever they catch.",
)  # fmt: skip
@jobs_option
def generate(
    out: str, seed: int, like: str | None, count: int | None, jobs: int | None
) -> None:  # fmt: skip
    """Make a small set of scripts that catches every fault that can be caught.

    At most 40 scripts, short ones where that will do; without any one of them a fault would no
    longer be caught. Their names say what each is for, and INDEX.md says it in full.

    \b
    Examples:
      checkers cases generate --out cases
      checkers cases generate --out cases --seed 7
      checkers cases generate --out more --like examples
      checkers cases generate --out practice --count 100
    """
    from checkers_cli.faults.testgen.generating import random_set
    from checkers_cli.faults.testgen.report import index
    from checkers_cli.util.files import ending_cleanly

    if like is not None and count is not None:
        raise click.UsageError("--like and --count exclude each other.")
    _need_empty(out)
    if count is not None:
        made, head = random_set(count, seed), f"{count} random scripts (seed {seed})."
    else:
        made, head = _covering(like, seed, jobs)
    with ending_cleanly():
        for case in made:
            _write_bytes(f"{out}/{case.name}", case.script)
        _write_bytes(f"{out}/INDEX.md", index(made, head).encode())
    stages = [sum(case.stage == stage for case in made) for stage in range(3)]
    tell(f"{head} Stage 0: {stages[0]}, stage 1: {stages[1]}, stage 2: {stages[2]}; in {out}")


def _covering(like: str | None, seed: int, jobs: int | None) -> "tuple[list[Made], str]":
    """A set for all faults, or for those that another set misses; and a line that says so."""
    from checkers_cli.faults.testgen.generating import generate as generated
    from checkers_cli.faults.testgen.scoring import CATCHABLE

    wanted, of = list(CATCHABLE), f"all {len(CATCHABLE)} faults that can be caught"
    if like is not None:
        wanted = [fault.id for fault in _scored(_read(like), jobs).missed]
        of = f"the {len(wanted)} faults that {like} misses"
    with _progress() as show:
        made = generated(wanted, seed, jobs or available_cores(), show)
    cases = f"{len(made)} case{' catches' if len(made) == 1 else 's catch'}"
    return made, f"{cases} {of} (seed {seed})."


def _read(folder: str) -> "list[Case]":
    """The scripts in a folder; one that is malformed cannot be a case."""
    from checkers_cli.faults.testgen.scoring import Case
    from checkers_cli.grading.cases import load_cases

    return [Case(case.name, case.script) for case in load_cases(folder, None)]


def _scored(cases: "list[Case]", jobs: int | None) -> "Score":
    from checkers_cli.faults.testgen import scoring

    with _progress() as show:
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            show(f"{done} of {len(scoring.CATCHABLE)} faults tried on {len(cases)} cases")

        return scoring.score(cases, jobs or available_cores(), tick)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Shows how far it is on one line of a terminal, and takes it away in the end."""
    shown = sys.stderr is not None and sys.stderr.isatty()

    def show(text: str) -> None:
        if shown:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    try:
        yield show
    finally:
        show("")


def _need_jinja() -> None:
    from checkers_cli.cli.grading_options import needed

    try:
        import jinja2
    except ImportError:
        raise needed("jinja2") from None
    del jinja2


def _need_empty(folder: str) -> None:
    import os

    from checkers_cli.util.text import printable, reason

    if not folder:
        raise click.UsageError("--out needs the name of a folder.")
    try:
        os.makedirs(folder, exist_ok=True)
        filled = bool(os.listdir(folder))
    except FileExistsError:
        raise UnusableInput(f"--out: {printable(folder)}: is a file, not a folder") from None
    except (OSError, ValueError) as error:
        raise UnusableInput(f"--out: {printable(folder)}: {reason(error)}") from None
    if filled:
        raise UnusableInput(f"--out: {printable(folder)}: is not empty; name a new folder")


def _write(path: str, text: str) -> None:
    if path == STANDARD_OUTPUT:
        click.echo(text, nl=False)
    else:
        _write_bytes(path, text.encode("utf-8", "backslashreplace"))


def _write_bytes(path: str, data: bytes) -> None:
    from pathlib import Path

    from checkers_cli.util.files import replacing
    from checkers_cli.util.text import printable, reason

    try:
        with replacing(Path(path)) as stream:
            stream.write(data)
    except (OSError, ValueError) as error:
        raise UnusableInput(f"{printable(path)}: cannot be written: {reason(error)}") from None
