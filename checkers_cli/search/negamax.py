"""Negamax, alpha-beta and NegaScout for any game, with optional techniques that make them faster.

All give the value of the plain minimax tree of the same depth; only quiescence changes it, by
design. Here a value is what a position is worth to the player to act.
"""

from time import perf_counter
from typing import Final

from checkers_cli.rules.actions import NO_ACTION, Action
from checkers_cli.rules.native import i64
from checkers_cli.rules.readings import INT_MAX
from checkers_cli.rules.state import LOST, State
from checkers_cli.search.evaluation import MATERIAL, Evaluation
from checkers_cli.search.interrupts import notice
from checkers_cli.search.ordering import Ordering
from checkers_cli.search.table import AT_LEAST, AT_MOST, EXACT, TableEntry, TranspositionTable

WON: Final = INT_MAX
BEYOND: Final = WON + 1  # more than any value
LOOKS: Final = 1024  # nodes between two checks of the clock


class OutOfBudget(Exception):
    """A search has used up its time or its nodes."""


class Searcher:
    """Searches positions of one game; its table and ordering serve the next search too.

    Of the techniques, only `quiescence` changes the value of a position.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        pruning: bool = True,
        scouting: bool = False,
        table: bool = False,
        ordering: bool = False,
        quiescence: bool = False,
    ) -> None:
        self.evaluation: Final = evaluation
        self._by_cost: Final[bool] = evaluation is MATERIAL
        self._pruning: Final[bool] = pruning  # alpha-beta; without it, plain negamax
        self._scouting: Final[bool] = scouting  # NegaScout: a null window first
        self._quiescence: Final[bool] = quiescence
        self._table: Final[TranspositionTable | None] = TranspositionTable() if table else None
        self._ordering: Final[Ordering | None] = Ordering() if ordering else None
        self._lines: list[list[Action]] = []
        self.nodes: i64 = 0
        self.cutoffs: i64 = 0
        self.researches: i64 = 0
        self.table_hits: i64 = 0
        self._look_at: i64 = LOOKS
        self._most_nodes: i64 = 0
        self._deadline: float = 0.0

    def begin(self, seconds: float = 0.0, nodes: int = 0) -> None:
        """Count anew, with a budget of time and of nodes; 0 is none."""
        self.nodes = 0
        self.cutoffs = 0
        self.researches = 0
        self.table_hits = 0
        self._deadline = perf_counter() + seconds if seconds else 0.0
        self._most_nodes = nodes
        self._look_at = min(LOOKS, nodes) if nodes else LOOKS

    def search(self, state: State, depth: int) -> i64:
        """The value of a position; `OutOfBudget` if the budget ends first."""
        self._lines = [[] for _ in range(depth + 1)]
        return self._search(state, depth, 0, -BEYOND, BEYOND)

    @property
    def line(self) -> list[Action]:
        """The principal variation of the last search: the best play of both sides."""
        return self._lines[0]

    def _look(self) -> None:
        """Check the clock, the nodes, and pending signals such as Ctrl-C."""
        notice()
        if self._most_nodes and self.nodes >= self._most_nodes:
            raise OutOfBudget
        if self._deadline and perf_counter() >= self._deadline:
            raise OutOfBudget
        self._look_at = self.nodes + LOOKS
        if self._most_nodes:
            self._look_at = min(self._look_at, self._most_nodes)

    def _search(self, state: State, depth: i64, level: i64, alpha: i64, beta: i64) -> i64:
        """The value if it lies between alpha and beta; else a bound on that side of them."""
        self.nodes += 1
        if depth == 0:
            if self._quiescence:
                return self._quiet(state, alpha, beta)
            return self._judged(state)
        if self.nodes >= self._look_at:
            self._look()
        best_before = NO_ACTION
        if self._table is not None and depth > 1:
            entry = self._table.find(state)
            if entry is not None:
                if entry.depth == depth and _settles(entry, alpha, beta):
                    self.table_hits += 1
                    return entry.value
                best_before = entry.action
        actions = state.actions()
        if not actions:
            self._lines[level] = []
            return -WON if state.fate() == LOST else 0
        if self._ordering is not None and depth > 1:
            self._ordering.sort(actions, level, best_before)
        return self._best(state, actions, depth, level, alpha, beta)

    def _best(
        self, state: State, actions: list[Action], depth: i64, level: i64, alpha: i64, beta: i64
    ) -> i64:
        """The value of a position by its actions, tried in this order."""
        best: i64 = -BEYOND
        best_action = NO_ACTION
        low: i64 = alpha
        value: i64
        for action in actions:
            child = state.after(action)
            if depth == 1 and not self._quiescence:  # leaves, most of the nodes, need no call
                self.nodes += 1
                value = -self._judged(child)
            elif self._scouting and best != -BEYOND and beta - low > 1:
                value = -self._search(child, depth - 1, level + 1, -low - 1, -low)
                if low < value < beta:
                    self.researches += 1
                    value = -self._search(child, depth - 1, level + 1, -beta, -low)
            else:
                value = -self._search(child, depth - 1, level + 1, -beta, -low)
            if value <= best:
                continue
            best = value
            best_action = action
            if value >= beta:
                self.cutoffs += 1
                if self._ordering is not None:
                    self._ordering.reward(action, level, depth)
                break
            if value > low:
                self._lines[level] = [action, *self._lines[level + 1]] if depth > 1 else [action]
                if self._pruning:
                    low = value
        if self._table is not None and depth > 1:
            bound: i64 = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
            self._table.keep(TableEntry(state, depth, best, bound, best_action))
        return best

    def _judged(self, state: State) -> i64:
        """The evaluation from the view of the player to act."""
        if self._by_cost:  # positions carry it along: this saves a call
            return state.cost if state.black_to_act else -state.cost
        value: i64 = self.evaluation.value(state)
        if not state.black_to_act:
            value = -value
        return max(value, -WON)  # INT_MIN is one below -INT_MAX

    def _quiet(self, state: State, alpha: i64, beta: i64) -> i64:
        """The value of a position after all captures.

        A player who could also do something else need not capture: the position is worth at least
        what the evaluation says. Where capturing is forced, all actions are captures.
        """
        if self.nodes >= self._look_at:
            self._look()
        actions = state.actions()
        captures = [action for action in actions if action.captured]
        best: i64 = -BEYOND
        if not captures or len(captures) < len(actions):
            best = self._judged(state)
            if not captures or best >= beta:
                return best
        low: i64 = max(alpha, best)
        for action in captures:
            self.nodes += 1
            value: i64 = -self._quiet(state.after(action), -beta, -low)
            if value > best:
                best = value
                low = max(low, value)
                if value >= beta:
                    self.cutoffs += 1
                    break
        return best


def _settles(entry: TableEntry, alpha: i64, beta: i64) -> bool:
    """Whether a table entry answers a search window.

    An exact value inside the window would too, but then the line of play would end here.
    """
    if entry.value >= beta:
        return entry.bound != AT_MOST
    return entry.value <= alpha and entry.bound != AT_LEAST
