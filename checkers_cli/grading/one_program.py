"""Grades a single submission without writing a report."""

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from checkers_cli.grading.assemble import assemble_all
from checkers_cli.grading.feedback.explainer import explaining_workers
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Readers
from checkers_cli.grading.request import Request, make_plan
from checkers_cli.grading.results import Graded
from checkers_cli.grading.sandbox.runner import open_sandbox
from checkers_cli.grading.session import Observer, run_plan
from checkers_cli.grading.steps import Steps
from checkers_cli.grading.store import open_store
from checkers_cli.grading.submissions.discover import Entry, one_submission
from checkers_cli.grading.submissions.filenames import suffix_of
from checkers_cli.util.temporary import temporary_folder

# Gets the results before anything is explained, and returns whether that is wanted.
ShowVerdicts = Callable[[Plan, Graded], bool]


def grade_one(
    path: str, request: Request, observer: Observer, show: ShowVerdicts = lambda plan, graded: True
) -> tuple[Plan, Graded]:
    """Grade the program at a path; `show` gets the verdicts before they are explained."""
    return grade_entry(one_submission(path), request, observer, show=show, seconds=request.explain)


def files_beside(path: str) -> list[str]:
    """The other C files in the folder of a C source: perhaps the student meant the folder."""
    folder, name = os.path.split(os.path.abspath(path))
    if suffix_of(name) != ".c" or not os.path.isfile(path):
        return []
    with suppress(OSError):
        others = (other for other in sorted(os.listdir(folder)) if other != name)
        return [other for other in others if suffix_of(other) in (".c", ".h")]
    return []


def grade_entry(
    entry: Entry,
    request: Request,
    observer: Observer,
    late_days: float = 0.0,
    show: ShowVerdicts = lambda plan, graded: True,
    seconds: float | None = None,
) -> tuple[Plan, Graded]:
    """Grade a single submission, and then explain what fails.

    `seconds` limits the time of the explanation, for somebody who waits.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        opened = open_sandbox(request.sandbox, [*entry.paths, *request.paths])
        sandbox = stack.enter_context(opened)
        store = stack.enter_context(open_store(Path(folder)))
        plan = make_plan([entry], request, sandbox, observer.tell)
        if late_days:
            plan = replace(plan, late={entry.key: late_days})
        readers = Readers(1, plan.cases, stack)
        workers = explaining_workers(plan, 1, stack)
        steps = Steps(plan, sandbox, store, readers, workers)
        # Nothing that students see is run after a hidden case: then no verdicts are shown early.
        early = not plan.hidden.cases
        explained = workers is not None
        session = run_plan(
            steps, request.jobs, observer, explain=not early, find_crashes=explained and not early
        )
        (graded,) = assemble_all(plan, store, session.states, readers, 1)
        if show(plan, graded) and early and explained and graded.build.ok:
            steps.explain(session.states[0], seconds)
            steps.find_crash(session.states[0])
            (graded,) = assemble_all(plan, store, session.states, readers, 1)
        return plan, graded
