"""Measures how long it takes to explain programs by faults."""

import statistics
from collections.abc import Sequence
from random import Random
from time import perf_counter

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.selection import combined
from checkers_cli.faults.engine.knobs import RIGHT, Knobs
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.departures import Departures, Row, make_rows
from checkers_cli.faults.explain.replays import Observation, Replays
from checkers_cli.faults.explain.search import Faults, explain

CASES = 40
_ALONE = 3  # of so many programs one is explained alone, with nothing known of others
_PAIRS = 2  # of so many programs one has two faults


def explaining(scripts: Sequence[bytes], programs: int, jobs: int) -> dict[str, object]:
    """Faulty programs on 40 of these scripts, explained one by one and as a class.

    For comparison: the time in which the slow engine plays these scripts once, all rules right.
    """
    chosen = scripts[:: max(1, len(scripts) // CASES)][:CASES]
    started = perf_counter()
    rows = make_rows(chosen, RIGHT, jobs)
    rows_s = perf_counter() - started
    seen = [_printed(faults, chosen) for faults in _programs(programs)]
    play_s = _play(chosen)
    one = []
    for observations in seen[::_ALONE]:
        started = perf_counter()
        explain(observations, *_tools(chosen, rows))
        one.append(perf_counter() - started)
    tools = _tools(chosen, rows)
    started = perf_counter()
    for observations in seen:
        explain(observations, *tools)
    return {
        "cases": len(chosen),
        "programs": len(seen),
        "rows_s": rows_s,
        "one_median_s": statistics.median(one),
        "one_most_s": max(one),
        "class_s": perf_counter() - started,
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


def _printed(faults: Faults, scripts: Sequence[bytes]) -> list[Observation]:
    return _played(scripts, combined(faults))


def _played(scripts: Sequence[bytes], knobs: Knobs) -> list[Observation]:
    return [
        Observation(str(number), script, transcript(script, knobs=knobs).encode())
        for number, script in enumerate(scripts)
    ]


def _play(scripts: Sequence[bytes]) -> float:
    started = perf_counter()
    _played(scripts, RIGHT)
    return perf_counter() - started


def _tools(scripts: Sequence[bytes], rows: Sequence[Row]) -> tuple[Replays, Departures]:
    """Tools that know the rows and nothing else."""
    replays = Replays()
    departures = Departures(replays)
    for script, row in zip(scripts, rows, strict=True):
        departures.put(script, row)
    return replays, departures
