"""The results of a match: wins, draws and losses, Elo differences, and forfeits."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from checkers_cli.lab.match.elo import Elo, Tally, elo_difference
from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.matches import FORFEITS, GameRecord, Match, tally_of


class Standing(NamedTuple):
    """The results of one bot."""

    name: str
    black: Tally
    white: Tally
    forfeits: tuple[int, ...]  # games lost in the ways of FORFEITS
    seconds: float
    acted: int

    @property
    def tally(self) -> Tally:
        """With both colours."""
        return self.black.plus(self.white)

    @property
    def time(self) -> float:
        """Seconds per action."""
        return self.seconds / self.acted if self.acted else 0.0


class MatchResults(NamedTuple):
    """The results of a match, or of its finished games."""

    settings: MatchSettings
    games: int  # that were played
    finished: bool
    bots: list[Standing]  # as they were named
    pairs: dict[tuple[int, int], Tally]  # of the first bot against the second
    plies: float  # of a game, on average

    @property
    def elo(self) -> Elo:
        """How much stronger the first of two bots is."""
        return elo_difference(self.pairs[0, 1])

    def against(self, one: int, other: int) -> Tally:
        """The results of one bot against another."""
        if one < other:
            return self.pairs[one, other]
        return self.pairs[other, one].turned

    @property
    def ranked(self) -> list[int]:
        """The bots, the best first; equal ones in the order in which they were named."""
        return sorted(range(len(self.bots)), key=lambda bot: -self.bots[bot].tally.points)

    @property
    def sprt(self) -> tuple[float, int | None] | None:
        """The test's ratio and the hypothesis that is accepted, if there was a test."""
        sprt = self.settings.sprt
        if sprt is None:
            return None
        return sprt.ratio(self.pairs[0, 1]), sprt.accepted(self.pairs[0, 1])

    def to_json(self) -> dict[str, Any]:
        """The results as data; only the times differ from run to run."""
        return {
            "settings": self.settings.to_json(),
            "games": self.games,
            "finished": self.finished,
            "bots": [_bot_json(bot) for bot in self.bots],
            "pairs": [
                {
                    "bots": [self.bots[one].name, self.bots[other].name],
                    **tally._asdict(),
                    "elo": _elo_json(elo_difference(tally)),
                }
                for (one, other), tally in self.pairs.items()
            ],
            "plies": round(self.plies, 2),
            "sprt": self._sprt_json(),
            "seconds_per_action": {bot.name: round(bot.time, 6) for bot in self.bots},
        }

    def _sprt_json(self) -> dict[str, Any] | None:
        sprt, found = self.settings.sprt, self.sprt
        if sprt is None or found is None:
            return None
        ratio, accepted = found
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": round(ratio, 4),
            "bounds": [round(bound, 4) for bound in sprt.bounds],
            "accepted": None if accepted is None else f"H{accepted}",
        }


def _bot_json(bot: Standing) -> dict[str, Any]:
    return {
        "bot": bot.name,
        **bot.tally._asdict(),
        "score": round(bot.tally.score, 4),
        "black": bot.black._asdict(),
        "white": bot.white._asdict(),
        **{kind.replace(" ", "_"): n for kind, n in zip(FORFEITS, bot.forfeits, strict=True)},
        "elo": _elo_json(elo_difference(bot.tally)),  # against all others together
    }


def _elo_json(elo: Elo) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, 2) for name, value in elo._asdict().items()
    }


def results_of(match: Match) -> MatchResults:
    """The results of a match so far."""
    records, settings = match.records, match.settings
    pairs = dict.fromkeys(settings.pairs, Tally())
    for record in records:
        pair = (min(record.black, record.white), max(record.black, record.white))
        pairs[pair] = pairs[pair].plus(tally_of(record, pair[0]))
    return MatchResults(
        settings,
        len(records),
        match.finished,
        [_standing(number, name, records) for number, name in enumerate(settings.names)],
        pairs,
        sum(len(record.actions) for record in records) / len(records) if records else 0.0,
    )


def _standing(bot: int, name: str, records: Sequence[GameRecord]) -> Standing:
    black = white = Tally()
    lost = dict.fromkeys(FORFEITS, 0)
    seconds, acted = 0.0, 0
    for record in records:
        for number, side in enumerate((record.black, record.white)):
            if side == bot:
                seconds += record.seconds[number]
                acted += record.acted[number]
        black = black.plus(tally_of(record, bot, black=True))
        white = white.plus(tally_of(record, bot, black=False))
        loser = {True: record.white, False: record.black, None: None}[record.winner]
        if record.forfeit and loser == bot:
            lost[record.forfeit] += 1
    return Standing(name, black, white, tuple(lost.values()), seconds, acted)
