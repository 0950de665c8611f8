from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from lab.played import played, settings_of

from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.holding import play_match
from checkers_cli.lab.match.journal import GAMES_FILE, PDN_FILE, RESULTS_FILE
from checkers_cli.lab.match.matches import BuiltInPlayers, Match
from checkers_cli.lab.match.standings import MatchResults, results_of


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


def held(settings: MatchSettings, out: Path | None, watcher: Watcher) -> MatchResults:
    return play_match(settings, BuiltInPlayers(), None if out is None else str(out), 1, watcher)


def test_without_a_folder() -> None:
    settings, watcher = settings_of(), Watcher()
    results = held(settings, None, watcher)
    assert without_times(results) == without_times(results_of(played(settings)))
    assert watcher.seen == [0, 1, 2, 3, 4]


def test_broken_off_twice_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    settings = settings_of(games=6)
    whole = held(settings, tmp_path / "whole", Watcher())
    for stop, watched in ((2, [0, 1, 2]), (5, [2, 3, 4, 5])):
        watcher = Watcher(stop)
        with pytest.raises(Stopped):
            held(settings, tmp_path / "broken", watcher)
        assert watcher.seen == watched
        assert (tmp_path / "broken" / PDN_FILE).read_text().count("[Round ") == stop
    results = held(settings, tmp_path / "broken", Watcher())
    assert without_times(results) == without_times(whole)
    games = [(tmp_path / name / PDN_FILE).read_bytes() for name in ("whole", "broken")]
    assert games[0] == games[1]


def test_a_finished_match_is_only_reported(tmp_path: Path) -> None:
    settings, watcher = settings_of(), Watcher()
    results = held(settings, tmp_path, Watcher())
    kept = {name: (tmp_path / name).read_bytes() for name in (GAMES_FILE, PDN_FILE, RESULTS_FILE)}
    (tmp_path / RESULTS_FILE).unlink()  # as if it had been killed just before
    again = play_match(settings, Closed(), str(tmp_path), 1, watcher)
    assert again == results
    assert watcher.seen == [4]
    assert {name: (tmp_path / name).read_bytes() for name in kept} == kept
