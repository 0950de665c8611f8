"""`checkers run`: scripts in, transcripts out."""

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source, find_scripts
from checkers_cli.analyser.transcribe import FORMATS, TEXT, Transcriber, transcribe
from checkers_cli.cli import tell
from checkers_cli.cli.options import complete_fault, jobs_option, make_settings, settings_options
from checkers_cli.util.errors import EXIT_BAD_INPUT
from checkers_cli.util.inputs import STANDARD_INPUT

if TYPE_CHECKING:
    from checkers_cli.analyser.batch import Batch


@click.command()
@click.argument("scripts", nargs=-1, type=click.Path(readable=False), metavar="[FILE|DIR|-]...")
@click.option(
    "--out", type=click.Path(readable=False), metavar="DIR",
    help="Write one transcript per script into this folder.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default=TEXT, show_default=True,
    help="The transcript, or the same events as one JSON object a line.",
)  # fmt: skip
@settings_options
@click.option(
    "--fault", "faults", multiple=True, metavar="ID", shell_complete=complete_fault,
    help="Print what a program with this fault prints; several times for several faults.",
)  # fmt: skip
@jobs_option
def command(
    scripts: tuple[str, ...],
    out: str | None,
    form: str,
    faults: tuple[str, ...],
    jobs: int | None,
    **settings: Any,
) -> int:
    """Print the transcript of a script, or of many.

    A script has one action a line (G6-F5), then optionally A (compute the next action) or P
    (compute ten). From a folder all *.txt are taken, those in its subfolders too. Without an
    argument, and for -, standard input is read.

    \b
    Examples:
      checkers run examples/p-at-the-start.txt
      checkers run - < examples/p-at-the-start.txt
      checkers run examples --out transcripts
      checkers run examples/capture-optional.txt --format jsonl
      echo P | checkers run - --position 'B:WC6,B7:BKA6,C8' --reading limits
      checkers run examples/p-at-the-start.txt --fault ties-right

    Exit status: 0 all ran, 1 an illegal action was met (with --fault: is reported), 2 a script was
    malformed or unusable.
    """
    if out == "":
        raise click.UsageError("--out needs the name of a folder.")
    prepared = make_settings(**settings)
    program = _faulty(faults, prepared, form) if faults else transcribe
    arguments = scripts or (STANDARD_INPUT,)
    sources, problems = find_scripts(arguments, leaving_out=out)
    for problem in problems:
        tell(problem)
    alone = len(arguments) == len(sources) == 1 and not os.path.isdir(arguments[0])
    if alone and out is None:
        return _run_one(sources[0], prepared, form, program)
    if not sources:
        return EXIT_BAD_INPUT
    from pathlib import Path

    from checkers_cli.analyser.batch import Batch

    batch = Batch(prepared, form, Path(out) if out is not None else None, program)
    status = _run_many(batch, sources, jobs)
    return max(status, EXIT_BAD_INPUT if problems else 0)


def _faulty(ids: tuple[str, ...], settings: Settings, form: str) -> Transcriber:
    if form != TEXT:
        raise click.UsageError(f"--format {form} shows what is right: it takes no --fault.")
    from checkers_cli.faults.transcribe import faulty_program

    return faulty_program(ids, settings)


def _run_one(source: Source, settings: Settings, form: str, program: Transcriber) -> int:
    stdout = sys.stdout.buffer
    at_once = sys.stdout.isatty()

    def write(data: bytes) -> None:
        stdout.write(data)
        if at_once:
            stdout.flush()

    outcome = program(source, settings, form, write, at_once)
    stdout.flush()
    if outcome.message:
        tell(outcome.message)
    return outcome.exit_status


def _run_many(batch: "Batch", sources: list[Source], jobs: int | None) -> int:
    from collections import Counter
    from contextlib import closing

    from checkers_cli.analyser.batch import run_batch, summary
    from checkers_cli.util.files import ending_cleanly
    from checkers_cli.util.workers import available_cores

    counts: Counter[str] = Counter()
    worst = 0
    stdout = sys.stdout.buffer
    # Beside transcripts on the same terminal a bar would only be in the way.
    hidden = (
        sys.stderr is None or not sys.stderr.isatty() or (batch.out is None and sys.stdout.isatty())
    )
    bar_stream = cast(TextIO, _Forgiving())
    with (
        ending_cleanly(),
        closing(run_batch(batch, sources, jobs or available_cores(), stdout.write)) as outcomes,
        click.progressbar(
            length=len(sources), label="Running", file=bar_stream, hidden=hidden
        ) as bar,
    ):
        for _, outcome in outcomes:
            counts[outcome.kind] += 1
            worst = max(worst, outcome.exit_status)
            if outcome.message:
                stdout.flush()
                if not hidden:
                    bar_stream.write("\r\x1b[K")  # the bar is drawn anew below the message
                tell(outcome.message)
            bar.update(1)
    stdout.flush()
    tell(summary(counts))
    return worst


class _Forgiving:
    """Standard error for the progress bar: a terminal that goes away must not stop the work."""

    def write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()

    def isatty(self) -> bool:
        return True
