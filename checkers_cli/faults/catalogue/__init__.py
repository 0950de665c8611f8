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
from checkers_cli.faults.catalogue.fault import Fault

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
# Parts of the work that are not there at all: marks by fault do not forgive these.
_OMISSIONS = {
    "a-ignored",
    "p-ignored",
    "commands-ignored",
    "p-as-a",
    "values-not-used",
    "depth-1",
    "no-captures",
    "no-captures-in-script",
    "no-captures-in-tree",
    "no-promotion",
    "no-promotion-in-script",
    "no-promotion-when-computed",
    "check-6-missing",
    "error-not-printed",
    "no-winner",
}
CATALOGUE: dict[str, Fault] = {
    fault.id: replace(fault, family=family, omission=fault.id in _OMISSIONS)
    for family, faults in _FAMILIES.items()
    for fault in faults
}
