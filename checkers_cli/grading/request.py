"""The request of a marker or student, and the plan made from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from checkers_cli.grading.cases import TestCase, bundled_cases, load_cases
from checkers_cli.grading.execution.build import MAKE
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.rubric.rosters import match, read_by_hand, read_late
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, LIMITS_ONLY, Sandbox
from checkers_cli.grading.sandbox.tools import (
    VALGRIND,
    memory_tool,
    toolchain,
    try_valgrind,
    versions,
)
from checkers_cli.grading.submissions.discover import Entry
from checkers_cli.util.text import printable

_LISTED = 10  # names or rows in notices; more are only counted

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """The options of a grading, as given on the command line."""

    cases: str | None = None  # a folder; None: the bundled cases
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
    sheets: Mapping[str, str | None] = field(
        default_factory=dict
    )  # to fill in, by name of the system
    sandbox: str = BUBBLEWRAP
    jobs: int = 1
    fresh: bool = False


def make_plan(
    entries: list[Entry], request: Request, sandbox: Sandbox, tell: Callable[[str], None]
) -> Plan:
    """The plan of a request; raises `UnusableInput` for any mistake in it, before work begins."""
    rubric = with_commands(load_rubric(request.rubric), request.build, request.run)
    rubric = replace(rubric, title=request.title or rubric.title)
    cases = _cases(request, tell)
    late = _matched(request.late, read_late, entries, tell)
    hand = _matched(request.by_hand, partial(read_by_hand, rubric=rubric), entries, tell)
    if request.hidden is not None and sandbox.kind == LIMITS_ONLY:
        tell("--sandbox limits hides nothing: submissions could read the hidden cases")
    flagged = [entry.student for entry in entries if entry.late and entry.key not in late]
    if flagged:
        tell(
            f"late according to the download, counted as 1 day: {', '.join(flagged[:_LISTED])}"
            f"{' ...' if len(flagged) > _LISTED else ''} (give the days with --late CSV)"
        )
    tool = memory_tool(sandbox) if request.memory_check else ""
    if request.memory_check and not tool:
        tell("--memory-check: neither the sanitizers nor valgrind work here; see `checkers doctor`")
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
    """The commands that build, run and check submissions; results depend on their versions."""
    others = ([MAKE] if request.make else []) + ([(VALGRIND,)] if request.memory_check else [])
    return [*rubric.build.values(), *rubric.run.values(), *others]


def _matched(
    path: str | None,
    read: Callable[[str], dict[str, T]],
    entries: Sequence[Entry],
    tell: Callable[[str], None],
) -> Mapping[str, T]:
    """The rows of a CSV file by key of the submission; `tell` reports rows that match none."""
    if path is None:
        return {}
    matched = match(read(path), entries)
    problems = matched.problems
    if problems and not matched.rows:
        tell(f"{printable(path)}: matches none of the submissions; is it of another class?")
        problems = problems[:1]
    for problem in problems[:_LISTED]:
        tell(f"{printable(path)}: {problem}")
    if len(problems) > _LISTED:
        tell(f"{printable(path)}: and {len(problems) - _LISTED} more rows like that")
    return matched.rows


def _cases(request: Request, tell: Callable[[str], None]) -> list[TestCase]:
    cases = load_cases(request.cases or bundled_cases(), request.expected, exclude=request.hidden)
    if request.hidden is not None:
        # Their golden files, if any, are beside them: NAME-out.txt.
        for case in load_cases(request.hidden, request.hidden, hidden=True):
            cases.append(replace(case, name=f"hidden/{case.name}"))
    others = [case.name for case in cases if case.golden_is_another]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        tell(f"the golden file of {others[0]}{more} differs from the reference; it is used anyway")
    return cases
