"""What grading brings to light: plain values that are stored as JSON and that reports render.

`results.json` is a `Header` and one `Graded` a submission; every other report can be rebuilt from
it. Nothing that changes from run to run (times, dates) is in it: the same submissions graded in the
same way give the same bytes. The README documents the fields.
"""

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass, field

from checkers_cli.grading.verdicts import Verdict

VERSION = 1  # of the schema


@dataclass(frozen=True)
class CaseInfo:
    """A test case, as reports know it; students never see hidden ones."""

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
    """What holds for the whole cohort."""

    title: str
    tool: str  # name and version of this program
    toolchain: str  # the compiler's own words for its version
    sandbox: str  # bubblewrap or limits
    scheme: str  # deductions or proportional
    out_of: float
    sections: tuple[SectionInfo, ...]
    cases: tuple[CaseInfo, ...]
    version: int = VERSION


@dataclass(frozen=True)
class ShownEvent:
    """One event as a transcript shows it: its head line, its cost line, its board."""

    head: str  # such as "*** BLACK ACTION #11: E8-D7", "ERROR: Illegal action.", "WHITE WIN!"
    cost: str  # such as "BOARD COST: 0"; empty where there is none
    rows: tuple[str, ...]  # eight strings of `.bwBW` if the board could be read, else none


@dataclass(frozen=True)
class LinePair:
    """The first line that differs, on both sides, with white space made visible."""

    line: int  # from 1
    column: int  # from 1, in what is shown of the line: long ones are cut
    expected: str | None  # None: this side had ended before
    actual: str | None


@dataclass(frozen=True)
class Diagnosis:
    """Why a run was not accepted: words first, then the place, as boards or as lines."""

    summary: str  # one sentence: what is wrong, and where
    hints: tuple[str, ...] = ()  # what to look at
    facts: tuple[str, ...] = ()  # how it ended, CRLF, no last newline, a prompt, ...
    expected: ShownEvent | None = None  # the first event where it departs
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
    stage: int  # the one in which it shows on most failed cases; of equals the first
    cases: tuple[str, ...] = ()  # failed ones on which it shows by itself; students see none
    omission: bool = False  # whether a part of the work is not there: that is never forgiven


@dataclass(frozen=True)
class Explanation:
    """Known mistakes that explain a program's output, found by playing them."""

    exact: bool  # whether they reproduce all of its output on every case that was compared
    faults: tuple[FaultInfo, ...]
    compared: int  # cases
    explained: int  # cases on which all of the output is reproduced, passed ones included
    habits: tuple[str, ...] = ()  # the readings and habits besides; () is the norm
    cut_short: int = 0  # of these, those whose output was compared as far as it goes
    others: tuple[tuple[FaultInfo, ...], ...] = ()  # that fit as well, if it is exact
    telling: str = ""  # a script on which at least some of these differ, if one is known
    tells_all: bool = False  # whether all of them do
    case: str = ""  # the first case that is not explained
    hidden: bool = False  # whether that is a hidden one
    action: str = ""  # where on it the output is no longer explained: "action #7", "the head"


@dataclass(frozen=True)
class Shortest:
    """The shortest script that was found on which the program is still wrong."""

    case: str  # what it was made of
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
    skipped: bool = False  # not run, because others before it ran out of time
    diagnosis: Diagnosis | None = None  # for the first few failures of each stage
    explained: bool = False  # whether the submission's explanation reproduces all of its output


@dataclass(frozen=True)
class Build:
    """How a submission was built."""

    ok: bool
    command: str  # as a person would type it; empty if nothing had to be built
    warnings: int = 0
    messages: str = ""  # the compiler's own words, cut to a sane size
    problem: str = ""  # one line: why it does not build
    judge_error: bool = False  # it is the grader's or the machine's fault


@dataclass(frozen=True)
class Finding:
    """Something that the memory check found."""

    kind: str  # leak, invalid access, undefined behaviour, uninitialised value, ...
    what: str  # one line
    where: str = ""  # "build_tree (main.c:120)"
    case: str = ""  # on which case; "" if the case is hidden


@dataclass(frozen=True)
class Memory:
    """The memory check: which tool looked, and what it found."""

    tool: str  # "AddressSanitizer", "valgrind"; empty if none could
    findings: tuple[Finding, ...] = ()
    problem: str = ""  # why it could not look, or not everywhere
    cases: tuple[str, ...] = ()  # those that it looked at to the end, without hidden ones
    judge_error: bool = False  # that it could not is the grader's or the machine's fault

    def for_students(self, visible: Collection[str]) -> "Memory":
        """The same without what was said on a hidden case: a program can say what it has read."""
        findings = tuple(
            finding if finding.case in visible else Finding(finding.kind, "found on a hidden case")
            for finding in self.findings
        )
        cases = tuple(case for case in self.cases if case in visible)
        problem = "" if self.judge_error else self.problem  # it is about the machine
        return dataclasses.replace(self, findings=findings, cases=cases, problem=problem)


@dataclass(frozen=True)
class Deduction:
    """Marks lost, and why."""

    why: str
    amount: float  # negative, or 0 where nothing was left to lose


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
    """A submission's marks."""

    total: float
    out_of: float
    complete: bool  # whether all sections marked by hand are there, and no judge error
    sections: tuple[SectionMark, ...] = ()
    deductions: tuple[Deduction, ...] = ()  # from the whole: lateness


@dataclass(frozen=True)
class Graded:
    """A submission with everything that is known of it."""

    key: str  # unique in the cohort and safe as a file's name: reports use it for files
    student: str  # the id: from the download's name, else the entry's own name without suffix
    name: str  # of the student if known, else the same as `student`
    entry: str  # the file or folder among the submissions; data, never a path
    origin: str  # canvas, moodle, plain
    late_days: float
    language: str  # c, python, executable; empty if it could not be told
    build: Build
    habits: tuple[str, ...]  # readings and tolerated habits that explain its output; () is the norm
    runs: tuple[Run, ...]
    marks: Marks
    memory: Memory | None = None
    notes: tuple[str, ...] = field(default=())  # of the intake, for staff: what was left out
    comment: str = ""  # of whoever marked by hand, for the student
    explanation: Explanation | None = None  # what it all comes from, as far as that is known
    shortest: Shortest | None = None

    @property
    def judge_error(self) -> bool:
        """Whether something is missing here through no fault of the student."""
        checked = self.memory is None or not self.memory.judge_error
        judged = all(run.verdict.judged for run in self.runs)
        return self.build.judge_error or not (checked and judged)
