"""Timing that all benchmarks share. Noise only ever makes a run slower, so the best run counts."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeVar

Value = TypeVar("Value")

ENOUGH = 0.3  # seconds, after which a figure is not measured once more


def timed(
    action: Callable[[], Value], clock: Callable[[], float] = perf_counter
) -> tuple[Value, float]:
    """The result of an action and the seconds that it took."""
    start = clock()
    result = action()
    return result, clock() - start


def best_of(rounds: int, measure: Callable[[], tuple[Value, float]]) -> tuple[Value, float]:
    """The first result and the shortest time of so many rounds, or of fewer if they take long."""
    result, best = measure()
    spent = best
    for _ in range(rounds - 1):
        if spent > ENOUGH:
            break
        _, seconds = measure()
        best, spent = min(best, seconds), spent + seconds
    return result, best


def alternate(actions: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """The times of each action, taken in turn so that noise affects all of them alike.

    The first round is not counted: it writes byte code and fills caches.
    """
    seconds: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds + 1):
        for times, action in zip(seconds, actions, strict=True):
            times.append(timed(action)[1])
    return [times[1:] for times in seconds]
