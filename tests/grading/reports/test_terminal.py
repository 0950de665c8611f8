import io
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

import pytest
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
from rich.text import Text
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.feedback.fault_text import SHORTEST_HEADING
from checkers_cli.grading.reports.terminal import (
    diagnosis_texts,
    show_check,
    summary_table,
    verdict_text,
)
from checkers_cli.grading.results import Build, Diagnosis, Graded, Memory
from checkers_cli.grading.summary import Summary, row_of
from checkers_cli.grading.verdicts import Verdict

SUBMISSIONS = {submission.key: submission for submission in cohort()}


def printed(what: object, width: int = 100, colour: bool = False) -> str:
    """The text that is printed on a terminal of this width."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, highlight=False, emoji=False, markup=False,
        color_system="standard" if colour else None,
    )  # fmt: skip
    if isinstance(what, Graded):
        show_check(what, console)
    else:
        console.print(what)
    return stream.getvalue()


def table(submissions: Iterable[Graded], width: int = 100) -> str:
    rows = tuple(row_of(submission) for submission in submissions)
    return printed(summary_table(Summary(header(), rows, 9, 80)), width)


def lines_of(diagnosis: Diagnosis | None) -> str:
    return "\n".join(line.plain for line in diagnosis_texts(diagnosis))


def is_plain(text: str) -> bool:
    """Whether the text has no control characters except line ends."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in text if c != "\n")


def test_table_of_a_class(snapshot: SnapshotAssertion) -> None:
    assert is_plain(table(SUBMISSIONS.values(), 120))
    ordinary = [one for key, one in SUBMISSIONS.items() if key not in ("chen", "jones")]
    assert table(ordinary, 120) == snapshot


def test_long_name_is_folded_on_a_narrow_terminal() -> None:
    assert table(SUBMISSIONS.values(), 60).count("J") >= 300


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


def test_explanation_comes_before_the_failures() -> None:
    shown = printed(SUBMISSIONS["brown"])
    places = [
        shown.index(words)
        for words in (
            "Your output on all 9 cases",
            "PE   illegal",
            "In detail:",
            SHORTEST_HEADING,
        )
    ]
    assert places == sorted(places)
    assert f"\n{SHORT.script}" in shown


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


def test_tabs_in_compiler_messages_are_expanded() -> None:
    warned = Build(True, "gcc", 1, "    1 | \tint n;\n      | \t    ^")
    shown = printed(graded("eve", "Eve", runs_of(), FULL, build=warned))
    assert "    1 |         int n;\n      |             ^\n" in shown


def test_failed_build_of_the_grader_is_not_the_students_fault() -> None:
    shown = printed(SUBMISSIONS["hall"])
    assert "\nThe program could not be built, which is not your fault: " in shown


def test_only_some_failures_are_listed_and_the_rest_counted() -> None:
    runs = tuple(replace(run, case=f"{n}") for n, run in enumerate(runs_of(Verdict.WRONG) * 3))
    failing = tuple(replace(run, verdict=Verdict.WRONG, reason="no") for run in runs)
    shown = printed(graded("eve", "Eve", failing, FULL))
    assert shown.count("\nWA   ") == 12
    assert f"... and {len(failing) - 12} more\n" in shown


def test_memory_check_without_findings_says_so() -> None:
    shown = printed(graded("eve", "Eve", runs_of(), FULL, memory=Memory("valgrind")))
    assert shown.endswith("Memory check (valgrind): no problems found\n")


def test_verdicts_have_colours() -> None:
    styles = {verdict.value: verdict_text(verdict).style for verdict in Verdict}
    assert styles["AC"] == "green"
    assert styles["PE"] == "yellow"
    assert styles["JE"] == "magenta"
    assert styles["WA"] == styles["RTE"] == "red"
    assert printed(Text("x", "red"), colour=True) != printed(Text("x", "red"))


def test_first_failure_is_of_the_lowest_failing_stage() -> None:
    runs = tuple(reversed(runs_of(BOARDS, Verdict.ACCEPTED, SPACES)))
    shown = printed(graded("eve", "Eve", runs, FULL))
    assert shown.index("WA   no-action: ") < shown.index("WA   a-at-the-start: ")
    assert "\nIn detail: no-action\n" in shown
