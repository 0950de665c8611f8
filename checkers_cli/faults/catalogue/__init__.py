"""The catalogue: all faults by id, in the order of the assignment."""

import os
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from checkers_cli.faults.catalogue import (
    checks,
    cost,
    moves,
    playing,
    printing,
    promotion,
    reading,
    tree,
)
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import nearest, quoted

# A family is named after the module of its faults.
_FAMILIES = (reading, checks, moves, promotion, cost, tree, playing, printing)
CATALOGUE: dict[str, Fault] = {
    fault.id: replace(fault, family=module.__name__.rpartition(".")[2])
    for module in _FAMILIES
    for fault in module.FAULTS
}


def faults_by_id(ids: Iterable[str]) -> tuple[Fault, ...]:
    """Look up faults, each once; `UnusableInput` for an unknown id and for a conflict."""
    faults = tuple(_fault_by_id(fault_id) for fault_id in dict.fromkeys(ids))
    for one, other in combinations(faults, 2):
        if one.conflicts_with(other):
            knob = min(one.setting.keys() & other.setting.keys())
            raise UnusableInput(
                f"no program can have both {one.id} and {other.id}: both change {knob}"
            )
    return faults


def _fault_by_id(fault_id: str) -> Fault:
    if fault_id in CATALOGUE:
        return CATALOGUE[fault_id]
    near = nearest(fault_id, CATALOGUE)
    advice = f"did you mean {near}?" if near else "'checkers faults' lists them all"
    raise UnusableInput(f"there is no fault {quoted(os.fsencode(fault_id))}; {advice}")
