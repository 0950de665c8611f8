"""Who sits where: the game, who plays which side, how well, and when it is a draw."""

import shlex
from typing import NamedTuple

from checkers_cli.lab.games.game import Draws, Game, draws_of
from checkers_cli.rules.variants import TOWER, Variant
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.searches import DEEPEST_SEARCH, Engine, SearchPlan
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable

HUMAN, MACHINE = "human", "machine"
PLAYER_KINDS = (HUMAN, MACHINE)
# Two machines at the tower game, which knows no draws, could go on for ever.
ROUNDS = 100

LOWEST, HIGHEST = 1, 9
LEVEL = 4  # a beginner can win, and there is no waiting
# The upper levels have time instead of depth: how deep one gets within a breath differs much from
# the middle of a game to its end.
SECONDS = {7: 1.0, 8: 3.0, 9: 10.0}
IN_WORDS = "1 to 6 look so many actions ahead; 7, 8 and 9 take 1, 3 and 10 seconds for an action."


class Players(NamedTuple):
    """Two players and what they have agreed on."""

    variant: Variant = TOWER
    black: str = HUMAN
    white: str = MACHINE
    level: int = LEVEL
    evaluation: str = MATERIAL.name
    draws: Draws | None = None  # None: what is usual for the variant

    def is_machine(self, black: bool) -> bool:
        """Whether the machine plays a side."""
        return (self.black if black else self.white) == MACHINE

    @property
    def has_human(self) -> bool:
        """Whether anyone is there to be asked."""
        return HUMAN in (self.black, self.white)

    @property
    def title(self) -> str:
        """The players in a line."""
        return f"{self.variant.name}: {self._named(True)} against {self._named(False)}"

    def _named(self, black: bool) -> str:
        who = f"{MACHINE}, level {self.level}" if self.is_machine(black) else HUMAN
        return f"{self.variant.player(black)} ({who})"

    def engine(self) -> Engine:
        """What finds the machine's actions, and hints."""
        evaluation = evaluation_of(self.evaluation, self.variant)
        return Engine(evaluation, plan_of(self.level, self.variant))

    def continue_command(self, game: Game, file: str | None = None) -> str:
        """The command that goes on with a game: from its position, or from a file that has it."""
        usual = Players()
        words = ["checkers", "play"]
        if self.variant is not TOWER:
            words += ["--variant", self.variant.name]
        for side, who, default in (
            (True, self.black, usual.black),
            (False, self.white, usual.white),
        ):
            if who != default:
                words += [f"--{self.variant.player(side)}", who]
        if self.level != usual.level:
            words += ["--level", str(self.level)]
        if self.evaluation != usual.evaluation:
            words += ["--evaluation", self.evaluation]
        usual_draws = agreed_draws(self.variant, self.has_human)
        for name, number in (self.draws or usual_draws)._asdict().items():
            if number != getattr(usual_draws, name):
                words += [f"--{name}", str(number)]
        if file is not None:
            words += ["--load", printable(file)]
        # A tower script does not say where it begins; other scripts do.
        where = game.state if file is None else game.start
        if where != self.variant.start and (file is None or self.variant is TOWER):
            words += ["--position", self.variant.write(where)]
        return shlex.join(words)


def agreed_draws(
    variant: Variant,
    has_human: bool,
    repetitions: int | None = None,
    quiet: int | None = None,
    rounds: int | None = None,
) -> Draws:
    """When a game is a draw: what is asked for, and else what is usual (None)."""
    draws = draws_of(variant)
    if not has_human and variant is TOWER:
        draws = draws._replace(rounds=ROUNDS)
    draws = Draws(
        draws.repetitions if repetitions is None else repetitions,
        draws.quiet if quiet is None else quiet,
        draws.rounds if rounds is None else rounds,
    )
    if not has_human and variant.has_men and not any(draws):
        raise UnusableInput(
            "two machines without draws could go on for ever; "
            "give --rounds, --quiet or --repetitions"
        )
    return draws


def plan_of(level: int, variant: Variant) -> SearchPlan:
    """How the machine of a level searches."""
    plan = SearchPlan(depth=level, table=True, ordering=True, shortest=True)
    if level in SECONDS:
        # A board of marks is full after so many actions: looking further is waiting for nothing.
        deepest = DEEPEST_SEARCH if variant.has_men else variant.size**2
        plan = plan._replace(depth=deepest, seconds=SECONDS[level])
    return plan
