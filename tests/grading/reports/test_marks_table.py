from dataclasses import replace
from pathlib import Path

import pytest
from grading.made import MIXED, PERHAPS, TWO_FAULTS
from grading.marked import HEADER, graded, made
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.reports.marks_table import open_marks
from checkers_cli.grading.reports.uploads import open_canvas, open_moodle
from checkers_cli.grading.results import Build, Run
from checkers_cli.grading.verdicts import Verdict


def test_marks_table_has_one_row_for_each_submission(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    rows = made(
        open_marks(HEADER, tmp_path),
        replace(graded("ann", name="Ann Lee"), comment="good"),
        graded("bob", 5.5, structure=None, build=Build(True, "gcc", 2), notes=("a", "b")),
        graded("cyd", build=Build(False, "gcc", problem="no main")),
        graded("dan", build=Build(False, "", judge_error=True)),
    )
    assert "\n".join("|".join(row) for row in rows) == snapshot


@pytest.mark.parametrize(("count", "words"), [(0, "ok"), (1, "1 warning"), (2, "2 warnings")])
def test_warnings_are_counted_in_words(tmp_path: Path, count: int, words: str) -> None:
    rows = made(open_marks(HEADER, tmp_path), graded("ann", build=Build(True, "gcc", count)))
    assert rows[1][rows[0].index("build")] == words


def test_no_file_is_left_after_an_error(tmp_path: Path) -> None:
    def break_off() -> None:
        with open_marks(HEADER, tmp_path) as table:
            table.add(graded("ann"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert list(tmp_path.iterdir()) == []


def test_all_tables_can_be_open_at_once(tmp_path: Path) -> None:
    with (
        open_marks(HEADER, tmp_path) as marks,
        open_canvas(HEADER, tmp_path) as canvas,
        open_moodle(HEADER, tmp_path) as moodle,
    ):
        for table in (marks, canvas, moodle):
            table.add(graded("ann"))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["canvas.csv", "marks.csv", "moodle.csv"]
    starts = [(tmp_path / name).read_text()[:8] for name in names]
    assert starts == ["Student,", "student,", "Identifi"]


def test_only_confirmed_faults_are_named(tmp_path: Path) -> None:
    known = [
        replace(graded(str(n)), explanation=explanation)
        for n, explanation in enumerate((TWO_FAULTS, MIXED, PERHAPS, None))
    ]
    heads, *rows = made(open_marks(HEADER, tmp_path), *known)
    assert [row[heads.index("faults")] for row in rows] == [
        "ties-right+towers-slide",
        "ties-right",
        "",
        "",
    ]


def test_hostile_names_stay_in_their_cells(tmp_path: Path) -> None:
    name = '=HYPERLINK("http://x"),\n"1"'
    rows = made(open_marks(HEADER, tmp_path), graded("ann", name=name, notes=("@x",)))
    assert rows[1][1] == '\'=HYPERLINK("http://x"), "1"'
    assert {len(row) for row in rows} == {len(rows[0])}


def test_total_is_empty_until_all_marks_are_known(tmp_path: Path) -> None:
    head, row = made(open_marks(HEADER, tmp_path), graded("ann", structure=None))
    cells = dict(zip(head, row, strict=True))
    assert (cells["execution"], cells["total"], cells["complete"]) == ("5.50", "", "no")


def test_cases_beyond_the_assignment_are_counted_apart(tmp_path: Path) -> None:
    ann = graded("ann")
    odd = tuple(Run(f"odd-{v.value}", 0, False, v, within=False) for v in list(Verdict)[:3])
    head, row = made(open_marks(HEADER, tmp_path), replace(ann, runs=(*ann.runs, *odd)))
    cells = dict(zip(head, row, strict=True))
    assert (cells["AC"], cells["PE"], cells["WA"]) == ("1", "0", "1")
    assert (cells["robustness passed"], cells["robustness cases"]) == ("1", "3")
