"""Where each fault of the catalogue departs from what is right: one row a script."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import Knobs
from checkers_cli.faults.engine.program import COMMAND_LETTERS, statements
from checkers_cli.faults.explain.replays import ReplayCache, Symptom
from checkers_cli.util.workers import ordered_map

Symptoms = Mapping[str, Symptom]  # by fault; those that do not show are not in

_TOGETHER = 20  # faults of which the rows are made in one go, on all scripts


class SymptomTable:
    """The rows of scripts, each made once."""

    def __init__(self, replays: ReplayCache) -> None:
        self._replays = replays
        self._rows: dict[bytes, Symptoms] = {}

    def of(self, script: bytes) -> Symptoms:
        """The row of a script."""
        if script not in self._rows:
            self.put(script, symptoms_on(script, self._replays, CATALOGUE.values()))
        return self._rows[script]

    def put(self, script: bytes, row: Symptoms) -> None:
        """A row that was made before."""
        self._rows[script] = row


def symptoms_on(script: bytes, replays: ReplayCache, faults: Iterable[Fault]) -> Symptoms:
    """Where some faults depart on a script."""
    right = replays.of(script).text()
    thinks = any(statement.text in COMMAND_LETTERS for statement in statements(script))
    row = {}
    for fault in faults:
        if fault.equivalent or not (thinks or shows_without_command(fault)):
            continue
        departure = replays.of(script, fault.setting).departure(right)
        if departure is not None:
            row[fault.id] = departure
    return row


def shows_without_command(fault: Fault) -> bool:
    """Whether a fault turns any knob that is asked for where nothing is computed."""
    return any(not path.startswith(("tree.", "tree_moves.")) for path in fault.setting)


class _Part(NamedTuple):
    """Some faults on one script: what a worker does at a time."""

    script: bytes
    base: Knobs
    ids: tuple[str, ...]


def make_symptoms(scripts: Sequence[bytes], base: Knobs, jobs: int) -> list[Symptoms]:
    """The rows of scripts, made by so many processes."""
    ids = list(CATALOGUE)
    groups = [tuple(ids[at : at + _TOGETHER]) for at in range(0, len(ids), _TOGETHER)]
    # Group by group: the trees of a fault are then made by one process, and known on all scripts.
    parts = [_Part(script, base, group) for group in groups for script in scripts]
    rows: list[dict[str, Symptom]] = [{} for _ in scripts]
    for number, row in enumerate(ordered_map(_row_of_part, parts, jobs)):
        rows[number % len(scripts)].update(row)
    return list(rows)


@lru_cache(maxsize=1)
def _worker_replays(base: Knobs, ids: tuple[str, ...]) -> ReplayCache:
    return ReplayCache(base)


def _row_of_part(part: _Part) -> Symptoms:
    faults = [CATALOGUE[name] for name in part.ids]
    return symptoms_on(part.script, _worker_replays(part.base, part.ids), faults)
