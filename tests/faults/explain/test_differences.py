import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain.differences import kind_of_difference
from checkers_cli.faults.explain.plays import Observation, output, play


@pytest.mark.parametrize(
    ("fault", "name", "kind"),
    [
        ("ties-right", "a-at-the-start", ("computed", "computed")),
        ("no-winner", "p-ends-early-black-wins-by-block", ("winner", "nothing")),
        ("no-size", "empty", ("heading", "other")),
        ("attempt-printed", "error-3-before-4", ("ERROR: Source cell is empty.", "action")),
    ],
)
def test_kinds_of_differences(fault: str, name: str, kind: tuple[str, str]) -> None:
    script = SCRIPTS[name]
    case = Observation(name, script, output(script, knobs_with([CATALOGUE[fault]])))
    assert kind_of_difference(case, play(case, REFERENCE)) == kind
