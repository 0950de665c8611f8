"""The symptoms of faults: where the output of each fault first differs on a script."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import Knobs
from checkers_cli.faults.engine.program import COMMAND_LETTERS, statements
from checkers_cli.faults.explain.replays import ReplayCache, Symptom
from checkers_cli.util.workers import ordered_map

Symptoms = Mapping[str, Symptom]  # by fault id; without the faults that do not show

_GROUP_SIZE = 20  # faults that a worker plays on all scripts, one script after another


class SymptomTable:
    """The symptoms on each script, computed once."""

    def __init__(
        self, replays: ReplayCache, load: Callable[[], Mapping[bytes, Symptoms]] = dict
    ) -> None:
        """`load` returns the symptoms that are known already; it is called when needed."""
        self._replays, self._load = replays, load

    @cached_property
    def _table(self) -> dict[bytes, Symptoms]:
        return dict(self._load())

    def of(self, script: bytes) -> Symptoms:
        """Return the symptoms on a script."""
        if script not in self._table:
            self._table[script] = symptoms_on(script, self._replays, CATALOGUE.values())
        return self._table[script]


def symptoms_on(script: bytes, replays: ReplayCache, faults: Iterable[Fault]) -> Symptoms:
    """Return the symptoms of some faults on a script."""
    right = replays.of(script).text()
    computes = any(statement.text in COMMAND_LETTERS for statement in statements(script))
    found = {}
    for fault in faults:
        if fault.equivalent or not (computes or shows_without_command(fault)):
            continue
        symptom = replays.of(script, fault.setting).symptom(right)
        if symptom is not None:
            found[fault.id] = symptom
    return found


def shows_without_command(fault: Fault) -> bool:
    """Tell whether a fault changes a knob that matters in scripts without a command."""
    return any(not path.startswith(("tree.", "tree_moves.")) for path in fault.setting)


def make_symptoms(scripts: Sequence[bytes], base: Knobs, jobs: int) -> list[Symptoms]:
    """Compute the symptoms on each script with `jobs` processes."""
    ids = list(CATALOGUE)
    groups = [tuple(ids[at : at + _GROUP_SIZE]) for at in range(0, len(ids), _GROUP_SIZE)]
    # Group by group, so that one process plays a fault on all scripts and reuses its trees.
    parts = [(group, script) for group in groups for script in scripts]
    rows: list[dict[str, Symptom]] = [{} for _ in scripts]
    for number, row in enumerate(ordered_map(partial(_row_of_part, base), parts, jobs)):
        rows[number % len(scripts)].update(row)
    return list(rows)


@lru_cache(maxsize=1)
def _worker_replays(base: Knobs, ids: tuple[str, ...]) -> ReplayCache:
    return ReplayCache(base)


def _row_of_part(base: Knobs, part: tuple[tuple[str, ...], bytes]) -> Symptoms:
    ids, script = part
    return symptoms_on(script, _worker_replays(base, ids), [CATALOGUE[name] for name in ids])
