"""Bots by specification, such as `negascout:depth=6,evaluation=contest`, `random` or `./a.out`."""

import os
import re
from random import Random
from typing import NamedTuple, Protocol

from checkers_cli.lab.games.game import Game
from checkers_cli.rules.actions import Action
from checkers_cli.rules.variants import Variant
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.evaluations import EVALUATIONS, evaluation_of
from checkers_cli.search.minimax import DEEPEST_TREE, TreeTooLarge
from checkers_cli.search.searches import (
    ALPHABETA,
    DEEPEST_SEARCH,
    LONGEST_TIME,
    MINIMAX,
    MOST_NODES,
    NEGAMAX,
    NEGASCOUT,
    SEARCHES,
    SHORTEST_TIME,
    Engine,
    SearchPlan,
)
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import ascii_text, quoted

RANDOM = "random"
PROGRAM = "program"
SEARCH = "search"  # another word for the best search
BOTS = (SEARCH, *SEARCHES, RANDOM)

MOST_SEED = 2**63 - 1

_SWITCHES = ("table", "ordering", "deepening", "quiescence")
_ON = {"on": True, "off": False}
_PRUNING = ("depth", "time", "nodes", "evaluation", *_SWITCHES)
OPTIONS = {
    MINIMAX: ("depth", "evaluation"),
    NEGAMAX: ("depth", "evaluation"),
    ALPHABETA: _PRUNING,
    NEGASCOUT: _PRUNING,
    RANDOM: ("seed",),
}
# `shortest` makes a bot win a won game instead of putting it off; values stay the same.
_PLANS = {
    MINIMAX: SearchPlan(MINIMAX),
    NEGAMAX: SearchPlan(NEGAMAX, shortest=True),
    ALPHABETA: SearchPlan(ALPHABETA, shortest=True),
    NEGASCOUT: SearchPlan(NEGASCOUT, table=True, ordering=True, shortest=True),
}


class BadBot(UnusableInput, ValueError):
    """A text that specifies no bot; its message says why."""


class Player(Protocol):
    """A player: chooses actions in a game."""

    def choose(self, game: Game) -> Action:
        """A legal action for the player to act, of a game that has not ended."""


class SearchPlayer:
    """Plays the best action of a search."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def choose(self, game: Game) -> Action:
        """The best action that the search finds."""
        try:
            action = self._engine.search(game.state).action
        except TreeTooLarge:
            # Plain negamax finds the same action without a tree in memory.
            plain = Engine(self._engine.evaluation, self._engine.plan._replace(search=NEGAMAX))
            action = plain.search(game.state).action
        if action is None:
            raise ValueError("there is no action to choose from")
        return action


class RandomPlayer:
    """Plays random actions; the same seed and ply give the same choice."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Action:
        """A random action."""
        # A new generator for each choice, so that choices do not depend on actions taken back.
        return Random(f"{self._seed} {len(game.actions)}").choice(game.state.actions())  # noqa: S311


class BotSpec(NamedTuple):
    """A bot. Its text is the shortest specification of the same bot."""

    kind: str  # one of SEARCHES, or RANDOM, or PROGRAM
    plan: SearchPlan = SearchPlan()
    evaluation: str = MATERIAL.name
    seed: int = 0
    program: str = ""  # the path of an external program

    def __str__(self) -> str:
        if self.program:
            return self.program
        words = [f"{name}={value}" for name, value in self._values().items()]
        return f"{self.kind}:{','.join(words)}" if words else self.kind

    def _values(self) -> dict[str, str]:
        """The options that differ from the defaults."""
        if self.kind == RANDOM:
            return {"seed": str(self.seed)} if self.seed else {}
        plan, usual = self.plan, _PLANS[self.kind]
        budget = plan.seconds or plan.nodes
        values = {} if budget and plan.depth == DEEPEST_SEARCH else {"depth": str(plan.depth)}
        if plan.seconds:
            values["time"] = repr(plan.seconds).removesuffix(".0")
        if plan.nodes:
            values["nodes"] = str(plan.nodes)
        values["evaluation"] = self.evaluation
        for name in _SWITCHES:
            value = getattr(plan, name)
            implied = name == "deepening" and budget
            if value != getattr(usual, name) and not implied:
                values[name] = "on" if value else "off"
        return values

    def player(self, variant: Variant, seed: int = 0) -> Player:
        """A player for a game of some variant and seed; the sandbox runs programs."""
        if self.kind == PROGRAM:
            raise ValueError(f"{self.program} is a program, which is not run in this process")
        if self.kind == RANDOM:
            return RandomPlayer(f"{self.seed} {seed}")
        return SearchPlayer(Engine(evaluation_of(self.evaluation, variant), self.plan))


