"""The results of grading: plain values that are stored as JSON and rendered by reports.

`results.json` has a `Header` and a `Graded` for each submission; every other report can be rebuilt
from it. It contains no times or dates, so that grading the same submissions again gives the same
bytes. The marker's guide documents the fields.
"""

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from checkers_cli.grading.verdicts import Verdict

VERSION = 1  # of the schema
ON_HIDDEN = "memory error"  # of any kind, on a hidden case
EXECUTION = "execution"  # the section of which the stages are parts


@dataclass(frozen=True)
class CaseInfo:
    """A test case in reports; students never see hidden ones."""

    name: str
    stage: int  # 0 to 2
    hidden: bool
    within: bool = True  # whether its script is within the assignment: see `script.promise`


@dataclass(frozen=True)
class SectionInfo:
    """A part of the marks: `execution` has parts of its own (the stages), others are by hand."""

    name: str
    out_of: float
    by_hand: bool


@dataclass(frozen=True)
class Header:
    """The facts that hold for the whole cohort."""

    title: str
    tool: str  # name and version of this program
    toolchain: str  # the first line of the compiler's --version
    sandbox: str  # bubblewrap or limits
    scheme: str  # deductions or proportional
    out_of: float
    sections: tuple[SectionInfo, ...]
    cases: tuple[CaseInfo, ...]
    version: int = VERSION
    beyond: str = "report"  # whether cases beyond the assignment are marked: see the rubric


@dataclass(frozen=True)
class ShownEvent:
    """One event of a transcript: its head line, its cost line, its board."""

    head: str  # such as "*** BLACK ACTION #11: E8-D7", "ERROR: Illegal action.", "WHITE WIN!"
    cost: str  # such as "BOARD COST: 0"; empty where there is none
    rows: tuple[str, ...]  # eight strings of `.bwBW` if the board could be read, else none


@dataclass(frozen=True)
class LinePair:
    """The first line that differs, on both sides, with white space made visible."""

    line: int  # from 1
    column: int  # from 1, in the line as shown: long ones are cut
    expected: str | None  # None: this side had ended already
    actual: str | None


@dataclass(frozen=True)
class Diagnosis:
    """Why a run was not accepted: words first, then the place, as boards or as lines."""

    summary: str  # one sentence: what is wrong, and where
    hints: tuple[str, ...] = ()  # what to look at
    facts: tuple[str, ...] = ()  # how it ended, CRLF, no last newline, a prompt, ...
    expected: ShownEvent | None = None  # the first event that differs
    actual: ShownEvent | None = None
    cells: tuple[str, ...] = ()  # names of the cells where the two boards differ
    lines: LinePair | None = None
    position: str = ""  # of a wrong computed action, as `checkers tree --position` takes it


@dataclass(frozen=True)
class FaultInfo:
    """A known mistake of a program: see `checkers faults`."""

    id: str
    title: str  # completes "Your program behaves as if ..."
    rule: str
    hint: str
    stage: int  # the one with most failed cases on which it shows; the first if tied
    cases: tuple[str, ...] = ()  # failed cases on which it shows; not for students
    omission: bool = False  # whether a part of the work is missing: that is never forgiven
    # Whether it is stated as a fact: it foretold at least three outputs that it was not chosen by,
    # and none wrongly. Otherwise it is said to be possible.
    confirmed: bool = True
    foretold: int = 0  # how many such outputs it foretold
    words: str = ""  # what the program prints, if the mistake is about words
    script: str = ""  # a short script that shows the mistake, on which the program was run
    diagnosis: Diagnosis | None = None  # of the program's output for that script


@dataclass(frozen=True)
class Unexplained:
    """A kind of failure that the model of a program does not explain."""

    cases: int  # how many cases fail in this way
    case: str  # the one with the shortest script; empty if it is hidden
    summary: str  # what is wrong there, in a sentence


@dataclass(frozen=True)
class Crashes:
    """A way in which a program ends too early or not at all."""

    ended: str  # "signal SIGSEGV", "stopped: ..."
    cases: int
    case: str  # the one with the shortest script; empty if it is hidden
    script: str = ""  # a shorter script, if one was found
    where: str = ""  # the place in the source, if the memory check found it
    hidden: int = 0  # how many of the cases are hidden


@dataclass(frozen=True)
class Explanation:
    """A model of a program: known mistakes that reproduce its output."""

    model: dict[str, Any]  # what `checkers run --model` takes
    faults: tuple[FaultInfo, ...]  # facts first, the most costly first
    compared: int  # cases
    explained: int  # cases on which all of the output is reproduced, passed ones included
    fresh: int = 0  # new scripts on which the program was run to test the model
    foretold: int = 0  # new scripts for which the model foretold the output
    habits: tuple[str, ...] = ()  # the readings and habits in addition; usually none
    unexplained: tuple[Unexplained, ...] = ()
    crashes: tuple[Crashes, ...] = ()
    limited: bool = False  # whether the search was stopped by its limit
    hidden: int = 0  # how many of the compared cases are hidden
    hidden_explained: int = 0  # the same of those that are reproduced
    for_staff: bool = False  # it was made from the output on hidden cases, which may contain them


@dataclass(frozen=True)
class Shortest:
    """The shortest script that was found on which the program is still wrong."""

    case: str  # the case that it was made from
    script: str
    summary: str  # what is wrong there, in a sentence


