"""`checkers analyse`: the best action of a position, by any search, under any rules."""

import json

import click

from checkers_cli.cli.lab_options import search_options, start_of, start_options, variant_option
from checkers_cli.lab.analysis import comparison
from checkers_cli.lab.analysis import report as analysis
from checkers_cli.lab.analysis.plans import SearchOptions, evaluation_for, plan_for
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.scripts import read_game
from checkers_cli.rules.variants import Variant

FORMATS = ("text", "json")


@click.command()
@click.argument("script", required=False, type=click.Path(readable=False), metavar="[FILE|-]")
@variant_option
@start_options
@search_options
@click.option(
    "--compare", "comparing", is_flag=True,
    help="Run minimax, alpha-beta and NegaScout side by side, to the same depth.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="Text, or the same as JSON.",
)  # fmt: skip
@click.option("--no-times", is_flag=True, help="Leave out what differs from run to run.")
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
    """Find the best action at the last board of a game, what it is worth, and how play goes on.

    FILE is a script, with - for standard input; of other variants than tower it begins with a
    line such as "# english". Without FILE it is the board of --position, or the start of a game.
    Values are in points of the evaluation. All searches find the same value; --compare shows
    what each needs for it.

    \b
    Examples:
      checkers analyse examples/a-near-the-end-black.txt
      checkers analyse --variant english --time 5 --evaluation contest
      checkers analyse --position 'B:WC6,B7:BKA6,C8' --search minimax --depth 5
      checkers analyse --variant tictactoe4 --position 'xxx./ooo./x.../.... o' --compare
      checkers analyse --variant flying game.txt --format json | jq .line

    Exit status: 0, 1 an illegal action was met or compared values differ, 2 the script or an
    option could not be used.
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
