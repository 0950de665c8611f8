"""`checkers cases shrink`: the shortest script on which a program is still wrong."""

from typing import Any

import click

from checkers_cli.analyser.sources import Source
from checkers_cli.cli import tell
from checkers_cli.cli.grading_options import by_language, needed, program_options
from checkers_cli.rules.readings import READINGS
from checkers_cli.util.errors import EXIT_OK


@click.command("shrink", short_help="Make a script on which a program fails as short as can be.")
@click.argument("script", type=click.Path(readable=False, allow_dash=True))
@click.argument("words", nargs=-1, required=True, metavar="-- PROGRAM [ARGS]...")
@program_options
@click.option(
    "--reading", type=click.Choice(READINGS),
    help="What a board costs whose next player cannot act.  [default: all that the rubric accepts]",
)  # fmt: skip
@click.option(
    "--sandbox", type=click.Choice(("limits", "bubblewrap")), default="limits", show_default=True,
    help="How the program is kept from doing harm.",
)  # fmt: skip
def command(
    script: str, words: tuple[str, ...], build: tuple[str, ...], run: tuple[str, ...],
    reading: str | None, **options: Any,
) -> int:  # fmt: skip
    """Print the shortest script, made of SCRIPT, on which PROGRAM still differs from the reference.

    Actions are removed as long as the script stays legal and PROGRAM fails in the same way: by
    other output, or by a crash. Of what is printed, nothing more can be removed, unless 150 runs
    were not enough to find out. PROGRAM is what `checkers check` takes, or any command, which then
    runs in this folder. Ctrl-C prints the shortest script so far.

    \b
    Examples:
      checkers cases shrink game.txt -- program.c > small.txt
      checkers cases shrink game.txt -- ./program --quiet
      checkers cases shrink game.txt -- python3 main.py

    Exit status: 0 a script is printed, 1 there is none (PROGRAM is right on SCRIPT, is stopped for
    its time or memory, or changes what it prints), 2 something could not be used.
    """
    from checkers_cli.util.files import ending_cleanly

    try:
        from checkers_cli.grading.request import Request
        from checkers_cli.grading.shrink_one import Interrupted, shrink_one
    except ImportError as error:
        raise needed(error.name or "jinja2") from None

    request = Request(build=by_language("--build", build), run=by_language("--run", run), **options)
    try:
        with ending_cleanly():
            shrunk = shrink_one(Source(script, script), words, request, reading)
    except Interrupted as stopped:
        click.echo(stopped.best, nl=False)
        raise
    click.echo(shrunk.script, nl=False)
    tell(shrunk.line)
    return EXIT_OK
