"""Grades a cohort: what was asked for in, a folder of reports out."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from checkers_cli.grading.assemble import assemble
from checkers_cli.grading.cases import TestCase, bundled_cases, load_cases
from checkers_cli.grading.execution.build import MAKE
from checkers_cli.grading.feedback.fault_match import Explainer
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reports.write_all import (
    Uploads,
    check_uploads,
    write_reports,
    writing_into,
)
from checkers_cli.grading.results import Graded, write_results
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.rubric.rosters import match, read_by_hand, read_late
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.grading.sandbox.jobs import Job, JudgeError
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, LIMITS, Bubblewrap, Sandbox
from checkers_cli.grading.sandbox.tools import (
    VALGRIND,
    memory_tool,
    toolchain,
    try_valgrind,
    versions,
)
from checkers_cli.grading.session import Session, Work, words_of
from checkers_cli.grading.store import BROKEN, Store, open_store
from checkers_cli.grading.submissions.discover import Entry, find_submissions, one_submission
from checkers_cli.grading.summary import Row, Summary, row_of
from checkers_cli.grading.times import StoredTimes, write_times
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.text import printable

RESULTS = "results.json"
_TOLD = 10  # rows of a CSV file that fit no submission, each in a line

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """What a marker or a student asks for."""

    cases: str | None = None  # None: those that come with this program
    expected: str | None = None
    hidden: str | None = None
    rubric: str | None = None
    title: str | None = None
    build: Mapping[str, str] = field(default_factory=dict)  # commands by language
    run: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None
    make: bool = False
    memory_check: bool = False
    shortest: bool = True
    late: str | None = None
    by_hand: str | None = None
    canvas: str | None = None
    moodle: str | None = None
    sandbox: str = BUBBLEWRAP
    jobs: int = 1
    fresh: bool = False


class Observer(Protocol):
    """Whoever wants to see how it goes."""

    def begin(self, total: int) -> None:
        """So many submissions are to be graded."""

    def advance(self, done: int, name: str) -> None:
        """So many are done, the last one by this name."""

    def tell(self, line: str) -> None:
        """Something that staff should know."""


def grade(submissions: str, folder: Path, request: Request, observer: Observer) -> Summary:
    """Grade all submissions in a folder, and write the reports."""
    if os.path.realpath(folder) == os.path.realpath(submissions):
        raise UnusableInput(f"{printable(submissions)}: the report would lie among the submissions")
    entries = find_submissions(submissions, leaving_out=str(folder))
    seen = [submissions, str(folder), request.cases, request.expected, request.hidden]
    with ExitStack() as stack:
        opened = open_sandbox(request.sandbox, [path for path in seen if path])
        sandbox = stack.enter_context(opened)
        plan = make_plan(entries, request, sandbox, observer.tell)
        uploads = Uploads(request.canvas, request.moodle)
        check_uploads(plan.header, uploads)
        # Not before all is known to be right: --fresh forgets what is there.
        store = stack.enter_context(open_store(folder, request.fresh))
        session = carry_out(plan, sandbox, store, request.jobs, observer)
        rows: list[Row] = []
        with writing_into(folder):
            with replacing(folder / RESULTS) as stream:
                graded = _noted(assemble_all(plan, store, session, request.jobs), rows)
                write_results(plan.header, graded, stream.write)
            write_times(folder, plan, store, session.works)
        times = StoredTimes(plan, store, session.works)
        for line in write_reports(folder / RESULTS, folder, times, uploads):
            observer.tell(line)
        return Summary(plan.header, tuple(rows), session.built, session.ran)


def grade_one(path: str, request: Request, observer: Observer) -> tuple[Plan, Graded]:
    """Grade a single program, and write nothing."""
    return grade_entry(one_submission(path), request, observer)


def grade_entry(
    entry: Entry, request: Request, observer: Observer, late_days: float = 0.0
) -> tuple[Plan, Graded]:
    """Grade a single submission, and write nothing."""
    seen = [*entry.paths, request.cases, request.expected, request.hidden]
    with (
        tempfile.TemporaryDirectory(prefix="checkers-") as folder,
        open_sandbox(request.sandbox, [path for path in seen if path]) as sandbox,
        open_store(Path(folder)) as store,
    ):
        plan = make_plan([entry], request, sandbox, observer.tell)
        if late_days:
            plan = replace(plan, late={entry.key: late_days})
        session = carry_out(plan, sandbox, store, request.jobs, observer)
        (graded,) = assemble_all(plan, store, session, request.jobs)
        return plan, graded


@contextmanager
def open_sandbox(kind: str, hidden: list[str]) -> Iterator[Sandbox]:
    """A sandbox that has been tried; `UnusableInput` says what to do if it does not work."""
    maker = Bubblewrap if kind == BUBBLEWRAP else Sandbox
    with maker(hidden) as sandbox:
        try:
            ended = sandbox.run(Job(["true"], Limits()))
        except JudgeError as error:
            raise UnusableInput(
                f"{kind} does not work here: {error}; `checkers doctor` says more "
                "(--sandbox limits is for programs that you trust)"
            ) from None
        if ended.why != "ended" or ended.status != 0:
            raise UnusableInput(f"{kind} does not work here: {ended.words}")
        yield sandbox


def make_plan(
    entries: list[Entry], request: Request, sandbox: Sandbox, tell: Callable[[str], None]
) -> Plan:
    """What is to be done; whatever is wrong with the request is found here, before it begins."""
    rubric = with_commands(load_rubric(request.rubric), request.build, request.run)
    rubric = replace(rubric, title=request.title or rubric.title)
    cases = _cases(request, tell)
    late = _matched(request.late, read_late, entries, tell)
    hand = _matched(request.by_hand, partial(read_by_hand, rubric=rubric), entries, tell)
    if request.hidden is not None and sandbox.kind == LIMITS:
        tell("--sandbox limits hides nothing: submissions could read the hidden cases")
    flagged = [entry.student for entry in entries if entry.late and entry.key not in late]
    if flagged:
        tell(
            f"late by the download's name, counted as 1 day: {', '.join(flagged[:_TOLD])}"
            f"{' ...' if len(flagged) > _TOLD else ''} (--late CSV tells the days)"
        )
    tool = memory_tool(sandbox) if request.memory_check else ""
    if request.memory_check and not tool:
        tell("--memory-check: neither sanitizers nor valgrind work here; see `checkers doctor`")
    return Plan(
        entries=tuple(entries),
        cases=tuple(cases),
        rubric=rubric,
        toolchain=toolchain(),
        sandbox=sandbox.kind,
        versions=versions(_commands(rubric, request)),
        make=request.make,
        memory_check=request.memory_check,
        memory_tool=tool,
        valgrind=tool == VALGRIND or (bool(tool) and try_valgrind(sandbox).works),
        shortest=request.shortest,
        language=request.language,
        late=late,
        by_hand=hand,
    )


def _commands(rubric: Rubric, request: Request) -> list[tuple[str, ...]]:
    """What builds, runs and checks submissions: another version of it may bring other results."""
    others = ([MAKE] if request.make else []) + ([(VALGRIND,)] if request.memory_check else [])
    return [*rubric.build.values(), *rubric.run.values(), *others]


def _matched(
    path: str | None,
    read: Callable[[str], dict[str, T]],
    entries: Sequence[Entry],
    tell: Callable[[str], None],
) -> Mapping[str, T]:
    """The rows of a CSV file by the key of their submission; those that fit none are told of."""
    if path is None:
        return {}
    matched = match(read(path), entries)
    problems = matched.problems
    if problems and not matched.rows:
        tell(f"{printable(path)}: fits none of the submissions; is it of another class?")
        problems = problems[:1]
    for problem in problems[:_TOLD]:
        tell(f"{printable(path)}: {problem}")
    if len(problems) > _TOLD:
        tell(f"{printable(path)}: and {len(problems) - _TOLD} more like that")
    return matched.rows


def carry_out(plan: Plan, sandbox: Sandbox, store: Store, jobs: int, observer: Observer) -> Session:
    """Build and run what has to be."""
    finished: list[str] = []
    reported = 0

    def tick() -> None:
        nonlocal reported
        if len(finished) > reported:
            reported = len(finished)
            observer.advance(reported, finished[-1])

    def done(work: Work) -> None:
        finished.append(work.entry.name)

    observer.begin(len(plan.entries))
    # Starting and ending a sandbox is more waiting than computing, so there are more at a time than
    # cores; no more, or programs would wait for each other until their time is over.
    session = Session(plan, sandbox, store, 2 * jobs + 1, done)
    session.run(tick)
    tick()
    return session


def assemble_all(plan: Plan, store: Store, session: Session, jobs: int) -> Iterator[Graded]:
    """The results, one submission at a time."""
    explainer = Explainer(plan, store, jobs)
    for work in session.works:
        try:
            graded = assemble(plan, store, work, explainer)
        except BROKEN:
            raise
        except Exception as error:  # of what nobody foresaw in one, the others know nothing
            work.troubles[work.build_key] = words_of(error)
            graded = assemble(plan, store, work, explainer)
        yield graded


def _cases(request: Request, tell: Callable[[str], None]) -> list[TestCase]:
    cases = load_cases(
        request.cases or bundled_cases(), request.expected, leaving_out=request.hidden
    )
    if request.hidden is not None:
        # Their golden files, if any, lie beside them: NAME-out.txt.
        for case in load_cases(request.hidden, request.hidden, hidden=True):
            cases.append(replace(case, name=f"hidden/{case.name}"))
    others = [case.name for case in cases if case.golden_is_another]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        tell(f"the golden file of {others[0]}{more} is not what this program prints; it is used")
    return cases


def _noted(submissions: Iterator[Graded], rows: list[Row]) -> Iterator[Graded]:
    """The same, with a row of the table noted for each."""
    for graded in submissions:
        rows.append(row_of(graded))
        yield graded
