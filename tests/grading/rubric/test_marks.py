from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.results import (
    Build,
    Explanation,
    FaultInfo,
    Finding,
    Marks,
    Memory,
    Run,
)
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.rubric.marks import mark
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.grading.verdicts import Verdict

PROPORTIONAL = load_rubric(None)
RUBRIC = replace(PROPORTIONAL, scheme="deductions")
BUILT = Build(True, "gcc")
BY_HAND = {"presentation": 6.5, "structure": 5.0}
LEAK = Memory(
    "valgrind", (Finding("leak", "8 bytes", case="a.txt"), Finding("leak", "9 bytes", case="a.txt"))
)
FORGIVING = replace(RUBRIC, by_fault=True)
TIES = FaultInfo("ties-right", "ties are broken to the right", "rule", "hint", 1)
SLIDING = FaultInfo("towers-slide", "towers move any distance", "rule", "hint", 1)
TOWERS = FaultInfo("tower-cost", "a tower counts as one man", "rule", "hint", 0)
ONE = Explanation({}, (TIES,), 9, 9)
TWO = Explanation({}, (TIES, SLIDING), 9, 9)
IDS = {verdict.value: verdict for verdict in Verdict}


def runs_of(stage: int, verdicts: str, hidden: bool = False) -> list[Run]:
    prefix = "secret" if hidden else "case"
    return [
        Run(f"{prefix}-{stage}-{number}.txt", stage, hidden, IDS[name])
        for number, name in enumerate(verdicts.split())
    ]


def all_runs(*verdicts: str) -> list[Run]:
    return [run for stage, names in enumerate(verdicts) for run in runs_of(stage, names)]


def marked(
    runs: Sequence[Run],
    build: Build = BUILT,
    memory: Memory | None = None,
    late: float = 0,
    repaired: bool = False,
) -> Marks:
    return mark(RUBRIC, build, runs, memory, late, BY_HAND, repaired)


def explained(runs: Sequence[Run]) -> list[Run]:
    return [replace(run, explained=True) for run in runs]


def by_name(marks: Marks) -> dict[str, float | None]:
    return {section.name: section.mark for section in marks.sections}


def shown(marks: Marks) -> str:
    lines = []
    for section in marks.sections:
        lines.append(f"{section.name}: {section.mark} of {section.out_of}")
        lines += [f"  {d.amount:+.2f} {d.why}" for d in section.deductions]
    lines += [f"{d.amount:+.2f} {d.why}" for d in marks.deductions]
    complete = "" if marks.complete else " (not complete)"
    return "\n".join([*lines, f"total: {marks.total} of {marks.out_of}{complete}"])


PERFECT = all_runs("AC AC", "AC", "AC AC AC")


def test_a_perfect_program_gets_all_marks() -> None:
    marks = mark(
        RUBRIC, BUILT, PERFECT, Memory("valgrind"), 0, {"presentation": 7, "structure": 6}, False
    )
    assert (marks.total, marks.out_of, marks.complete) == (20.0, 20.0, True)
    assert [s.name for s in marks.sections] == [
        *("stage 0", "stage 1", "stage 2", "execution", "presentation", "structure")
    ]
    assert [s.mark for s in marks.sections] == [2.0, 3.0, 2.0, 7.0, 7.0, 6.0]
    assert not any(section.deductions for section in marks.sections)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ("AC AC AC", 3.0),
        ("WA AC AC", 2.0),
        ("PE AC AC", 2.5),
        ("PE WA AC", 1.5),
        ("RTE TLE AC", 1.0),
        ("WTL MLE OLE", 0.0),
        ("SV WA WA WA WA", 0.0),
        ("PE PE PE PE PE PE PE", 0.0),
        ("JE WA AC", 2.0),
        ("JE AC", 3.0),
    ],
)
def test_scheme_deductions_takes_marks_for_each_failed_case(verdicts: str, expected: float) -> None:
    assert by_name(marked(all_runs("AC", verdicts, "AC")))["stage 1"] == expected


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ("AC AC AC", 3.0),
        ("WA AC AC", 2.0),
        ("PE AC AC", 2.5),
        ("WA AC AC AC AC AC AC", 2.57),
        ("AC WA WA WA WA WA WA", 0.43),
        ("PE WA WA WA WA WA WA", 0.21),
        ("JE WA AC", 1.5),
        ("WA", 0.0),
        ("AC" + " WA" * 7, 0.38),  # 0.375: half up
    ],
)
def test_scheme_proportional_gives_marks_by_the_share_that_passed(
    verdicts: str, expected: float
) -> None:
    runs = all_runs("AC", verdicts, "AC")
    marks = mark(PROPORTIONAL, BUILT, runs, None, 0, BY_HAND, False)
    assert by_name(marks)["stage 1"] == expected


