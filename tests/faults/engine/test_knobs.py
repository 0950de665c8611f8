"""Knobs are turned by name, and the right setting stays as it is."""

from dataclasses import fields

import pytest

from checkers_cli.faults.engine.knobs import (
    INT_MAX,
    INT_MIN,
    REFERENCE,
    Knobs,
    reference_knobs,
    with_setting,
)


def test_limits_are_those_of_a_c_int() -> None:
    assert INT_MIN == -(2**31)
    assert INT_MAX == 2**31 - 1


def test_with_setting_changes_only_the_named_knobs() -> None:
    knobs = with_setting(REFERENCE, {"tree.depth": 2, "tree.leaf": "parent", "plays.p": 9})
    assert (knobs.tree.depth, knobs.tree.leaf, knobs.plays.p) == (2, "parent", 9)
    assert with_setting(knobs, {"tree.depth": 3, "tree.leaf": "own", "plays.p": 10}) == REFERENCE
    assert Knobs() == REFERENCE
    assert with_setting(REFERENCE, {}) == REFERENCE


def test_settings_can_be_combined() -> None:
    first = with_setting(REFERENCE, {"tree.depth": 2})
    assert with_setting(first, {"tree.leaf": "parent"}) == with_setting(
        REFERENCE, {"tree.depth": 2, "tree.leaf": "parent"}
    )


@pytest.mark.parametrize("path", ["tree.dept", "plays.depth"])
def test_unknown_knob_is_refused(path: str) -> None:
    with pytest.raises(KeyError, match=path):
        with_setting(REFERENCE, {path: 1})


def test_reference_has_the_same_moves_in_script_and_tree() -> None:
    assert REFERENCE.script == REFERENCE.tree_moves


def test_reference_has_no_habits() -> None:
    assert reference_knobs(limits=False) == REFERENCE


@pytest.mark.parametrize(
    ("knobs", "changed"),
    [
        (reference_knobs(True), {"tree.limit_at_leaf", "prints.limit_printed"}),
        (reference_knobs(False, winner_after_tenth=True), {"plays.winner_after_p"}),
        (reference_knobs(False, winner_without_command=True), {"plays.winner_at_end"}),
    ],
)
def test_knobs_of_each_reading_and_habit(knobs: Knobs, changed: set[str]) -> None:
    assert changed == {
        f"{group.name}.{knob.name}"
        for group in fields(REFERENCE)
        for knob in fields(getattr(REFERENCE, group.name))
        if getattr(getattr(knobs, group.name), knob.name)
        != getattr(getattr(REFERENCE, group.name), knob.name)
    }
