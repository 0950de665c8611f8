"""Holds a match from its settings to its results, with or without a folder to keep it in."""

from collections.abc import Callable

from checkers_cli.lab.match.fixtures import MatchSettings, fixtures_of
from checkers_cli.lab.match.journal import Journal, open_journal
from checkers_cli.lab.match.matches import Match, PlayerSource, play_rest
from checkers_cli.lab.match.standings import MatchResults, results_of


def play_match(
    settings: MatchSettings,
    players: PlayerSource,
    out: str | None,
    jobs: int,
    watch: Callable[[Match], None],
) -> MatchResults:
    """Play a match, or what is left of it; `watch` is called before the first game and after each.

    If it is broken off, what was played is in the folder `out`, and the next call goes on.
    """
    match = Match(settings, fixtures_of(settings))
    if out is None:
        with players.opened():
            watch(match)
            for _ in play_rest(match, players, jobs):
                watch(match)
        return results_of(match)
    with open_journal(out, settings) as journal:
        journal.read_into(match)
        watch(match)
        if not match.finished:
            _go_on(match, players, journal, jobs, watch)
        results = results_of(match)
        journal.write_games(match.records)
        journal.write_results(results.to_json())
        return results


def _go_on(
    match: Match, players: PlayerSource, journal: Journal, jobs: int, watch: Callable[[Match], None]
) -> None:
    try:
        with players.opened():
            for record in play_rest(match, players, jobs):
                journal.append(record)
                watch(match)
    except BaseException:
        journal.write_games(match.records)  # who breaks a match off wants to see what there is
        raise
