"""Plays matches: games on all cores, recorded in order, until the match is finished."""

import os
from collections.abc import Callable, Generator
from functools import partial
from time import perf_counter

from checkers_cli.lab.games.game import Game, GameOutcome, draws_of
from checkers_cli.lab.games.pdn import pdn_of
from checkers_cli.lab.match.fixtures import Fixture, MatchSettings, fixtures_of, seed_of
from checkers_cli.lab.match.journal import Journal, open_journal
from checkers_cli.lab.match.matches import Forfeit, GameRecord, Match, PlayerSource
from checkers_cli.lab.match.openings import actions_of
from checkers_cli.lab.match.standings import MatchResults, results_of
from checkers_cli.util.workers import ordered_map


def play_match(
    settings: MatchSettings,
    players: PlayerSource,
    out: str | None,
    jobs: int,
    watch: Callable[[Match], None],
) -> MatchResults:
    """Play a match, or the rest of it; call `watch` before the first game and after each.

    After an interruption the folder `out` holds the finished games, and the next call goes on.
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
            _play_journalled(match, players, journal, jobs, watch)
        results = results_of(match)
        journal.write_games(match.records)
        journal.write_results(results.to_json())
        return results


def _play_journalled(
    match: Match, players: PlayerSource, journal: Journal, jobs: int, watch: Callable[[Match], None]
) -> None:
    try:
        with players.opened():
            for record in play_rest(match, players, jobs):
                journal.append(record)
                watch(match)
    except BaseException:
        journal.write_games(match.records)  # an interrupted match should be readable too
        raise


def play_rest(match: Match, players: PlayerSource, jobs: int) -> Generator[GameRecord]:
    """Play the rest of a match, `jobs` games at a time; yield the records in order."""
    if match.finished:
        return
    one = partial(play_game, match.settings, players, os.getpid())
    games = ordered_map(one, match.left(), jobs, slow=True)
    try:
        for record in games:
            match.add(record)
            yield record
            if match.finished:
                return
    finally:
        games.close()


def play_game(
    settings: MatchSettings, players: PlayerSource, keeper: int, fixture: Fixture
) -> GameRecord:
    """Play one game to its end, or until the recording process `keeper` is gone."""
    variant = settings.rules
    game = Game(variant, draws=draws_of(variant)._replace(rounds=settings.rounds))
    for action in actions_of(game.start, fixture.opening):
        game.act(action)
    sides = {
        black: players.player(settings.bots[bot], variant, seed_of(settings, fixture, black))
        for black, bot in ((True, fixture.black), (False, fixture.white))
    }
    seconds = {True: 0.0, False: 0.0}
    forfeit = ""
    while (outcome := game.outcome) is None:
        if keeper not in (os.getpid(), os.getppid()):
            raise SystemExit(0)  # the parent was killed
        side = game.state.black_to_act
        begun = perf_counter()
        try:
            action = sides[side].choose(game)
        except Forfeit as lost:
            forfeit = lost.kind
            outcome = GameOutcome(not side, f"{variant.player(side)} {lost.words}")
            break
        finally:
            seconds[side] += perf_counter() - begun
        game.act(action)
    return _record(settings, fixture, game, outcome, forfeit, (seconds[True], seconds[False]))


def _record(
    settings: MatchSettings,
    fixture: Fixture,
    game: Game,
    outcome: GameOutcome,
    forfeit: str,
    seconds: tuple[float, float],
) -> GameRecord:
    names = settings.names
    tags = {
        "Event": "checkers match",
        "Round": str(fixture.number),
        "White": names[fixture.white],
        "Black": names[fixture.black],
    }
    return GameRecord(
        fixture.number,
        fixture.black,
        fixture.white,
        outcome.winner,
        outcome.reason,
        forfeit,
        len(fixture.opening),
        tuple(action.name for action in game.actions),
        (round(seconds[0], 6), round(seconds[1], 6)),
        pdn_of(game, tags, outcome) if game.variant.has_men else "",
    )
