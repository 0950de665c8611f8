import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from lab.played import match_of, played, settings_of, timeless

from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.pdn import game_of, read_pdn
from checkers_cli.lab.match.bots import BotSpec, Player
from checkers_cli.lab.match.elo import Sprt, Tally
from checkers_cli.lab.match.fixtures import MatchSettings, fixtures_of
from checkers_cli.lab.match.journal import GAMES_FILE, PDN_FILE, RESULTS_FILE
from checkers_cli.lab.match.matches import (
    CRASHED,
    BuiltInPlayers,
    Forfeit,
    Match,
    NotJudged,
    tally_of,
)
from checkers_cli.lab.match.playing import play_game, play_match, play_rest
from checkers_cli.lab.match.standings import MatchResults, results_of
from checkers_cli.rules.actions import Action
from checkers_cli.rules.variants import Variant
from checkers_cli.util.workers import ordered_map


class Stopped(Exception):
    """Somebody has had enough."""


class Watcher:
    """Counts, and stops a match after so many games."""

    def __init__(self, stop: int = 1000) -> None:
        self.seen: list[int] = []
        self.stop = stop

    def __call__(self, match: Match) -> None:
        self.seen.append(len(match.records))
        if len(match.records) >= self.stop:
            raise Stopped


class Closed(BuiltInPlayers):
    """Nobody may play."""

    def opened(self) -> AbstractContextManager[None]:
        raise AssertionError("it was finished")


def without_times(results: MatchResults) -> dict[str, object]:
    data = results.to_json()
    del data["seconds_per_action"]
    return data


def play(settings: MatchSettings, out: Path | None, watcher: Watcher) -> MatchResults:
    return play_match(settings, BuiltInPlayers(), None if out is None else str(out), 1, watcher)


def test_a_match_without_a_folder_is_played_in_memory() -> None:
    settings, watcher = settings_of(), Watcher()
    results = play(settings, None, watcher)
    assert without_times(results) == without_times(results_of(played(settings)))
    assert watcher.seen == [0, 1, 2, 3, 4]


def test_a_match_interrupted_twice_ends_with_the_same_results(tmp_path: Path) -> None:
    settings = settings_of(games=6)
    whole = play(settings, tmp_path / "whole", Watcher())
    for stop, watched in ((2, [0, 1, 2]), (5, [2, 3, 4, 5])):
        watcher = Watcher(stop)
        with pytest.raises(Stopped):
            play(settings, tmp_path / "broken", watcher)
        assert watcher.seen == watched
        assert (tmp_path / "broken" / PDN_FILE).read_text().count("[Round ") == stop
    results = play(settings, tmp_path / "broken", Watcher())
    assert without_times(results) == without_times(whole)
    games = [(tmp_path / name / PDN_FILE).read_bytes() for name in ("whole", "broken")]
    assert games[0] == games[1]


def test_a_finished_match_is_only_reported(tmp_path: Path) -> None:
    settings, watcher = settings_of(), Watcher()
    results = play(settings, tmp_path, Watcher())
    kept = {name: (tmp_path / name).read_bytes() for name in (GAMES_FILE, PDN_FILE, RESULTS_FILE)}
    (tmp_path / RESULTS_FILE).unlink()  # as if it had been killed just before
    again = play_match(settings, Closed(), str(tmp_path), 1, watcher)
    assert again == results
    assert watcher.seen == [4]
    assert {name: (tmp_path / name).read_bytes() for name in kept} == kept


class Fails:
    """A player that fails when a game is so long."""

    def __init__(self, error: Exception, plies: int) -> None:
        self.error = error
        self.plies = plies

    def choose(self, game: Game) -> Action:
        if len(game.actions) >= self.plies:
            raise self.error
        return game.state.actions()[0]


class Failing(BuiltInPlayers):
    """All players fail."""

    def __init__(self, error: Exception, plies: int = 6) -> None:
        self.error = error
        self.plies = plies

    def player(self, spec: BotSpec, variant: Variant, seed: int) -> Player:
        return Fails(self.error, self.plies)


