"""`checkers play`: a game in the terminal."""

import os
import sys
from functools import partial

import click

from checkers_cli.cli.lab_options import Number
from checkers_cli.lab.play.players import (
    HIGHEST,
    HUMAN,
    IN_WORDS,
    LEVEL,
    LOWEST,
    MACHINE,
    PLAYER_KINDS,
    Players,
    agreed_draws,
)
from checkers_cli.lab.play.saving import check_can_save, save_game
from checkers_cli.lab.play.screens import DrawnScreen, Screen, TextScreen, run_session
from checkers_cli.lab.play.session import PlaySession
from checkers_cli.rules.variants import TOWER, VARIANTS
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.evaluations import EVALUATIONS
from checkers_cli.util.inputs import STANDARD_INPUT, open_input
from checkers_cli.util.text import printable

PAUSE = 0.5


@click.command()
@click.option(
    "--variant", "name", type=click.Choice(list(VARIANTS)), default=TOWER.name, show_default=True,
    help="Which game.",
)  # fmt: skip
@click.option(
    "--black", "--x", "black", type=click.Choice(PLAYER_KINDS), default=HUMAN, show_default=True,
    help="Who plays black, or x.",
)  # fmt: skip
@click.option(
    "--white", "--o", "white", type=click.Choice(PLAYER_KINDS), default=MACHINE, show_default=True,
    help="Who plays white, or o.",
)  # fmt: skip
@click.option(
    "--level", type=click.IntRange(LOWEST, HIGHEST), default=LEVEL, show_default=True, metavar="N",
    help=f"How well the machine plays: {IN_WORDS}",
)  # fmt: skip
@click.option(
    "--evaluation", type=click.Choice(EVALUATIONS),
    help=f"How the machine judges positions.  [default: {MATERIAL.name}]",
)  # fmt: skip
@click.option(
    "--position", metavar="TEXT",
    help="Start from this board: rows of .bwBW and the side to act (rows apart by blanks or /), or "
    "a FEN with cell names such as B:WC6,B7:BKA6,C8; rows of .xo for tic-tac-toe.",
)  # fmt: skip
@click.option(
    "--load", type=click.Path(readable=False), metavar="FILE",
    help="Go on with the game of a script.",
)  # fmt: skip
@click.option(
    "--save", type=click.Path(readable=False), metavar="FILE",
    help="Keep the game as a script when it ends or is left (not by Ctrl-C). A file that is there "
    "already is replaced only if it is the one of --load.",
)  # fmt: skip
@click.option(
    "--repetitions", type=click.IntRange(0), metavar="N",
    help="A draw when a position is there for the Nth time; 0 never.  [default: 3, tower 0]",
)  # fmt: skip
@click.option(
    "--quiet", type=click.IntRange(0), metavar="N",
    help="A draw after N moves a side without a capture or a man's move; 0 never.  "
    "[default: 40, tower 0]",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(0), metavar="N",
    help="A draw after N moves a side; 0 never.  [default: 0, two machines at tower 100]",
)  # fmt: skip
@click.option(
    "--pause", type=Number(0, 60), default=PAUSE, show_default=True, metavar="SECONDS",
    help="On a terminal, wait between the actions of two machines.",
)  # fmt: skip
def command(
    name: str,
    black: str,
    white: str,
    level: int,
    evaluation: str | None,
    position: str | None,
    load: str | None,
    save: str | None,
    repetitions: int | None,
    quiet: int | None,
    rounds: int | None,
    pause: float,
) -> None:
    """Play against the machine, against another human, or watch two machines.

    Enter the number of an action, or the action itself (G6-F5, g6 f5, or rows and columns from 0:
    56 45). Further: undo, hint, save FILE, load FILE, resign, board, help, quit. On a terminal
    the board stays in place; elsewhere everything is plain text. The machine has no moods: the
    same entries lead to the same game, but for the levels that look at the clock.

    \b
    Examples:
      checkers play
      checkers play --black machine --white human --level 6
      checkers play --variant english --white human --save game.txt
      checkers play --variant english --white human --load game.txt
      checkers play --position 'B:WC6,B7:BKA6,C8' --level 2
      checkers play --variant tictactoe --x machine --o human
      checkers play --black machine --rounds 50 --pause 1

    Exit status: 0, 1 a game to load has an illegal action, 2 an option or a file could not be used,
    130 after Ctrl-C.
    """
    variant = VARIANTS[name]
    if evaluation is not None and not variant.has_men:
        raise click.UsageError(f"{name} has no men to judge: it takes no --evaluation.")
    if "" in (load, save):
        raise click.UsageError("--load and --save need the name of a file.")
    if save is not None:
        check_can_save(save, load)
    draws = agreed_draws(variant, HUMAN in (black, white), repetitions, quiet, rounds)
    players = Players(variant, black, white, level, evaluation or MATERIAL.name, draws)
    start = None if position is None else variant.read(position)
    session = PlaySession(players, start)
    if load is not None:
        session.load(load, start)
    run_session(session, _screen(), pause)
    if save is not None:
        save_game(session.game, save)
        click.echo(f"saved in {printable(save)}")


def _screen() -> Screen:
    """A terminal that can be drawn on, or plain text."""
    write = partial(click.echo, nl=False)
    entries = open_input(STANDARD_INPUT)  # or a line on why there is none
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if on_terminal and os.environ.get("TERM", "dumb") != "dumb":
        return DrawnScreen(write, entries, colours=not os.environ.get("NO_COLOR"))
    return TextScreen(write, entries, echo=not sys.stdin.isatty())
