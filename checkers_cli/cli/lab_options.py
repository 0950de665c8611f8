"""Options that the commands of the lab share: which game, from where, searched how."""

import functools
from collections.abc import Callable
from math import isnan
from typing import Any

import click

from checkers_cli.cli.options import Function, position_text
from checkers_cli.lab.analysis.plans import PRUNED_DEPTH, WHOLE_DEPTH, SearchOptions
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import TOWER, VARIANTS, Variant
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.evaluations import EVALUATIONS
from checkers_cli.search.searches import (
    DEEPEST_SEARCH,
    LONGEST_TIME,
    MOST_NODES,
    NEGASCOUT,
    SEARCHES,
)


class Number(click.FloatRange):
    """A range of numbers, which nan is not in; to click it is, as it is neither below nor above."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that was written."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


variant_option = click.option(
    "--variant", type=click.Choice(list(VARIANTS)), default=TOWER.name, show_default=True,
    callback=lambda ctx, param, name: VARIANTS[name], help="Which rules are played by.",
)  # fmt: skip
evaluation_option = click.option(
    "--evaluation", type=click.Choice(EVALUATIONS),
    help=f"What boards are worth that are not searched on.  [default: {MATERIAL.name}]",
)  # fmt: skip
depth_option = click.option(
    "--depth", type=click.IntRange(1, DEEPEST_SEARCH), metavar="N",
    help=f"Search so many actions deep.  [default: {PRUNED_DEPTH}; {WHOLE_DEPTH} without pruning; "
    "tic-tac-toe to the end]",
)  # fmt: skip
time_option = click.option(
    "--time", "seconds", type=Number(0, LONGEST_TIME, min_open=True), metavar="SECONDS",
    help="Search ever deeper, for so long.",
)  # fmt: skip
_SEARCH_OPTIONS = (
    click.option(
        "--search", type=click.Choice(SEARCHES),
        help=f"How the best action is found.  [default: {NEGASCOUT}]",
    ),
    evaluation_option,
    depth_option,
    time_option,
    click.option(
        "--nodes", type=click.IntRange(1, MOST_NODES), metavar="N",
        help="Search ever deeper, as far as so many nodes reach.",
    ),
    click.option(
        "--deepening/--no-deepening", default=None,
        help="To depth 1 first, then 2, and so on: finds the shortest win.",
    ),
    click.option(
        "--table/--no-table", default=None,
        help="Remember positions that are reached along two ways.  [default: do]",
    ),
    click.option(
        "--ordering/--no-ordering", default=None,
        help="Look at promising actions first.  [default: do]",
    ),
    click.option(
        "--quiescence", is_flag=True, default=None,
        help="Go on below the depth while there are captures. The one that changes values.",
    ),
)  # fmt: skip


def search_options(function: Function) -> Callable[..., Any]:
    """Adds all that says how to search; the command gets it as `options`."""

    @functools.wraps(function)
    def with_search_options(*args: Any, **values: Any) -> Any:
        options = SearchOptions(**{name: values.pop(name) for name in SearchOptions._fields})
        return function(*args, options=options, **values)

    for option in reversed(_SEARCH_OPTIONS):
        with_search_options = option(with_search_options)
    return with_search_options


def start_options(function: Function) -> Function:
    """Adds --position and --position-file, as the variant writes them."""
    function = click.option(
        "--position-file", type=click.Path(readable=False), metavar="FILE",
        help="Read the starting position from a file.",
    )(function)  # fmt: skip
    return click.option(
        "--position", metavar="TEXT",
        help="Start from this board: rows of .bwBW and the side to act, or a FEN such as "
        "B:WC6,B7:BKA6,C8; of tic-tac-toe rows of .xo.",
    )(function)  # fmt: skip


def start_of(variant: Variant, text: str | None, file: str | None) -> State | None:
    """The position that the options ask for; None if they do not."""
    written = position_text(text, file)
    return None if written is None else variant.read(written)
