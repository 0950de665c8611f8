"""`checkers grade` on a small class, and on everything that it cannot use."""

import csv
import json
import sys
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_cohort, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.cli.extras import install_command

CLASS = ("correct", "rightmost", "crashes", "not-compiling", "warns", "trailing-blanks")
CASES = ("capture-optional", "error-4-before-5-black", "a-at-the-start", "p-at-the-start")

NOTHING_BUT = "--from only writes reports, and runs and marks nothing: leave out"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy_cases(CASES, Path("cases"))
    return tmp_path


@pytest.fixture
def small(here: Path) -> Path:
    """A class in which nothing has to be compiled for long."""
    Path("class").mkdir()
    for name in ("ada", "bob"):
        Path("class", f"{name}.c").write_text("int main(void) { return 0; }\n")
    return here


LIMITS = ("--cases", "cases", "--sandbox", "limits")


@needs_gcc
@needs_bubblewrap
def test_a_class_from_end_to_end(cli: CommandLine, here: Path, snapshot: SnapshotAssertion) -> None:
    make_cohort(Path("class"), CLASS)
    hand = "".join(f"{name},7,6\n" for name in CLASS if name != "warns")
    Path("hand.csv").write_text(f"student,presentation,structure\n{hand}")
    Path("late.csv").write_text("student,days\ncorrect,1\n")
    args = ("grade", "class", "--cases", "cases", "--by-hand", "hand.csv", "--late", "late.csv")
    result = cli(*args)
    assert result.exit_code == 0
    assert result.stdout == snapshot(name="table")
    assert result.stderr == snapshot(name="told")
    with Path("report/marks.csv").open(newline="", encoding="utf-8") as stream:
        totals = {row["student"]: row["total"] for row in csv.DictReader(stream)}
    assert totals["correct"] == "18.00"
    assert Path("report/index.html").is_file()
    assert Path("report/students/correct.html").is_file()

    again = cli(*args)
    assert again.stdout.splitlines()[:-1] == result.stdout.splitlines()[:-1]
    assert "6 submissions graded (nothing had changed); " in again.stdout

    rebuilt = cli("grade", "--from", "report/results.json", "--out", "again")
    assert rebuilt.exit_code == 0
    assert rebuilt.stdout == "reports written from report/results.json; see again/index.html\n"
    kept = {"results.json", "times.csv", "work.sqlite", ".work.sqlite.lock"}
    for path in filter(Path.is_file, Path("report").rglob("*")):
        other = Path("again", path.relative_to("report"))
        assert path.name in kept or other.read_bytes() == path.read_bytes(), path


@needs_gcc
def test_what_could_not_be_judged_is_said_with_the_reason(
    cli: CommandLine, small: Path, snapshot: SnapshotAssertion
) -> None:
    result = cli("grade", "class", *LIMITS, "--build", "./no-such-compiler SOURCES")
    assert result.exit_code == 1
    assert result.stdout == snapshot(name="table")
    assert result.stderr == snapshot(name="told")


@needs_gcc
def test_a_command_that_does_not_exist_is_refused_before_grading(
    cli: CommandLine, small: Path
) -> None:
    result = cli("grade", "class", *LIMITS, "--run", "./progam")
    assert result.exit_code == 2
    assert "--run: there is no ./progam; the program is called ./program" in result.stderr
    assert not Path("report").exists()


@needs_gcc
def test_one_submission_is_one(cli: CommandLine, small: Path) -> None:
    Path("class/bob.c").unlink()
    result = cli("grade", "class", *LIMITS)
    assert "\n1 submission graded (1 build, 4 runs); see report/index.html\n" in result.stdout


@needs_gcc
def test_a_class_that_is_all_there_needs_no_explanation(cli: CommandLine, small: Path) -> None:
    Path("hand.csv").write_text("student,presentation,structure\nada,7,6\nbob,1,2\n")
    result = cli("grade", "class", *LIMITS, "--by-hand", "hand.csv")
    assert "..." not in result.stdout
    assert result.stderr == ""


