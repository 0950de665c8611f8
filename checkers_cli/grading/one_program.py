"""Grades a single submission without writing a report."""

import tempfile
from dataclasses import replace
from pathlib import Path

from checkers_cli.grading.assemble import assemble_all
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.request import Request, make_plan
from checkers_cli.grading.results import Graded
from checkers_cli.grading.sandbox.runner import open_sandbox
from checkers_cli.grading.session import Observer, run_plan
from checkers_cli.grading.store import open_store
from checkers_cli.grading.submissions.discover import Entry, one_submission


def grade_one(path: str, request: Request, observer: Observer) -> tuple[Plan, Graded]:
    """Grade the program at a path."""
    return grade_entry(one_submission(path), request, observer)


def grade_entry(
    entry: Entry, request: Request, observer: Observer, late_days: float = 0.0
) -> tuple[Plan, Graded]:
    """Grade a single submission."""
    hidden = [*entry.paths, request.cases, request.expected, request.hidden]
    with (
        tempfile.TemporaryDirectory(prefix="checkers-") as folder,
        open_sandbox(request.sandbox, [path for path in hidden if path]) as sandbox,
        open_store(Path(folder)) as store,
    ):
        plan = make_plan([entry], request, sandbox, observer.tell)
        if late_days:
            plan = replace(plan, late={entry.key: late_days})
        session = run_plan(plan, sandbox, store, request.jobs, observer)
        (graded,) = assemble_all(plan, store, session, request.jobs)
        return plan, graded
