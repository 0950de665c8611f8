"""Scores a set of scripts: the faults it catches and misses, and its redundant scripts.

A script catches a fault if a program with that fault prints other bytes than the reference does
under the reading `formula`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.program import output_pieces, transcript
from checkers_cli.faults.engine.reading import COMMAND, statements
from checkers_cli.faults.testgen.bundled import bundled_shows
from checkers_cli.util.workers import ordered_map

CATCHABLE = tuple(fault.id for fault in CATALOGUE.values() if not fault.equivalent)
EQUIVALENT = tuple(fault for fault in CATALOGUE.values() if fault.equivalent)

Tick = Callable[[], object]


class NamedScript(NamedTuple):
    """A script and its name."""

    name: str
    script: bytes


class Expected:
    """A script with the output of the reference."""

    def __init__(self, script: bytes, computed: bool = False) -> None:
        """`computed`: play faults on a bundled script too, instead of looking them up."""
        self.script = script
        self.text = transcript(script)
        commands = [line.text for line in statements(script) if line.kind == COMMAND]
        self.command = commands[0] if commands else ""
        self._shown = None if computed else bundled_shows(script)
        self.error = self.text.splitlines()[-1].startswith("ERROR: ")

    @property
    def stage(self) -> int:
        """The stage of the case in grading: 0 without a command or with an error, 1 `A`, 2 `P`."""
        return 0 if self.error else " AP".index(self.command or " ")

    def shows(self, fault_id: str) -> bool:
        """Tell whether a program with this fault prints something else."""
        fault = CATALOGUE[fault_id]
        if self._shown is not None:
            return fault_id in self._shown
        if not self.command and all(path.startswith("tree") for path in fault.setting):
            return False  # no tree is made
        place = 0
        for piece in output_pieces(self.script, knobs_with([fault])):
            if not self.text.startswith(piece, place):
                return True
            place += len(piece)
        return place < len(self.text)


class Score:
    """Which faults each case of a set catches."""

    def __init__(self, names: Sequence[str], catchers: Mapping[str, frozenset[str]]) -> None:
        self.names = tuple(names)
        self.catchers = dict(catchers)  # by fault id: the cases that catch it
        self.caught = {
            name: tuple(fault for fault, cases in self.catchers.items() if name in cases)
            for name in self.names
        }

    @property
    def missed(self) -> list[Fault]:
        """The faults that no case catches although a script could."""
        return [CATALOGUE[fault] for fault, cases in self.catchers.items() if not cases]

    def only_by(self, name: str) -> list[str]:
        """Return the faults that only this case catches."""
        return [fault for fault in self.caught[name] if len(self.catchers[fault]) == 1]

    def families(self) -> dict[str, tuple[int, int]]:
        """Return for each family the number of faults that are caught, and of all."""
        found: dict[str, tuple[int, int]] = {}
        for fault, cases in self.catchers.items():
            caught, total = found.get(CATALOGUE[fault].family, (0, 0))
            found[CATALOGUE[fault].family] = caught + bool(cases), total + 1
        return found

    def redundant(self, sizes: Mapping[str, int]) -> list[str]:
        """Return cases that can all be dropped together without losing a fault.

        No other case can be dropped then, but there may be a smaller set.
        """
        needed = set(smallest_cover(self.caught, sizes))
        return [name for name in self.names if name not in needed]


def score_cases(cases: Sequence[NamedScript], jobs: int, tick: Tick = lambda: None) -> Score:
    """Try every catchable fault on every case; call `tick` after each fault."""
    names = [case.name for case in cases]
    catchers: dict[str, frozenset[str]] = {}
    found = cases_showing([Expected(case.script) for case in cases], CATCHABLE, jobs)
    for fault_id, shown in zip(CATCHABLE, found, strict=True):
        catchers[fault_id] = frozenset(names[number] for number in shown)
        tick()
    return Score(names, catchers)


def cases_showing(
    cases: Sequence[Expected], fault_ids: Sequence[str], jobs: int
) -> Iterator[tuple[int, ...]]:
    """Yield for each fault, in order, the numbers of the cases that show it."""
    pairs = [(fault_id, number) for fault_id in fault_ids for number in range(len(cases))]
    with closing(ordered_map(partial(_shown, cases), pairs, jobs)) as found:
        for _ in fault_ids:
            yield tuple(number for number in range(len(cases)) if next(found))


def _shown(cases: Sequence[Expected], pair: tuple[str, int]) -> bool:
    fault_id, number = pair
    return cases[number].shows(fault_id)


def smallest_cover(caught: Mapping[str, Sequence[str]], sizes: Mapping[str, int]) -> list[str]:
    """Return a set of cases that catches the same faults, from which no case can be dropped.

    Greedy: each step takes the case that adds the most; ties go to the shortest, then by name.
    """
    left = {fault for faults in caught.values() for fault in faults}
    waiting = {name: set(faults) for name, faults in caught.items()}
    taken: list[str] = []
    while left:
        best = min(waiting, key=lambda name: (-len(waiting[name] & left), sizes[name], name))
        taken.append(best)
        left -= waiting.pop(best)
    return without_redundant(taken, caught, sizes)


def without_redundant(
    names: Iterable[str], caught: Mapping[str, Sequence[str]], sizes: Mapping[str, int]
) -> list[str]:
    """Drop one redundant case after the other, the longest first; return the others."""
    kept = list(names)
    counts = Counter(fault for name in kept for fault in caught[name])
    for name in sorted(kept, key=lambda name: (-sizes[name], name)):
        if all(counts[fault] > 1 for fault in caught[name]):
            kept.remove(name)
            counts.subtract(caught[name])
    return kept