def test_build_warnings_and_memory_findings_cost_marks_of_execution() -> None:
    warned = Build(True, "gcc", warnings=3)
    assert by_name(marked(PERFECT, warned))["execution"] == 6.0
    assert by_name(marked(PERFECT, memory=LEAK))["execution"] == 6.5
    assert by_name(marked(PERFECT, repaired=True))["execution"] == 3.0
    assert by_name(marked(PERFECT, warned, LEAK, repaired=True))["execution"] == 1.5
    assert marked(PERFECT, warned, LEAK).total == 5.5 + 11.5


def test_execution_never_goes_below_0() -> None:
    runs = all_runs("AC", "WA WA", "WA WA")
    assert by_name(marked(runs))["execution"] == 3.0
    assert by_name(marked(runs, repaired=True))["execution"] == 0.0


def test_program_that_does_not_build_gets_0_for_execution(snapshot: SnapshotAssertion) -> None:
    marks = marked([], Build(False, "gcc", problem="no main"))
    assert (marks.total, marks.complete) == (11.5, True)
    assert shown(marks) == snapshot
    not_run = all_runs("CE CE", "CE", "CE")
    assert marked(not_run, Build(False, "gcc", problem="no main")) == marks
    assert marked([], Build(False, "gcc", problem="no main"), repaired=True) == marks


def test_failure_of_the_grader_costs_no_marks() -> None:
    marks = marked([], Build(False, "", problem="no compiler", judge_error=True))
    assert by_name(marks)["execution"] is None
    assert (marks.total, marks.complete) == (11.5, False)
    assert not any(section.deductions for section in marks.sections)
    marks = marked(all_runs("JE", "AC", "AC JE"))
    assert by_name(marks)["stage 0"] is None
    assert by_name(marks)["stage 2"] == 2.0
    assert by_name(marks)["execution"] == 5.0
    assert not marks.complete


def test_a_judge_error_alone_leaves_the_marks_incomplete() -> None:
    marks = marked(all_runs("AC", "AC JE", "AC"))
    assert by_name(marks)["execution"] == 7.0
    assert not marks.complete


def test_stage_without_cases_has_no_mark() -> None:
    marks = marked(all_runs("AC", "AC"))
    assert by_name(marks)["stage 2"] is None
    assert by_name(marks)["execution"] == 5.0
    assert not marks.complete
    two_stages = replace(RUBRIC, stages=(2.0, 3.0, 0.0))
    assert mark(two_stages, BUILT, all_runs("AC", "AC"), None, 0, BY_HAND, False).complete


def test_missing_marks_by_hand_leave_the_marks_incomplete() -> None:
    marks = mark(RUBRIC, BUILT, PERFECT, None, 0, {"structure": 5}, False)
    assert by_name(marks)["presentation"] is None
    assert (marks.total, marks.out_of, marks.complete) == (12.0, 20.0, False)
    zero = mark(RUBRIC, BUILT, PERFECT, None, 0, {"structure": 0, "presentation": 0}, False)
    assert (zero.total, zero.complete) == (7.0, True)
    assert mark(RUBRIC, BUILT, PERFECT, None, 0, None, False).total == 7.0


@pytest.mark.parametrize(
    ("days", "total", "words"),
    [
        (0, 18.5, []),
        (-1, 18.5, []),
        (1, 16.5, ["1 day late"]),
        (2.5, 13.5, ["2.5 days late"]),
        (30, 0.0, ["30 days late (-60, but only 18.5 was left)"]),
    ],
)
def test_lateness_is_deducted_from_the_total(days: float, total: float, words: list[str]) -> None:
    marks = marked(PERFECT, late=days)
    assert marks.total == total
    assert [deduction.why for deduction in marks.deductions] == words
    assert 18.5 + sum(deduction.amount for deduction in marks.deductions) == total


