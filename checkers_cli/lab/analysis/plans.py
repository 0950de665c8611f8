"""Makes a search plan from the options of a user: fills in defaults, refuses contradictions."""

from typing import NamedTuple

from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant
from checkers_cli.search.evaluation import MATERIAL, Evaluation
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.searches import DEEPEST_SEARCH, MINIMAX, NEGASCOUT, PRUNING, SearchPlan
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import plural

PRUNED_DEPTH = 8  # default of a search that prunes: some ten thousand nodes
WHOLE_DEPTH = 6  # default of a search of the whole tree: some hundred thousand nodes
# A game without men has one action less after each action. Both take about a second.
WHOLE_LEAVES = 1_000_000
DEPTH_WITHOUT_MEN = 12  # with pruning, on an empty board of 4 by 4 cells


class SearchOptions(NamedTuple):
    """The options that a user gave for a search; None stands for the default."""

    search: str | None = None
    evaluation: str | None = None
    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    deepening: bool | None = None
    table: bool | None = None
    ordering: bool | None = None
    quiescence: bool | None = None

    @property
    def budget(self) -> str:
        """The option that limits time or nodes; empty if there is none."""
        return "--time" if self.seconds else "--nodes" if self.nodes else ""


def plan_for(options: SearchOptions, variant: Variant, state: State) -> SearchPlan:
    """The plan for these options; `UnusableInput` if they contradict each other."""
    search = options.search or NEGASCOUT
    pruning = search in PRUNING
    if not pruning:
        _refuse_help(search, options)
    if options.budget and options.deepening is False:
        raise UnusableInput(
            f"{options.budget} needs --deepening: a search that is cut off has no result, but the "
            "search before it, one level less deep, has one"
        )
    depth = options.depth
    if depth is None:
        depth = DEEPEST_SEARCH if options.budget else depth_for(variant, state, pruning)
    return SearchPlan(
        search,
        depth,
        options.seconds or 0.0,
        options.nodes or 0,
        deepening=bool(options.deepening or options.budget),
        table=pruning and options.table is not False,
        ordering=pruning and options.ordering is not False,
        quiescence=bool(options.quiescence),
    )


def _refuse_help(search: str, options: SearchOptions) -> None:
    """Refuse options of pruning for a search that visits the whole tree."""
    asked = [
        name
        for name, value in (
            ("--time", options.seconds),
            ("--nodes", options.nodes),
            ("--deepening", options.deepening),
            ("--table", options.table),
            ("--ordering", options.ordering),
            ("--quiescence", options.quiescence),
        )
        if value
    ]
    if asked:
        what = "builds the whole tree" if search == MINIMAX else "visits the whole tree"
        raise UnusableInput(
            f"--search {search} {what} and takes no {asked[0]}; that is for {' and '.join(PRUNING)}"
        )


def depth_for(variant: Variant, state: State, pruning: bool) -> int:
    """The default depth: about a second of search, or to the end of the game if that is less."""
    if variant.has_men:
        return PRUNED_DEPTH if pruning else WHOLE_DEPTH
    empty = len(state.actions())
    if pruning:
        return max(1, min(empty, DEPTH_WITHOUT_MEN))
    depth, leaves = 0, 1
    while depth < empty and leaves * (empty - depth) <= WHOLE_LEAVES:
        leaves *= empty - depth
        depth += 1
    return max(1, depth)


def evaluation_for(options: SearchOptions, variant: Variant) -> Evaluation:
    """The evaluation that the options name, or material."""
    if options.evaluation is not None and not variant.has_men:
        raise UnusableInput(
            f"--evaluation is for games with men; {variant.name} has none: only who wins counts"
        )
    return evaluation_of(options.evaluation or MATERIAL.name, variant)


def described(plan: SearchPlan) -> str:
    """A plan in a few words, without its depth."""
    words = [plan.search]
    for name in ("deepening", "table", "ordering", "quiescence"):
        if getattr(plan, name):
            words.append(name)
    if plan.seconds:
        words.append(f"for {plan.seconds:g} s")
    if plan.nodes:
        words.append(f"for {plural(plan.nodes, 'node')}")
    return ", ".join(words)
