"""What a fault knows of itself."""

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE


def fault(**setting: object) -> Fault:
    paths = {path.replace("_", ".", 1): value for path, value in setting.items()}
    return Fault("any", "any title", "A rule.", "A hint.", paths)


def test_faults_that_change_the_same_knob_conflict() -> None:
    two, four = fault(tree_depth=2), fault(tree_depth=4, plays_p=9)
    assert two.conflicts_with(four)
    assert four.conflicts_with(two)
    assert two.conflicts_with(two)


def test_faults_that_change_different_knobs_do_not_conflict() -> None:
    assert not fault(tree_depth=2).conflicts_with(fault(plays_p=9, tree_leaf="parent"))


def test_fault_without_settings_conflicts_with_none() -> None:
    assert not fault().conflicts_with(fault(tree_depth=2))


def test_optional_fields_are_empty_by_default() -> None:
    assert fault().family == fault().learned == fault().equivalent == ""


def test_knobs_with_faults_differ_from_the_reference_only_in_their_settings() -> None:
    knobs = knobs_with([CATALOGUE["ties-right"], CATALOGUE["depth-1"]])
    assert (knobs.tree.depth, knobs.tree.ties_black, knobs.tree.ties_white) == (1, "last", "last")
    assert (knobs.reads, knobs.plays, knobs.script) == (
        REFERENCE.reads,
        REFERENCE.plays,
        REFERENCE.script,
    )
    assert knobs_with([]) == REFERENCE
