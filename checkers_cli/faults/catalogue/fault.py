"""What a fault is: knobs turned the wrong way, and what a student should hear of it."""

from dataclasses import dataclass

from checkers_cli.faults.engine.knobs import Setting


@dataclass(frozen=True)
class Fault:
    """A mistake that real programs make."""

    id: str
    title: str  # in a student's words, as it follows "exactly what you get if ..."
    rule: str  # what the assignment says
    hint: str  # what to look at, without giving the solution away
    setting: Setting
    family: str = ""  # reading, checks, moves, promotion, cost, tree, printing, playing
    learned: str = ""  # the knob whose text is taken from what a program prints
    omission: bool = False  # a part of the work that is not done at all, rather than done wrongly
    equivalent: str = ""  # why no script can ever show it; empty if one can

    def conflicts_with(self, other: "Fault") -> bool:
        """Whether no program can have both: they turn the same knob."""
        return bool(self.setting.keys() & other.setting.keys())
