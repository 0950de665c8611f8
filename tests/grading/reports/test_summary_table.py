import io
from collections.abc import Iterable
from dataclasses import replace

from grading.made import cohort, header
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.reports.summary_table import summary_lines, summary_table
from checkers_cli.grading.results import Graded
from checkers_cli.grading.summary import Summary, row_of

SUBMISSIONS = {submission.key: submission for submission in cohort()}


def table(submissions: Iterable[Graded], width: int = 100) -> str:
    rows = tuple(row_of(submission) for submission in submissions)
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, emoji=False, markup=False)
    console.print(summary_table(Summary(header(), rows, 9, 80)))
    return stream.getvalue()


def test_table_of_a_class(snapshot: SnapshotAssertion) -> None:
    assert table(SUBMISSIONS.values(), 120).replace("\n", "").isprintable()
    ordinary = [one for key, one in SUBMISSIONS.items() if key not in ("chen", "jones")]
    assert table(ordinary, 120) == snapshot


def test_long_name_is_folded_on_a_narrow_terminal() -> None:
    assert table(SUBMISSIONS.values(), 60).count("J") >= 300


def test_lines_below_the_table_name_missing_marks_and_robustness() -> None:
    def lines(*keys: str, beyond: str = "report") -> list[str]:
        rows = tuple(row_of(SUBMISSIONS[key]) for key in keys)
        return list(summary_lines(Summary(replace(header(), beyond=beyond), rows, 9, 80)))

    robustness = "robustness (3 cases beyond what the assignment promises, not marked)"
    assert lines("fox") == [f"{robustness}: 1 of 1 submission passes all"]
    assert lines("brown", "adams", "fox", "ito") == [
        "not yet marked by hand: structure (1 of 4)",
        f"{robustness}: 2 of 4 submissions pass all",
    ]
    assert lines("diaz")[0] == "not yet marked by hand: presentation, structure"
    assert "marked too" in lines("fox", beyond="mark")[0]


def test_table_without_any_total_has_no_column_for_it() -> None:
    assert table([SUBMISSIONS["brown"]]).splitlines() == [
        "student          build  stage 0  stage 1  stage 2  failed     execution",
        "brown Bob Brown  ok         2/3      3/4      2/2  PE 1 WA 1   5.5 of 7",
    ]
