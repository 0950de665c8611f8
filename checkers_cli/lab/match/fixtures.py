"""The settings of a match, and its fixtures: who plays whom from which opening."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from checkers_cli.lab.match.bots import BotSpec
from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.openings import Opening, make_openings
from checkers_cli.rules.variants import VARIANTS, Variant
from checkers_cli.util.text import printable


class MatchSettings(NamedTuple):
    """Everything that the games of a match depend on. The number of jobs is not part of it."""

    bots: tuple[BotSpec, ...]
    variant: str = "contest"
    games: int = 100  # of each two bots; even, because each opening is played with both colours
    seed: int = 0
    opening: int = 4  # random plies
    rounds: int = 100  # moves a side, after which a game is a draw
    sprt: Sprt | None = None
    programs: Mapping[str, Any] = {}  # the limits and the content of external programs

    @property
    def rules(self) -> Variant:
        """The game that is played."""
        return VARIANTS[self.variant]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Each two bots, by their numbers."""
        return list(combinations(range(len(self.bots)), 2))

    @property
    def names(self) -> list[str]:
        """The names of the bots; a number tells bots of the same name apart."""
        names: list[str] = []
        for number, bot in enumerate(self.bots):
            before = self.bots[:number].count(bot)
            name = printable(str(bot))  # a program's file may be called anything
            names.append(f"{name} ({before + 1})" if before else name)
        return names

    def to_json(self) -> dict[str, Any]:
        """The settings for the file of a match, by the names of the options."""
        sprt = self.sprt
        return {
            "bots": [str(bot) for bot in self.bots],
            "variant": self.variant,
            "games": self.games,
            "seed": self.seed,
            "opening": self.opening,
            "rounds": self.rounds,
            "sprt": None if sprt is None else [sprt.elo0, sprt.elo1],
            "alpha": None if sprt is None else sprt.alpha,
            "beta": None if sprt is None else sprt.beta,
            **self.programs,
        }


class Fixture(NamedTuple):
    """A game of the schedule."""

    number: int  # from 1
    black: int  # which bot
    white: int
    opening: Opening


def fixtures_of(settings: MatchSettings) -> Sequence[Fixture]:
    """All games of a match: from each opening all pairs, each with both colours."""
    openings = make_openings(
        settings.rules, settings.seed, settings.opening, (settings.games + 1) // 2
    )
    sides = [
        (black, white, opening)
        for opening in openings
        for one, other in settings.pairs
        for black, white in ((one, other), (other, one))
    ]
    return [Fixture(number, *side) for number, side in enumerate(sides, 1)]


def seed_of(settings: MatchSettings, fixture: Fixture, black: bool) -> int:
    """The seed of one player in one game; it does not depend on the process or the time."""
    text = f"game {settings.seed} {fixture.number} {black}"
    return Random(text).getrandbits(32)  # noqa: S311 - reproducible, not secret