def parse_bot(text: str) -> BotSpec:
    """The bot of a specification; `BadBot` says why there is none."""
    name, colon, rest = text.partition(":")
    kind = NEGASCOUT if name == SEARCH else name
    if kind not in OPTIONS:
        if "/" in text or os.path.isfile(text):
            return BotSpec(PROGRAM, program=text)
        raise BadBot(
            f"{quoted(text)} is not a bot: neither one of {', '.join(BOTS)} nor a program "
            "(write ./NAME for one in this folder)"
        )
    values = _options(kind, rest) if colon else {}
    if kind == RANDOM:
        return BotSpec(RANDOM, seed=_whole(values, "seed", 0, MOST_SEED, 0))
    evaluation = values.get("evaluation", MATERIAL.name)
    if evaluation not in EVALUATIONS:
        raise BadBot(
            f"evaluation={ascii_text(evaluation)}: it must be one of {', '.join(EVALUATIONS)}"
        )
    return BotSpec(kind, _plan(kind, values), evaluation)


def _plan(kind: str, values: dict[str, str]) -> SearchPlan:
    """The plan of a search with these options."""
    usual = _PLANS[kind]
    seconds = _seconds(values)
    nodes = _whole(values, "nodes", 1, MOST_NODES, 0)
    budget = bool(seconds or nodes)
    if budget and not _switch(values, "deepening", True):
        raise BadBot("deepening=off: a bot with a limit of time or nodes needs deepening")
    deepest = DEEPEST_TREE if kind == MINIMAX else DEEPEST_SEARCH
    return usual._replace(
        depth=_whole(values, "depth", 1, deepest, DEEPEST_SEARCH if budget else usual.depth),
        seconds=seconds,
        nodes=nodes,
        deepening=_switch(values, "deepening", budget),
        table=_switch(values, "table", usual.table),
        ordering=_switch(values, "ordering", usual.ordering),
        quiescence=_switch(values, "quiescence", usual.quiescence),
    )


def _options(kind: str, text: str) -> dict[str, str]:
    """The options as they are written, each known and given once."""
    values: dict[str, str] = {}
    for word in text.split(","):
        name, equals, value = word.partition("=")
        if name not in OPTIONS[kind]:
            raise BadBot(
                f"{quoted(word)} is not an option of {kind}; it has {', '.join(OPTIONS[kind])}"
            )
        if not equals or not value:
            raise BadBot(f"{kind}: the option {name} needs a value, as in {_EXAMPLES[name]}")
        if name in values:
            raise BadBot(f"{kind}: the option {name} is given twice")
        values[name] = value
    return values


_EXAMPLES = {
    "depth": "depth=6",
    "time": "time=0.5",
    "nodes": "nodes=10000",
    "evaluation": "evaluation=contest",
    "seed": "seed=3",
} | {name: f"{name}=on" for name in _SWITCHES}


def _whole(values: dict[str, str], name: str, least: int, most: int, usual: int) -> int:
    """A whole number of an option."""
    if name not in values:
        return usual
    text = values[name]
    if not re.fullmatch(r"[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise BadBot(f"{name}={ascii_text(text)}: it must be a whole number from {least} to {most}")
    return int(text)


def _seconds(values: dict[str, str]) -> float:
    """The seconds that a bot may search; 0 without a limit."""
    if "time" not in values:
        return 0.0
    text = values["time"]
    number = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text)
    if number is None or not SHORTEST_TIME <= float(text) <= LONGEST_TIME:
        raise BadBot(
            f"time={ascii_text(text)}: it must be seconds from {SHORTEST_TIME} to {LONGEST_TIME}"
        )
    return float(text)


def _switch(values: dict[str, str], name: str, usual: bool) -> bool:
    """Whether an option is on."""
    text = values.get(name)
    if text is None:
        return usual
    if text not in _ON:
        raise BadBot(f"{name}={ascii_text(text)}: it must be on or off")
    return _ON[text]
