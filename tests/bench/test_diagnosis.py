"""The benchmark of explanations."""

from shown import SCRIPTS

from checkers_cli.bench.diagnosis import explaining


def test_every_figure_is_measured() -> None:
    figures = explaining([SCRIPTS["empty"], SCRIPTS["error-1-before-2"]], programs=4, jobs=1)
    assert figures["cases"] == 2
    assert figures["programs"] == 4
    for name in ("rows_s", "one_median_s", "one_most_s", "class_s", "play_s"):
        value = figures[name]
        assert isinstance(value, float)
        assert value > 0
