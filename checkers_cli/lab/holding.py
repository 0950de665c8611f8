"""Holds a match from its settings to its results, with or without a folder to keep it in."""

from collections.abc import Callable

from checkers_cli.lab.fixtures import Settings, fixtures_of
from checkers_cli.lab.journal import Journal, open_journal
from checkers_cli.lab.matches import Match, Seats, go_on
from checkers_cli.lab.standings import Results, results_of


def hold(
    settings: Settings, seats: Seats, out: str | None, jobs: int, watch: Callable[[Match], None]
) -> Results:
    """Play a match, or what is left of it; `watch` is called before the first game and after each.

    If it is broken off, what was played is in the folder `out`, and the next call goes on.
    """
    match = Match(settings, fixtures_of(settings))
    if out is None:
        with seats.opened():
            watch(match)
            for _ in go_on(match, seats, jobs):
                watch(match)
        return results_of(match)
    with open_journal(out, settings) as journal:
        journal.read_into(match)
        watch(match)
        if not match.finished:
            _go_on(match, seats, journal, jobs, watch)
        results = results_of(match)
        journal.write_games(match.records)
        journal.write_results(results.to_json())
        return results


def _go_on(
    match: Match, seats: Seats, journal: Journal, jobs: int, watch: Callable[[Match], None]
) -> None:
    try:
        with seats.opened():
            for record in go_on(match, seats, jobs):
                journal.append(record)
                watch(match)
    except BaseException:
        journal.write_games(match.records)  # who breaks a match off wants to see what there is
        raise
