"""Options that the commands of the lab share: the variant, the starting position, the search."""

import functools
from collections.abc import Callable
from math import isnan
from typing import Any

import click

from checkers_cli.cli.options import Function, position_options, position_text, together
from checkers_cli.lab.analysis.plans import PRUNED_DEPTH, WHOLE_DEPTH, SearchOptions
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import TOWER, VARIANTS, Variant
from checkers_cli.search import searches
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.evaluations import EVALUATIONS


class Number(click.FloatRange):
    """A range of numbers that excludes nan, which click accepts in every range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that the user wrote."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def variant_option(default: Variant = TOWER) -> Callable[[Function], Function]:
    """Adds --variant; the command gets the variant itself."""
    return click.option(
        "--variant", type=click.Choice(list(VARIANTS)), default=default.name, show_default=True,
        callback=lambda ctx, param, name: VARIANTS[name], help="The rules of the game.",
    )  # fmt: skip


evaluation_option = click.option(
    "--evaluation", type=click.Choice(EVALUATIONS),
    help=f"How the search values a board at its deepest level.  [default: {MATERIAL.name}]",
)  # fmt: skip
_search_options = together(
    click.option(
        "--search", type=click.Choice(searches.SEARCHES),
        help=f"The search algorithm.  [default: {searches.NEGASCOUT}]",
    ),
    evaluation_option,
    click.option(
        "--depth", type=click.IntRange(1, searches.DEEPEST_SEARCH), metavar="N",
        help=f"Search N actions deep.  [default: {PRUNED_DEPTH}; {WHOLE_DEPTH} without pruning; "
        "tic-tac-toe to the end]",
    ),
    click.option(
        "--time", "seconds", type=Number(0, searches.LONGEST_TIME, min_open=True),
        metavar="SECONDS", help="Search deeper and deeper until this time is over.",
    ),
    click.option(
        "--nodes", type=click.IntRange(1, searches.MOST_NODES), metavar="N",
        help="Search deeper and deeper until N nodes have been searched.",
    ),
    click.option(
        "--deepening/--no-deepening", default=None,
        help="Search to depth 1, then 2, and so on. This finds the shortest win.",
    ),
    click.option(
        "--table/--no-table", default=None,
        help="Use a transposition table.  [default: --table]",
    ),
    click.option(
        "--ordering/--no-ordering", default=None,
        help="Search promising actions first.  [default: --ordering]",
    ),
    click.option(
        "--quiescence", is_flag=True, default=None,
        help="Search on below the depth while there are captures. This changes values.",
    ),
)  # fmt: skip


def search_options(function: Function) -> Callable[..., Any]:
    """Adds all options of the search; the command gets them as `options`."""

    @functools.wraps(function)
    def with_search_options(*args: Any, **values: Any) -> Any:
        options = SearchOptions(**{name: values.pop(name) for name in SearchOptions._fields})
        return function(*args, options=options, **values)

    return _search_options(with_search_options)


# Adds --position and --position-file for all variants.
start_options = position_options(" For tic-tac-toe: rows of .xo.")


def start_of(variant: Variant, text: str | None, file: str | None) -> State | None:
    """The position that the options give, or None."""
    written = position_text(text, file)
    return None if written is None else variant.read(written)
