from grading import made

from checkers_cli.grading.reports.overview import Overview

COHORT = {graded.key: graded for graded in made.cohort()}


def test_commonest_failures_come_first() -> None:
    overview = Overview(made.header())
    for graded in COHORT.values():
        overview.add(graded)
    counts = [failure.students for failure in overview.commonest()]
    assert counts == sorted(counts, reverse=True)
    (boards,) = [f for f in overview.commonest() if f.reason == made.BOARDS.summary]
    assert (boards.students, boards.key) == (2, "brown")
    assert boards.cases == {"a-at-the-start": 1, "illegal-action": 1}
    assert len(overview.commonest(3)) == 3


def test_judge_errors_are_not_failures() -> None:
    overview = Overview(made.header())
    overview.add(COHORT["gray"])
    overview.add(COHORT["hall"])
    assert overview.commonest() == []
    assert [(g.key, cases) for g, cases, _ in overview.unjudged] == [
        ("gray", ["a-black-stuck"]),
        ("hall", []),
    ]


def test_overview_keeps_a_letter_for_each_case() -> None:
    overview = Overview(made.header())
    overview.add(COHORT["evans"])
    overview.add(COHORT["hall"])
    assert [row.letters for row in overview.rows] == ["wrti·-      ", " " * 12]
    assert overview.rows[0].stages == ((0, 2), (0, 2), (1, 2))
    assert overview.rows[0].graded.runs == ()


def test_cases_beyond_the_assignment_are_counted_apart() -> None:
    overview = Overview(made.header())
    for key in ("adams", "brown"):
        overview.add(COHORT[key])
    assert [row.stages for row in overview.rows] == [
        ((3, 3), (4, 4), (2, 2)),
        ((2, 3), (3, 4), (2, 2)),
    ]
    assert [row.robustness for row in overview.rows] == [(2, 3), (2, 3)]
    assert overview.not_robust == {"blank-lines": 2}
    assert overview.verdicts.total() == 18
    assert not any("blank-lines" in failure.cases for failure in overview.commonest())


def test_marks_are_totals_only_if_all_are_known() -> None:
    overview = Overview(made.header())
    overview.add(COHORT["adams"])
    assert overview.complete
    assert overview.marks() == [(18.5, True)]
    for key in ("brown", "gray", "hall"):
        overview.add(COHORT[key])
    assert not overview.complete
    assert overview.marks() == [(7.0, True), (5.5, True), (7.0, False), (0.0, False)]
