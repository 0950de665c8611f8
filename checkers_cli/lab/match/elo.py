"""Strength from results: scores, Elo differences with their error, and a test when to stop."""

from collections.abc import Sequence
from math import log, log10, sqrt
from typing import NamedTuple

_DEVIATIONS = 1.959964  # of a normal distribution: 95 % lie within
_DOUBT = 0.05  # the part outside of the 95 % interval
# The count of a result that has not occurred. With 0, the likelihood of any such game would be 0.
_UNSEEN = 1e-3
_POINTS = (0.0, 0.5, 1.0)  # of a loss, a draw, a win


class Tally(NamedTuple):
    """The results of one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game; a half without games."""
        return self.points / self.games if self.games else 0.5

    def plus(self, other: "Tally") -> "Tally":
        """The sum of two tallies."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def turned(self) -> "Tally":
        """The results of the other side."""
        return Tally(self.losses, self.draws, self.wins)


class Elo(NamedTuple):
    """How much stronger one side is; None means unbounded."""

    difference: float | None
    low: float | None  # of the 95 % interval
    high: float | None

    @property
    def error(self) -> float | None:
        """Half of the interval, if it has two ends."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2


def elo_of(score: float) -> float | None:
    """The Elo difference that predicts a score; None for 0 and 1, which no difference predicts."""
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """The score that an Elo difference predicts."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_difference(tally: Tally) -> Elo:
    """How much stronger a side is by its results, with the 95 % interval."""
    if not tally.games:
        return Elo(None, None, None)
    score = tally.score
    if max(tally) == tally.games:
        # All results are the same, so their spread says nothing. If another result were more
        # frequent than this, one would have occurred by now with 95 %.
        seldom = 1 - _DOUBT ** (1 / tally.games)
        low, high = score * (1 - seldom), score + seldom * (1 - score)
    else:
        error = _DEVIATIONS * sqrt(_variance(tally) / tally.games)
        low, high = score - error, score + error
    return Elo(elo_of(score), elo_of(low), elo_of(high))


def _variance(tally: Tally) -> float:
    counts = (tally.losses, tally.draws, tally.wins)
    squares = ((point - tally.score) ** 2 for point in _POINTS)
    return sum(n * square for n, square in zip(counts, squares, strict=True)) / tally.games


class Sprt(NamedTuple):
    """A sequential test: is one side stronger by `elo1` (H1), or only by `elo0` (H0)?"""

    elo0: float
    elo1: float
    alpha: float = 0.05  # how often H1 may be accepted although H0 is true
    beta: float = 0.05  # how often H0 may be accepted although H1 is true

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first H0 is accepted, at or above the second H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The logarithm of how much likelier the results are under H1 than under H0.

        The rate of draws is unknown: each hypothesis uses the rate that fits the results best (the
        generalised test over wins, draws and losses).
        """
        if not tally.games:
            return 0.0
        counts = [max(float(n), _UNSEEN) for n in (tally.losses, tally.draws, tally.wins)]
        seen = [n / sum(counts) for n in counts]
        under0, under1 = (_most_likely(seen, score_of(elo)) for elo in (self.elo0, self.elo1))
        return sum(n * log(p1 / p0) for n, p0, p1 in zip(counts, under0, under1, strict=True))

    def accepted(self, tally: Tally) -> int | None:
        """The hypothesis that is accepted, 0 or 1; None while it is open."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return 0 if ratio <= low else 1 if ratio >= high else None


def _most_likely(seen: Sequence[float], score: float) -> list[float]:
    """The shares of losses, draws and wins that give this score, nearest to those seen.

    By Lagrange's method they are p / (1 + t (a - score)), with the t for which the score is right.
    The sum decreases in t, so bisection finds it.
    """
    aside = [point - score for point in _POINTS]
    low, high = -1 / aside[-1], -1 / aside[0]  # beyond, a share would be negative
    for _ in range(200):
        middle = (low + high) / 2
        if sum(p * a / (1 + middle * a) for p, a in zip(seen, aside, strict=True)) > 0:
            low = middle
        else:
            high = middle
    found = (low + high) / 2
    return [p / (1 + found * a) for p, a in zip(seen, aside, strict=True)]
