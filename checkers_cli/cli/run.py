"""`checkers run`: prints the transcripts of scripts."""

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source, find_scripts
from checkers_cli.analyser.transcribe import FORMATS, TEXT, Transcriber, transcribe
from checkers_cli.cli import options, tell
from checkers_cli.util.errors import EXIT_BAD_INPUT
from checkers_cli.util.inputs import STANDARD_INPUT

if TYPE_CHECKING:
    from checkers_cli.analyser.batch import Batch


@click.command(short_help="Print the transcripts of one or more scripts.")
@click.argument("scripts", nargs=-1, type=options.PATH, metavar="[FILE|DIR|-]...")
@options.out_option(help="Write the transcripts into this folder, one file for each script.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default=TEXT, show_default=True,
    help="The transcript, or its events as one JSON object a line.",
)  # fmt: skip
@options.settings_options
@click.option(
    "--fault", "faults", multiple=True, metavar="ID", shell_complete=options.complete_fault,
    help="Print what a program with this fault prints. Repeat the option for several faults; "
    "`checkers faults` lists them.",
)  # fmt: skip
@click.option(
    "--model", type=options.PATH, metavar="FILE",
    help="Print what a modelled program prints; `checkers explain --format json` and results.json "
    "have models.",
)  # fmt: skip
@options.jobs_option
@options.quiet_option
def command(
    scripts: tuple[str, ...],
    out: str | None,
    form: str,
    faults: tuple[str, ...],
    model: str | None,
    jobs: int | None,
    quiet: bool,
    **settings: Any,
) -> int:
    """Print the transcripts of one or more scripts.

    A script has one action on each line (G6-F5). Its last line may be the command A, which computes
    the next action, or P, which computes ten. A folder stands for all *.txt in it and below it.
    Without an argument, or for -, the script is read from standard input.

    \b
    Examples:
      checkers run examples/p-at-the-start.txt
      checkers run - < examples/p-at-the-start.txt
      checkers run examples --out transcripts
      checkers run examples/capture-optional.txt --format jsonl
      echo P | checkers run - --position 'B:WC6,B7:BKA6,C8' --reading limits
      checkers run examples/p-at-the-start.txt --fault ties-right

    Exit status: 0 if all scripts ran, 1 if one has an illegal action (with --fault or --model: if
    the faulty program reports one), 2 if one is malformed or cannot be read.
    """
    prepared = options.make_settings(**settings)
    program = _faulty(faults, model, prepared, form) if faults or model else transcribe
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
    status = _run_many(batch, sources, jobs, quiet)
    return max(status, EXIT_BAD_INPUT if problems else 0)


def _faulty(ids: tuple[str, ...], model: str | None, settings: Settings, form: str) -> Transcriber:
    if form != TEXT:
        option = "--fault" if ids else "--model"
        raise click.UsageError(
            f"--format {form} has correct transcripts only: it takes no {option}."
        )
    if ids and model:
        raise click.UsageError("--model has faults of its own: leave out --fault.")
    from checkers_cli.faults.faulty_program import faulty_program, modelled_program

    if model:
        return modelled_program(model, settings)
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


def _run_many(batch: "Batch", sources: list[Source], jobs: int | None, quiet: bool) -> int:
    from collections import Counter
    from contextlib import closing

    from checkers_cli.analyser.batch import run_batch, summary
    from checkers_cli.util.files import ending_cleanly
    from checkers_cli.util.progress import Progress
    from checkers_cli.util.workers import available_cores

    counts: Counter[str] = Counter()
    worst = 0
    stdout = sys.stdout.buffer
    # A bar on the same terminal as the transcripts would garble them.
    hidden = quiet or (batch.out is None and sys.stdout.isatty())
    with (
        ending_cleanly(),
        closing(run_batch(batch, sources, jobs or available_cores(), stdout.write)) as outcomes,
        Progress("Running", hidden) as progress,
    ):
        progress.count(0, len(sources))
        for _, outcome in outcomes:
            counts[outcome.kind] += 1
            worst = max(worst, outcome.exit_status)
            if outcome.message:
                stdout.flush()
                progress.clear()
                tell(outcome.message)
            progress.count(counts.total(), len(sources))
    stdout.flush()
    if not quiet:
        tell(summary(counts))
    return worst
