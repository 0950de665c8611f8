import json

from lab.played import match_of, record_of, settings_of

from checkers_cli.lab.match.elo import Sprt, Tally
from checkers_cli.lab.match.fixtures import fixtures_of
from checkers_cli.lab.match.matches import CRASHED, ILLEGAL, TIMED_OUT, Match
from checkers_cli.lab.match.standings import results_of


def test_two_bots() -> None:
    results = results_of(match_of(settings_of(games=6), [True, False, None, None, False]))
    first, second = results.bots
    assert (results.games, results.finished) == (5, False)
    assert first.tally == second.tally.turned == Tally(2, 2, 1)
    assert (first.black, first.white) == (Tally(1, 1, 1), Tally(1, 1, 0))
    assert results.pairs == {(0, 1): Tally(2, 2, 1)}
    assert results.against(1, 0) == Tally(1, 2, 2)


def test_forfeits_are_counted_by_kind() -> None:
    settings = settings_of(games=4)
    match = Match(settings, fixtures_of(settings))
    kinds = [(True, CRASHED), (True, ILLEGAL), (False, TIMED_OUT), (True, "")]
    for fixture, (winner, kind) in zip(match.fixtures, kinds, strict=True):
        match.add(record_of(fixture, winner, kind, plies=3))
    first, second = results_of(match).bots
    assert first.forfeits == (1, 0, 1)  # illegal, crashed, timed out
    assert second.forfeits == (0, 1, 0)


def test_lengths_and_times() -> None:
    settings = settings_of(games=2)
    match = Match(settings, fixtures_of(settings))
    for fixture, plies in zip(match.fixtures, (3, 6), strict=True):
        match.add(record_of(fixture, None, plies=plies))
    results = results_of(match)
    assert results.plies == 4 + 4.5
    assert [bot.time for bot in results.bots] == [1.0, 1.0]
    assert results_of(match_of(settings, [])).plies == 0


def test_a_round_robin() -> None:
    settings = settings_of("random", "random:seed=1", "random:seed=2", games=2)
    # The second wins all, the others draw.
    winners = [False, True, None, None, True, False]
    results = results_of(match_of(settings, winners))
    assert results.pairs == {
        (0, 1): Tally(0, 0, 2),
        (0, 2): Tally(0, 2, 0),
        (1, 2): Tally(2, 0, 0),
    }
    assert results.ranked == [1, 0, 2]


def test_the_test() -> None:
    settings = settings_of(games=20, sprt=Sprt(0, 400))
    results = results_of(match_of(settings, [True, False] * 5))
    assert results.sprt is not None
    assert results.sprt[1] == 1
    assert results.to_json()["sprt"]["accepted"] == "H1"
    assert results_of(match_of(settings, [])).to_json()["sprt"]["accepted"] is None
    assert results_of(match_of(settings_of(), [])).sprt is None


def test_results_as_data() -> None:
    data = results_of(match_of(settings_of(games=4), [True, False, None], CRASHED)).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["bots"][1]["crashed"] == 2
    assert data["pairs"][0]["wins"] == 2
    assert data["pairs"][0]["elo"]["high"] is None
