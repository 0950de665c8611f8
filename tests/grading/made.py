"""Made-up results for the tests of reports: a varied cohort, the same each time."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from checkers_cli.grading.reports.html import Pages
from checkers_cli.grading.reports.text import Times
from checkers_cli.grading.results import (
    Build,
    CaseInfo,
    Crashes,
    Deduction,
    Diagnosis,
    Explanation,
    FaultInfo,
    Finding,
    Graded,
    Header,
    LinePair,
    Marks,
    Memory,
    Run,
    SectionInfo,
    SectionMark,
    Shortest,
    ShownEvent,
    Unexplained,
)
from checkers_cli.grading.verdicts import Verdict

SCRIPT = "<script>window.pwned = 1</script>"
IMAGE = "<img src=x onerror='window.pwned = 2'>"
HOSTILE = f"{SCRIPT}{IMAGE}]]>\"'&\x1b[31m\x1b]0;owned\x07\u202eevil\u2066\x00\udcff=1+1"
SECRET = "SECRET"  # in everything that a student must not see, and in nothing else
LONG_LINE = "x" * 1_000_000

CASES = (
    CaseInfo("no-action", 0, False),
    CaseInfo("illegal-action", 0, False),
    CaseInfo("a-at-the-start", 1, False),
    CaseInfo("a-black-stuck", 1, False),
    CaseInfo("p-at-the-start", 2, False),
    CaseInfo("p-to-the-end", 2, False),
    CaseInfo(f"{SECRET}-capture", 0, True),
    CaseInfo(f"{SECRET}-tower", 1, True),
    CaseInfo(f"{SECRET}-endgame", 1, True),
    CaseInfo("blank-lines", 0, False, within=False),
    CaseInfo("crlf-line-ends", 1, False, within=False),
    CaseInfo(f"{SECRET}-blanks", 0, True, within=False),
)
SECTIONS = (
    SectionInfo("execution", 7.0, False),
    SectionInfo("presentation", 7.0, True),
    SectionInfo("structure", 6.0, True),
)
STARTING_ROWS = (
    ".w.w.w.w",
    "w.w.w.w.",
    ".w.w.w.w",
    "........",
    "........",
    "b.b.b.b.",
    ".b.b.b.b",
    "b.b.b.b.",
)
EXPECTED_ROWS = (*STARTING_ROWS[:4], ".....b..", "b.b.b...", *STARTING_ROWS[6:])
ACTUAL_ROWS = (*STARTING_ROWS[:4], ".......B", "b.b.b...", *STARTING_ROWS[6:])
COMMAND = "gcc -Wall -std=c17 -o program main.c -lm"
WARNING = (
    "main.c:12:9: warning: unused variable 'depth' [-Wunused-variable]\n   12 |     int depth;"
)


def header(cases: tuple[CaseInfo, ...] = CASES) -> Header:
    """The header of the made-up cohort."""
    return Header(
        title="Tower checkers, assignment 2",
        tool="checkers_cli 1.2.3",
        toolchain="gcc (Debian 12.2.0-14) 12.2.0",
        sandbox="bubblewrap",
        scheme="deductions",
        out_of=20.0,
        sections=SECTIONS,
        cases=cases,
    )


BOARDS = Diagnosis(
    summary="Action 1: the board differs at F5 and H5.",
    hints=("Is a piece made a tower before it is on the furthest row?",),
    facts=("The output stops half-way, after 12 of 40 lines.",),
    expected=ShownEvent("BLACK ACTION #1: G6-F5", "BOARD COST: 0", EXPECTED_ROWS),
    actual=ShownEvent("BLACK ACTION #1: G6-H5", "BOARD COST: 2", ACTUAL_ROWS),
    cells=("F5", "H5"),
)
ONE_SIDE = Diagnosis(
    summary="The output ends before action 4.",
    facts=("Stopped by SIGSEGV.",),
    expected=ShownEvent("*** WHITE ACTION #4: B3-A4", "BOARD COST: -1", EXPECTED_ROWS),
)
ENDING = Diagnosis(
    summary="The winner is printed twice.",
    expected=None,
    actual=ShownEvent("WHITE WIN!", "", ()),
)
SPACES = Diagnosis(
    summary="Line 4 has a blank at its end.",
    hints=("Print no blank after the last column.",),
    lines=LinePair(
        4, 35, "·····A···B···C···D···E···F···G···H␊", "·····A···B···C···D···E···F···G···H·␊"
    ),
)
LONG = Diagnosis(
    summary="Line 1 differs at column 900,000.",
    lines=LinePair(1, 900_000, LONG_LINE, LONG_LINE[:899_999] + HOSTILE + LONG_LINE),
)
PADDED = Diagnosis(
    summary="The output ends before action 1.",
    hints=("This script has blank lines: skip them.",),
    lines=LinePair(22, 1, "=" * 37, None),
)
ENDED = Diagnosis(
    summary="Line 9 is missing.",
    lines=LinePair(9, 1, "=" * 37, None),
)
FORGED = Diagnosis(
    summary=f"The head line is {HOSTILE}",
    hints=(HOSTILE,),
    facts=(HOSTILE,),
    expected=ShownEvent("WHITE WIN!", "", STARTING_ROWS),
    actual=ShownEvent(HOSTILE, HOSTILE, ("<b>&\"'\x1b\udcff",) * 8),
    cells=("A1", "<s>"),
)
CHOICE = Diagnosis(
    summary="Action 1: C3-D4 is computed, not B3-A4.",
    hints=("Both actions have the same value.",),
    expected=ShownEvent("*** WHITE ACTION #2: B3-A4", "BOARD COST: 0", EXPECTED_ROWS),
    actual=ShownEvent("*** WHITE ACTION #2: C3-D4", "BOARD COST: 0", ACTUAL_ROWS),
    cells=("F5", "H5"),
    position="W:WB1,D1:BA6,F5",
)
TIES = FaultInfo(
    "ties-right",
    "ties are broken to the right",
    "Of the root's children with the best value the left-most is the action.",
    "Two children are worth the same: which of them does your comparison keep?",
    1,
    ("a-at-the-start", f"{SECRET}-tower"),
    foretold=20,
    script="G6-F5\nA\n",
    diagnosis=CHOICE,
)
TOWERS = FaultInfo(
    "towers-slide",
    "towers move any distance",
    "A move goes one cell diagonally, to an empty cell.",
    "How far can a tower go in one action? Count the cells.",
    0,
    ("no-action",),
    foretold=3,
)
REFUSAL = FaultInfo(
    "own-refusal",
    "a refused line is answered with a text of the program's own",
    "There are six messages, one for each check.",
    "",
    0,
    ("illegal-action",),
    foretold=5,
    words="Bad·move!␊",
    script="\nG6-F5 \n",
    diagnosis=SPACES,
)
MAX_TIES = FaultInfo(
    "ties-right-max",
    "ties are broken to the right where the largest value is taken",
    TIES.rule,
    "",
    1,
    confirmed=False,
)
QUOTED = FaultInfo(
    "misspelt", f"the error is spelt {HOSTILE}", HOSTILE, HOSTILE, 0, (f"{SECRET}-capture",),
    confirmed=False, words=HOSTILE, script=HOSTILE, diagnosis=FORGED,
)  # fmt: skip
CRASH = Crashes("signal SIGSEGV", 3, "a-black-stuck", "G6-F5\nP\n", where="build_tree (main.c:120)")
ENDLESS = Crashes("stopped: CPU time ran out", 1, "p-to-the-end")
CRASH_HIDDEN = Crashes("signal SIGFPE", 1, "", f"{SECRET}\n", f"{SECRET} (main.c:7)")
LEFT = Unexplained(2, "p-at-the-start", "Action 3: C3-D4 is computed, not A4-B5.")
LEFT_ALONE = Unexplained(1, "illegal-action", "The error is wrong: 4 is printed, not 5.")
LEFT_HIDDEN = Unexplained(4, "", f"{SECRET} summary")
ONE_FAULT = Explanation({}, (TIES,), compared=9, explained=9, fresh=20, foretold=20)
THREE_FAULTS = Explanation(
    {}, (TIES, TOWERS, REFUSAL), compared=120, explained=118, fresh=20, foretold=20,
    unexplained=(LEFT,),
)  # fmt: skip
TWO_FAULTS = Explanation({}, (TIES, TOWERS), compared=9, explained=9)
MIXED = Explanation(
    {}, (TIES, MAX_TIES), compared=9, explained=5, fresh=12, foretold=10, habits=("limits",),
    unexplained=(LEFT, LEFT_ALONE), crashes=(CRASH, ENDLESS), limited=True,
)  # fmt: skip
PERHAPS = Explanation(
    {}, (replace(TOWERS, confirmed=False),), compared=9, explained=7, unexplained=(LEFT_ALONE,)
)
PERHAPS_HIDDEN = Explanation(
    {}, (QUOTED,), 9, 2, unexplained=(LEFT_HIDDEN,), crashes=(CRASH_HIDDEN,)
)
NOTHING = Explanation({}, (), 9, 7, unexplained=(LEFT_ALONE, LEFT))
SHORT = Shortest("a-at-the-start", "G6-F5\nB3-A4\nA\n", "Action 3: C3-D4 is computed, not A4-B5.")
SHORT_BEYOND = Shortest("blank-lines", "\nG6-F5\n", "The output ends before action 1.")
SHORT_HIDDEN = Shortest(f"{SECRET}-tower", f"{SECRET}\n", f"{SECRET} summary")
HIDDEN = Diagnosis(summary=f"{SECRET} board", expected=ShownEvent(f"{SECRET} head", SECRET, ()))


def run(case: CaseInfo, verdict: Verdict, diagnosis: Diagnosis | None = None) -> Run:
    """A run with this verdict; all texts of a hidden case contain the secret."""
    if verdict.passed:
        return Run(
            case.name, case.stage, case.hidden, verdict, ended="exit status 0", within=case.within
        )
    reason = diagnosis.summary if diagnosis else verdict.words
    if case.hidden:
        reason, diagnosis = f"{SECRET} reason", HIDDEN
    ended = "signal SIGSEGV" if verdict is Verdict.CRASHED else "exit status 1"
    return Run(
        case.name, case.stage, case.hidden, verdict, reason, ended, False, diagnosis,
        within=case.within,
    )  # fmt: skip


def marks(
    stages: tuple[float, float, float], by_hand: tuple[float | None, float | None], late: float
) -> Marks:
    """Marks that add up, each deduction with a reason."""
    parts = [
        SectionMark(f"stage {n}", out_of, float(mark), False, _lost(out_of - mark))
        for n, (out_of, mark) in enumerate(zip((2.0, 3.0, 2.0), stages, strict=True))
    ]
    hand = [
        SectionMark(info.name, info.out_of, None if mark is None else float(mark), True)
        for info, mark in zip(SECTIONS[1:], by_hand, strict=True)
    ]
    execution = SectionMark("execution", 7.0, float(sum(stages)))
    sections = [*parts, execution, *hand]
    total = sum(section.mark or 0 for section in (execution, *hand)) - 2 * late
    complete = None not in by_hand
    lateness = (Deduction(f"days late: {late:g}", -2.0 * late),) if late else ()
    return Marks(max(0.0, total), 20.0, complete, tuple(sections), lateness)


def _lost(amount: float) -> tuple[Deduction, ...]:
    return (Deduction("a case with wrong output", -amount),) if amount else ()


def graded(
    key: str,
    name: str,
    runs: tuple[Run, ...],
    given: Marks,
    *,
    entry: str = "main.c",
    late: float = 0.0,
    build: Build | None = None,
    habits: tuple[str, ...] = (),
    memory: Memory | None = None,
    notes: tuple[str, ...] = (),
    explanation: Explanation | None = None,
    shortest: Shortest | None = None,
) -> Graded:
    """A submission in C."""
    built = build or Build(True, COMMAND)
    return Graded(
        *(
            key,
            key,
            name,
            entry,
            "canvas",
            float(late),
            "c",
            built,
            habits,
            runs,
            given,
            memory,
            notes,
        ),
        explanation=explanation,
        shortest=shortest,
    )


def runs_of(*verdicts: Verdict | Diagnosis) -> tuple[Run, ...]:
    """A run for each case: missing ones pass, and a diagnosis stands for a wrong one."""
    padded = [*verdicts, *[Verdict.ACCEPTED] * (len(CASES) - len(verdicts))]
    return tuple(
        run(case, Verdict.WRONG, given) if isinstance(given, Diagnosis) else run(case, given)
        for case, given in zip(CASES, padded, strict=True)
    )


FULL = marks((2, 3, 2), (6, 5.5), 0)
OF_STAGES = marks((1, 2.5, 2), (4, None), 0)
OF_NOTHING = marks((0, 0, 0), (None, None), 0)
FINDINGS = (
    Finding("leak", "3,360 bytes are never freed", "build_tree (main.c:120)", "a-at-the-start"),
    Finding("undefined behaviour", f"index 8 is outside of {HOSTILE}", "board (main.c:31)", ""),
    Finding("invalid access", "reads after the end of an array", "main.c:40", f"{SECRET}-tower"),
)


def cohort() -> tuple[Graded, ...]:
    """Ten submissions with all verdicts and all kinds of missing values."""
    v = Verdict
    skipped = Run("p-to-the-end", 2, False, v.CPU_TIME, "not run", "", skipped=True)
    not_judged = Run(
        "a-black-stuck", 1, False, v.JUDGE_ERROR, f"{SECRET}: the disk of this machine is full"
    )
    broken = Build(False, COMMAND, 1, f"main.c:1:1: error: {HOSTILE}\n\tint", "1 error in main.c")
    no_compiler = Build(False, COMMAND, problem=f"{SECRET}: gcc was killed", judge_error=True)
    slow = runs_of(ONE_SIDE, v.CRASHED, v.CPU_TIME, v.WALL_TIME)
    unsure = replace(FULL, complete=False)
    late = marks((1, 3, 2), (7, 6), 2.5)
    warned = Build(True, COMMAND, 1, WARNING, notes=(f"old.c is left out{HOSTILE}",))
    return (
        graded("adams", "Ada Adams", runs_of(*[v.ACCEPTED] * 9, PADDED), FULL,
               memory=Memory("valgrind"), shortest=SHORT_BEYOND),
        graded("brown", "Bob Brown",
               runs_of(v.ACCEPTED, v.PRESENTATION, BOARDS, *[v.ACCEPTED] * 6, v.CRASHED), OF_STAGES,
               explanation=MIXED, shortest=SHORT),
        graded(
            "chen",
            HOSTILE,
            runs_of(FORGED, SPACES, LONG, ENDED, v.MEMORY, v.VIOLATION, v.WRONG, v.OUTPUT),
            marks((0, 0, 0), (3, 4), 1),
            entry=f"main{HOSTILE}.c",
            late=1,
            notes=(f"{SECRET} note {HOSTILE}",),
            explanation=PERHAPS_HIDDEN,
            shortest=SHORT_HIDDEN,
        ),
        graded("diaz", "Dora Díaz", tuple(run(c, v.NOT_BUILT) for c in CASES), OF_NOTHING,
               build=broken),
        graded("evans", "Eve Evans", (*slow[:5], skipped), OF_STAGES, build=warned,
               explanation=NOTHING),
        graded("fox", "Finn Fox", runs_of(v.ACCEPTED, ENDING), FULL,
               habits=("limits", "winner-after-tenth", "winner-without-command"),
               explanation=PERHAPS),
        graded("gray", "Gil Gray", (*runs_of()[:3], not_judged, *runs_of()[4:]), unsure,
               memory=Memory("AddressSanitizer", FINDINGS)),
        graded("hall", "Hal Hall", (), OF_NOTHING, build=no_compiler,
               memory=Memory("", (), "neither valgrind nor a sanitizer works here")),
        graded("ito", "伊藤 花子", runs_of(v.WRONG, BOARDS), late, late=2.5,
               explanation=TWO_FAULTS),
        graded("jones", "J" * 300, runs_of(), OF_STAGES, build=Build(True, ""),
               habits=("a-habit-of-the-future",)),
    )  # fmt: skip


def many_cases(count: int) -> tuple[CaseInfo, ...]:
    """This many cases, a fifth of them hidden."""
    return tuple(CaseInfo(f"case-{n:03}", n % 3, n % 5 == 4) for n in range(count))


def many(count: int, cases: tuple[CaseInfo, ...]) -> Iterator[Graded]:
    """A large cohort, one submission at a time: some cases are hard for everybody."""
    random = Random(3)  # the same cohort each time
    hardness = [random.choice((0.02, 0.05, 0.4)) for _ in cases]
    rare = (Verdict.NOT_BUILT, Verdict.JUDGE_ERROR)
    failures = [v for v in Verdict if not v.passed and v not in rare]
    for number in range(count):
        skill = random.random()
        runs = tuple(
            run(case, random.choice([Verdict.WRONG, Verdict.WRONG, *failures]))
            if random.random() < hard * 2 * (1 - skill)
            else run(case, Verdict.ACCEPTED)
            for case, hard in zip(cases, hardness, strict=True)
        )
        stages = (round(2 * skill, 1), round(3 * skill, 1), round(2 * skill, 1))
        given = marks(stages, (round(7 * skill), round(6 * skill) if number % 9 else None), 0)
        faults = [] if number % 4 == 0 else [_fault(min(number % 3, number % 5))]
        faults += [_fault(number)] if number % 8 == 7 else []
        explanation = Explanation({}, tuple(faults), len(cases), len(cases)) if faults else None
        student = f"Student {number}"
        yield graded(f"s{number:04}", student, runs, given, explanation=explanation)


def _fault(number: int) -> FaultInfo:
    title = f"the mistake with the number {number} is made in every branch of the tree"
    return FaultInfo(f"mistake-{number}", title, "A rule.", "A hint.", 1)


def write_pages(
    head: Header, submissions: Iterable[Graded], folder: Path, times: Times | None
) -> None:
    """Write all pages of some submissions."""
    with Pages(head, folder, times) as pages:
        for submission in submissions:
            pages.add(submission)
