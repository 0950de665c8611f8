"""What is known of a program: its output for the cases and for new scripts."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.candidates import READING, Faults
from checkers_cli.faults.explain.plays import Observation, Play, output, play
from checkers_cli.faults.model import Model
from checkers_cli.script.promise import is_within

RIGHT = Model()


@dataclass
class Evidence:
    """What is known of a program, and how models do on it."""

    cases: Sequence[Observation]
    budget: Budget  # plays are spent from it
    hidden: Container[str]  # names of cases of which no new scripts may be made
    fresh: list[Observation] = field(default_factory=list)
    unrelated: set[bytes] = field(default_factory=set)  # new scripts not made from known ones
    # Models with another fault in place of one, which no new script tells apart, by id of the fault
    untold: dict[str, list[Model]] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)  # ids of faults that another may be there for
    _models: dict[tuple[int, ...], tuple[Faults, Model]] = field(default_factory=dict)
    # By the identities of a model and a case, which are kept so that they stay theirs.
    _plays: dict[tuple[int, int], tuple[Model, Play]] = field(default_factory=dict)
    _without: dict[tuple[int, str], tuple[Model, Model]] = field(default_factory=dict)

    @property
    def all(self) -> list[Observation]:
        """All observations."""
        return [*self.cases, *self.fresh]

    @property
    def shown(self) -> list[Observation]:
        """Everything but the hidden cases."""
        return [*(case for case in self.cases if case.name not in self.hidden), *self.fresh]

    @property
    def known(self) -> set[bytes]:
        """All scripts on which the program was run."""
        return {case.script for case in self.all}

    def model_of(self, faults: Faults) -> Model:
        """Return the model with these faults, the same one each time."""
        key = tuple(map(id, faults))
        if key not in self._models:
            self._models[key] = faults, model_of_faults(faults)
        return self._models[key][1]

    def play(self, model: Model, case: Observation) -> Play:
        """Return how a model does on one of the observations; it is played once."""
        key = id(model), id(case)
        if key not in self._plays:
            self._plays[key] = model, play(case, model.knobs)
            self.budget.spend(self._plays[key][1].work)
        return self._plays[key][1]

    def foretold_by(self, model: Model) -> bool:
        """Tell whether a model foretells the output for all new scripts."""
        return all(self.play(model, case).whole for case in self.fresh)

    def is_worth_saying(self, cases: Iterable[Observation]) -> bool:
        """Tell whether a student is told about mistakes that show on these scripts only.

        While a case within the assignment fails, nothing is said about what lies beyond it.
        """
        return not self.fails_within or any(is_within(case.script) for case in cases)

    @cached_property
    def fails_within(self) -> bool:
        """Whether the program is wrong on a case within the assignment."""
        return any(
            is_within(case.script) and not self.play(RIGHT, case).whole for case in self.cases
        )

    def without(self, model: Model, fault: Fault) -> Model:
        """Return a model without one of its faults, the same one each time."""
        key = id(model), fault.id
        if key not in self._without:
            self._without[key] = model, model.without(fault)
        return self._without[key][1]

    def tells(self, case: Observation, one: Model, other: Model) -> bool:
        """Tell whether two models print different things for the script of a case."""
        if case.complete and self.play(one, case).whole:
            return not self.play(other, case).whole
        return output(case.script, one.knobs) != output(case.script, other.knobs)


def model_of_faults(faults: Faults) -> Model:
    """Return the model with these faults; the reading `limits` may be one of them."""
    limits = any(fault.id == READING.id for fault in faults)
    return Model(limits, tuple(fault for fault in faults if fault.id != READING.id))
