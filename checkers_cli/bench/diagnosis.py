"""Measures how long it takes to explain programs by faults."""

import statistics
from collections.abc import Sequence
from functools import partial
from random import Random

from checkers_cli.bench.timing import timed
from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import Faults, Observation, find_faults
from checkers_cli.faults.explain.symptoms import Symptoms, SymptomTable, make_symptoms

CASES = 40
_ALONE = 3  # one of so many programs is explained alone, with empty caches
_PAIRS = 2  # one of so many programs has two faults


def explaining(scripts: Sequence[bytes], programs: int, jobs: int) -> dict[str, object]:
    """Explain faulty programs on 40 of these scripts, one by one and as a class.

    The time in which the slow, correct engine plays these scripts once is there for comparison.
    """
    chosen = scripts[:: max(1, len(scripts) // CASES)][:CASES]
    rows, rows_s = timed(lambda: make_symptoms(chosen, REFERENCE, jobs))
    seen = [_played(chosen, knobs_with(faults)) for faults in _programs(programs)]
    _, play_s = timed(lambda: _played(chosen, REFERENCE))
    alone = [
        timed(partial(find_faults, observations, *_tools(chosen, rows)))[1]
        for observations in seen[::_ALONE]
    ]
    tools = _tools(chosen, rows)
    _, class_s = timed(lambda: [find_faults(observations, *tools) for observations in seen])
    return {
        "cases": len(chosen),
        "programs": len(seen),
        "rows_s": rows_s,
        "one_median_s": statistics.median(alone),
        "one_most_s": max(alone),
        "class_s": class_s,
        "play_s": play_s,
    }


def _programs(count: int) -> list[Faults]:
    """Random faults, and pairs of them."""
    random = Random(count)  # noqa: S311
    known = [fault for fault in CATALOGUE.values() if not fault.equivalent]
    found: list[Faults] = []
    while len(found) < count:
        faults = tuple(random.sample(known, 2 if len(found) % _PAIRS else 1))
        if len(faults) < 2 or not faults[0].conflicts_with(faults[1]):
            found.append(faults)
    return found


def _played(scripts: Sequence[bytes], knobs: Knobs) -> list[Observation]:
    return [
        Observation(str(number), script, transcript(script, knobs=knobs).encode())
        for number, script in enumerate(scripts)
    ]


def _tools(scripts: Sequence[bytes], rows: Sequence[Symptoms]) -> tuple[ReplayCache, SymptomTable]:
    """Tools whose caches hold the rows and nothing else."""
    replays = ReplayCache()
    return replays, SymptomTable(replays, lambda: dict(zip(scripts, rows, strict=True)))
