"""Which actions to try first: the sooner the best is tried, the more can be pruned."""

from typing import Final

from checkers_cli.rules.actions import NO_ACTION, Action
from checkers_cli.rules.native import i64

# The order: what the table says was best, captures, the two killers of this level, then the rest
# by history, which can never grow to reach a killer.
_TABLE: Final = 1 << 40
_CAPTURE: Final = 1 << 39
_KILLER: Final = 1 << 38
_OLDER_KILLER: Final = 1 << 37
_CELLS: Final = 59  # as in `boards`: the remainder by this number identifies a bit
MOST_LEVELS: Final = 128  # more than any search here is deep


class Ordering:
    """The actions that caused cut-offs before, by level (killers) and by cells (history)."""

    def __init__(self) -> None:
        self._killers: list[Action] = [NO_ACTION] * MOST_LEVELS
        self._older: list[Action] = [NO_ACTION] * MOST_LEVELS
        self._history: list[int] = [0] * (_CELLS * _CELLS)

    def sort(self, actions: list[Action], level: i64, best_before: Action) -> None:
        """Sort actions in place, the most promising first; equal ones keep their order."""
        killer, older = self._killers[level], self._older[level]
        scores: list[int] = []
        count: i64 = len(actions)
        at: i64 = 0
        while at < count:
            action = actions[at]
            score = self._score(action, killer, older, best_before)
            to: i64 = at
            actions.append(action)  # room to move one
            scores.append(score)
            while to > 0 and scores[to - 1] < score:
                scores[to] = scores[to - 1]
                actions[to] = actions[to - 1]
                to -= 1
            scores[to] = score
            actions[to] = action
            actions.pop()
            at += 1

    def _score(self, action: Action, killer: Action, older: Action, best_before: Action) -> int:
        if action is best_before:
            return _TABLE
        if action.captured:
            return _CAPTURE
        if action is killer:
            return _KILLER
        if action is older:
            return _OLDER_KILLER
        return self._history[_place(action)]

    def reward(self, action: Action, level: i64, depth: i64) -> None:
        """Record a cut-off by an action at a level, with so much depth left below it."""
        if action.captured:
            return
        if self._killers[level] is not action:
            self._older[level] = self._killers[level]
            self._killers[level] = action
        place: i64 = _place(action)
        self._history[place] += int(depth * depth)


def _place(action: Action) -> i64:
    return action.source % _CELLS * _CELLS + action.target % _CELLS
