import io
import unicodedata
from dataclasses import replace

import pytest
from grading import made
from grading.made import (
    BOARDS,
    ENDED,
    FORGED,
    FULL,
    ONE_SIDE,
    SHORT,
    SPACES,
    cohort,
    graded,
    header,
    runs_of,
)
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.feedback.fault_text import SHORTEST_HEADING
from checkers_cli.grading.reports.terminal import (
    MOST_LINES,
    diagnosis_texts,
    next_step,
    show_case,
    show_explanation,
    show_verdicts,
)
from checkers_cli.grading.results import Build, Diagnosis, Explanation, Graded, Memory, Run
from checkers_cli.grading.verdicts import Verdict

EXPLANATIONS = ("ONE_FAULT", "THREE_FAULTS", "MIXED", "PERHAPS", "NOTHING")
SUBMISSIONS = {submission.key: submission for submission in cohort()}


def explained(explanation: Explanation | None) -> Graded:
    """A submission that fails a few cases, with this explanation."""
    runs = runs_of(Verdict.WRONG, BOARDS, *[Verdict.ACCEPTED] * 7, Verdict.WRONG)
    return graded("eve", "Eve", runs, FULL, explanation=explanation, shortest=SHORT)


def printed(
    what: object, width: int = 100, colour: bool = False, most: int | None = MOST_LINES
) -> str:
    """The text that is printed on a terminal of this width."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, highlight=False, emoji=False, markup=False,
        color_system="standard" if colour else None,
    )  # fmt: skip
    if isinstance(what, Graded):
        show_verdicts(what, console)
        show_explanation(header(), what, console, most=most)
    else:
        console.print(what)
    return stream.getvalue()


def lines_of(diagnosis: Diagnosis | None) -> str:
    return "\n".join(line.plain for line in diagnosis_texts(diagnosis))


def is_plain(text: str) -> bool:
    """Whether the text has no control characters except line ends."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in text if c != "\n")


@pytest.mark.parametrize("key", SUBMISSIONS)
def test_check_prints_no_control_characters(key: str) -> None:
    assert is_plain(printed(SUBMISSIONS[key]))


@pytest.mark.parametrize("key", ["adams", "brown", "diaz", "fox", "gray"])
def test_check_output(key: str, snapshot: SnapshotAssertion) -> None:
    shortened = "\n".join(line[:200] for line in printed(SUBMISSIONS[key]).splitlines())
    assert shortened == snapshot


@pytest.mark.parametrize(
    "diagnosis", [ONE_SIDE, SPACES, ENDED], ids=["one-side", "white-space", "missing-line"]
)
def test_diagnosis_in_full(diagnosis: Diagnosis, snapshot: SnapshotAssertion) -> None:
    assert lines_of(diagnosis) == snapshot


def test_control_characters_of_a_program_are_escaped() -> None:
    assert is_plain(lines_of(FORGED))
    assert lines_of(None) == ""
    wrong = graded("eve", "Eve", runs_of(FORGED), FULL, build=Build(True, "gcc", 0, "\x1b]0;x\x07"))
    assert is_plain(printed(wrong))


def test_differing_cells_are_marked() -> None:
    shown = lines_of(BOARDS)
    assert shown.count("[b]") == 1
    assert shown.count("[B]") == 1
    assert shown.count("[.]") == 2


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_explanation_fits_on_a_screen(name: str, snapshot: SnapshotAssertion) -> None:
    shown = printed(explained(getattr(made, name)))
    lines = shown.splitlines()
    assert len(lines) <= 40
    commands = ("checkers ", "  checkers ")
    assert all(len(line) <= 80 or line.startswith(commands) for line in lines)
    assert shown == snapshot


def test_mistakes_come_before_crashes_and_these_before_the_rest() -> None:
    shown = printed(explained(made.MIXED), most=None)
    places = [
        shown.index(words)
        for words in (
            "\n7 of 9 cases pass.",
            "stage 0: ",
            "Your program behaves as if ",
            "Rule: ",
            "Script: G6-F5 A",
            "expected",
            "of 21 scripts, 12 of them new",
            "Perhaps it also behaves as if ",
            "Your program crashes (signal SIGSEGV)",
            "build_tree (main.c:120)",
            "Not explained by known mistakes:",
            "Robustness: 2 of 3 cases pass",
            "checkers tree --position 'W:WB1,D1:BA6,F5'",
        )
    ]
    assert places == sorted(places)


def test_boards_of_all_mistakes_are_shown_if_asked_for() -> None:
    both = replace(made.ONE_FAULT, faults=(made.TIES, replace(made.TIES, id="other")))
    assert printed(explained(both)).count("A  B  C") == 2  # of one mistake
    assert "See everything: checkers check PROGRAM --all\n" in printed(explained(both))
    everything = printed(explained(both), most=None)
    assert everything.count("A  B  C") == 4
    assert "--all" not in everything


@pytest.mark.parametrize(
    ("explanation", "step"),
    [
        (made.ONE_FAULT, "checkers tree --position 'W:WB1,D1:BA6,F5'"),
        (replace(made.ONE_FAULT, faults=(made.TOWERS,)), "checkers faults show towers-slide"),
        (made.NOTHING, "checkers check my.c --case illegal-action"),
        (made.PERHAPS_HIDDEN, "checkers check my.c --case illegal-action"),
        (None, "checkers check my.c --case illegal-action"),  # it is shown in detail
    ],
)
def test_next_step_fits_the_failure(explanation: Explanation | None, step: str) -> None:
    found = next_step(explained(explanation), "my.c")
    assert found is not None
    assert found[1] == step


