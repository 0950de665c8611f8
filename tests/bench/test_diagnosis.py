"""The benchmark of explanations."""

from itertools import combinations
from random import Random

from shown import SCRIPTS

from checkers_cli.bench.diagnosis import MOST_FAULTS, explaining, random_faults
from checkers_cli.faults.explain.candidates import READING


def test_every_figure_is_measured() -> None:
    figures = explaining([SCRIPTS["empty"], SCRIPTS["error-1-before-2"]], programs=4)
    assert figures["cases"] == 2
    assert figures["programs"] == 4
    for name in ("one_median_s", "one_most_s", "class_s", "play_s"):
        value = figures[name]
        assert isinstance(value, float)
        assert value > 0


def test_random_faults_can_be_together() -> None:
    random = Random(1)
    for size in range(1, MOST_FAULTS + 1):
        faults = random_faults(random, size)
        assert len(faults) == size + (READING in faults)
        assert not any(one.conflicts_with(other) for one, other in combinations(faults, 2))


def test_half_of_the_programs_have_the_other_reading() -> None:
    random = Random(1)
    limits = sum(READING in random_faults(random, 1) for _ in range(100))
    assert 30 < limits < 70
