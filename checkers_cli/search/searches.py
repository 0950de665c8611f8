"""The searches by name, with one interface for all of them."""

from time import perf_counter
from typing import NamedTuple

from checkers_cli.rules.actions import Action
from checkers_cli.rules.readings import INT_MIN, lost_value
from checkers_cli.rules.state import LOST, State
from checkers_cli.search.evaluation import Evaluation
from checkers_cli.search.minimax import best_child, collector_resting, count_nodes, minimax_tree
from checkers_cli.search.negamax import WON, OutOfBudget, Searcher

MINIMAX = "minimax"
NEGAMAX = "negamax"
ALPHABETA = "alphabeta"
NEGASCOUT = "negascout"
SEARCHES = (MINIMAX, NEGAMAX, ALPHABETA, NEGASCOUT)
PRUNING = (ALPHABETA, NEGASCOUT)  # those that take options

DEEPEST_SEARCH = 60  # deeper than any search here gets, unless the game ends before
SHORTEST_TIME = 0.001  # seconds; less would be over before the first node
LONGEST_TIME = 86_400  # a day
MOST_NODES = 10**12


class SearchPlan(NamedTuple):
    """How to search: which search, how deep, how long, and with which techniques.

    Only `quiescence` changes a value. A budget (`seconds`, `nodes`; 0 is none) needs `deepening`,
    because an unfinished search has no result.
    """

    search: str = NEGASCOUT
    depth: int = 6
    seconds: float = 0.0
    nodes: int = 0
    deepening: bool = False  # to depth 1 first, then 2, and so on
    table: bool = False
    ordering: bool = False
    quiescence: bool = False
    shortest: bool = False  # of ways to win the shortest, of ways to lose the longest


class SearchResult(NamedTuple):
    """The result of a search."""

    plan: SearchPlan
    action: Action | None  # None: there is none
    value: int  # to black
    line: tuple[Action, ...]  # the principal variation: the best play of both sides
    depth: int  # that was searched to the end
    nodes: int = 1
    cutoffs: int = 0
    researches: int = 0
    table_hits: int = 0
    seconds: float = 0.0

    @property
    def winner(self) -> bool | None:
        """Whether black has a certain win, or white (False); None if neither has."""
        if abs(self.value) < WON:
            return None
        return self.value > 0


class Engine:
    """Searches positions of one game by one plan; keeps its table from search to search."""

    def __init__(self, evaluation: Evaluation, plan: SearchPlan) -> None:
        self.evaluation = evaluation
        self.plan = plan
        self._searcher = Searcher(
            evaluation,
            pruning=plan.search in PRUNING,
            scouting=plan.search == NEGASCOUT,
            table=plan.table,
            ordering=plan.ordering,
            quiescence=plan.quiescence,
        )

    def search(self, state: State) -> SearchResult:
        """The best action of a position that this engine finds."""
        start = perf_counter()
        if not state.actions():
            value = lost_value(state) if state.fate() == LOST else 0
            found = SearchResult(self.plan, None, value, (), 0)
        else:
            found = self._tree(state) if self.plan.search == MINIMAX else self._searched(state)
        return found._replace(seconds=perf_counter() - start)

    def _tree(self, state: State) -> SearchResult:
        """By the explicit tree."""
        with collector_resting():
            root = minimax_tree(state, self.plan.depth, False, self.evaluation)
            line = []
            node = best_child(root)
            while node is not None:
                line.append(node.action)
                node = best_child(node)
            nodes, value = int(count_nodes(root)), int(root.value)
            del root, node
        return SearchResult(self.plan, line[0], value, tuple(line), self.plan.depth, nodes)

    def _searched(self, state: State) -> SearchResult:
        """By negamax and its kin."""
        plan = self.plan
        self._searcher.begin(plan.seconds, plan.nodes)
        if plan.deepening or plan.seconds or plan.nodes:
            return self._deepened(state)
        result = self._once(state, plan.depth)
        if plan.shortest and result.winner is not None:
            return self._deepened(state)
        return result

    def _deepened(self, state: State) -> SearchResult:
        """Search to depth 1, 2 and so on, until the plan's depth, the budget or a win ends it."""
        value = int(self.evaluation.value(state))
        first = state.actions()[0]
        best = SearchResult(self.plan, first, value, (first,), 0)
        for depth in range(1, self.plan.depth + 1):
            try:
                found = self._once(state, depth)
            except OutOfBudget:
                return self._counted(best)
            lost = found.winner is not None and found.winner != state.black_to_act
            if lost and self.plan.shortest and best.depth:
                # All actions lose: the one that seemed best is the one that holds out longest.
                return self._counted(best)._replace(value=found.value)
            best = found
            if found.winner is not None:
                break
        return best

    def _once(self, state: State, depth: int) -> SearchResult:
        value = int(self._searcher.search(state, depth))
        value = value if state.black_to_act else -value
        value = INT_MIN if value <= -WON else value
        line = tuple(self._searcher.line)
        return self._counted(SearchResult(self.plan, line[0], value, line, depth))

    def _counted(self, result: SearchResult) -> SearchResult:
        """A result with the counts of the whole search, also of searches after it."""
        searcher = self._searcher
        return result._replace(
            nodes=int(searcher.nodes),
            cutoffs=int(searcher.cutoffs),
            researches=int(searcher.researches),
            table_hits=int(searcher.table_hits),
        )
