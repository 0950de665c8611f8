"""The results of grading: plain values that are stored as JSON and rendered by reports.

`results.json` has a `Header` and a `Graded` for each submission; every other report can be rebuilt
from it. It contains no times or dates, so that grading the same submissions again gives the same
bytes. The marker's guide documents the fields.
"""

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass, field

from checkers_cli.grading.verdicts import Verdict

VERSION = 1  # of the schema


@dataclass(frozen=True)
class CaseInfo:
    """A test case in reports; students never see hidden ones."""

    name: str
    stage: int  # 0 to 2
    hidden: bool


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


@dataclass(frozen=True)
class FaultInfo:
    """A known mistake: see `checkers faults`."""

    id: str
    title: str  # follows "exactly what you get if ..."
    rule: str
    hint: str
    stage: int  # the one with most failed cases on which it shows; the first if tied
    cases: tuple[str, ...] = ()  # failed cases on which it shows by itself; not for students
    omission: bool = False  # whether a part of the work is missing: that is never forgiven


@dataclass(frozen=True)
class Explanation:
    """Known mistakes that reproduce the output of a program."""

    exact: bool  # whether they reproduce all output on every compared case
    faults: tuple[FaultInfo, ...]
    compared: int  # cases
    explained: int  # cases on which all of the output is reproduced, passed ones included
    habits: tuple[str, ...] = ()  # the readings and habits in addition; usually none
    cut_short: int = 0  # explained cases with incomplete output
    others: tuple[
        tuple[FaultInfo, ...], ...
    ] = ()  # other explanations that fit as well, if it is exact
    telling: str = ""  # a script on which some of these explanations differ, if known
    tells_all: bool = False  # whether all of them differ on it
    case: str = ""  # the first case that is not explained
    hidden: bool = False  # whether that case is hidden
    action: str = ""  # where its output is no longer explained: "action #7", "the head"


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


@dataclass(frozen=True)
class Build:
    """How a submission was built."""

    ok: bool
    command: str  # for a shell; empty if there was nothing to build
    warnings: int = 0
    messages: str = ""  # of the compiler, cut if they are long
    problem: str = ""  # one line: why it does not build
    judge_error: bool = False  # the grader or the machine failed


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

    def for_students(self, visible: Collection[str]) -> "Memory":
        """The check without texts from hidden cases: a program could leak its input in them."""
        findings = tuple(
            finding if finding.case in visible else Finding(finding.kind, "found on a hidden case")
            for finding in self.findings
        )
        cases = tuple(case for case in self.cases if case in visible)
        problem = "" if self.judge_error else self.problem  # then it is about the machine
        return dataclasses.replace(self, findings=findings, cases=cases, problem=problem)


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
    def judge_error(self) -> bool:
        """Whether the result is incomplete because the grader or machine failed."""
        checked = self.memory is None or not self.memory.judge_error
        judged = all(run.verdict.judged for run in self.runs)
        return self.build.judge_error or not (checked and judged)
