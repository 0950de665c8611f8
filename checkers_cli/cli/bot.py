"""`checkers bot`: answers a request of the contest protocol."""

import click

from checkers_cli.cli.lab_options import Number
from checkers_cli.lab.match.contest import answer_of, choose_action, parse_request
from checkers_cli.search.evaluations import EVALUATIONS
from checkers_cli.search.searches import DEEPEST_SEARCH, LONGEST_TIME, SHORTEST_TIME
from checkers_cli.util.inputs import STANDARD_INPUT, read_input

# The largest request has a hundred cells. Guards against being given a huge file.
LONGEST_REQUEST = 10_000


@click.command(short_help="Answer a request of the contest protocol.")
@click.option(
    "--time", "seconds", type=Number(SHORTEST_TIME, LONGEST_TIME), default=1.0, show_default=True,
    metavar="SECONDS", help="Time to think; less is used if the game is already decided.",
)  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, DEEPEST_SEARCH), default=DEEPEST_SEARCH, metavar="N",
    help="Search at most N actions deep.  [default: as deep as the time allows]",
)  # fmt: skip
@click.option(
    "--evaluation", type=click.Choice(EVALUATIONS), default="contest", show_default=True,
    help="How the search values a board at its deepest level.",
)  # fmt: skip
def command(seconds: float, depth: int, evaluation: str) -> None:
    """Read a request of the contest protocol on standard input, and print the bot's action.

    A request is the player (w or b), the size of the board (4 to 10), and the rows of the board in
    the letters _wbWB: men are small letters, kings are capitals, white moves up. The answer is the
    number of hops, then the cells that the man visits, as row and column from 0. The value of the
    board and the depth of the search are printed on standard error.

    \b
    Examples:
      checkers bot < request.txt
      checkers bot --time 5 --evaluation positional < request.txt
      checkers bot --depth 6 < request.txt 2> /dev/null
      printf 'w\\n4\\n_b_b\\n____\\n_w__\\nw___\\n' | checkers bot --depth 4

    Exit status: 0, or 1 if the player cannot act, or 2 if the request or an option cannot be used.
    """
    request = read_input(STANDARD_INPUT, LONGEST_REQUEST).decode("utf-8", "backslashreplace")
    thought = choose_action(parse_request(request), evaluation, depth, seconds)
    click.echo(str(thought), err=True)
    click.echo(answer_of(thought.action), nl=False)
