from dataclasses import replace

from checkers_cli.grading.results import ON_HIDDEN, Finding, Memory


def test_memory_for_students_has_no_texts_of_hidden_cases_or_the_machine() -> None:
    memory = Memory("valgrind", (Finding("leak", "9 bytes", "f", "b"),), "slow", ("a", "b"))
    seen = memory.for_students({"a"})
    hidden = Finding(ON_HIDDEN, "found on a hidden case")
    assert seen == Memory("valgrind", (hidden,), "slow", ("a",))
    assert memory.for_students({"a", "b"}) == memory
    # A program can choose the kinds, their order and number, and how the check ends.
    other = replace(
        memory, findings=(Finding("x", "y"), *memory.findings * 4), hidden_problem="time ran out"
    )
    assert other.for_students({"a"}) == seen
    failed = Memory("", problem="/home/staff: no space left", judge_error=True)
    assert failed.for_students({"a"}) == Memory("", judge_error=True)