def test_deduction_for_lateness_says_that_the_rest_follows() -> None:
    """As on Gradescope, where the marks by hand are given later."""
    late = mark(RUBRIC, BUILT, all_runs("AC", "WA"), None, 4, None, False)
    (deduction,) = late.deductions
    assert (late.total, deduction.amount) == (0.0, -late.sections[3].mark)  # type: ignore[operator]
    rest = "the rest will be taken from marks not given yet"
    assert deduction.why == f"4 days late (-8; {rest})"
    nothing = mark(RUBRIC, Build(False, "gcc"), [], None, 1, None, False)
    assert nothing.deductions[0].amount == 0
    assert nothing.deductions[0].why == f"1 day late (-2; {rest})"


def test_every_deduction_has_a_reason(snapshot: SnapshotAssertion) -> None:
    runs = [
        *runs_of(0, "AC PE AC"),
        *runs_of(0, "PE", hidden=True),
        *runs_of(1, "PE RTE WA WA WA WA WA AC"),
        *runs_of(1, "AC WA", hidden=True),
        *runs_of(2, "TLE TLE AC"),
    ]
    warned = Build(True, "gcc", warnings=2)
    assert shown(marked(runs, warned, LEAK, late=1)) == snapshot
    easy = replace(PROPORTIONAL, wrong=-0.1)
    assert shown(mark(easy, warned, runs, LEAK, 0, None, True)) == snapshot
    gentle = replace(RUBRIC, wrong=-0.1, presentation=-0.05)
    assert shown(mark(gentle, BUILT, runs, None, 0, None, False)) == snapshot


def hidden_losses(rubric: Rubric, verdicts: str) -> str:
    """The reasons why these hidden runs cost marks of stage 1."""
    given = mark(rubric, BUILT, runs_of(1, verdicts, hidden=True), None, 0, None, False, ONE)
    return "; ".join(deduction.why for deduction in given.sections[1].deductions)


def test_reasons_do_not_tell_how_hidden_cases_fail() -> None:
    """A program can choose how it fails by what it reads."""
    ways = ("WA", "RTE", "TLE", "WTL", "MLE", "OLE", "SV")
    told = {shown(marked(runs_of(1, f"AC {way}", hidden=True))) for way in ways}
    assert len(told) == 1
    visible = runs_of(1, " ".join(ways))  # the place among these must not tell either
    for rubric in (replace(RUBRIC, wrong=-0.1), RUBRIC, PROPORTIONAL):
        told = {
            shown(mark(rubric, BUILT, [*visible, *hidden_runs], None, 0, None, False))
            for hidden_runs in (runs_of(1, f"PE {way}", hidden=True) for way in ways)
        }
        assert len(told) == 1
    # Where presentation costs as much as any failure, the marks do not tell it.
    for scheme in ("deductions", "proportional"):
        strict = replace(RUBRIC, scheme=scheme, presentation_share=0.0, presentation=-1.0)
        assert len({hidden_losses(strict, way) for way in ("WA WA", "PE WA", "PE PE")}) == 1
        by_fault = replace(strict, by_fault=True, fault=0.0, stages=(2.0, 9.0, 2.0))
        assert hidden_losses(by_fault, "WA PE") == "2 hidden cases: failed"
    hidden = (Finding("leak", "9 bytes"), Finding("invalid access", "read"))
    kinds = {
        shown(marked(runs_of(1, "AC"), memory=Memory("valgrind", findings)))
        for findings in (hidden, hidden[::-1], hidden[:1], hidden * 3)
    }
    assert len(kinds) == 1


def test_memory_error_on_a_hidden_case_is_a_reason_only_if_the_marks_tell_it() -> None:
    secret = Finding("leak", "9 bytes")
    both = Memory("valgrind", (*LEAK.findings, secret))
    assert marked(PERFECT, memory=both) == marked(PERFECT, memory=LEAK)
    # No marks are left, or the check costs none.
    hidden, nothing_left = Memory("valgrind", (secret,)), all_runs("WA WA", "WA WA WA", "WA WA")
    assert marked(nothing_left, memory=hidden) == marked(nothing_left)
    free = replace(RUBRIC, memory=0.0)
    assert mark(free, BUILT, PERFECT, hidden, 0, BY_HAND, False) == mark(
        free, BUILT, PERFECT, None, 0, BY_HAND, False
    )
    told = marked(PERFECT, memory=hidden).execution
    assert told is not None
    assert [one.why for one in told.deductions] == ["the memory check found: memory error"]


