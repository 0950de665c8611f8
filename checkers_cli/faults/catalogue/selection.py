"""Which faults are meant: ids in, one program that has them all out."""

import os
from collections.abc import Iterable
from itertools import combinations

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import RIGHT, Knobs, turned
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import nearest, quoted


def chosen(ids: Iterable[str]) -> tuple[Fault, ...]:
    """The faults of these ids, each once; `UnusableInput` unless one program can have them all."""
    faults = tuple(_fault(name) for name in dict.fromkeys(ids))
    for one, other in combinations(faults, 2):
        if one.conflicts_with(other):
            knob = min(one.setting.keys() & other.setting.keys())
            raise UnusableInput(
                f"no program can have both {one.id} and {other.id}: both change {knob}"
            )
    return faults


def combined(faults: Iterable[Fault], knobs: Knobs = RIGHT) -> Knobs:
    """The knobs of a program that has all of these faults."""
    for fault in faults:
        knobs = turned(knobs, fault.setting)
    return knobs


def _fault(name: str) -> Fault:
    if name in CATALOGUE:
        return CATALOGUE[name]
    near = nearest(name, CATALOGUE)
    advice = f"did you mean {near}?" if near else "'checkers faults' lists them all"
    raise UnusableInput(f"there is no fault {quoted(os.fsencode(name))}; {advice}")
