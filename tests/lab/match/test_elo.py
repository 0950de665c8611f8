from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.lab.match.elo import Elo, Sprt, Tally, elo_difference, elo_of, score_of

tallies = st.builds(Tally, *[st.integers(0, 300)] * 3).filter(lambda tally: tally.games > 0)


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0), (0.64, 100), (0.76, 200), (0.909, 400), (0.24, -200), (0.75, 190.85)],
)
def test_elo_of_the_well_known_scores(score: float, elo: float) -> None:
    # The tables of chess federations round to two digits of the score.
    assert elo_of(score) == pytest.approx(elo, abs=1.5)
    assert score_of(elo) == pytest.approx(score, abs=0.005)


def test_an_elo_difference_without_a_bound_is_none() -> None:
    assert elo_of(0) is None
    assert elo_of(1) is None


def test_a_difference_and_its_error() -> None:
    # 60 % of 100 games without draws: the score is 0.6 within 1.96 * 0.049.
    elo = elo_difference(Tally(60, 0, 40))
    assert elo.difference == pytest.approx(70.44, abs=0.01)
    assert elo.low == pytest.approx(elo_of(0.6 - 0.09602), abs=0.05)
    assert elo.high == pytest.approx(elo_of(0.6 + 0.09602), abs=0.05)
    # With draws in it, the same score is surer.
    drawn = elo_difference(Tally(40, 40, 20))
    assert drawn.difference == elo.difference
    assert (drawn.error or 0) < (elo.error or 0)


def test_equal_results_still_have_an_error() -> None:
    won = elo_difference(Tally(wins=10))
    assert (won.difference, won.high, won.error) == (None, None, None)
    assert won.low == pytest.approx(elo_of(0.05**0.1))  # ten wins in a row in 5 of 100 matches
    lost = elo_difference(Tally(losses=10))
    assert (lost.difference, lost.low) == (None, None)
    assert lost.high == pytest.approx(-(won.low or 0))
    drawn = elo_difference(Tally(draws=10))
    assert drawn.difference == 0
    assert drawn.error == pytest.approx(92.03, abs=0.01)
    assert elo_difference(Tally()) == Elo(None, None, None)


@given(tallies)
def test_both_sides_see_the_same(tally: Tally) -> None:
    one, other = elo_difference(tally), elo_difference(tally.turned)
    for mine, theirs in ((one.difference, other.difference), (one.low, other.high)):
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert mine == pytest.approx(-theirs, abs=1e-6)


def test_tallies_add_up() -> None:
    tally = Tally(3, 2, 1).plus(Tally(1, 0, 1))
    assert tally == Tally(4, 2, 2)
    assert (tally.games, tally.points, tally.score) == (8, 5.0, 0.625)
    assert Tally().score == 0.5


def test_the_bounds_are_walds() -> None:
    assert list(Sprt(0, 5).bounds) == pytest.approx([-2.9444, 2.9444], abs=1e-4)
    assert list(Sprt(0, 5, 0.01, 0.1).bounds) == pytest.approx([log(0.1 / 0.99), log(90)])


def test_the_ratio_of_two_coins() -> None:
    # Without draws nothing is left to be fitted: it is the ratio of two binomials.
    tally, p = Tally(60, 0, 40), score_of(20)
    exact = 60 * log(p / 0.5) + 40 * log((1 - p) / 0.5)
    assert Sprt(0, 20).ratio(tally) == pytest.approx(exact, abs=1e-3)


def test_the_ratio_against_a_search_by_hand() -> None:
    tally = Tally(700, 2000, 640)

    def best(score: float) -> float:
        """The largest log-likelihood of all shares of draws that give this score."""
        found = -1e9
        for step in range(1, 20_000):
            draws = step / 20_000
            wins, losses = score - draws / 2, 1 - score - draws / 2
            if wins > 0 and losses > 0:
                likelihood = 700 * log(wins) + 2000 * log(draws) + 640 * log(losses)
                found = max(found, likelihood)
        return found

    by_hand = best(score_of(10)) - best(score_of(0))
    assert Sprt(0, 10).ratio(tally) == pytest.approx(by_hand, abs=1e-3)


@given(tallies)
def test_more_wins_speak_for_the_stronger(tally: Tally) -> None:
    sprt = Sprt(0, 10)
    assert sprt.ratio(tally._replace(wins=tally.wins + 10)) > sprt.ratio(tally)
    assert sprt.ratio(tally._replace(losses=tally.losses + 10)) < sprt.ratio(tally)


def test_sprt_accepts_a_hypothesis_at_its_bounds() -> None:
    sprt = Sprt(0, 50)
    assert sprt.ratio(Tally()) == 0
    assert sprt.accepted(Tally(5, 5, 5)) is None
    assert sprt.accepted(Tally(120, 50, 30)) == 1
    assert sprt.accepted(Tally(30, 50, 120)) == 0
