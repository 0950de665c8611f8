"""Counts the known mistakes of a class, for the chart on the index page."""

from collections import Counter
from typing import NamedTuple

from checkers_cli.grading.feedback.fault_text import certain_mistakes
from checkers_cli.grading.results import Graded


class Student(NamedTuple):
    """A student, for a link to their page."""

    key: str
    name: str


class CommonFault(NamedTuple):
    """A confirmed mistake, the students who make it, and the failed cases on which it shows."""

    id: str
    title: str
    students: list[Student]
    cases: Counter[str]


class ClassFaults:
    """The confirmed mistakes of a class, collected from one submission after the other."""

    def __init__(self) -> None:
        # They fail, and confirmed mistakes do not explain all of it.
        self.unexplained: list[Student] = []
        self._made: dict[str, CommonFault] = {}

    def add(self, graded: Graded) -> None:
        """Count a submission."""
        if not graded.build.ok:
            return
        student = Student(graded.key, graded.name)
        explanation = graded.explanation
        certain = [statement.fault for statement in certain_mistakes(explanation)]
        whole = explanation is not None and explanation.explained == explanation.compared
        if any(run.failed for run in graded.within) and not (certain and whole):
            self.unexplained.append(student)
        for fault in certain:
            made = self._made.setdefault(
                fault.id, CommonFault(fault.id, fault.title, [], Counter())
            )
            made.students.append(student)
            made.cases.update(fault.cases)

    def commonest(self) -> list[CommonFault]:
        """Return all mistakes of the class, the most common first."""
        return sorted(self._made.values(), key=lambda made: (-len(made.students), made.id))
