"""`checkers analyse`: finds the best action of a position, by any search, under any rules."""

import json

import click

from checkers_cli.cli.lab_options import search_options, start_of, start_options, variant_option
from checkers_cli.cli.options import PATH, format_option
from checkers_cli.lab.analysis import comparison
from checkers_cli.lab.analysis import report as analysis
from checkers_cli.lab.analysis.plans import SearchOptions, evaluation_for, plan_for
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.scripts import read_game
from checkers_cli.rules.variants import Variant


@click.command(short_help="Find the best action of a position in any variant.")
@click.argument("script", required=False, type=PATH, metavar="[FILE|-]")
@variant_option()
@start_options
@search_options
@click.option(
    "--compare", "comparing", is_flag=True,
    help="Run minimax, alpha-beta and NegaScout to the same depth, side by side.",
)  # fmt: skip
@format_option
@click.option("--no-times", is_flag=True, help="Leave out times, which differ from run to run.")
def command(
    script: str | None,
    variant: Variant,
    position: str | None,
    position_file: str | None,
    options: SearchOptions,
    comparing: bool,
    form: str,
    no_times: bool,
) -> int:
    """Find the best action at the last board of a game, its value, and the expected line of play.

    FILE is a script, or - for standard input; a script of another variant than tower begins with a
    line such as "# english". Without FILE, the board is that of --position, or the start of a game.
    Values are in points of the evaluation. All searches find the same value; --compare shows how
    many nodes and how much time each of them needs.

    \b
    Examples:
      checkers analyse examples/a-near-the-end-black.txt
      checkers analyse --variant english --time 5 --evaluation contest
      checkers analyse --position 'B:WC6,B7:BKA6,C8' --search minimax --depth 5
      checkers analyse --variant tictactoe4 --position 'xxx./ooo./x.../.... o' --compare
      checkers analyse --variant flying game.txt --format json | jq .line

    Exit status: 0, or 1 if the script has an illegal action or compared values differ, or 2 if the
    script or an option cannot be used.
    """
    start = start_of(variant, position, position_file)
    game = Game(variant, start) if script is None else read_game(script, variant, start)
    status = 0
    if comparing:
        compared = comparison.compare(game, options)
        status = compared.exit_status
        lines = comparison.comparison_text(compared, not no_times)
        data = comparison.comparison_data(compared, not no_times)
    else:
        evaluation = evaluation_for(options, variant)
        found = analysis.analyse(game, evaluation, plan_for(options, variant, game.state))
        lines = analysis.analysis_text(found, not no_times)
        data = analysis.analysis_data(found, not no_times)
    click.echo(json.dumps(data, indent=2) if form == "json" else "\n".join(lines))
    return status
