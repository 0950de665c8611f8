"""`checkers match`: bots against each other, and how much stronger one of them is."""

import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from checkers_cli.cli import tell
from checkers_cli.cli.lab_options import Number
from checkers_cli.lab.match.bots import parse_bot
from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.matches import BuiltInPlayers, Match, PlayerSource
from checkers_cli.lab.match.playing import play_match
from checkers_cli.lab.match.text import Progress, match_report
from checkers_cli.rules.variants import CONTEST, VARIANTS
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.workers import available_cores

if TYPE_CHECKING:
    from checkers_cli.lab.match.standings import MatchResults

_MOST_ELO = 1000
_DOUBT = Number(0.0001, 0.4999)


class _TwoElos(click.ParamType[tuple[float, float]]):
    """ELO0,ELO1: two differences, the second larger."""

    name = "ELO0,ELO1"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[float, float]:
        try:
            elo0, elo1 = map(float, value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not two numbers such as 0,10.", param, ctx)
        if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
            self.fail(f"{value!r}: the second must be larger, and none above {_MOST_ELO}.", param)
        return elo0, elo1


@click.command(short_help="Have bots or programs play each other.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT]...")
@click.option(
    "--variant", type=click.Choice(list(VARIANTS)), default=CONTEST.name, show_default=True,
    help="The rules of the game.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N",
    help="Games of each two bots, rounded up to pairs with colours swapped.",
)  # fmt: skip
@click.option(
    "--opening", type=click.IntRange(0, 30), default=4, show_default=True, metavar="N",
    help="Random plies that games begin with; neither side is more than a man ahead then.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
              metavar="N", help="Another seed, other openings and other random bots.")  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 10_000), default=100, show_default=True, metavar="N",
    help="After so many moves a side a game is a draw.",
)  # fmt: skip
@click.option(
    "--sprt", type=_TwoElos(),
    help="Stop when it is clear whether the first of two bots is stronger by ELO1 or only by ELO0.",
)  # fmt: skip
@click.option("--alpha", type=_DOUBT, metavar="P",
              help="How often --sprt may take ELO1 by mistake.  [default: 0.05]")  # fmt: skip
@click.option("--beta", type=_DOUBT, metavar="P",
              help="How often --sprt may take ELO0 by mistake.  [default: 0.05]")  # fmt: skip
@click.option(
    "--move-time", type=Number(0.01, 3600), default=5, show_default=True,
    metavar="SECONDS", help="What a program may take for an action.",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(16, 1 << 20), default=512, show_default=True, metavar="MB",
    help="What a program may use.",
)  # fmt: skip
@click.option(
    "--sandbox", type=click.Choice(("bubblewrap", "limits")), default="bubblewrap",
    show_default=True, help="`limits` is for programs that you trust: it hides nothing from them.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(readable=False), metavar="DIR",
    help="Keep games and results there, and go on there after an interruption.",
)  # fmt: skip
@click.option("--jobs", "-j", type=click.IntRange(1, 1024), metavar="N",
              help="Games at a time.  [default: all cores]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text",
              show_default=True, help="Tables for people, or all of it as JSON.")  # fmt: skip
def command(
    bots: tuple[str, ...], sprt: tuple[float, float] | None, alpha: float | None,
    beta: float | None, move_time: float, memory: int, sandbox: str, out: str | None,
    jobs: int | None, form: str, games: int, **options: Any,
) -> int:  # fmt: skip
    """Have BOTs play each other: who is stronger, by how much, and how sure is that?

    A BOT is a search (minimax, negamax, alphabeta, negascout) with options, `random`, or a program
    that speaks the contest's protocol: C sources, Python, or anything executable, built and run as
    `checkers grade` does it, a process for each action. Options of searches are depth, evaluation
    and, of the last two, time, nodes, and table, ordering, deepening, quiescence, which are on or
    off. Illegal answers, crashes and time-outs lose a game and are counted. Each
    opening is played with both colours; more than two bots play a round-robin. With --out, a match
    that was broken off goes on when it is called again, and games.pdn has all games (tic-tac-toe
    has no PDN).

    \b
    Examples:
      checkers match negascout:depth=4 negascout:depth=2 --games 20
      checkers match negascout:depth=4,evaluation=contest negascout:depth=4 --out match
      checkers match ./mine.c ./theirs.py random --move-time 2
      checkers match negascout:depth=5 alphabeta:depth=4 --sprt 0,20 --games 2000
      checkers match negascout:depth=3 random --variant tower --format json

    Exit status: 0, 1 --sprt did not accept ELO1, 2 something could not be used.
    """
    if len(bots) < 2:
        raise click.UsageError("A match needs two bots or more.")
    if sprt is None and (alpha is not None or beta is not None):
        raise click.UsageError("--alpha and --beta belong to --sprt.")
    if sprt is not None and len(bots) > 2:
        raise click.UsageError("--sprt compares two bots; there are more.")
    if out == "":
        raise click.UsageError("--out needs the name of a folder.")
    if options["opening"] >= 2 * options["rounds"]:
        raise click.UsageError("--rounds are over when the --opening is: nobody would play.")
    test = None if sprt is None else Sprt(*sprt, alpha or 0.05, beta or 0.05)
    settings = MatchSettings(
        tuple(map(parse_bot, bots)), games=games + games % 2, sprt=test, **options
    )
    settings, players = _players(settings, move_time, memory, sandbox, out)
    results = _played(settings, players, out, jobs or available_cores())
    _show(results, form)
    return EXIT_DIFFERENT if results.sprt is not None and results.sprt[1] != 1 else EXIT_OK


def _players(
    settings: MatchSettings, move_time: float, memory: int, sandbox: str, out: str | None
) -> tuple[MatchSettings, PlayerSource]:
    """Where players come from, and what that adds to the settings."""
    if not any(bot.program for bot in settings.bots):
        return settings, BuiltInPlayers()
    from checkers_cli.cli.grading_options import needed

    try:
        from checkers_cli.grading.bot_programs import Programs, move_limits
    except ImportError as error:
        raise needed(error.name or "jinja2") from None

    limits = move_limits(move_time, memory)
    players = Programs(settings.bots, settings.rules, limits, sandbox, out or "")
    return settings._replace(programs=players.settings()), players


def _played(
    settings: MatchSettings, players: PlayerSource, out: str | None, jobs: int
) -> "MatchResults":
    from checkers_cli.util.files import ending_cleanly

    bar = _Bar()
    try:
        with ending_cleanly():
            return play_match(settings, players, out, jobs, bar.show)
    except KeyboardInterrupt:
        bar.clear()
        if out is not None:
            tell("stopped; the same command goes on from here")
        raise
    finally:
        bar.clear()


def _show(results: "MatchResults", form: str) -> None:
    if form == "json":
        import json

        click.echo(json.dumps(results.to_json(), indent=2))
        return
    for line in match_report(results):
        click.echo(line)


class _Bar:
    """One line on standard error that shows how far it is, where that is a terminal."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._progress: Progress | None = None
        self._shown = 0

    def show(self, match: Match) -> None:
        if not self._terminal:
            return
        if self._progress is None:
            self._progress = Progress(match)
        line = self._progress.line(shutil.get_terminal_size().columns - 1)
        click.echo("\r" + line.ljust(self._shown), err=True, nl=False)
        self._shown = len(line)

    def clear(self) -> None:
        if self._shown:
            click.echo("\r" + " " * self._shown + "\r", err=True, nl=False)
            self._shown = 0