@needs_gcc
@pytest.mark.parametrize(
    ("args", "line"),
    [
        ([], "which submissions? Give the folder that they are in"),
        (["nowhere"], "nowhere: no such file or directory; give the folder of submissions"),
        (["empty"], "empty: contains no submissions; unpack the download there"),
        (["class/ada.c"], "class/ada.c: is a file; give the folder of submissions"),
        (["class", "--cases", "nowhere"], "nowhere: no such folder; it should hold scripts"),
        (["class", "--cases", "empty"], "empty: no scripts (*.txt) in this folder"),
        (["class", "--cases", "bad"], "bad/x.txt:1: 'G6F5' is neither an action like G6-F5 nor"),
        (["class", "--hidden", "bad"], "bad/x.txt:1: 'G6F5' is neither an action like G6-F5 nor"),
        (["class", "--cases", "tests", "--hidden", "secret"], "hidden/a.txt: names both a hidden"),
        (["class", "--expected", "nowhere"], "nowhere: no such folder; it should hold golden"),
        (["class", "--rubric", "nowhere"], "nowhere: no such file or directory"),
        (["class", "--rubric", "broken.toml"], "broken.toml:2: "),
        (["class", "--late", "nowhere"], "nowhere: no such file or directory"),
        (["class", "--late", "binary"], "binary:1: not UTF-8; save it as CSV UTF-8"),
        (["class", "--by-hand", "late.csv"], 'late.csv:1: no section of the rubric is called "d'),
        (["class", "--canvas", "late.csv"], "late.csv:1: no column of an assignment"),
        (["class", "--canvas", "nowhere"], "nowhere: no such file or directory"),
        (["class", "--moodle", "late.csv"], 'late.csv:1: no column "Identifier"; export the'),
        (["class", "--out", "late.csv"], "late.csv: "),
        (["class", "--report", "late.csv/x"], "late.csv/x: not a directory"),
        (["class", "--from", "x"], f"{NOTHING_BUT} [SUBMISSIONS]"),
        (["--from", "x", "--gradescope"], f"{NOTHING_BUT} --gradescope"),
        (["--from", "x", "--late", "y", "--make"], f"{NOTHING_BUT} --make, --late"),
        (["--from", "nowhere"], "nowhere: no such file or directory"),
        (["--from", "class"], "class: is a directory"),
        (["--from", "late.csv"], "late.csv: not a results file of this version: "),
        (["--gradescope", "empty"], "empty/submission: no such file or directory; give a program"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
def test_bad_input_is_told_in_a_line(
    cli: CommandLine, small: Path, args: list[str], line: str
) -> None:
    Path("empty").mkdir()
    Path("bad").mkdir()
    Path("bad/x.txt").write_text("G6F5\n")
    for folder in ("tests/hidden", "secret"):
        Path(folder).mkdir(parents=True)
        Path(folder, "a.txt").write_text("G6-F5\n")
    Path("broken.toml").write_text("title = 'x'\nout of = 3\n")
    Path("late.csv").write_text("student,days\nada,1\n")
    Path("binary").write_bytes(b"\xff\x00")
    result = cli("grade", "--sandbox", "limits", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"checkers: {line}")
    assert result.stderr.count("\n") == 1
    assert not Path("report/results.json").exists()  # it was told before anything was run
    assert Path("late.csv").read_text() == "student,days\nada,1\n"


@needs_gcc
def test_a_file_of_another_class_is_told_of_and_the_rest_goes_on(
    cli: CommandLine, small: Path
) -> None:
    Path("late.csv").write_text("student,days\neve,1\nmallory,2\n")
    result = cli("grade", "class", *LIMITS, "--late", "late.csv")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "checkers: late.csv: matches none of the submissions; is it of another class?\n"
        'checkers: late.csv: "eve" has no submission\n'
    )
    assert "mallory" not in result.stderr


@needs_gcc
def test_reports_are_written_again_where_their_results_are(cli: CommandLine, small: Path) -> None:
    assert cli("grade", "class", *LIMITS, "--report", "mine").exit_code == 0
    Path("report").mkdir()  # of another class
    Path("mine/marks.csv").unlink()
    result = cli("grade", "--from", "mine/results.json", *LIMITS[2:])
    assert result.exit_code == 0
    assert result.stdout == "reports written from mine/results.json; see mine/index.html\n"
    assert Path("mine/marks.csv").is_file()
    assert list(Path("report").iterdir()) == []


@needs_gcc
def test_broken_results_are_told_in_a_line_and_kept(cli: CommandLine, small: Path) -> None:
    assert cli("grade", "class", *LIMITS).exit_code == 0
    broken = Path("report/results.json").read_bytes()[:-200]
    Path("broken.json").write_bytes(broken)
    marks = Path("report/marks.csv").read_bytes()
    result = cli("grade", "--from", "broken.json", "--report", "report")
    assert result.exit_code == 2
    assert result.stderr.startswith("checkers: broken.json: not a results file of this version: ")
    assert result.stderr.count("\n") == 1
    assert Path("report/marks.csv").read_bytes() == marks
    assert Path("broken.json").read_bytes() == broken


@needs_gcc
def test_reports_that_cannot_be_written_again(cli: CommandLine, small: Path) -> None:
    assert cli("grade", "class", *LIMITS).exit_code == 0
    result = cli("grade", "--from", "report/results.json", "--out", "class/ada.c")
    assert result.exit_code == 2
    assert result.stderr.startswith("checkers: class/ada.c")
    assert result.stderr.endswith(": cannot be written: not a directory\n")
    assert ".tmp" not in result.stderr


@needs_gcc
def test_gradescope(cli: CommandLine, here: Path) -> None:
    Path("autograder/submission").mkdir(parents=True)
    make_submission("rightmost", Path("autograder/submission"))
    result = cli("grade", "--gradescope", "autograder", *LIMITS)
    assert result.exit_code == 0
    assert result.stdout == "wrote autograder/results/results.json\n"
    before = json.loads(Path("autograder/results/results.json").read_text())
    assert before["score"] == 2
    Path("autograder/submission_metadata.json").write_text("{")
    result = cli("grade", "--gradescope", "autograder", *LIMITS)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "checkers: autograder/submission_metadata.json: not Gradescope's metadata: "
    )
    assert json.loads(Path("autograder/results/results.json").read_text()) == before


def test_without_bubblewrap_it_refuses_and_says_what_to_do(
    cli: CommandLine, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(small))
    result = cli("grade", "class")
    assert result.exit_code == 2
    assert result.stderr == (
        "checkers: bubblewrap is not installed: apt-get install bubblewrap "
        "(or --sandbox limits, for programs that you trust)\n"
    )
    assert not Path("report").exists()


@pytest.mark.parametrize("name", ["jinja2", "msgspec", "rich"])
def test_a_missing_library_is_said_in_a_line(
    cli: CommandLine, small: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    result = cli("grade", "class")
    assert result.exit_code == 2
    assert result.stderr == f"checkers: {name} is not installed: {install_command()}\n"
    assert not Path("report").exists()


def test_ctrl_c_says_that_nothing_is_lost(
    cli: CommandLine, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("checkers_cli.grading.pipeline.grade", interrupt)
    result = cli("grade", "class")
    assert result.exit_code == 130
    assert result.stderr == (
        "checkers: interrupted; the results so far are kept, and the same command continues\n"
    )
