"""The catalogue: all faults by id, in the order of the assignment."""

from dataclasses import replace

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
from checkers_cli.faults.fault import Fault

_FAMILIES = {
    "reading": reading.FAULTS,
    "checks": checks.FAULTS,
    "moves": moves.FAULTS,
    "promotion": promotion.FAULTS,
    "cost": cost.FAULTS,
    "tree": tree.FAULTS,
    "playing": playing.FAULTS,
    "printing": printing.FAULTS,
}
CATALOGUE: dict[str, Fault] = {
    fault.id: replace(fault, family=family)
    for family, faults in _FAMILIES.items()
    for fault in faults
}
