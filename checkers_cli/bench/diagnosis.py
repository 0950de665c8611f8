"""Measures how long it takes to find models of faulty programs."""

import statistics
from collections.abc import Sequence
from functools import partial
from random import Random

from checkers_cli.bench.timing import timed
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.candidates import KNOWN, READING, Faults
from checkers_cli.faults.explain.plays import Observation, output
from checkers_cli.faults.explain.search import find_model

MOST_FAULTS = 6
_WORK = 10 * WORK_A_SECOND  # as much as the grader has by default


def explaining(scripts: Sequence[bytes], programs: int) -> dict[str, object]:
    """Find models of programs with 1 to 6 random faults on these scripts.

    The time in which the slow, correct engine plays these scripts once is there for comparison.
    """
    random = Random(programs)  # noqa: S311 - games, not secrets
    faulty = [random_faults(random, number % MOST_FAULTS + 1) for number in range(programs)]
    seen = [_played(scripts, knobs_with(faults)) for faults in faulty]
    _, play_s = timed(lambda: _played(scripts, REFERENCE))
    seconds: list[float] = []
    work: list[int] = []
    for observations in seen:
        budget = Budget(_WORK)
        seconds.append(timed(partial(find_model, observations, budget))[1])
        work.append(_WORK - budget.left)
    return {
        "cases": len(scripts),
        "programs": len(seen),
        "one_median_s": statistics.median(seconds),
        "one_most_s": max(seconds),
        "class_s": sum(seconds),
        "work_median": int(statistics.median(work)),
        "play_s": play_s,
    }


def random_faults(random: Random, size: int) -> Faults:
    """Return faults that a program can have together, half of the time with reading `limits`."""
    faults: list[Fault] = [READING] if random.random() < 0.5 else []
    size += len(faults)
    while len(faults) < size:
        fault = random.choice(KNOWN)
        if fault is not READING and not any(fault.conflicts_with(other) for other in faults):
            faults.append(fault)
    return tuple(faults)


def _played(scripts: Sequence[bytes], knobs: Knobs) -> list[Observation]:
    return [
        Observation(str(number), script, output(script, knobs))
        for number, script in enumerate(scripts)
    ]