def test_reasons_never_name_a_hidden_case() -> None:
    names = " ".join(verdict.value for verdict in Verdict)
    marks = marked([run for stage in range(3) for run in runs_of(stage, names, hidden=True)])
    assert "secret" not in shown(marks)
    assert "hidden" in shown(marks)


@pytest.mark.parametrize(
    ("faults", "stages"),
    [
        ((TIES,), [2.0, 2.0, 2.0]),  # once, in stage 1
        ((TIES, SLIDING), [2.0, 1.0, 2.0]),
        ((TOWERS,), [1.5, 3.0, 2.0]),  # no more than the one case of presentation had cost
        ((TOWERS, TIES), [1.5, 2.0, 2.0]),
        ((), [1.5, 0.0, 0.0]),  # nothing is named: by case
    ],
)
def test_known_mistake_costs_once_with_by_fault(
    faults: tuple[FaultInfo, ...], stages: list[float]
) -> None:
    runs = explained(all_runs("AC PE", "WA WA WA AC", "WA WA AC"))
    marks = mark(FORGIVING, BUILT, runs, None, 0, BY_HAND, False, Explanation({}, faults, 9, 9))
    assert [section.mark for section in marks.sections[:3]] == stages


def test_possible_mistake_changes_no_marks() -> None:
    guess = replace(ONE, faults=(replace(TIES, confirmed=False),))
    runs = explained(all_runs("AC PE", "WA WA WA AC", "WA WA AC"))
    marks = mark(FORGIVING, BUILT, runs, None, 0, BY_HAND, False, guess)
    assert [section.mark for section in marks.sections[:3]] == [1.5, 0.0, 0.0]


@pytest.mark.parametrize("rubric", [RUBRIC, PROPORTIONAL])
@pytest.mark.parametrize(("beyond", "expected"), [("report", 7.0), ("mark", 5.0), ("skip", 7.0)])
def test_case_beyond_the_assignment_counts_only_if_the_rubric_says_so(
    rubric: Rubric, beyond: str, expected: float
) -> None:
    odd = [replace(run, within=False) for run in all_runs("WA", "", "WA")]
    runs = [*all_runs("AC", "AC", "AC"), *odd]
    marks = mark(replace(rubric, beyond=beyond), BUILT, runs, None, 0, BY_HAND, False)
    assert by_name(marks)["execution"] == expected
    unjudged = [replace(run, verdict=Verdict.JUDGE_ERROR) for run in odd]
    runs = [*all_runs("AC", "AC", "AC"), *unjudged]
    marks = mark(replace(rubric, beyond=beyond), BUILT, runs, None, 0, BY_HAND, False)
    assert marks.complete is (beyond != "mark")


def test_stage_with_only_cases_beyond_the_assignment_has_no_mark() -> None:
    odd = [replace(run, within=False) for run in all_runs("AC")]
    marks = mark(PROPORTIONAL, BUILT, [*odd, *all_runs("", "AC", "AC")], None, 0, BY_HAND, False)
    assert by_name(marks)["stage 0"] is None
    assert not marks.complete


def test_only_explained_failures_are_forgiven() -> None:
    """Crashes and timeouts are not forgiven, even if their output is explained up to there."""
    crashed = explained(all_runs("AC", "WA WA RTE TLE AC", "AC"))
    unexplained = all_runs("", "WA")
    runs = [*crashed, *unexplained]
    five = replace(FORGIVING, stages=(2.0, 5.0, 2.0))
    assert by_name(mark(five, BUILT, runs, None, 0, BY_HAND, False, ONE))["stage 1"] == 1.0
    by_case = replace(five, by_fault=False)
    assert by_name(mark(by_case, BUILT, runs, None, 0, BY_HAND, False, ONE))["stage 1"] == 0.0


def test_known_mistake_never_costs_more_than_its_cases() -> None:
    runs = explained(all_runs("AC", "WA" + " AC" * 6, "WA" + " AC" * 3))
    shares = replace(FORGIVING, scheme="proportional")
    marks = by_name(mark(shares, BUILT, runs, None, 0, BY_HAND, False, ONE))
    assert (marks["stage 1"], marks["stage 2"]) == (2.57, 2.0)


