"""Makes new scripts on which a model and other programs print different things."""

from collections.abc import Container, Iterator, Sequence
from random import Random
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    OPPONENT,
    act,
    actions,
    move_tables,
    start_board,
)
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.candidates import Change
from checkers_cli.faults.explain.plays import Printed, printed
from checkers_cli.faults.testgen.random_games import changed, random_endgame, random_lines
from checkers_cli.script.promise import is_within

_TRIES = 130  # scripts that are made for a model
_UNRELATED = 50  # of these, scripts that are not made from the models
_LONGEST = 90  # lines of a script that shows a fault
_LONGEST_OF_SURVEY = 140  # as long as random games are


class NewScript(NamedTuple):
    """A new script, and whether it was made without a look at known ones."""

    script: bytes
    unrelated: bool


class NewScripts:
    """New scripts for a model, made as they are needed, with what the model prints for each.

    They are random, or similar to `models`, and written as the assignment promises if one of these
    is. None is `known`.
    """

    def __init__(
        self,
        knobs: Knobs,
        models: Sequence[bytes],
        known: Container[bytes],
        random: Random,
        budget: Budget,
    ) -> None:
        self._knobs, self._known, self._budget = knobs, known, budget
        self._within = any(map(is_within, models)) or not models
        self._more = _candidates(models, self._within, knobs, random)
        self._made: dict[bytes, tuple[NewScript, Printed]] = {}

    def telling(self, other: Knobs, change: Change, wanted: int) -> list[NewScript]:
        """Return up to `wanted` scripts for which a program with a change prints something else."""
        found: list[NewScript] = []
        for new, right in self._all():
            if len(found) >= wanted or self._budget.left <= 0:
                break
            if change.only_tree and not right.computed:
                continue
            found_there = printed(new.script, other)
            self._budget.spend(found_there.work)
            if found_there.output != right.output:
                found.append(new)
        return found

    def _all(self) -> Iterator[tuple[NewScript, Printed]]:
        """Yield the scripts that are made already, then new ones."""
        yield from list(self._made.values())
        for new in self._more:
            script = new.script
            usable = is_within(script) is self._within and script not in self._known
            if usable and script not in self._made:
                self._made[script] = new, printed(script, self._knobs)
                self._budget.spend(self._made[script][1].work)
                yield self._made[script]


def survey(knobs: Knobs, known: Container[bytes], random: Random) -> Iterator[bytes]:
    """Yield new scripts of all kinds, without end; one in eight is not as the assignment promises.

    A quarter of them are games as a program with these knobs accepts them.
    """
    seen: set[bytes] = set()
    while True:
        way = random.randrange(4)
        if way == 0:
            lines = [*_game_of(knobs, [], random), random.choice("AP")]
        else:
            lines = random_endgame(random) if way == 1 else random_lines(random)
        odd = random.random() < 1 / 8
        script = _oddly_written(random, lines) if odd else _written(lines)
        if len(lines) <= _LONGEST_OF_SURVEY and script not in known and script not in seen:
            seen.add(script)
            yield script


def _candidates(
    models: Sequence[bytes], within: bool, knobs: Knobs, random: Random
) -> Iterator[NewScript]:
    usable = [script for script in models if is_within(script) is within]
    for number in range(_TRIES):
        # Scripts that have nothing to do with the known ones say most, so they come first.
        unrelated = number < _UNRELATED
        lines = _unrelated(knobs, random) if unrelated else _similar(usable, knobs, random)
        if len(lines) <= _LONGEST:
            script = _written(lines) if within else _oddly_written(random, lines)
            yield NewScript(script, unrelated)


def _unrelated(knobs: Knobs, random: Random) -> list[str]:
    """Return the lines of a script that has nothing to do with others."""
    way = random.randrange(5)
    if way == 0:
        return _game_of(knobs, [], random)
    if way == 4:
        return random_endgame(random)
    lines = random_lines(random)
    return lines[: random.randint(0, len(lines))] if way == 1 else lines  # without its ending


def _similar(models: Sequence[bytes], knobs: Knobs, random: Random) -> list[str]:
    """Return the lines of a script that is similar to one of the models."""
    texts = random.choice(models).decode("latin-1").split() if models else []
    way = random.randrange(4)
    if way == 0 and texts:
        return changed(random, texts)
    if way == 1:
        return _game_of(knobs, texts, random)
    if way == 2 and texts:  # another game with the same end
        game = [line for line in random_lines(random) if "-" in line]
        return game[: random.randint(0, 12)] + texts[-random.randint(1, 2) :]
    return random_lines(random, texts[: random.randint(0, len(texts))])


def _game_of(knobs: Knobs, begun: list[str], random: Random) -> list[str]:
    """Return a game that begins like another one and goes on with what a program accepts.

    A program that accepts wrong actions shows that only if somebody tries them.
    """
    tables, right = (move_tables(one.script, REFERENCE.tree) for one in (knobs, REFERENCE))
    board, player = start_board(), BLACK
    lines: list[str] = []
    start = random.randint(0, len(begun))
    for _ in range(random.randint(1, _LONGEST)):
        found = actions(board, player, tables)
        if not found:
            break
        legal = {action.name for action in actions(board, player, right)}
        known = [a for a in found if len(lines) < start and a.name == begun[len(lines)]]
        odd = [action for action in found if action.name not in legal]
        action = random.choice(known or (odd if odd and random.random() < 0.5 else found))
        lines.append(action.name)
        board, player = act(board, action, tables), OPPONENT[player]
        if action in odd and random.random() < 0.5:
            break
    return lines


def _oddly_written(random: Random, lines: Sequence[str]) -> bytes:
    """Return lines as a file in one of the ways that the assignment does not promise."""
    place = random.randrange(len(lines)) if lines else 0
    odd = list(lines) or [""]
    way = random.choice(("blank", "leading", "trailing", "crlf", "unended", "long", "lower"))
    if way == "blank":
        odd.insert(place, "")
    elif way == "leading":
        odd[place] = f" {odd[place]}"
    elif way == "trailing":
        odd[place] += random.choice((" ", "\t"))
    elif way == "crlf":
        odd = [f"{line}\r" for line in odd]
    elif way == "long":
        odd = [*odd[: place + 1], random.choice(("A10-B5", "C6-B10", "G12-A1"))]
    elif way == "lower":
        odd[place] = odd[place].lower() if "-" in odd[place] else odd[place]
    return _written(odd).removesuffix(b"\n") if way == "unended" else _written(odd)


def _written(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("latin-1", "replace")
