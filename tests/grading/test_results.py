from dataclasses import replace

import pytest

from checkers_cli.grading.results import (
    EXECUTION,
    ON_HIDDEN,
    Build,
    Deduction,
    Finding,
    Graded,
    Marks,
    Memory,
    Run,
    SectionMark,
)
from checkers_cli.grading.verdicts import Verdict

LEAK, SECRET = Finding("leak", "9 bytes", "f", "a"), Finding("leak", "8 bytes", "g")
TOLD = Finding(ON_HIDDEN, "found on a hidden case")


def seen(memory: Memory, why: str = "") -> Memory | None:
    """The check as a student sees it, whose marks have this deduction."""
    deductions = (Deduction(why, -0.5),) if why else ()
    marks = Marks(6.5, 7.0, True, (SectionMark(EXECUTION, 7.0, 6.5, deductions=deductions),))
    runs = Run("a", 0, False, Verdict.ACCEPTED), Run("b", 0, True, Verdict.ACCEPTED)
    graded = Graded(
        *("key", "ann", "Ann", "ann.c", "plain", 0.0, "c", Build(True, "gcc"), (), runs, marks)
    )
    return replace(graded, memory=memory).memory_for_students


def test_memory_for_students_has_no_texts_of_hidden_cases_or_the_machine() -> None:
    memory = Memory("valgrind", (LEAK, SECRET), "slow", ("a",), hidden_problem="time ran out")
    assert seen(memory) == Memory("valgrind", (LEAK,), "slow", ("a",))
    failed = Memory("", problem="/home/staff: no space left", judge_error=True)
    assert seen(failed) == Memory("", judge_error=True)


@pytest.mark.parametrize("findings", [(), (SECRET,), (SECRET, Finding("x", "y"))])
def test_memory_error_on_a_hidden_case_is_told_only_if_a_deduction_tells_it(
    findings: tuple[Finding, ...],
) -> None:
    fine = Memory("valgrind", cases=("a",))
    both = Memory("valgrind", (LEAK, *findings), cases=("a",))
    assert seen(replace(fine, findings=findings)) == fine
    assert seen(both, "the memory check found: leak") == replace(both, findings=(LEAK,))
    told = seen(replace(fine, findings=findings), f"the memory check found: {ON_HIDDEN}")
    assert told == replace(fine, findings=(TOLD,))


def test_nothing_is_said_of_a_memory_check_on_hidden_cases_only() -> None:
    assert seen(Memory("valgrind", hidden_problem="time ran out")) is None
    assert seen(Memory("valgrind", (SECRET,))) is None
