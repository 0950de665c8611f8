"""Which known mistakes a class makes: for the chart on the index."""

from collections import Counter
from typing import NamedTuple

from checkers_cli.grading.results import Graded


class Student(NamedTuple):
    """Whose page a link leads to."""

    key: str
    name: str


class CommonFault(NamedTuple):
    """A mistake: who makes it, and on which failed cases it shows by itself."""

    id: str
    title: str
    students: list[Student]
    cases: Counter[str]


class ClassFaults:
    """The mistakes of a class, gathered one submission at a time."""

    def __init__(self) -> None:
        self.unexplained: list[Student] = []  # they fail, and no mistake is known that explains it
        self._made: dict[str, CommonFault] = {}

    def add(self, graded: Graded) -> None:
        """Take in a submission."""
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
        """All mistakes that are made, the commonest first."""
        return sorted(self._made.values(), key=lambda made: (-len(made.students), made.id))
