"""All searches side by side on one position: the same value, at different cost."""

from typing import NamedTuple

from checkers_cli.lab.analysis import report
from checkers_cli.lab.analysis.plans import SearchOptions, depth_for, evaluation_for
from checkers_cli.lab.games.game import Game
from checkers_cli.search.evaluation import Evaluation
from checkers_cli.search.minimax import TreeTooLarge
from checkers_cli.search.searches import (
    ALPHABETA,
    MINIMAX,
    NEGAMAX,
    NEGASCOUT,
    Engine,
    SearchPlan,
    SearchResult,
)
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK, UnusableInput


class Comparison(NamedTuple):
    """The results of searches of one position, the whole tree's first."""

    game: Game
    evaluation: Evaluation
    results: tuple[SearchResult, ...]
    why_negamax: str = ""  # why negamax replaces minimax; empty if it does not

    @property
    def same(self) -> bool:
        """Whether all searches give the same value, as they must."""
        return len({result.value for result in self.results}) == 1

    @property
    def exit_status(self) -> int:
        """The exit status of `checkers analyse --compare`."""
        return EXIT_OK if self.same else EXIT_DIFFERENT


def compare(game: Game, options: SearchOptions) -> Comparison:
    """Search the last position of a game by all searches, to the same depth."""
    for name, asked in (
        ("--search", options.search),
        (options.budget, options.budget),
        ("--deepening", options.deepening),
        ("--quiescence", options.quiescence),
    ):
        if asked:
            raise UnusableInput(
                f"--compare takes no {name}: it runs all searches to one depth, for one value"
            )
    evaluation = evaluation_for(options, game.variant)
    depth = options.depth or depth_for(game.variant, game.state, pruning=False)
    plans = [SearchPlan(ALPHABETA, depth), SearchPlan(NEGASCOUT, depth)]
    helped = plans[-1]._replace(
        table=options.table is not False, ordering=options.ordering is not False
    )
    if helped != plans[-1]:
        plans.append(helped)
    why_negamax = ""
    try:
        whole = Engine(evaluation, SearchPlan(MINIMAX, depth)).search(game.state)
    except TreeTooLarge as error:
        why_negamax = str(error).split(";")[0]
        whole = Engine(evaluation, SearchPlan(NEGAMAX, depth)).search(game.state)
    rest = (Engine(evaluation, plan).search(game.state) for plan in plans)
    return Comparison(game, evaluation, (whole, *rest), why_negamax)


def comparison_text(comparison: Comparison, times: bool = True) -> list[str]:
    """The board, a row for each search, and whether their values are the same."""
    game, first = comparison.game, comparison.results[0]
    lines = report.heading(game)
    if first.action is None:
        return [*lines, report.ending(game.variant, game.outcome)]
    if comparison.why_negamax:
        lines += [f"{comparison.why_negamax}: plain negamax replaces minimax", ""]
    title = f"depth {first.depth}, {comparison.evaluation.name}"
    head = f"{title:28}{'nodes':>12}{'fewer':>10}"
    lines.append(head + (f"{'time':>12}{'faster':>10}" if times else "") + "  value")
    for result in comparison.results:
        row = f"{plan_label(result.plan):28}{result.nodes:>12,}"
        row += f"{ratio(first.nodes, result.nodes):>10}"
        if times:
            row += f"{report.seconds(result):>12}{ratio(first.seconds, result.seconds):>10}"
        lines.append(f"{row}  {report.worth(game, result, comparison.evaluation)}")
    return [*lines, "", verdict(comparison)]


def comparison_data(comparison: Comparison, times: bool = True) -> dict[str, object]:
    """The comparison as plain data."""
    first = comparison.results[0]
    rows = []
    for result in comparison.results:
        row: dict[str, object] = {
            "search": result.plan.search,
            "table": result.plan.table,
            "ordering": result.plan.ordering,
            "best": result.action.name if result.action is not None else None,
            **report.value_data(comparison.game, result, comparison.evaluation),
            "nodes": result.nodes,
            "nodes_ratio": first.nodes / result.nodes,
        }
        if times:
            faster = first.seconds / result.seconds if result.seconds else None
            row |= {"seconds": result.seconds, "seconds_ratio": faster}
        rows.append(row)
    return {
        **report.position_data(comparison.game),
        "evaluation": comparison.evaluation.name,
        "depth": first.depth,
        "same_value": comparison.same,
        "searches": rows,
    }


def plan_label(plan: SearchPlan) -> str:
    """The name of a search with its techniques."""
    helps = [name for name in ("table", "ordering") if getattr(plan, name)]
    return ", ".join([plan.search, *helps])


def ratio(whole: float, part: float) -> str:
    """How many times less a search needs than the search of the whole tree."""
    if not part:
        return "-"
    times = whole / part
    return f"{times:,.0f}x" if times >= 100 else f"{times:.1f}x"


def verdict(comparison: Comparison) -> str:
    """Whether the values are the same, in a line."""
    if comparison.same:
        return "All searches give the same value."
    names = (f"{plan_label(result.plan)} {result.value}" for result in comparison.results)
    return f"The values differ, which they must not: {'; '.join(names)}."
