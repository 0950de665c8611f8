"""How often the diagnosis names what a program has: the README's table.

    python tests/faults/diagnosis_table.py [PAIRS [SEED]]

Every fault of the catalogue by itself, and random pairs of faults, are played on all examples as
`checkers run --fault` does, and explained. Whatever is said as a fact is played again to be sure.
"""

import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.bundled import bundled_symptoms
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import Faults, Observation, find_faults
from checkers_cli.faults.explain.symptoms import SymptomTable
from checkers_cli.util.workers import available_cores, ordered_map

ROOT = Path(__file__).parents[2]
SCRIPTS = {path.name: path.read_bytes() for path in sorted((ROOT / "examples").glob("*.txt"))}
NAMED, ALIKE, NEAREST, NOTHING, HIDDEN, FALSE = (
    "named, alone or with others that fit",
    "others that print the same on these cases",
    "only the nearest",
    "nothing",
    "does not show on these cases",
    "something false as a fact",
)


def printed_by(faults: Faults) -> list[Observation]:
    knobs = knobs_with(faults)
    return [
        Observation(name, script, transcript(script, knobs=knobs).encode("utf-8"))
        for name, script in SCRIPTS.items()
    ]


@cache
def tools() -> tuple[ReplayCache, SymptomTable]:
    replays = ReplayCache()
    known = {script: bundled_symptoms(script) for script in SCRIPTS.values()}
    return replays, SymptomTable(replays, lambda: {s: found for s, found in known.items() if found})


def outcome(ids: tuple[str, ...]) -> tuple[str, float]:
    """What the diagnosis says of a program with these faults, and how long that took."""
    faults = tuple(CATALOGUE[name] for name in ids)
    observations = printed_by(faults)
    started = time.process_time()
    found = find_faults(observations, *tools())
    took = time.process_time() - started
    if observations == printed_by(()):
        return HIDDEN if found is None else FALSE, took
    if found is None or not found.exact:
        return NOTHING if found is None else NEAREST, took
    said = (found.faults, *found.others)
    if any(printed_by(several) != observations for several in said):
        return FALSE, took
    named = any({fault.id for fault in several} == set(ids) for several in said)
    return NAMED if named else ALIKE, took


def random_pairs(count: int, seed: int) -> list[tuple[str, ...]]:
    random = Random(seed)
    faults = [fault for fault in CATALOGUE.values() if not fault.equivalent]
    pairs: list[tuple[str, ...]] = []
    while len(pairs) < count:
        one, other = random.sample(faults, 2)
        if not one.conflicts_with(other):
            pairs.append((one.id, other.id))
    return pairs


def main() -> None:
    count, seed = (int(word) for word in [*sys.argv[1:], "200", "1"][:2])
    singles = [(fault.id,) for fault in CATALOGUE.values() if not fault.equivalent]
    for title, programs in ((f"{len(singles)} faults", singles),
                            (f"{count} random pairs", random_pairs(count, seed))):  # fmt: skip
        results = list(ordered_map(outcome, programs, available_cores()))
        counts = Counter(said for said, _ in results)
        times = sorted(took for _, took in results)
        sys.stdout.write(f"{title}, {len(SCRIPTS)} cases\n")
        for said in (NAMED, ALIKE, NEAREST, NOTHING, HIDDEN, FALSE):
            share = 100 * counts[said] / len(programs)
            sys.stdout.write(f"  {said}: {counts[said]} ({share:.1f} %)\n")
        middle, most = times[len(times) // 2], times[-1]
        sys.stdout.write(f"  CPU time: median {middle:.2f} s, at most {most:.2f} s\n")
        for program, (said, _) in zip(programs, results, strict=True):
            if said in (NEAREST, NOTHING, FALSE):
                sys.stdout.write(f"  {said}: {' + '.join(program)}\n")


if __name__ == "__main__":
    main()
