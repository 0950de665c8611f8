"""`checkers bot`: an action for a board, by the contest protocol."""

import click

from checkers_cli.cli.lab_options import Number
from checkers_cli.lab.match.contest import answer_of, choose_action, parse_request
from checkers_cli.search.evaluations import EVALUATIONS
from checkers_cli.search.searches import DEEPEST_SEARCH, LONGEST_TIME, SHORTEST_TIME
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.inputs import STANDARD_INPUT, input_label, open_input
from checkers_cli.util.text import reason

# The largest request has a hundred cells; this is for whoever sends a film by mistake.
LONGEST_REQUEST = 10_000


@click.command()
@click.option(
    "--time", "seconds", type=Number(SHORTEST_TIME, LONGEST_TIME), default=1.0, show_default=True,
    metavar="SECONDS", help="Think so long; the answer comes sooner if the game is decided.",
)  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, DEEPEST_SEARCH), default=DEEPEST_SEARCH, metavar="N",
    help="Look at most so many actions ahead.  [default: as many as the time allows]",
)  # fmt: skip
@click.option(
    "--evaluation", type=click.Choice(EVALUATIONS), default="contest", show_default=True,
    help="What a board is worth that is looked at no further.",
)  # fmt: skip
def command(seconds: float, depth: int, evaluation: str) -> None:
    """Answer a request of the contest protocol on standard input.

    A request is the player, w or b, then the size of the board, 4 to 10, then its rows of _wbWB:
    men are small, kings are capital letters, white goes up. The answer is the number of hops, then
    the cells that the man stands on, row and column from 0. What the board is worth to the player,
    and how far was looked ahead, is said on standard error.

    \b
    Examples:
      checkers bot < request.txt
      checkers bot --time 5 --evaluation positional < request.txt
      checkers bot --depth 6 < request.txt 2> /dev/null
      printf 'w\\n4\\n_b_b\\n____\\n_w__\\nw___\\n' | checkers bot --depth 4

    Exit status: 0, 1 the player cannot act, 2 the request or an option could not be used.
    """
    thought = choose_action(parse_request(_request()), evaluation, depth, seconds)
    click.echo(str(thought), err=True)
    click.echo(answer_of(thought.action), nl=False)


def _request() -> str:
    """What is on standard input."""
    try:
        return open_input(STANDARD_INPUT).read(LONGEST_REQUEST).decode("utf-8", "backslashreplace")
    except OSError as error:
        raise UnusableInput(f"{input_label(STANDARD_INPUT)}: {reason(error)}") from None