@pytest.mark.parametrize("scheme", ["deductions", "proportional"])
def test_forgiven_stage_has_a_reason(scheme: str, snapshot: SnapshotAssertion) -> None:
    runs = explained(all_runs("AC AC", "WA WA WA WA AC RTE", "WA WA AC"))
    hidden = explained(runs_of(1, "WA AC", hidden=True))
    rubric = replace(FORGIVING, scheme=scheme, stages=(2.0, 8.0, 2.0))
    marks = [
        mark(rubric, BUILT, [*runs, *hidden], None, 0, BY_HAND, False, explanation)
        for explanation in (ONE, TWO)
    ]
    assert "\n\n".join(shown(given) for given in marks) == snapshot


runs = st.lists(
    st.builds(
        Run,
        case=st.sampled_from(["a.txt", "b.txt"]),
        stage=st.integers(0, 2),
        hidden=st.booleans(),
        verdict=st.sampled_from(Verdict),
        explained=st.booleans(),
    ),
    max_size=30,
)
explanations = st.builds(
    Explanation,
    model=st.just({}),
    faults=st.lists(st.sampled_from([TIES, TOWERS, SLIDING]), max_size=3, unique=True).map(tuple),
    compared=st.just(40),
    explained=st.integers(0, 40),
)
hundredths = st.integers(0, 400).map(lambda n: -n / 100)
rubrics = st.builds(
    replace,
    st.just(RUBRIC),
    scheme=st.sampled_from(["deductions", "proportional"]),
    stages=st.tuples(*[st.integers(1, 500).map(lambda n: n / 100)] * 3),
    wrong=hundredths,
    presentation=hundredths,
    presentation_share=st.integers(0, 100).map(lambda n: n / 100),
    by_fault=st.just(False),
    build_failure=hundredths,
    warnings=hundredths,
    memory=hundredths,
    late_per_day=hundredths,
)


@given(rubrics, hundredths, runs, explanations)
def test_forgiveness_never_lowers_a_mark(
    rubric: Rubric, fault: float, runs: list[Run], explanation: Explanation
) -> None:
    by_case = mark(rubric, BUILT, runs, None, 0, None, False, explanation)
    assert by_case == mark(rubric, BUILT, runs, None, 0, None, False)  # it has to be asked for
    kind = replace(rubric, by_fault=True, fault=fault)
    by_fault = mark(kind, BUILT, runs, None, 0, None, False, explanation)
    for before, after in zip(by_case.sections, by_fault.sections, strict=True):
        assert (before.mark is None) == (after.mark is None)
        assert (before.mark or 0) <= (after.mark or 0)
    assert by_case.total <= by_fault.total
    assert by_case.complete == by_fault.complete


@given(rubrics, hundredths, runs)
def test_failures_without_an_explanation_are_not_forgiven(
    rubric: Rubric, fault: float, runs: list[Run]
) -> None:
    kind = replace(rubric, by_fault=True, fault=fault)
    unexplained = [replace(run, explained=False) for run in runs]
    by_case = mark(rubric, BUILT, unexplained, None, 0, None, False, TWO)
    assert mark(kind, BUILT, unexplained, None, 0, None, False, TWO) == by_case


def exact_cost(rubric: Rubric, runs: Sequence[Run], faults: int) -> Fraction:
    """The sum of all deductions of a stage, not rounded, in whatever order they are taken."""
    each = Fraction(repr(rubric.wrong)), Fraction(repr(rubric.presentation))
    if rubric.scheme == "proportional":
        share = Fraction(repr(rubric.stages[1])) / max(1, len(runs))
        each = -share, -share * (1 - Fraction(repr(rubric.presentation_share)))

    def cost(some: Sequence[Run]) -> Fraction:
        return -sum((each[run.verdict is Verdict.PRESENTATION] for run in some), Fraction(0))

    failed = [run for run in runs if run.failed]
    spared = [
        run for run in failed if run.explained and run.verdict.about_output
        and rubric.by_fault and run.case != "doubtful.txt"
    ]  # fmt: skip
    others = [run for run in failed if run not in spared]
    return cost(others) + min(-Fraction(repr(rubric.fault)) * faults, cost(spared))


