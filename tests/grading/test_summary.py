from dataclasses import replace

from grading.marked import HEADER, graded

from checkers_cli.grading.results import Build, Memory, Run
from checkers_cli.grading.summary import Summary, row_of
from checkers_cli.grading.verdicts import Verdict


def test_a_row_counts_what_passed_in_each_stage() -> None:
    row = row_of(graded("ann", name="Ann Lee"))
    assert (row.student, row.name, row.build) == ("ann", "Ann Lee", "ok")
    assert row.passed == ((1, 1), (0, 1), (0, 0))
    assert row.failures == {Verdict.WRONG: 1}
    assert (row.execution, row.total, row.waiting, row.trouble) == (5.5, 9.5, (), "")


def test_a_row_without_marks_by_hand_has_no_total() -> None:
    row = row_of(graded("ann", structure=None))
    assert (row.execution, row.total, row.waiting) == (5.5, None, ("structure",))


def test_cases_beyond_the_assignment_are_counted_apart() -> None:
    ann = graded("ann")
    odd = tuple(Run(f"odd-{v.value}", 0, False, v, within=False) for v in list(Verdict)[:3])
    row = row_of(replace(ann, runs=(*ann.runs, *odd)))
    assert row.passed == ((1, 1), (0, 1), (0, 0))
    assert row.robustness == (1, 3)
    assert row.failures == {Verdict.WRONG: 1}


def test_the_build_column() -> None:
    assert row_of(graded("a", build=Build(True, "gcc", warnings=1))).build == "1 warning"
    assert row_of(graded("a", build=Build(True, "gcc", warnings=2))).build == "2 warnings"
    assert row_of(graded("a", build=Build(False, "gcc", problem="no"))).build == "fails"
    assert row_of(graded("a", build=Build(False, "", judge_error=True))).build == "judge error"


def test_judge_errors_are_counted_with_their_reason() -> None:
    fine = graded("a")
    runs = (*fine.runs, Run("c.txt", 2, False, Verdict.JUDGE_ERROR, "the disk is full"))
    rows = (row_of(fine), row_of(replace(fine, runs=runs)))
    assert [row.trouble for row in rows] == ["", "the disk is full"]
    assert Summary(HEADER, rows, 0, 0).judge_errors == 1


def test_a_failed_memory_check_is_counted() -> None:
    memory = Memory("", problem="the disk is full", judge_error=True)
    row = row_of(replace(graded("a"), memory=memory))
    assert row.trouble == "memory check: the disk is full"
    assert row_of(replace(graded("a"), memory=Memory("", problem="Python"))).trouble == ""
