"""Matches and records of games that nobody played, and small matches that are."""

from collections.abc import Sequence

from checkers_cli.lab.match.bots import parse_bot
from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.fixtures import Fixture, MatchSettings, fixtures_of
from checkers_cli.lab.match.matches import BuiltInPlayers, GameRecord, Match
from checkers_cli.lab.match.playing import play_rest


def settings_of(
    *bots: str, games: int = 4, variant: str = "contest", sprt: Sprt | None = None, seed: int = 0
) -> MatchSettings:
    """The settings of a small match."""
    specs = tuple(map(parse_bot, bots or ("negascout:depth=2", "random")))
    return MatchSettings(specs, variant, games, seed, rounds=30, sprt=sprt)


def record_of(
    fixture: Fixture, winner: bool | None, forfeit: str = "", plies: int = 0
) -> GameRecord:
    """A game that ended so; of as many plies as are asked for, each of a second."""
    actions = ("C3-D4",) * (len(fixture.opening) + plies)
    seconds = ((plies + 1) // 2 * 1.0, plies // 2 * 1.0)
    reason = "it was made up"
    return GameRecord(
        *fixture[:3], winner, reason, forfeit, len(fixture.opening), actions, seconds, "pdn\n"
    )


def match_of(settings: MatchSettings, winners: Sequence[bool | None], forfeit: str = "") -> Match:
    """A match with these games at its beginning: black won, or white, or nobody."""
    match = Match(settings, fixtures_of(settings))
    for fixture, winner in zip(match.fixtures, winners, strict=False):
        match.add(record_of(fixture, winner, "" if winner is None else forfeit))
    return match


def played(settings: MatchSettings, jobs: int = 1) -> Match:
    """A match that was really played."""
    match = Match(settings, fixtures_of(settings))
    for _ in play_rest(match, BuiltInPlayers(), jobs):
        pass
    return match


def timeless(match: Match) -> list[GameRecord]:
    """The records without what differs from run to run."""
    return [record._replace(seconds=(0.0, 0.0)) for record in match.records]
