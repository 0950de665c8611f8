"""The players of a session: the variant, who plays which side, how well, and the draw rules."""

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
# The tower game has no draws, so two machines could play it for ever.
MACHINE_ROUNDS = 100

LOWEST, HIGHEST = 1, 9
LEVEL = 4  # the default: a beginner can win, and the machine answers at once
# The upper levels limit the time, not the depth: the depth that a second allows differs much
# between the middle and the end of a game.
LEVEL_SECONDS = {7: 1.0, 8: 3.0, 9: 10.0}
IN_WORDS = "1 to 6 search so many actions deep; 7, 8 and 9 take 1, 3 and 10 seconds for an action."
# The options of `checkers play` for the fields of Draws.
DRAW_OPTIONS = {"repetitions": "--repetitions", "quiet": "--draw-after-quiet", "rounds": "--rounds"}


class Players(NamedTuple):
    """Two players, and the variant, level and rules that they play by."""

    variant: Variant = TOWER
    black: str = HUMAN
    white: str = MACHINE
    level: int = LEVEL
    evaluation: str = MATERIAL.name
    draws: Draws | None = None  # None: the default of the variant

    def is_machine(self, black: bool) -> bool:
        """Whether the machine plays a side."""
        return (self.black if black else self.white) == MACHINE

    @property
    def has_human(self) -> bool:
        """Whether a human plays."""
        return HUMAN in (self.black, self.white)

    @property
    def title(self) -> str:
        """The players in a line."""
        return f"{self.variant.name}: {self._named(True)} against {self._named(False)}"

    def _named(self, black: bool) -> str:
        who = f"{MACHINE}, level {self.level}" if self.is_machine(black) else HUMAN
        return f"{self.variant.player(black)} ({who})"

    def engine(self) -> Engine:
        """The engine for the machine's actions and for hints."""
        evaluation = evaluation_of(self.evaluation, self.variant)
        return Engine(evaluation, plan_of(self.level, self.variant))

    def continue_command(self, game: Game, file: str | None = None) -> str:
        """The command that continues a game from its position, or from a file."""
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
                words += [DRAW_OPTIONS[name], str(number)]
        if file is not None:
            words += ["--load", printable(file)]
        # A tower script does not hold its start; other scripts do.
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
    """When a game is a draw; None stands for the default of the variant."""
    draws = draws_of(variant)
    if not has_human and variant is TOWER:
        draws = draws._replace(rounds=MACHINE_ROUNDS)
    draws = Draws(
        draws.repetitions if repetitions is None else repetitions,
        draws.quiet if quiet is None else quiet,
        draws.rounds if rounds is None else rounds,
    )
    if not has_human and variant.has_men and not any(draws):
        raise UnusableInput(
            "two machines without draws could play for ever; "
            "give --rounds, --draw-after-quiet or --repetitions"
        )
    return draws


def plan_of(level: int, variant: Variant) -> SearchPlan:
    """The search plan of a level."""
    plan = SearchPlan(depth=level, table=True, ordering=True, shortest=True)
    if level in LEVEL_SECONDS:
        # A board of marks is full after so many actions; searching deeper would waste time.
        deepest = DEEPEST_SEARCH if variant.has_men else variant.size**2
        plan = plan._replace(depth=deepest, seconds=LEVEL_SECONDS[level])
    return plan