def test_next_step_of_an_unexplained_choice_is_its_tree() -> None:
    runs = runs_of(made.CHOICE)
    wrong = graded("eve", "Eve", runs, FULL, habits=("limits",))
    assert next_step(wrong, "my.c") == (
        "Next, see the tree of the choice in no-action",
        "checkers tree --position 'W:WB1,D1:BA6,F5' --reading limits",
    )
    assert next_step(graded("ann", "Ann", runs_of(), FULL), "my.c") is None


def case_in_full(runs: tuple[Run, ...], name: str, script: bytes) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=80, highlight=False, emoji=False, markup=False)
    show_case(graded("eve", "Eve", runs, FULL), name, script, console)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("given", "script"),
    [
        (made.CHOICE, b"G6-F5\nA\n"),
        (BOARDS, b"\n G6-F5\r\nA"),
        (SPACES, b""),
        (Verdict.ACCEPTED, b"G6-F5\n" * 30),
        (Verdict.CPU_TIME, b"P\n"),
    ],
    ids=["choice", "odd-script", "empty-script", "passed", "no-diagnosis"],
)
def test_case_in_full(
    given: Verdict | Diagnosis, script: bytes, snapshot: SnapshotAssertion
) -> None:
    assert case_in_full(runs_of(given), "no-action", script) == snapshot


def test_case_in_full_prints_no_control_characters() -> None:
    assert is_plain(case_in_full(runs_of(FORGED), "no-action", b"\x1b]0;x\x07\xff"))


def test_caret_points_at_the_differing_column() -> None:
    lines = lines_of(SPACES).splitlines()
    (caret,) = [line for line in lines if line.endswith("^")]
    (yours,) = [line for line in lines if line.startswith("  yours")]
    (expected,) = [line for line in lines if line.startswith("  expected")]
    assert expected[: len(caret) - 1] == expected[:2] + "expected" + yours[10 : len(caret) - 1]
    assert (expected[len(caret) - 1], yours[len(caret) - 1]) == ("␊", "·")


def test_compiler_messages_are_not_wrapped() -> None:
    line = "main.c:1:1: error: \u2018x\u2019 " + "words " * 40 + "end"
    failed = Build(False, "gcc " + "-Wall " * 40, 0, line, line)
    shown = printed(graded("eve", "Eve", (), FULL, build=failed), width=60)
    assert shown.splitlines() == [
        f"$ {failed.command}",
        line,
        f"The program does not build: {line}",
    ]


def test_what_was_assumed_to_build_is_noted() -> None:
    assumed = Build(True, "gcc main.c", notes=("old.c is left out", "a\x1b[2J"))
    shown = printed(graded("eve", "Eve", (), FULL, build=assumed))
    assert shown == "$ gcc main.c\nNote: old.c is left out\nNote: a\\x1b[2J\nNo case was run.\n"


def test_tabs_in_compiler_messages_are_expanded() -> None:
    warned = Build(True, "gcc", 1, "    1 | \tint n;\n      | \t    ^")
    shown = printed(graded("eve", "Eve", runs_of(), FULL, build=warned))
    assert "    1 |         int n;\n      |             ^\n" in shown


def test_failed_build_of_the_grader_is_not_the_students_fault() -> None:
    shown = printed(SUBMISSIONS["hall"])
    assert "\nThe program could not be built, which is not your fault: " in shown


def test_only_some_failures_are_listed_and_the_rest_counted() -> None:
    runs = tuple(replace(run, case=f"{n}") for n, run in enumerate(runs_of(Verdict.WRONG)[:9] * 3))
    failing = tuple(replace(run, verdict=Verdict.WRONG, reason="no") for run in runs)
    shown = printed(graded("eve", "Eve", failing, FULL))
    assert shown.count("\nWA   ") == 5
    assert f"... and {len(failing) - 5} more\n" in shown


def test_memory_check_without_findings_says_so() -> None:
    shown = printed(graded("eve", "Eve", runs_of(), FULL, memory=Memory("valgrind")))
    assert "\nMemory check (valgrind): no problems found\n" in shown


def test_robustness_is_last_and_in_full_only_if_everything_else_passes() -> None:
    shown = printed(SUBMISSIONS["adams"])
    passed, _, robustness = shown.partition("\nRobustness: 2 of 3 cases pass\n")
    assert "stage 0: 3 of 3 cases pass" in passed
    assert "They cost no marks." in robustness
    assert "In detail: blank-lines" in robustness
    assert SHORTEST_HEADING in robustness
    failed, _, robustness = printed(explained(None), most=None).partition("\nRobustness: ")
    assert SHORTEST_HEADING in failed
    assert (
        "They cost no marks. Some may fail because of the\nmistakes above.\n"
        "WA   blank-lines: wrong output\n"
    ) in robustness


def test_first_failure_is_of_the_lowest_failing_stage() -> None:
    runs = tuple(reversed(runs_of(BOARDS, Verdict.ACCEPTED, SPACES)))
    shown = printed(graded("eve", "Eve", runs, FULL))
    assert shown.index("WA   no-action: ") < shown.index("WA   a-at-the-start: ")
    assert "\nIn detail: no-action\n" in shown
