"""A match in progress: the records of its games, and the source of its players."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from math import inf
from typing import Any, NamedTuple, Protocol

from checkers_cli.lab.match.bots import BotSpec, Player
from checkers_cli.lab.match.elo import Tally
from checkers_cli.lab.match.fixtures import Fixture, MatchSettings
from checkers_cli.rules.variants import Variant
from checkers_cli.util.errors import CheckersError

ILLEGAL, CRASHED, TIMED_OUT = "illegal", "crashed", "timed out"
FORFEITS = (ILLEGAL, CRASHED, TIMED_OUT)


class Forfeit(Exception):
    """A player has lost the game by an illegal answer, a crash or a time-out."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)
        self.kind = kind  # one of FORFEITS
        self.words = words  # such as "crashed: signal SIGSEGV"


class NotJudged(CheckersError):
    """The machine failed, not a player, so the game does not count."""


class PlayerSource(Protocol):
    """Makes the players of a match."""

    def opened(self) -> AbstractContextManager[None]:
        """A block in which players can be made."""

    def player(self, spec: BotSpec, variant: Variant, seed: int) -> Player:
        """A player for one game; when it chooses, it may raise `Forfeit` or `NotJudged`."""


class BuiltInPlayers:
    """Makes players of this package only."""

    def opened(self) -> AbstractContextManager[None]:
        """Nothing has to be prepared."""
        return nullcontext()

    def player(self, spec: BotSpec, variant: Variant, seed: int) -> Player:
        """The bot's own player."""
        return spec.player(variant, seed)


class GameRecord(NamedTuple):
    """A game that was played."""

    number: int
    black: int  # which bot
    white: int
    winner: bool | None  # black, or white (False); None is a draw
    reason: str
    forfeit: str  # one of FORFEITS by which the loser has lost, or empty
    opening: int  # how many of the actions are the opening
    actions: tuple[str, ...]
    seconds: tuple[float, float]  # that black and white took
    pdn: str

    @property
    def acted(self) -> tuple[int, int]:
        """How often black and white were asked to act; black begins all games."""
        plies = range(self.opening, len(self.actions) + bool(self.forfeit))
        white = sum(ply % 2 for ply in plies)
        return len(plies) - white, white

    @property
    def line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self._asdict())

    @staticmethod
    def of(fields: Any) -> "GameRecord":
        """The record of a parsed line; `TypeError`, `KeyError` or `ValueError` if it is none."""
        for name in ("actions", "seconds"):
            fields[name] = tuple(fields[name])
        record = GameRecord(**fields)
        if not record._is_sound():
            raise ValueError
        return record

    def _is_sound(self) -> bool:
        """Whether the fields have the right types and describe a possible game."""
        "".join((self.reason, self.forfeit, self.pdn, *self.actions)).encode()
        numbers = (self.number, self.black, self.white, self.opening)
        return (
            all(type(number) is int for number in numbers)
            and (self.winner is None or type(self.winner) is bool)
            and (not self.forfeit or (self.forfeit in FORFEITS and self.winner is not None))
            and 0 <= self.opening <= len(self.actions)
            and len(self.seconds) == 2
            and all(type(one) in (int, float) and 0 <= one < inf for one in self.seconds)
        )


class Match:
    """A match in progress: its fixtures, and the records of the finished games."""

    def __init__(self, settings: MatchSettings, fixtures: Sequence[Fixture]) -> None:
        self.settings = settings
        self.fixtures = fixtures
        self.records: list[GameRecord] = []
        self.first_tally = Tally()  # of the first bot

    def add(self, record: GameRecord) -> None:
        """Add a finished game."""
        self.records.append(record)
        self.first_tally = self.first_tally.plus(tally_of(record, 0))

    @property
    def finished(self) -> bool:
        """Whether all games are played, or the sequential test is decided."""
        if len(self.records) == len(self.fixtures):
            return True
        sprt = self.settings.sprt
        # Only after a pair of games, so that both bots have had both colours of an opening.
        if sprt is None or len(self.records) % 2:
            return False
        return sprt.accepted(self.first_tally) is not None

    def left(self) -> Sequence[Fixture]:
        """The fixtures that are not played yet."""
        return self.fixtures[len(self.records) :]


def tally_of(record: GameRecord, bot: int, black: bool | None = None) -> Tally:
    """The result of a game for a bot; empty if it did not play (or not with this colour)."""
    tally = Tally()
    for side, who in ((True, record.black), (False, record.white)):
        if who == bot and black in (None, side):
            won, drawn = record.winner is side, record.winner is None
            tally = tally.plus(Tally(int(won), int(drawn), int(not won and not drawn)))
    return tally
