from dataclasses import replace

from grading import made

from checkers_cli.grading.reports.class_faults import ClassFaults, Student
from checkers_cli.grading.results import Build, Graded
from checkers_cli.grading.verdicts import Verdict


def picture(*submissions: Graded) -> ClassFaults:
    faults = ClassFaults()
    for submission in submissions:
        faults.add(submission)
    return faults


def test_most_common_mistake_comes_first() -> None:
    made_by = picture(*made.cohort()).commonest()
    assert [(fault.id, len(fault.students)) for fault in made_by] == [
        ("ties-right", 2),
        ("towers-slide", 1),
    ]
    assert made_by[0].students[0] == Student("brown", "Bob Brown")
    # Of two mistakes in one program, each is caught where it shows by itself.
    assert made_by[0].cases == {"a-at-the-start": 2, f"{made.SECRET}-tower": 2}
    assert made_by[1].cases == {"no-action": 1}


def test_students_with_unexplained_failures_are_counted() -> None:
    unexplained = picture(*made.cohort()).unexplained
    # A possible mistake explains nothing; of brown, only a part is explained.
    # One that does not build, or was not judged, has not failed a case.
    assert [student.key for student in unexplained] == ["brown", "chen", "evans", "fox"]


def test_submission_that_does_not_build_is_not_counted() -> None:
    runs = made.runs_of(Verdict.WRONG)
    submission = made.graded("a", "A", runs, made.FULL, explanation=made.ONE_FAULT)
    unbuilt = replace(submission, build=Build(False, "gcc"))
    assert picture(unbuilt).commonest() == []
