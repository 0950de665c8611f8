"""`checkers tree`: shows the minimax tree that the command A builds."""

from collections.abc import Iterable, Iterator
from importlib import import_module

import click

from checkers_cli.analyser.replay import ACTIONS
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import final_position
from checkers_cli.analyser.trees.view import View
from checkers_cli.cli.options import (
    PATH,
    depth_option,
    make_settings,
    position_options,
    reading_option,
)
from checkers_cli.search.minimax import DEEPEST_TREE, collector_resting
from checkers_cli.util.inputs import STANDARD_INPUT

FORMATS = ("text", "json", "dot", "svg")
LEVELS = 3  # shown by default
WIDTH = 3


@click.command(short_help="Show the minimax tree that the command A builds.")
@click.argument("script", required=False, type=PATH, metavar="[FILE|-]")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
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
@reading_option
@depth_option
@position_options
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
    settings = make_settings(reading, depth, ACTIONS, position, position_file)
    board = settings.start
    if script is not None or (position is None and position_file is None):
        path = script or STANDARD_INPUT
        board = final_position(Source(path, path), settings)
    shown_levels = LEVELS if levels is None else levels
    shown_width = WIDTH if width is None else width or None
    with collector_resting():
        view = View(board, settings, shown_levels, shown_width)
        for piece in _pieces(view, form):
            # Text is for the terminal, in its encoding; the other formats are always UTF-8.
            click.echo(piece if form == "text" else piece.encode(), nl=False)


def _pieces(view: View, form: str) -> Iterable[str]:
    """The output in pieces; only the module that makes this format is imported."""
    name, function = {
        "text": ("text", "text_of"),
        "json": ("data", "json_of"),
        "dot": ("dot", "dot_of"),
        "svg": ("svg", "svg_of"),
    }[form]
    pieces: Iterator[str] = getattr(import_module(f"checkers_cli.analyser.trees.{name}"), function)(
        view
    )
    return pieces if form == "json" else (line + "\n" for line in pieces)
