"""A fault: the knobs that it changes, and the texts that explain it to a student."""

from collections.abc import Iterable
from dataclasses import dataclass

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, KnobValues, with_setting

# Several faults of computed actions also need the tree's board to be that of the game.
_SHARED = {"tree.board_shown"}


@dataclass(frozen=True)
class Fault:
    """A mistake that real programs make."""

    id: str
    title: str  # completes the sentence "Your program behaves as if ..."
    rule: str  # what the assignment says
    hint: str  # where to look, without giving the solution away
    setting: KnobValues  # the knobs that the fault changes
    family: str = ""  # the name of the catalogue module; the catalogue fills it in
    learned: str = ""  # the knob whose text is learned from the output of a program
    omission: bool = False  # a part of the work is missing; marks by fault do not forgive that
    equivalent: str = ""  # why no script can ever show the fault; empty if a script can

    def conflicts_with(self, other: "Fault") -> bool:
        """Tell whether both decide the same thing, so that no program can have both."""
        return bool((self.setting.keys() & other.setting.keys()) - _SHARED)


def knobs_with(faults: Iterable[Fault], knobs: Knobs = REFERENCE) -> Knobs:
    """Return the knobs of a program that has all of these faults."""
    setting: dict[str, object] = {}
    for fault in faults:
        setting.update(fault.setting)
    return with_setting(knobs, setting)
