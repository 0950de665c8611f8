"""`checkers play`: plays a game in the terminal."""

import os
import sys
from functools import partial

import click

from checkers_cli.cli.lab_options import (
    Number,
    evaluation_option,
    start_of,
    start_options,
    variant_option,
)
from checkers_cli.cli.options import PATH, old_option
from checkers_cli.lab.play import players
from checkers_cli.lab.play.saving import check_can_save, save_game
from checkers_cli.lab.play.screens import DrawnScreen, Screen, TextScreen, run_session
from checkers_cli.lab.play.session import PlaySession
from checkers_cli.rules.variants import Variant
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.util.inputs import STANDARD_INPUT, open_input
from checkers_cli.util.text import printable

PAUSE = 0.5
_PLAYER = click.Choice(players.PLAYER_KINDS)


@click.command(short_help="Play a game in the terminal, or watch one.")
@variant_option()
@click.option(
    "--black", "--x", "black", type=_PLAYER, default=players.HUMAN,
    show_default=True, help="Who plays black, or x.",
)  # fmt: skip
@click.option(
    "--white", "--o", "white", type=_PLAYER, default=players.MACHINE,
    show_default=True, help="Who plays white, or o.",
)  # fmt: skip
@click.option(
    "--level", type=click.IntRange(players.LOWEST, players.HIGHEST), default=players.LEVEL,
    show_default=True, metavar="N", help=f"How well the machine plays: {players.IN_WORDS}",
)  # fmt: skip
@evaluation_option
@start_options
@click.option("--load", type=PATH, metavar="FILE", help="Continue the game in this script.")
@click.option(
    "--save", type=PATH, metavar="FILE",
    help="Save the game as a script when it ends or you quit (not after Ctrl-C). An existing file "
    "is replaced only if it is also the file of --load.",
)  # fmt: skip
@click.option(
    "--repetitions", type=click.IntRange(0), metavar="N",
    help="Draw when a position occurs for the Nth time; 0: never.  [default: 3, tower 0]",
)  # fmt: skip
@click.option(
    "--draw-after-quiet", "quiet", type=click.IntRange(0), metavar="N",
    help="Draw after N moves by each side without a capture or a man's move; 0: never.  "
    "[default: 40, tower 0]",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(0), metavar="N",
    help="Draw after N moves by each side; 0: never.  [default: 0, two machines at tower 100]",
)  # fmt: skip
@click.option(
    "--pause", type=Number(0, 60), default=PAUSE, show_default=True, metavar="SECONDS",
    help="On a terminal, the time between the actions of two machines.",
)  # fmt: skip
@old_option("--quiet", "--draw-after-quiet", "quiet", type=click.IntRange(0))
def command(
    variant: Variant,
    black: str,
    white: str,
    level: int,
    evaluation: str | None,
    position: str | None,
    position_file: str | None,
    load: str | None,
    save: str | None,
    repetitions: int | None,
    quiet: int | None,
    rounds: int | None,
    pause: float,
) -> None:
    """Play against the machine, against another human, or watch two machines.

    Enter the number of an action, or the action itself (G6-F5, g6 f5, or rows and columns from 0:
    56 45). Other entries are undo, hint, save FILE, load FILE, resign, board, help and quit. On a
    terminal the board is drawn in place; elsewhere, or if NO_COLOR is set, the output is plain
    text. The machine is deterministic, except at the levels that use the clock.

    \b
    Examples:
      checkers play
      checkers play --black machine --white human --level 6
      checkers play --variant english --white human --save game.txt
      checkers play --variant english --white human --load game.txt
      checkers play --position 'B:WC6,B7:BKA6,C8' --level 2
      checkers play --variant tictactoe --x machine --o human
      checkers play --black machine --rounds 50 --pause 1

    Exit status: 0, or 1 if the game to load has an illegal action, or 2 if an option or a file
    cannot be used, or 130 after Ctrl-C.
    """
    if evaluation is not None and not variant.has_men:
        raise click.UsageError(f"{variant.name} has no men to value: it takes no --evaluation.")
    if "" in (load, save):
        raise click.UsageError("--load and --save need the name of a file.")
    if save is not None:
        check_can_save(save, load)
    draws = players.agreed_draws(
        variant, players.HUMAN in (black, white), repetitions, quiet, rounds
    )
    both = players.Players(variant, black, white, level, evaluation or MATERIAL.name, draws)
    start = start_of(variant, position, position_file)
    session = PlaySession(both, start)
    if load is not None:
        session.load(load, start)
    run_session(session, _screen(), pause)
    if save is not None:
        save_game(session.game, save)
        click.echo(f"saved in {printable(save)}")


def _screen() -> Screen:
    """A terminal to draw on, or plain text."""
    write = partial(click.echo, nl=False)
    entries = open_input(STANDARD_INPUT)  # fails if standard input is closed
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    plain = os.environ.get("TERM", "dumb") == "dumb" or os.environ.get("NO_COLOR")
    if on_terminal and not plain:
        return DrawnScreen(write, entries)
    return TextScreen(write, entries, echo=not sys.stdin.isatty())
