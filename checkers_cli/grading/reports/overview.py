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
from checkers_cli.grading.verdicts import Verdict


class IndexRow(NamedTuple):
    """The data of one submission; `letters` has the verdict letter of each case."""

    graded: Graded  # without runs, explanation and build messages, to save memory
    stages: tuple[tuple[int, int], ...]  # passed cases and all cases of each stage
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
        self.verdicts: Counter[Verdict] = Counter()
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
        results = [[r.verdict.passed for r in graded.runs if r.stage == s] for s in self.stages]
        stages = tuple((sum(passed), len(passed)) for passed in results)
        faults = explanations.faults_named(graded.explanation)
        self.rows.append(IndexRow(small, stages, faults, _flags(graded), "".join(letters)))
        self.faults.add(graded)
        self.verdicts.update(run.verdict for run in graded.runs)
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
            if run.verdict.severity and not run.skipped:
                reasons.setdefault(_reason(run), []).append(visible(run.case, 80))
        for reason, cases in reasons.items():
            known = self._failures.get(reason, CommonFailure(reason, 0, Counter(), graded.key))
            known.cases.update(cases)
            self._failures[reason] = known._replace(students=known.students + 1)

    def commonest(self, most: int = 20) -> list[CommonFailure]:
        """The reasons for which the most submissions failed."""
        ranked = sorted(self._failures.values(), key=lambda f: (-f.students, -f.cases.total()))
        return ranked[:most]

    def totals(self) -> list[tuple[float, bool]]:
        """The total of each submission, and whether it is complete."""
        return [(row.graded.marks.total, row.graded.marks.complete) for row in self.rows]


def _reason(run: Run) -> str:
    return visible(run.reason or (run.diagnosis and run.diagnosis.summary) or run.verdict.words)


def _flags(graded: Graded) -> tuple[str, ...]:
    findings = len(graded.memory.findings) if graded.memory else 0
    flags = (
        (graded.judge_error, "judge error"),
        (not graded.marks.complete, "marks incomplete"),
        (graded.build.warnings > 0, f"warnings: {graded.build.warnings}"),
        (findings > 0, f"memory findings: {findings}"),
        (bool(graded.notes), f"notes: {len(graded.notes)}"),
    )
    return tuple(words for holds, words in flags if holds)
