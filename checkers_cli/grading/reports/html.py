"""HTML pages: one of each submission for its student, one for staff, and an index for staff."""

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from checkers_cli.grading.feedback import fault_text as explanations
from checkers_cli.grading.reports import charts
from checkers_cli.grading.reports.overview import Overview
from checkers_cli.grading.reports.pages import environment
from checkers_cli.grading.reports.text import Times
from checkers_cli.grading.results import Graded, Header, Run
from checkers_cli.util.files import replacing


class Pages:
    """The report of HTML pages; the index is written at the end of the block."""

    notices = ()

    def __init__(self, header: Header, folder: Path, times: Times | None) -> None:
        self._header = header
        self._folder = folder
        self._times = times or {}
        self._environment = environment()
        self._page = self._environment.get_template("submission.html")
        self._overview = Overview(header)

    def __enter__(self) -> "Pages":
        return self

    def add(self, graded: Graded) -> None:
        """Write both pages of a submission, and keep what the index needs."""
        self._overview.add(graded)
        for folder, content in (("students", for_student(graded)), ("staff", graded)):
            text = self._page.render(
                header=self._header,
                graded=content,
                staff=folder == "staff",
                hidden=hidden_counts(graded.within),
                hidden_beyond=hidden_counts(graded.beyond),
                passing=explanations.passing(graded.within) if graded.build.ok else "",
                by_stage=explanations.by_stage(graded.within),
                times=self._times,
            )
            _write(self._folder / folder / f"{graded.key}.html", text)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            cell = charts.cell_size(len(self._overview.rows), len(self._header.cases))
            index = self._environment.get_template("index.html")
            text = index.render(header=self._header, overview=self._overview, cell=cell)
            _write(self._folder / "index.html", text)


def for_student(graded: Graded) -> Graded:
    """The submission without hidden cases and staff notes, so that no template can leak them."""
    visible_cases = graded.visible_cases
    build = graded.build
    if build.judge_error:
        build = dataclasses.replace(build, messages="", problem="")
    runs = tuple(_run_for_student(run) for run in graded.runs if not run.hidden)
    return dataclasses.replace(
        graded,
        runs=runs,
        memory=graded.memory_for_students,
        build=build,
        notes=(),
        explanation=explanations.for_students(graded.explanation, visible_cases),
        shortest=explanations.shortest_for_students(graded.shortest, visible_cases),
    )


def _run_for_student(run: Run) -> Run:
    if run.verdict.judged:
        return run
    return dataclasses.replace(
        run, reason="", ended="", diagnosis=None
    )  # they are about the machine


class HiddenCount(NamedTuple):
    """How many hidden cases of a stage passed: all that students learn about them."""

    stage: int
    passed: int
    total: int
    unjudged: int


def hidden_counts(runs: Iterable[Run]) -> list[HiddenCount]:
    """The hidden cases, counted for each stage that has any."""
    hidden = [run for run in runs if run.hidden]
    return [
        HiddenCount(
            stage,
            sum(run.verdict.passed for run in hidden if run.stage == stage),
            sum(run.stage == stage for run in hidden),
            sum(not run.verdict.judged for run in hidden if run.stage == stage),
        )
        for stage in sorted({run.stage for run in hidden})
    ]


def _write(path: Path, text: str) -> None:
    with replacing(path) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))
