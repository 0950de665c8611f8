"""`checkers cases shrink`: finds the shortest script on which a program is still wrong."""

from typing import Any

import click

from checkers_cli.analyser.sources import Source
from checkers_cli.cli import tell
from checkers_cli.cli.grading_options import program_options, sandbox_option
from checkers_cli.cli.options import PATH
from checkers_cli.rules.readings import READINGS
from checkers_cli.util.errors import EXIT_OK


@click.command("shrink", short_help="Shorten a script on which a program fails.")
@click.argument("script", type=PATH)
@click.argument("words", nargs=-1, required=True, metavar="-- PROGRAM [ARGS]...")
@program_options
@click.option(
    "--reading", type=click.Choice(READINGS),
    help="The cost of a board on which the next player cannot act.  "
    "[default: all readings that the rubric accepts]",
)  # fmt: skip
@sandbox_option("limits")
def command(script: str, words: tuple[str, ...], reading: str | None, **options: Any) -> int:
    """Print the shortest script, made from SCRIPT, on which PROGRAM differs from the reference.

    Actions are removed while the script stays legal and PROGRAM fails in the same way: by wrong
    output, or by a crash. No line of the printed script can be removed, unless the search stopped
    after 150 runs. PROGRAM is anything that `checkers check` takes, or any command, which then runs
    in the current folder. SCRIPT may be - for standard input. Ctrl-C prints the shortest script
    found so far.

    \b
    Examples:
      checkers cases shrink game.txt -- program.c > small.txt
      checkers cases shrink game.txt -- ./program --quiet
      checkers cases shrink game.txt -- python3 main.py

    Exit status: 0 if a script is printed, 1 if there is none (PROGRAM is right on SCRIPT, exceeds
    its time or memory limit, or does not print the same each time), 2 if a file or an option cannot
    be used.
    """
    from checkers_cli.grading.request import Request
    from checkers_cli.grading.shrink_one import Interrupted, shrink_one
    from checkers_cli.util.files import ending_cleanly

    try:
        with ending_cleanly():
            shrunk = shrink_one(Source(script, script), words, Request(**options), reading)
    except Interrupted as stopped:
        click.echo(stopped.best, nl=False)
        raise
    click.echo(shrunk.script, nl=False)
    tell(shrunk.line)
    return EXIT_OK
