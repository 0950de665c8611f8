"""Makes scripts of random games; the same seed gives the same scripts."""

from collections.abc import Iterator
from random import Random

from checkers_cli.lab.match.openings import random_line
from checkers_cli.rules.position import START
from checkers_cli.script.parser import COMPUTE, PLAY

LONGEST_GAME = 120


def random_script(random: Random, actions: int, command: str) -> str:
    """A script of up to `actions` random actions (fewer if the game ends), then the command."""
    lines, _ = random_line(START, actions, random)
    return "".join(f"{line}\n" for line in (*lines, command) if line)


def mixed_scripts(count: int, seed: int = 0) -> Iterator[str]:
    """Random games of 0 to 120 actions: a third without a command, a third with A, with P."""
    random = Random(seed)  # noqa: S311 - games, not secrets
    for number in range(count):
        length = random.randint(0, LONGEST_GAME)
        yield random_script(random, length, ("", COMPUTE, PLAY)[number % 3])