@dataclass(frozen=True)
class Run:
    """One program on one case."""

    case: str
    stage: int
    hidden: bool
    verdict: Verdict
    reason: str = ""  # one line, for everything but AC
    ended: str = ""  # "exit status 0", "signal SIGSEGV"; reported, never marked
    skipped: bool = False  # not run, because earlier cases ran out of time
    diagnosis: Diagnosis | None = None  # for the first few failures of each stage
    explained: bool = False  # whether the explanation reproduces all of its output
    within: bool = True  # whether the script is within the assignment

    @property
    def failed(self) -> bool:
        """Whether the program is wrong here; a run that could not be judged is not."""
        return self.verdict.judged and not self.verdict.passed


@dataclass(frozen=True)
class Build:
    """How a submission was built."""

    ok: bool
    command: str  # for a shell; empty if there was nothing to build
    warnings: int = 0
    messages: str = ""  # of the compiler, cut if they are long
    problem: str = ""  # one line: why it does not build
    judge_error: bool = False  # the grader or the machine failed
    notes: tuple[str, ...] = ()  # what was left out or assumed to build it, and why


@dataclass(frozen=True)
class Finding:
    """Something that the memory check found."""

    kind: str  # leak, invalid access, undefined behaviour, uninitialised value, ...
    what: str  # one line
    where: str = ""  # "build_tree (main.c:120)"
    case: str = ""  # on which case; "" if the case is hidden


@dataclass(frozen=True)
class Memory:
    """The memory check: its tool and its findings."""

    tool: str  # "AddressSanitizer", "valgrind"; empty if none could be used
    findings: tuple[Finding, ...] = ()
    problem: str = ""  # why the check was not possible or is incomplete
    cases: tuple[str, ...] = ()  # completely checked cases, without hidden ones
    judge_error: bool = False  # the grader or the machine failed
    hidden_problem: str = ""  # the same as `problem`, on hidden cases

    def for_students(self, visible: Collection[str], costs: bool) -> "Memory":
        """The check without anything that a program could choose by a hidden script.

        `costs` tells whether a deduction says that something was found on hidden cases only.
        """
        findings = [finding for finding in self.findings if finding.case in visible]
        if costs:
            findings.append(Finding(ON_HIDDEN, "found on a hidden case"))
        cases = tuple(case for case in self.cases if case in visible)
        problem = "" if self.judge_error else self.problem  # then it is about the machine
        return dataclasses.replace(
            self, findings=tuple(findings), cases=cases, problem=problem, hidden_problem=""
        )


@dataclass(frozen=True)
class Deduction:
    """Marks lost, and why."""

    why: str
    amount: float  # negative, or 0 if no marks were left to lose


@dataclass(frozen=True)
class SectionMark:
    """The marks of one section or stage."""

    name: str
    out_of: float
    mark: float | None  # None: not marked by hand yet, or no case of it could be judged
    by_hand: bool = False
    deductions: tuple[Deduction, ...] = ()


@dataclass(frozen=True)
class Marks:
    """The marks of a submission."""

    total: float
    out_of: float
    complete: bool  # whether all marks by hand are known and there is no judge error
    sections: tuple[SectionMark, ...] = ()
    deductions: tuple[Deduction, ...] = ()  # from the total: lateness

    @property
    def execution(self) -> SectionMark | None:
        """The marks of execution; None in results without sections."""
        return next((section for section in self.sections if section.name == EXECUTION), None)

    @property
    def waiting(self) -> tuple[SectionMark, ...]:
        """The sections that are not yet marked by hand."""
        return tuple(s for s in self.sections if s.by_hand and s.mark is None)


@dataclass(frozen=True)
class Graded:
    """The complete result of a submission."""

    key: str  # unique in the cohort and safe as a file name, for which reports use it
    student: str  # the id: from the name of the download, else the name of the entry without suffix
    name: str  # of the student if known, else the same as `student`
    entry: str  # the file or folder among the submissions; data, never a path
    origin: str  # canvas, moodle, plain
    late_days: float
    language: str  # c, python, executable; empty if unknown
    build: Build
    habits: tuple[str, ...]  # accepted readings and habits that explain its output; usually none
    runs: tuple[Run, ...]
    marks: Marks
    memory: Memory | None = None
    notes: tuple[str, ...] = field(default=())  # for staff: such as files that were left out
    comment: str = ""  # of the marker, for the student
    explanation: Explanation | None = None  # of its mistakes, if one was found
    shortest: Shortest | None = None

    @property
    def visible_cases(self) -> frozenset[str]:
        """The names of the cases that students may see."""
        return frozenset(run.case for run in self.runs if not run.hidden)

    @property
    def memory_for_students(self) -> Memory | None:
        """The memory check as students see it; None if that leaves nothing of it."""
        if self.memory is None:
            return None
        whole = self.marks.execution
        costs = whole is not None and any(ON_HIDDEN in one.why for one in whole.deductions)
        seen = self.memory.for_students(self.visible_cases, costs)
        return seen if seen.findings or seen.cases or seen.problem or seen.judge_error else None

    @property
    def within(self) -> tuple[Run, ...]:
        """The runs on scripts within the assignment."""
        return tuple(run for run in self.runs if run.within)

    @property
    def beyond(self) -> tuple[Run, ...]:
        """The runs on scripts beyond the assignment: how robust the program is."""
        return tuple(run for run in self.runs if not run.within)

    @property
    def to_fix_first(self) -> tuple[Run, ...]:
        """The runs that feedback is about: while one within the assignment fails, only those."""
        return self.within if any(run.failed for run in self.within) else self.runs

    @property
    def judge_error(self) -> bool:
        """Whether the result is incomplete because the grader or machine failed."""
        checked = self.memory is None or not self.memory.judge_error
        judged = all(run.verdict.judged for run in self.runs)
        return self.build.judge_error or not (checked and judged)
