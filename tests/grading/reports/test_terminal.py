import io
import unicodedata
from dataclasses import replace

import pytest
from grading.made import (
    BOARDS,
    ENDED,
    ENDING,
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
    """What a terminal of this width gets."""
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


def table(width: int = 100) -> str:
    rows = tuple(row_of(submission) for submission in SUBMISSIONS.values())
    return printed(summary_table(Summary(header(), rows, 9, 80)), width)


def lines_of(diagnosis: Diagnosis | None) -> str:
    return "\n".join(line.plain for line in diagnosis_texts(diagnosis))


def is_plain(text: str) -> bool:
    """Whether a terminal shows this and obeys nothing in it but line ends."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in text if c != "\n")


def test_the_table_of_a_class(snapshot: SnapshotAssertion) -> None:
    shown = table(120)
    assert is_plain(shown)
    assert shown == snapshot


def test_on_a_narrow_terminal_nothing_of_a_name_is_lost() -> None:
    assert table(60).count("J") >= 300


@pytest.mark.parametrize("key", SUBMISSIONS)
def test_what_a_student_sees(key: str, snapshot: SnapshotAssertion) -> None:
    shown = printed(SUBMISSIONS[key])
    assert is_plain(shown)
    shortened = "\n".join(line[:200] for line in shown.splitlines())
    assert shortened == snapshot


@pytest.mark.parametrize(
    "diagnosis", [BOARDS, ONE_SIDE, ENDING, SPACES, ENDED], ids=lambda d: d.summary
)
def test_a_diagnosis_in_full(diagnosis: Diagnosis, snapshot: SnapshotAssertion) -> None:
    assert lines_of(diagnosis) == snapshot


def test_what_a_program_printed_is_not_obeyed() -> None:
    assert is_plain(lines_of(FORGED))
    assert lines_of(None) == ""
    wrong = graded("eve", "Eve", runs_of(FORGED), FULL, build=Build(True, "gcc", 0, "\x1b]0;x\x07"))
    assert is_plain(printed(wrong))


def test_the_marked_cells_are_those_that_differ() -> None:
    shown = lines_of(BOARDS)
    assert shown.count("[b]") == 1
    assert shown.count("[B]") == 1
    assert shown.count("[.]") == 2


def test_what_explains_it_comes_before_the_failures() -> None:
    shown = printed(SUBMISSIONS["brown"])
    places = [
        shown.index(words)
        for words in ("Your output on all 9 cases", "PE   illegal", "The first:", SHORTEST_HEADING)
    ]
    assert places == sorted(places)
    assert f"\n{SHORT.script}" in shown


def test_the_caret_points_at_the_column_that_differs() -> None:
    lines = lines_of(SPACES).splitlines()
    (caret,) = [line for line in lines if line.endswith("^")]
    (yours,) = [line for line in lines if line.startswith("  yours")]
    (expected,) = [line for line in lines if line.startswith("  expected")]
    assert expected[: len(caret) - 1] == expected[:2] + "expected" + yours[10 : len(caret) - 1]
    assert (expected[len(caret) - 1], yours[len(caret) - 1]) == ("␊", "·")


def test_long_lines_of_a_compiler_stay_lines() -> None:
    line = "main.c:1:1: error: \u2018x\u2019 " + "words " * 40 + "end"
    failed = Build(False, "gcc " + "-Wall " * 40, 0, line, line)
    shown = printed(graded("eve", "Eve", (), FULL, build=failed), width=60)
    assert shown.splitlines() == [f"$ {failed.command}", line, f"Does not build: {line}"]


def test_tabs_in_a_quoted_source_are_blanks() -> None:
    warned = Build(True, "gcc", 1, "    1 | \tint n;\n      | \t    ^")
    shown = printed(graded("eve", "Eve", runs_of(), FULL, build=warned))
    assert "    1 |         int n;\n      |             ^\n" in shown


def test_the_graders_own_fault_is_not_the_students() -> None:
    shown = printed(SUBMISSIONS["hall"])
    assert "\nCould not be built, through no fault of yours: " in shown


def test_many_failures_are_counted() -> None:
    runs = tuple(replace(run, case=f"{n}") for n, run in enumerate(runs_of(Verdict.WRONG) * 3))
    failing = tuple(replace(run, verdict=Verdict.WRONG, reason="no") for run in runs)
    shown = printed(graded("eve", "Eve", failing, FULL))
    assert shown.count("\nWA   ") == 12
    assert f"... and {len(failing) - 12} more\n" in shown


def test_the_memory_check_says_what_it_did() -> None:
    shown = printed(graded("eve", "Eve", runs_of(), FULL, memory=Memory("valgrind")))
    assert shown.endswith("Memory check (valgrind): nothing found\n")


def test_verdicts_have_colours() -> None:
    styles = {verdict.value: verdict_text(verdict).style for verdict in Verdict}
    assert styles["AC"] == "green"
    assert styles["PE"] == "yellow"
    assert styles["JE"] == "magenta"
    assert styles["WA"] == styles["RTE"] == "red"
    assert printed(Text("x", "red"), colour=True) != printed(Text("x", "red"))


def test_the_first_failure_is_of_the_first_stage_that_fails() -> None:
    runs = tuple(reversed(runs_of(BOARDS, Verdict.ACCEPTED, SPACES)))
    shown = printed(graded("eve", "Eve", runs, FULL))
    assert shown.index("WA   no-action: ") < shown.index("WA   a-at-the-start: ")
    assert "\nThe first: no-action\n" in shown
