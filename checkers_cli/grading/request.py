"""The request of a marker or student, and the plan made from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from checkers_cli.grading.cases import TestCase, bundled_cases, load_cases
from checkers_cli.grading.execution.build import MAKE, PROGRAM
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.rubric.rosters import match, read_by_hand, read_late
from checkers_cli.grading.rubric.schema import DEDUCTIONS, MARK, SKIP, Rubric
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, LIMITS_ONLY, Sandbox
from checkers_cli.grading.sandbox.tools import (
    VALGRIND,
    has_command,
    memory_tool,
    toolchain,
    try_valgrind,
    versions,
)
from checkers_cli.grading.submissions.discover import Entry
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import nearest, printable

_LISTED = 10  # names or rows in notices; more are only counted
_HANDFUL = 20  # cases; with more, deductions for each leave a program with a slip no marks
_NONE_WITHIN = "no case is written as the assignment promises (line ends, blanks, lower case, ...)"

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
    explain: float = 10.0  # seconds for each submission; 0: nothing is explained
    in_full: tuple[str, ...] = ()  # names of cases that are shown in full
    all_in_full: bool = False
    late: str | None = None
    by_hand: str | None = None
    sheets: Mapping[str, str | None] = field(
        default_factory=dict
    )  # to fill in, by name of the system
    sandbox: str = BUBBLEWRAP
    jobs: int = 1
    fresh: bool = False

    @property
    def paths(self) -> list[str]:
        """The files and folders that it names; no submission may see them."""
        named = [self.cases, self.expected, self.hidden, self.rubric, self.late, self.by_hand]
        return [path for path in (*named, *self.sheets.values()) if path]


def make_plan(
    entries: list[Entry], request: Request, sandbox: Sandbox, tell: Callable[[str], None]
) -> Plan:
    """The plan of a request; raises `UnusableInput` for any mistake in it, before work begins."""
    rubric = with_commands(load_rubric(request.rubric), request.build, request.run)
    rubric = replace(rubric, title=request.title or rubric.title)
    refuse_missing_commands(rubric, request, sandbox)
    cases = _cases(request, rubric, tell)
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
        explain=request.explain,
        in_full=_in_full(request, cases),
        language=request.language,
        late=late,
        by_hand=hand,
    )


def _in_full(request: Request, cases: Sequence[TestCase]) -> frozenset[str]:
    """The names of the cases that are shown in full, which may be given without their suffix."""
    names = [case.name for case in cases]
    if request.all_in_full:
        return frozenset(names)
    by_stem = {name.removesuffix(".txt"): name for name in names}
    for name in request.in_full:
        if name not in names and name not in by_stem:
            near = nearest(name, names) or nearest(name, by_stem)
            meant = f"; did you mean {printable(near)}?" if near else ""
            raise UnusableInput(f'--case: there is no case "{printable(name, 80)}"{meant}')
    return frozenset(by_stem.get(name, name) for name in request.in_full)


def refuse_missing_commands(rubric: Rubric, request: Request, sandbox: Sandbox) -> None:
    """Raise `UnusableInput` if a command that the user has given does not exist.

    Default commands are not checked: a class that submits C needs no Python.
    """
    usual = Rubric()
    for kind, option, commands, defaults in (
        ("build", request.build, rubric.build, usual.build),
        ("run", request.run, rubric.run, usual.run),
    ):
        for language, words in commands.items():
            if not words or words == defaults.get(language):
                continue
            where = f"--{kind}" if language in option else f"{request.rubric}: {kind}.{language}"
            problem = _command_problem(kind, language, words, sandbox)
            if problem:
                raise UnusableInput(f"{printable(where)}: {problem}")


def _command_problem(kind: str, language: str, words: Sequence[str], sandbox: Sandbox) -> str:
    """Why a command cannot work for any submission; empty if it may."""
    if kind == "run" and language != "python":
        mine = f"./{PROGRAM}"
        wrong = [word for word in words if word.startswith("./") and word != mine]
        if wrong and mine not in words:
            return f"there is no {printable(wrong[0], 80)}; the program is called {mine}"
    name = words[0]
    if name.startswith(("./", "../")) or has_command(sandbox, name):
        return ""
    meant = f"; did you mean ./{PROGRAM}?" if name == PROGRAM else ""
    return f"there is no command {printable(name, 80)} here{meant}"


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


def marking_notices(plan: Plan) -> Iterator[str]:
    """What a marker should know about the marks before they are given."""
    marked = sum(len(cases) for cases in plan.marked_stages.values())
    if plan.rubric.scheme == DEDUCTIONS and marked > _HANDFUL:
        yield (
            f'scheme = "deductions" is meant for a handful of cases, and these are {marked}: one '
            'mistake can cost all marks; consider scheme = "proportional"'
        )


def _cases(request: Request, rubric: Rubric, tell: Callable[[str], None]) -> list[TestCase]:
    """The cases, those within the assignment first: they are run, shown and explained first."""
    cases = load_cases(request.cases or bundled_cases(), request.expected, exclude=request.hidden)
    if request.hidden is not None:
        visible = {case.name for case in cases}
        # Their golden files, if any, are beside them: NAME-out.txt.
        for case in load_cases(request.hidden, request.hidden, hidden=True):
            name = f"hidden/{case.name}"
            if name in visible:  # students see what is said of a case with this name
                raise UnusableInput(f"{printable(name)}: names both a hidden case and another one")
            cases.append(replace(case, name=name))
    others = [case.name for case in cases if case.golden_is_another]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        tell(f"the golden file of {others[0]}{more} differs from the reference; it is used anyway")
    within = [case for case in cases if case.within]
    if not within and rubric.beyond == SKIP:
        raise UnusableInput(f'{_NONE_WITHIN}, and beyond = "skip" leaves them out')
    if not within and rubric.beyond != MARK:
        tell(f'{_NONE_WITHIN}, so none is marked; [execution] beyond = "mark" marks them')
    return within + [case for case in cases if not case.within and rubric.beyond != SKIP]
