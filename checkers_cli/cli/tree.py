"""`checkers tree`: shows the minimax tree that the command A builds."""

import click

from checkers_cli.analyser.replay import ACTIONS
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import final_position
from checkers_cli.analyser.trees.data import json_of
from checkers_cli.analyser.trees.dot import dot_of
from checkers_cli.analyser.trees.svg import svg_of
from checkers_cli.analyser.trees.text import text_of
from checkers_cli.analyser.trees.view import View
from checkers_cli.cli import options
from checkers_cli.search.minimax import DEEPEST_TREE, collector_resting
from checkers_cli.util.inputs import STANDARD_INPUT

RENDERERS = {"text": text_of, "json": json_of, "dot": dot_of, "svg": svg_of}
LEVELS = 3  # shown by default
WIDTH = 3


@click.command(short_help="Show the minimax tree that the command A builds.")
@click.argument("script", required=False, type=options.PATH, metavar="[FILE|-]")
@click.option(
    "--format", "form", type=click.Choice(list(RENDERERS)), default="text", show_default=True,
    help="Indented text, the complete tree as JSON, a graph for Graphviz, or a picture.",
)  # fmt: skip
@click.option(
    "--levels", type=click.IntRange(0, DEEPEST_TREE), metavar="N",
    help=f"Show N levels below the root.  [default: {LEVELS}]",
)  # fmt: skip
@click.option(
    "--width", type=click.IntRange(0, 1000), metavar="N",
    help=f"Show at most N children of a node; 0: all.  [default: {WIDTH}]",
)  # fmt: skip
@options.reading_option
@options.depth_option
@options.position_options()
def command(
    script: str | None,
    form: str,
    levels: int | None,
    width: int | None,
    position: str | None,
    position_file: str | None,
    reading: str,
    depth: int,
) -> None:
    """Show the minimax tree that the command A builds at the last board of a script.

    The best child of a node is always shown, even if its siblings are not. Without FILE, the board
    is that of --position, or the script is read from standard input. The JSON form always has the
    complete tree.

    \b
    Examples:
      checkers tree examples/a-at-the-start.txt
      checkers tree --position 'B:WC6,B7:BKA6,C8' --width 0
      checkers tree examples/a-near-the-end-black.txt --format svg --width 2 > tree.svg
      checkers tree examples/p-at-the-start.txt --format dot --levels 2 | dot -Tpdf > tree.pdf
      checkers tree examples/a-worked-example.txt --format json > tree.json

    Exit status: 0, or 1 if the script has an illegal action, or 2 if the script or an option cannot
    be used.
    """
    if form == "json" and (levels is not None or width is not None):
        raise click.UsageError("--format json is complete: it takes no --levels and no --width.")
    settings = options.make_settings(reading, depth, ACTIONS, position, position_file)
    board = settings.start
    if script is not None or (position is None and position_file is None):
        path = script or STANDARD_INPUT
        board = final_position(Source(path, path), settings)
    shown_levels = LEVELS if levels is None else levels
    shown_width = WIDTH if width is None else width or None
    with collector_resting():
        view = View(board, settings, shown_levels, shown_width)
        for piece in RENDERERS[form](view):
            # Text is for the terminal, in its encoding; the other formats are always UTF-8.
            click.echo(piece if form == "text" else piece.encode(), nl=form != "json")