def test_a_small_match() -> None:
    match = played(settings_of("negascout:depth=3", "random", games=6))
    assert match.finished
    tally = Tally()
    for record in match.records:
        tally = tally.plus(tally_of(record, 0))
    assert tally.wins >= 5  # a random mover is no match
    assert tally.games == 6


@pytest.mark.parametrize("variant", ["tower", "contest", "tictactoe"])
def test_the_number_of_jobs_changes_nothing(variant: str) -> None:
    settings = settings_of("negascout:depth=2", "random", games=6, variant=variant)
    once = timeless(played(settings))
    assert timeless(played(settings, jobs=2)) == once
    assert timeless(played(settings, jobs=3)) == once
    assert timeless(played(settings._replace(seed=1))) != once


def test_every_game_is_pdn_and_the_one_that_was_played() -> None:
    settings = settings_of("negascout:depth=1", "random", games=2, variant="tower")
    for record in played(settings).records:
        (written,) = read_pdn(record.pdn)
        assert [action.name for action in game_of(written).actions] == list(record.actions)
        assert written.tags["Black"] == settings.names[record.black]
        assert written.tags["Round"] == str(record.number)


def test_a_game_without_men_has_no_pdn() -> None:
    match = played(settings_of("random", "random", games=2, variant="tictactoe"))
    assert [record.pdn for record in match.records] == ["", ""]


def test_rounds_end_a_game() -> None:
    settings = settings_of("random", "random", games=2, variant="tower")._replace(rounds=5)
    for record in played(settings).records:
        assert (record.winner, record.reason) == (None, "5 rounds")
        assert len(record.actions) == 10
        assert record.acted == (3, 3)


def test_a_player_that_fails_loses_the_game() -> None:
    settings = settings_of(games=2)
    fixture = fixtures_of(settings)[0]
    for plies, winner, loser in ((6, False, "black"), (7, True, "white")):
        players = Failing(Forfeit(CRASHED, "crashed: signal SIGSEGV"), plies)
        record = play_game(settings, players, os.getpid(), fixture)
        assert (record.winner, record.forfeit) == (winner, CRASHED)
        assert record.reason == f"{loser} crashed: signal SIGSEGV"
        assert len(record.actions) == plies
        assert sum(record.acted) == plies - len(fixture.opening) + 1
        assert read_pdn(record.pdn)[0].tags["Result"] == ("0-1" if winner else "1-0")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_of_the_machine_stops_the_match_without_a_loser(jobs: int) -> None:
    settings = settings_of(games=4)
    match = Match(settings, fixtures_of(settings))
    players = Failing(NotJudged("the sandbox failed"))
    with pytest.raises(NotJudged, match=r"^the sandbox failed$"):
        list(play_rest(match, players, jobs))
    assert match.records == []


def test_a_worker_stops_when_its_parent_is_gone() -> None:
    settings = settings_of(games=2)
    with pytest.raises(SystemExit):
        play_game(
            settings, BuiltInPlayers(), -1, fixtures_of(settings)[0]
        )  # no process has this number


def test_a_test_stops_a_match_after_a_pair_of_games() -> None:
    settings = settings_of("negascout:depth=3", "random", games=100, sprt=Sprt(0, 300))
    match = played(settings)
    assert match.finished
    assert 2 <= len(match.records) < 60
    assert len(match.records) % 2 == 0
    assert timeless(played(settings, jobs=2)) == timeless(match)
    before = match_of(settings, [])
    for record in match.records[:-1]:
        before.add(record)
        assert not before.finished


def test_a_match_goes_on_with_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of(games=6)
    whole = played(settings)
    match = Match(settings, fixtures_of(settings))
    for record in whole.records[:3]:
        match.add(record)
    asked: list[int] = []

    def noting(function: Any, items: Any, jobs: int, *, slow: bool) -> Any:
        asked.extend(fixture.number for fixture in items)
        return ordered_map(function, items, jobs, slow=slow)

    monkeypatch.setattr("checkers_cli.lab.match.playing.ordered_map", noting)
    list(play_rest(match, BuiltInPlayers(), 1))
    assert asked == [4, 5, 6]
    assert timeless(match) == timeless(whole)
    assert list(play_rest(match, BuiltInPlayers(), 1)) == []
