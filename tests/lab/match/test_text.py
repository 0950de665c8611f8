import pytest
from lab.played import match_of, settings_of
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.match.elo import Sprt, Tally, elo_difference
from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.matches import TIMED_OUT
from checkers_cli.lab.match.standings import results_of
from checkers_cli.lab.match.text import elo_words, match_report, running_score


def told(settings: MatchSettings, winners: list[bool | None], forfeit: str = "") -> str:
    return "\n".join(match_report(results_of(match_of(settings, winners, forfeit))))


def test_two_bots(snapshot: SnapshotAssertion) -> None:
    assert told(settings_of(games=6), [True, False, None, True, True, False]) == snapshot


def test_a_match_that_was_broken_off(snapshot: SnapshotAssertion) -> None:
    assert told(settings_of(games=6), [True, False], TIMED_OUT) == snapshot


def test_a_round_robin(snapshot: SnapshotAssertion) -> None:
    settings = settings_of("random", "negascout:depth=2", "random", games=2, variant="tictactoe")
    assert told(settings, [False, True, None, None, True, False]) == snapshot


@pytest.mark.parametrize("wins", [5, 8, 10])
def test_a_test(wins: int, snapshot: SnapshotAssertion) -> None:
    settings = settings_of(games=20, sprt=Sprt(0, 400))
    winners = [game % 2 == 0 if game < wins else game % 2 == 1 for game in range(10)]
    assert told(settings, list(winners)).splitlines()[-3] == snapshot


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally(60, 0, 40), "+70 ± 71"),
        (Tally(10, 0, 0), "at least +183"),
        (Tally(0, 0, 10), "at most -183"),
        (Tally(9, 0, 1), "+382, at least +159"),
        (Tally(1, 0, 9), "-382, at most -159"),
        (Tally(1, 0, 1), "+0, no bounds"),
        (Tally(), "unknown"),
    ],
)
def test_differences(tally: Tally, words: str) -> None:
    assert elo_words(elo_difference(tally)) == words


def test_the_score_while_two_bots_play() -> None:
    match = match_of(settings_of(games=8), [True, None])
    assert running_score(match) == "+1 =1 -0"
    match.add(match_of(match.settings, [None, None, False]).records[2])
    assert running_score(match) == "+1 =1 -1"
    many = match_of(settings_of("random", "random", "random", games=2), [])
    assert running_score(many) == ""
