"""Finds the shortest scripts that show each fault, and keeps them with the catalogue.

    python tests/faults/keep_examples.py [SEED [ID ...]]

It begins with what is kept already and with examples/, so that it can only get better, and takes
ten minutes for all faults. Run it after the catalogue has changed, for the new faults or for all;
another seed may find shorter scripts.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.testgen.random_games import (
    illegal_action,
    laid_out,
    random_lines,
)
from checkers_cli.faults.testgen.scoring import CATCHABLE, Expected
from checkers_cli.faults.testgen.shrinking import shrink
from checkers_cli.rules.position import START, Position, legal_actions
from checkers_cli.script.promise import is_within
from checkers_cli.util.workers import available_cores, ordered_map

EXAMPLES = Path(__file__).parents[2] / "examples"
FILE = Path(__file__).parents[2] / "checkers_cli" / "faults" / "catalogue" / "examples.json"
RANDOM_SCRIPTS = 2500
TRIED = 2  # of the scripts that show a fault, so many are made shorter


def script_bytes(lines: Sequence[str]) -> bytes:
    """The lines as a file, each with a newline."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def short_scripts() -> Iterator[list[str]]:
    """All games of at most two actions with each command."""
    for actions, _ in games(2):
        yield from ([*actions, *ending] for ending in ([], ["A"], ["P"]))


def games(most: int) -> Iterator[tuple[list[str], Position]]:
    """All games of at most so many actions, and where they lead."""
    yield [], START
    for length in range(most):
        for lines, position in list(games(length)):
            if len(lines) == length:
                for action in legal_actions(position):
                    yield [*lines, action.name], position.after(action)


def pool(random: Random) -> list[bytes]:
    """All scripts to choose from, the best first."""
    found = {script_bytes(lines) for lines in short_scripts()}
    found |= {path.read_bytes() for path in EXAMPLES.glob("*.txt")}
    kept = list(json.loads(FILE.read_text()).values()) if FILE.exists() else [""]
    found |= {script.encode("ascii") for script in kept}
    for actions, position in games(2):
        often = 400 if not actions else 10
        found |= {script_bytes([*actions, illegal_action(random, position)]) for _ in range(often)}
    for _ in range(RANDOM_SCRIPTS):
        begun = random.choice(([], random.choice(kept).split()))
        found.add(laid_out(random, random_lines(random, begun)))
    return sorted(found, key=length)


def length(script: bytes) -> tuple[bool, int, int, bytes]:
    """What is to be small: scripts within the promise come first, then lines and bytes count."""
    return not is_within(script), len(script.split()), len(script), script


def shortest(scripts: Sequence[Expected], fault_id: str) -> str | None:
    """The shortest script found that shows a fault."""
    found: list[bytes] = []
    for expected in scripts:
        if len(found) == TRIED:
            break
        if expected.shows(fault_id):
            found.append(shortened(expected.script, fault_id))
    return min(found, key=length).decode("ascii") if found else None


def shortened(script: bytes, fault_id: str) -> bytes:
    """A script without all that is not needed to show a fault, its odd layout included."""

    def shows(lines: tuple[str, ...]) -> bool:
        return Expected("".join(lines).encode("ascii")).shows(fault_id)

    best = "".join(shrink(script.decode("ascii").splitlines(keepends=True), shows)).encode("ascii")
    bare = script_bytes(best.decode("ascii").split())
    return bare if Expected(bare).shows(fault_id) else best


def main() -> int:
    """Write the file anew; 1 if a fault is left without a script."""
    random = Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    wanted = sys.argv[2:] or CATCHABLE
    kept: dict[str, str] = json.loads(FILE.read_text()) if FILE.exists() else {}
    scripts = [Expected(script) for script in pool(random)]
    found = ordered_map(partial(shortest, scripts), wanted, available_cores(), slow=True)
    for fault_id, script in zip(wanted, found, strict=True):
        if script is not None:
            kept[fault_id] = script
            sys.stderr.write(f"{fault_id}: {len(script.split())} lines\n")
    missing = [fault_id for fault_id in CATCHABLE if fault_id not in kept]
    for fault_id in missing:
        sys.stderr.write(f"{fault_id}: none found ({CATALOGUE[fault_id].title})\n")
    ordered = {fault_id: kept[fault_id] for fault_id in CATCHABLE if fault_id in kept}
    FILE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="ascii")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
