"""Grades a class: reads a folder of submissions, writes a folder of reports."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from checkers_cli.grading.assemble import assemble_all
from checkers_cli.grading.feedback.explainer import explaining_workers
from checkers_cli.grading.reading import Readers
from checkers_cli.grading.reports.write_all import check_sheets, write_reports, writing_into
from checkers_cli.grading.request import Request, make_plan, marking_notices
from checkers_cli.grading.results import Graded
from checkers_cli.grading.results_file import write_results
from checkers_cli.grading.sandbox.runner import open_sandbox
from checkers_cli.grading.session import Observer, run_plan
from checkers_cli.grading.steps import Steps
from checkers_cli.grading.store import open_store
from checkers_cli.grading.submissions.discover import find_submissions
from checkers_cli.grading.summary import Summary, SummaryRow, row_of
from checkers_cli.grading.times import StoredTimes, write_times
from checkers_cli.util.disk import RUN_AGAIN, NoSpace
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.text import printable

RESULTS = "results.json"


def grade(submissions: str, folder: Path, request: Request, observer: Observer) -> Summary:
    """Grade all submissions in a folder and write the reports."""
    try:
        return _grade(submissions, folder, request, observer)
    except NoSpace as error:
        again = f"{RUN_AGAIN} {'without --fresh' if request.fresh else 'again'}"
        raise NoSpace(error.problem, f"nothing graded so far is lost: {again}") from None


def _grade(submissions: str, folder: Path, request: Request, observer: Observer) -> Summary:
    if os.path.realpath(folder) == os.path.realpath(submissions):
        raise UnusableInput(
            f"{printable(submissions)}: the report needs a folder other than the submissions"
        )
    entries = find_submissions(submissions, exclude=str(folder))
    hidden = [submissions, str(folder), *request.paths]
    with ExitStack() as stack:
        opened = open_sandbox(request.sandbox, hidden)
        sandbox = stack.enter_context(opened)
        plan = make_plan(entries, request, sandbox, observer.tell)
        for line in marking_notices(plan):
            observer.tell(line)
        check_sheets(plan.header, request.sheets)
        # Open the store only after validation, because --fresh deletes it.
        store = stack.enter_context(open_store(folder, request.fresh))
        # Both are processes, which are forked before there are threads.
        readers = Readers(request.jobs, plan.cases, stack)
        workers = explaining_workers(plan, request.jobs, stack)
        steps = Steps(plan, sandbox, store, readers, workers)
        session = run_plan(steps, request.jobs, observer)
        rows: list[SummaryRow] = []
        with writing_into(folder):
            with replacing(folder / RESULTS) as stream:
                graded = _with_rows(
                    assemble_all(plan, store, session.states, readers, request.jobs), rows
                )
                write_results(plan.header, graded, stream.write)
            write_times(folder, plan, store, session.states)
        times = StoredTimes(plan, store, session.states)
        for line in write_reports(folder / RESULTS, folder, times, request.sheets):
            observer.tell(line)
        return Summary(plan.header, tuple(rows), steps.built, steps.ran)


def _with_rows(submissions: Iterator[Graded], rows: list[SummaryRow]) -> Iterator[Graded]:
    """The submissions unchanged; a summary of each is added to `rows`."""
    for graded in submissions:
        rows.append(row_of(graded))
        yield graded
