"""Counts the known mistakes of a class, for the chart on the index page."""

from collections import Counter
from typing import NamedTuple

from checkers_cli.grading.results import Graded


class Student(NamedTuple):
    """A student, for a link to their page."""

    key: str
    name: str


class CommonFault(NamedTuple):
    """A mistake, the students who make it, and the failed cases on which it alone shows."""

    id: str
    title: str
    students: list[Student]
    cases: Counter[str]


class ClassFaults:
    """The mistakes of a class, collected from one submission after the other."""

    def __init__(self) -> None:
        self.unexplained: list[Student] = []  # they fail, and no known mistake explains it
        self._made: dict[str, CommonFault] = {}

    def add(self, graded: Graded) -> None:
        """Count a submission."""
        if not graded.build.ok:
            return
        failed = [run.case for run in graded.runs if run.verdict.severity]
        student = Student(graded.key, graded.name)
        explanation = graded.explanation
        if explanation is None or not explanation.exact:
            self.unexplained += [student] if failed else []
            return
        for fault in explanation.faults:
            made = self._made.setdefault(
                fault.id, CommonFault(fault.id, fault.title, [], Counter())
            )
            made.students.append(student)
            made.cases.update(fault.cases)

    def commonest(self) -> list[CommonFault]:
        """Return all mistakes of the class, the most common first."""
        return sorted(self._made.values(), key=lambda made: (-len(made.students), made.id))
