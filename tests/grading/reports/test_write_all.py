import csv
from dataclasses import replace
from pathlib import Path

import pytest
from grading.made import cohort, header

from checkers_cli.grading.reports.uploads import UPLOADS
from checkers_cli.grading.reports.write_all import (
    check_sheets,
    write_reports,
    writing_into,
)
from checkers_cli.grading.results import Graded
from checkers_cli.grading.results_file import write_results
from checkers_cli.util.errors import UnusableInput

FILES = {"index.html", "marks.csv", "canvas.csv", "moodle.csv", "junit.xml"}
FOLDERS = {"students": ".html", "staff": ".html", "gradescope": ".json"}
GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Towers (12)\n    Points Possible,,,,,20\n"
    "Adams Ada,adams,,,,\n"
)


def results(folder: Path, submissions: tuple[Graded, ...] = cohort()) -> Path:
    path = folder / "results.json"
    with path.open("wb") as stream:
        write_results(header(), submissions, stream.write)
    return path


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_report_is_written(tmp_path: Path) -> None:
    notices = write_reports(results(tmp_path), tmp_path / "report")
    found = files_in(tmp_path / "report")
    keys = [submission.key for submission in cohort()]
    assert found.keys() >= FILES
    for folder, suffix in FOLDERS.items():
        here = {name for name in found if name.startswith(f"{folder}/")}
        assert {f"{folder}/{key}{suffix}" for key in keys} <= here
    assert notices
    assert len(notices) == len(set(notices))
    assert not any("\n" in line for line in notices)


def test_the_same_results_give_the_same_reports(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_reports(results(tmp_path), tmp_path / name)
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")


def test_files_of_removed_submissions_are_deleted(tmp_path: Path) -> None:
    write_reports(results(tmp_path), tmp_path / "report")
    kept = tmp_path / "report" / "students" / "notes.txt"
    kept.write_text("not ours")
    write_reports(results(tmp_path, cohort()[:2]), tmp_path / "report")
    for folder, suffix in FOLDERS.items():
        names = {path.name for path in (tmp_path / "report" / folder).glob(f"*{suffix}")}
        assert names == {f"adams{suffix}", f"brown{suffix}"}
    assert kept.exists()


def test_files_of_others_beside_the_reports_stay(tmp_path: Path) -> None:
    report = tmp_path / "report"
    write_reports(results(tmp_path), report)
    added = [report / "students" / "notes.html", report / "gradescope" / "harness.json"]
    for folder in ("students", "staff"):  # a page as it was before
        added.append(report / folder / "adams-before.html")
    for path in added:
        path.write_text("not ours")
    write_reports(results(tmp_path, cohort()[:2]), report)
    assert all(path.exists() for path in added)
    assert not (report / "staff" / "chen.html").exists()


def test_comment_is_in_the_marks_and_on_the_student_page(tmp_path: Path) -> None:
    first, *others = cohort()
    commented = (replace(first, comment="well done"), *others)
    write_reports(results(tmp_path, commented), tmp_path)
    with (tmp_path / "marks.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert "well done" in rows[0].values()
    assert "well done" in (tmp_path / "students" / f"{first.key}.html").read_text()


def test_a_gradebook_is_filled_in(tmp_path: Path) -> None:
    sheet = tmp_path / "gradebook.csv"
    sheet.write_text(GRADEBOOK)
    sheets = {"canvas": str(sheet)}
    check_sheets(header(), sheets)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gradebook.csv"]
    write_reports(results(tmp_path), tmp_path, None, sheets)
    assert "Adams Ada,adams,,,,18.50" in (tmp_path / "canvas.csv").read_text()


@pytest.mark.parametrize("system", UPLOADS)
@pytest.mark.parametrize("text", [None, "", "student,days\nx,1\n", "\xff"])
def test_broken_sheet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, text: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("x.csv").write_text(text, "latin-1")
    with pytest.raises(UnusableInput, match=r"^x\.csv:") as caught:
        check_sheets(header(), {system: "x.csv"})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:3000],
        lambda data: data[: data.rindex(b"\n]")],
        lambda data: data.replace(b'"verdict": "AC"', b'"verdict": "??"'),
        lambda data: data.replace(b'"version": 1', b'"version": 99'),
        lambda data: b"",
        lambda data: b"\x00\xff",
        lambda data: b"[]",
    ],
    ids=["cut in a line", "cut between lines", "verdict", "version", "empty", "binary", "list"],
)
def test_broken_results_keep_the_old_tables(tmp_path: Path, damage: object) -> None:
    path = results(tmp_path)
    write_reports(path, tmp_path / "report")
    before = files_in(tmp_path / "report")
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UnusableInput, match=r"results\.json: not a results file") as caught:
        write_reports(path, tmp_path / "report")
    assert "\n" not in str(caught.value)
    after = files_in(tmp_path / "report")
    assert {name: after[name] for name in FILES} == {name: before[name] for name in FILES}
    assert not [name for name in after if name.endswith(".tmp")]


def test_missing_results_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no such file or directory"):
        write_reports(tmp_path / "results.json", tmp_path)


def test_report_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = results(tmp_path)
    (tmp_path / "report").write_text("in the way")
    with pytest.raises(UnusableInput, match="cannot be written: not a directory") as caught:
        write_reports(path, tmp_path / "report")
    assert ".tmp" not in str(caught.value)
    assert (tmp_path / "report").read_text() == "in the way"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (OSError(28, "No space left on device"), "report: the disk is full; free some space and"),
        (OSError(28, "No space left", "report/a.html"), "report/a.html: the disk is full; free"),
        (OSError(122, "Disk quota exceeded"), "report: the disk quota is used up; free some"),
        (PermissionError(13, "Permission denied", "report/a.html"), "report/a.html: cannot be wr"),
        (PermissionError(13, "Permission denied", "report/.x.tmp"), "report: cannot be written"),
        (PermissionError(13, "Permission denied", "a\nb"), "a\\nb: cannot be written"),
    ],
)
def test_file_that_cannot_be_written_is_named(error: OSError, line: str) -> None:
    with pytest.raises(UnusableInput) as caught, writing_into(Path("report")):
        raise error
    assert str(caught.value).startswith(line)
