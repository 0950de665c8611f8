from checkers_cli.grading.results import Finding, Memory


def test_memory_for_students_has_no_texts_of_hidden_cases_or_the_machine() -> None:
    memory = Memory("valgrind", (Finding("leak", "9 bytes", "f", "b"),), "slow", ("a", "b"))
    seen = memory.for_students({"a"})
    assert seen == Memory("valgrind", (Finding("leak", "found on a hidden case"),), "slow", ("a",))
    assert memory.for_students({"a", "b"}) == memory
    failed = Memory("", problem="/home/staff: no space left", judge_error=True)
    assert failed.for_students({"a"}) == Memory("", judge_error=True)
