"""Every fault that can be shown is shown by the script that is kept with it."""

import pytest
from support import PROJECT

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script, example_scripts
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.testgen.scoring import EQUIVALENT
from checkers_cli.script.promise import is_within

PRINTED = {id_ for id_, fault in CATALOGUE.items() if fault.family == "printing"}
MADE_BY = PROJECT / "tests" / "faults" / "keep_examples.py"


def test_example_shows_its_fault() -> None:
    for fault_id in example_scripts():
        script = example_script(fault_id)
        assert transcript(script, knobs=knobs_with([CATALOGUE[fault_id]])) != transcript(script), (
            fault_id
        )


def test_every_catchable_fault_has_an_example() -> None:
    equivalent = {fault.id for fault in EQUIVALENT}
    assert example_scripts().keys() == CATALOGUE.keys() - equivalent
    assert list(example_scripts()) == [id_ for id_ in CATALOGUE if id_ not in equivalent]
    assert len(example_scripts()) >= 60


def test_equivalent_fault_has_no_example() -> None:
    with pytest.raises(KeyError):
        example_script(EQUIVALENT[0].id)


def test_examples_are_short() -> None:
    lines = [len(script.split()) for script in example_scripts().values()]
    assert sum(count <= 3 for count in lines) > len(lines) // 2
    assert max(lines) <= 101  # `hundred-actions-at-most` needs that many


def test_examples_are_within_the_promise_unless_their_fault_is_about_odd_lines() -> None:
    beyond = {id_ for id_, script in example_scripts().items() if not is_within(script.encode())}
    about = ("blank", "indented", "trailing-", "long-row", "lower-case", "command-with", "odd-")
    others = {"one-digit-read", "cells-by-place", "unended-line-missed"}
    assert beyond == {id_ for id_ in example_scripts() if id_.startswith(about)} - PRINTED | others


def test_program_that_finds_examples_exists() -> None:
    assert MADE_BY.is_file()