some_runs = st.lists(
    st.builds(
        Run,
        case=st.sampled_from(["a.txt", "doubtful.txt"]),
        stage=st.just(1),
        hidden=st.just(value=False),
        verdict=st.sampled_from([v for v in Verdict if v is not Verdict.JUDGE_ERROR]),
        explained=st.booleans(),
    ),
    max_size=4,
)
SOME = Explanation(
    {}, (TIES, TOWERS, replace(SLIDING, cases=("doubtful.txt",), confirmed=False)), 9, 9
)
cheap = st.sampled_from([0.0, -0.01, -0.33, -0.5, -1.0])
simple_rubrics = st.builds(
    replace,
    st.just(RUBRIC),
    scheme=st.sampled_from(["deductions", "proportional"]),
    stages=st.sampled_from([(2.0, 3.0, 2.0), (2.0, 9.0, 2.0), (2.0, 0.05, 2.0)]),
    wrong=cheap,
    presentation=cheap,
    presentation_share=st.sampled_from([0.0, 0.5, 1.0]),
    by_fault=st.booleans(),
    fault=cheap,
)


@given(simple_rubrics, some_runs, some_runs)
def test_stage_loses_the_exact_sum_rounded_once(
    rubric: Rubric, visible: list[Run], secret: list[Run]
) -> None:
    runs = [*visible, *(replace(run, hidden=True) for run in secret)]
    stage = mark(rubric, BUILT, runs, None, 0, None, False, SOME).sections[1]
    if runs:
        left = Fraction(repr(rubric.stages[1])) - exact_cost(rubric, runs, faults=1)
        assert stage.mark == floor(max(Fraction(0), left) * 100 + Fraction(1, 2)) / 100


@given(simple_rubrics, some_runs, some_runs, st.data())
def test_deductions_tell_nothing_of_hidden_runs_but_how_many_pass_and_the_marks(
    rubric: Rubric, visible: list[Run], secret: list[Run], data: st.DataObject
) -> None:
    kinds = st.sampled_from(secret) if secret else st.nothing()
    other = data.draw(st.lists(kinds, min_size=len(secret), max_size=len(secret)))
    passed = [sum(run.verdict.passed for run in some) for some in (secret, other)]
    marks = [
        mark(
            rubric, BUILT, [*visible, *(replace(run, hidden=True) for run in some)],
            None, 0, None, False, SOME,
        )
        for some in (secret, other)
    ]  # fmt: skip
    assume(passed[0] == passed[1] and marks[0].sections[1].mark == marks[1].sections[1].mark)
    assert marks[0] == marks[1]


def exact(values: Sequence[float]) -> Fraction:
    return sum((Fraction(repr(value)) for value in values), Fraction(0))


@given(
    rubrics,
    st.booleans(),
    runs,
    explanations,
    st.booleans(),
    st.integers(0, 3),
    st.floats(0, 5),
    st.booleans(),
)
def test_marks_and_deductions_add_up(
    rubric: Rubric, by_fault: bool, runs: list[Run], explanation: Explanation, ok: bool,
    warnings: int, late: float, repaired: bool,
) -> None:  # fmt: skip
    marks = mark(
        replace(rubric, by_fault=by_fault), Build(ok, "gcc", warnings), runs, LEAK, late,
        {"structure": 3.33}, repaired, explanation,
    )  # fmt: skip
    stages, execution, hand = marks.sections[:3], marks.sections[3], marks.sections[4:]
    for stage in stages:
        if stage.mark is not None:
            lost = exact([deduction.amount for deduction in stage.deductions])
            assert exact([stage.mark]) == exact([stage.out_of]) + lost
    if execution.mark is not None:
        lost = exact([deduction.amount for deduction in execution.deductions])
        assert exact([execution.mark]) == exact([s.mark for s in stages if s.mark]) + lost
    lost = exact([deduction.amount for deduction in marks.deductions])
    parts = [section.mark for section in (execution, *hand) if section.mark]
    assert exact([marks.total]) == exact(parts) + lost
    everything = [*marks.deductions, *(d for s in marks.sections for d in s.deductions)]
    assert all(deduction.amount <= 0 for deduction in everything)
    for number in (marks.total, *(s.mark for s in marks.sections if s.mark is not None)):
        assert number >= 0
        assert len(repr(number).partition(".")[2]) <= 2
