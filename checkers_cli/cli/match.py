"""`checkers match`: lets bots play each other, and says how much stronger one of them is."""

import json
from typing import Any

import click

from checkers_cli.cli import tell
from checkers_cli.cli.grading_options import sandbox_option
from checkers_cli.cli.lab_options import Number, variant_option
from checkers_cli.cli.options import format_option, jobs_option, out_option, quiet_option
from checkers_cli.lab.match.bots import parse_bot
from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.matches import BuiltInPlayers, Match, PlayerSource
from checkers_cli.lab.match.playing import play_match
from checkers_cli.lab.match.standings import MatchResults
from checkers_cli.lab.match.text import match_report, running_score
from checkers_cli.rules.variants import CONTEST, Variant
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.progress import Progress
from checkers_cli.util.workers import available_cores

_MOST_ELO = 1000
_ERROR_RATE = Number(0.0001, 0.4999)


class _TwoElos(click.ParamType[tuple[float, float]]):
    """Two Elo differences, ELO0,ELO1, the second larger."""

    name = "ELO0,ELO1"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[float, float]:
        try:
            elo0, elo1 = map(float, value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not two numbers such as 0,10.", param, ctx)
        if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
            self.fail(f"{value!r}: the second must be larger, and none above {_MOST_ELO}.", param)
        return elo0, elo1


@click.command(short_help="Let bots or programs play each other, and compare them.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT]...")
@variant_option(CONTEST)
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N",
    help="Games between each two bots, rounded up to pairs with swapped colours.",
)  # fmt: skip
@click.option(
    "--opening", type=click.IntRange(0, 30), default=4, show_default=True, metavar="N",
    help="Random plies at the start of each game; neither side is then more than a man ahead.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="N",
    help="Another seed gives other openings and other random bots.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 10_000), default=100, show_default=True, metavar="N",
    help="Draw after N moves by each side.",
)  # fmt: skip
@click.option(
    "--sprt", type=_TwoElos(),
    help="Stop when it is clear whether the first of two bots is stronger by ELO1 or only by ELO0.",
)  # fmt: skip
@click.option(
    "--alpha", type=_ERROR_RATE, metavar="P",
    help="Probability that --sprt wrongly accepts ELO1.  [default: 0.05]",
)  # fmt: skip
@click.option(
    "--beta", type=_ERROR_RATE, metavar="P",
    help="Probability that --sprt wrongly accepts ELO0.  [default: 0.05]",
)  # fmt: skip
@click.option(
    "--move-time", type=Number(0.01, 3600), default=5, show_default=True,
    metavar="SECONDS", help="Time limit of a program for one action.",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(16, 1 << 20), default=512, show_default=True, metavar="MB",
    help="Memory limit of a program.",
)  # fmt: skip
@sandbox_option("bubblewrap")
@out_option(help="Keep games and results in this folder, and continue an interrupted match there.")
@format_option
@jobs_option
@quiet_option
def command(
    bots: tuple[str, ...], variant: Variant, games: int, sprt: tuple[float, float] | None,
    alpha: float | None, beta: float | None, move_time: float, memory: int, sandbox: str,
    out: str | None, form: str, jobs: int | None, quiet: bool, **options: Any,
) -> int:  # fmt: skip
    """Let BOTs play each other, and say which is stronger, by how much, and how certain that is.

    A BOT is a search (minimax, negamax, alphabeta, negascout) with options, or `random`, or a
    program that speaks the contest protocol: C sources, a Python script or an executable. Options
    of all searches are depth and evaluation; alphabeta and negascout also have time, nodes, and
    table, ordering, deepening and quiescence, which are on or off. A program is built and run as
    `checkers grade` does it, in a new process for each action; an illegal answer, a crash or a
    time-out loses the game and is counted. Each opening is played with both colours. More than two
    bots play a round-robin. With --out, calling an interrupted match again continues it, and
    games.pdn has all games (except of tic-tac-toe, which has no PDN).

    \b
    Examples:
      checkers match negascout:depth=4 negascout:depth=2 --games 20
      checkers match negascout:depth=4,evaluation=contest negascout:depth=4 --out match
      checkers match ./mine.c ./theirs.py random --move-time 2
      checkers match negascout:depth=5 alphabeta:depth=4 --sprt 0,20 --games 2000
      checkers match negascout:depth=3 random --variant tower --format json

    Exit status: 0, or 1 if --sprt did not accept ELO1, or 2 if a bot or an option cannot be used.
    """
    if len(bots) < 2:
        raise click.UsageError("A match needs two bots or more.")
    if sprt is None and (alpha is not None or beta is not None):
        raise click.UsageError("--alpha and --beta belong to --sprt.")
    if sprt is not None and len(bots) > 2:
        raise click.UsageError("--sprt compares two bots; there are more.")
    if options["opening"] >= 2 * options["rounds"]:
        raise click.UsageError("--rounds must be longer than the --opening.")
    settings = MatchSettings(
        tuple(map(parse_bot, bots)),
        variant.name,
        games=games + games % 2,
        sprt=None if sprt is None else Sprt(*sprt, alpha or 0.05, beta or 0.05),
        **options,
    )
    players: PlayerSource = BuiltInPlayers()
    if any(bot.program for bot in settings.bots):
        from checkers_cli.grading.bot_programs import Programs, move_limits

        limits = move_limits(move_time, memory)
        programs = Programs(settings.bots, variant, limits, sandbox, out or "")
        settings, players = settings._replace(programs=programs.settings()), programs
    results = _played(settings, players, out, jobs or available_cores(), quiet)
    if form == "json":
        click.echo(json.dumps(results.to_json(), indent=2))
    else:
        click.echo("\n".join(match_report(results)))
    return EXIT_DIFFERENT if results.sprt is not None and results.sprt[1] != 1 else EXIT_OK


def _played(
    settings: MatchSettings, players: PlayerSource, out: str | None, jobs: int, quiet: bool
) -> MatchResults:
    from checkers_cli.util.files import ending_cleanly

    def show(match: Match) -> None:
        progress.count(len(match.records), len(match.fixtures), running_score(match))

    try:
        with Progress(hidden=quiet) as progress, ending_cleanly():
            return play_match(settings, players, out, jobs, show)
    except KeyboardInterrupt:
        if out is not None:
            tell("interrupted; the same command continues the match")
        raise
