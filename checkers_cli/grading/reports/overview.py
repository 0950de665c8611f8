"""Collects the data of the index page, one submission at a time."""

import dataclasses
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from checkers_cli.grading.feedback import fault_text as explanations
from checkers_cli.grading.reports import charts
from checkers_cli.grading.reports.class_faults import ClassFaults
from checkers_cli.grading.reports.pages import visible
from checkers_cli.grading.results import Graded, Header, Run
from checkers_cli.grading.summary import passed_of
from checkers_cli.grading.verdicts import Verdict

_UNJUDGED = "judge error"  # a flag


class IndexRow(NamedTuple):
    """The data of one submission; `letters` has the verdict letter of each case."""

    graded: Graded  # without runs, explanation and build messages, to save memory
    # Passed cases and all cases, of each stage and of those beyond the assignment.
    stages: tuple[tuple[int, int], ...]
    robustness: tuple[int, int]
    faults: tuple[str, ...]
    flags: tuple[str, ...]
    letters: str


class CommonFailure(NamedTuple):
    """A reason for failures: in how many submissions, on which cases, and one example."""

    reason: str
    students: int
    cases: Counter[str]
    key: str  # of the first submission that failed for this reason


class Overview:
    """The data of the index page."""

    def __init__(self, header: Header) -> None:
        self.rows: list[IndexRow] = []
        self.stages = sorted({case.stage for case in header.cases})
        self.names = [visible(case.name, 80) for case in header.cases]
        self.verdicts: Counter[Verdict] = Counter()  # on cases within the assignment
        self.not_robust: Counter[str] = Counter()  # failures of each case beyond the assignment
        self.faults = ClassFaults()
        self.unjudged: list[
            tuple[Graded, list[str], str]
        ] = []  # submission, cases, reason of the first
        self._columns = {case.name: n for n, case in enumerate(header.cases)}
        self._failures: dict[str, CommonFailure] = {}

    def add(self, graded: Graded) -> None:
        """Add a submission."""
        small = dataclasses.replace(
            graded,
            runs=(),
            memory=None,
            notes=(),
            explanation=None,
            shortest=None,
            build=dataclasses.replace(graded.build, messages=""),
        )
        letters = [" "] * len(self.names)
        for run in graded.runs:
            if run.case in self._columns:
                letter = charts.NOT_RUN if run.skipped else run.verdict.letter
                letters[self._columns[run.case]] = letter
        within = [[run for run in graded.within if run.stage == stage] for stage in self.stages]
        stages, robustness = tuple(map(passed_of, within)), passed_of(graded.beyond)
        faults = explanations.faults_named(graded.explanation)
        self.rows.append(
            IndexRow(small, stages, robustness, faults, _flags(graded), "".join(letters))
        )
        self.faults.add(graded)
        self.verdicts.update(run.verdict for run in graded.within)
        if graded.build.ok:
            self.not_robust.update(visible(run.case, 80) for run in graded.beyond if run.failed)
        self._add_failures(small, graded.runs)

    def _add_failures(self, graded: Graded, runs: Iterable[Run]) -> None:
        if graded.build.judge_error:
            self.unjudged.append((graded, [], visible(graded.build.problem)))
        unjudged = [run for run in runs if not run.verdict.judged]
        if unjudged:
            cases = [visible(run.case, 80) for run in unjudged]
            self.unjudged.append((graded, cases, _reason(unjudged[0])))
        if graded.memory is not None and graded.memory.judge_error:
            self.unjudged.append((graded, ["memory check"], visible(graded.memory.problem)))
        reasons: dict[str, list[str]] = {}
        for run in runs:
            if run.within and run.failed and not run.skipped:
                reasons.setdefault(_reason(run), []).append(visible(run.case, 80))
        for reason, cases in reasons.items():
            known = self._failures.get(reason, CommonFailure(reason, 0, Counter(), graded.key))
            known.cases.update(cases)
            self._failures[reason] = known._replace(students=known.students + 1)

    def commonest(self, most: int = 20) -> list[CommonFailure]:
        """The reasons for which the most submissions failed."""
        ranked = sorted(self._failures.values(), key=lambda f: (-f.students, -f.cases.total()))
        return ranked[:most]

    @property
    def complete(self) -> bool:
        """Whether all marks of all submissions are known."""
        return all(row.graded.marks.complete for row in self.rows)

    def marks(self) -> list[tuple[float, bool]]:
        """The total of each submission, or its mark for execution if some totals are not known.

        The second value says whether the mark is final.
        """
        if self.complete:
            return [(row.graded.marks.total, True) for row in self.rows]
        executions = [(row.graded.marks.execution, row.flags) for row in self.rows]
        return [((e.mark if e else None) or 0.0, _UNJUDGED not in flags) for e, flags in executions]


def _reason(run: Run) -> str:
    return visible(run.reason or (run.diagnosis and run.diagnosis.summary) or run.verdict.words)


def _flags(graded: Graded) -> tuple[str, ...]:
    findings = len(graded.memory.findings) if graded.memory else 0
    flags = (
        (graded.judge_error, _UNJUDGED),
        (not graded.marks.complete, "marks incomplete"),
        (graded.build.warnings > 0, f"warnings: {graded.build.warnings}"),
        (findings > 0, f"memory findings: {findings}"),
        (bool(graded.notes), f"notes: {len(graded.notes)}"),
    )
    return tuple(words for holds, words in flags if holds)
