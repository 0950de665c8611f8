"""What can be wrong with a request, each in a line; and a small cohort from end to end."""

import errno
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases, make_cohort, make_submission
from grading.machine import (
    needs_bubblewrap,
    needs_gcc,
    needs_sanitizers,
    needs_small_disks,
    on_small_disk,
)
from support import EXAMPLES, GOLDENS, PROGRAM

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.one_program import grade_one
from checkers_cli.grading.pipeline import grade
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reports.uploads import UPLOADS
from checkers_cli.grading.request import Request, make_plan, marking_notices
from checkers_cli.grading.sandbox.jobs import Job
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, LIMITS_ONLY, Sandbox, open_sandbox
from checkers_cli.grading.submissions.discover import find_submissions
from checkers_cli.grading.summary import Summary
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.disk import NoSpace
from checkers_cli.util.errors import UnusableInput

CASES = ("capture-optional", "error-1-before-2", "a-worked-example")


class Watching:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.total = 0
        self.done = 0
        self.told: list[str] = []

    def begin(self, total: int) -> None:
        self.total = total

    def advance(self, done: int, name: str) -> None:
        self.done = done

    def tell(self, line: str) -> None:
        self.told.append(line)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy_cases(CASES, Path("cases"))
    make_cohort(Path("class"), ["correct", "rightmost"])
    return tmp_path


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with open_sandbox(LIMITS_ONLY, []) as opened:
        yield opened


def plan_of(sandbox: Sandbox, watching: Watching | None = None, **request: Any) -> Plan:
    watching = watching or Watching()
    asked = Request(**{"cases": "cases", **request})
    return make_plan(find_submissions("class"), asked, sandbox, watching.tell)


def graded(watching: Watching | None = None, report: str = "report", **request: Any) -> Summary:
    asked = Request(**{"cases": "cases", "sandbox": LIMITS_ONLY, **request})
    return grade("class", Path(report), asked, watching or Watching())


@needs_gcc
@pytest.mark.parametrize(
    ("request_", "files", "line"),
    [
        ({"cases": "nowhere"}, {}, "nowhere: no such folder; it should hold scripts"),
        ({"cases": "class"}, {}, "class: no scripts (*.txt) in this folder"),
        (
            {"cases": "bad"},
            {"bad/x.txt": "G6F5\n"},
            "bad/x.txt:1: 'G6F5' is neither an action like G6-F5 nor the command A or P; "
            "not usable as a test case",
        ),
        ({"expected": "nowhere"}, {}, "nowhere: no such folder; it should hold golden files"),
        ({"hidden": "nowhere"}, {}, "nowhere: no such folder; it should hold scripts"),
        ({"rubric": "nowhere"}, {}, "nowhere: no such file or directory"),
        ({"rubric": "class"}, {}, "class: is a directory"),
        ({"rubric": "r"}, {"r": "title = 3\n"}, "r:1: title must be a line of text, not 3"),
        ({"rubric": "r"}, {"r": "[[[\n"}, "r:1: "),
        ({"late": "nowhere.csv"}, {}, "nowhere.csv: no such file or directory"),
        ({"late": "l"}, {"l": "student,days\nx,soon\n"}, "l:2: days must be a number"),
        ({"late": "l"}, {"l": ""}, "l: empty; a header line is needed"),
        ({"late": "l"}, {"l": "name,when\n"}, "l:1: no column for days late"),
        ({"by_hand": "h"}, {"h": "student,grace\n"}, 'h:1: no section of the rubric is called "gr'),
        ({"build": {"c": "gcc"}}, {}, "--build: c must be a command with the word SOURCES"),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else "",
)
def test_a_bad_request_is_reported_in_one_line(
    here: Path, sandbox: Sandbox, request_: dict[str, Any], files: dict[str, str], line: str
) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    with pytest.raises(UnusableInput) as told:
        plan_of(sandbox, **request_)
    assert str(told.value).startswith(line)
    assert "\n" not in str(told.value)


@needs_gcc
def test_the_plan_has_the_options_of_the_request(here: Path, sandbox: Sandbox) -> None:
    Path("secret").mkdir()
    shutil.copy(EXAMPLES / "p-at-the-start.txt", "secret")
    Path("late.csv").write_text("student,days\ncorrect,2\n")
    plan = plan_of(sandbox, title="Towers", hidden="secret", late="late.csv", make=True)
    assert plan.header.title == "Towers"
    assert [(case.name, case.hidden) for case in plan.cases][-1] == (
        "hidden/p-at-the-start.txt",
        True,
    )
    assert plan.late == {"correct": 2}
    assert plan.make
    assert plan.sandbox == LIMITS_ONLY


@needs_gcc
def test_hidden_cases_without_bubblewrap_give_a_notice(here: Path, sandbox: Sandbox) -> None:
    shutil.copytree("cases", "secret")
    watching = Watching()
    plan_of(sandbox, watching, hidden="secret")
    assert watching.told == [
        "--sandbox limits hides nothing: submissions could read the hidden cases"
    ]


@needs_gcc
def test_lateness_from_file_names_gives_a_notice(here: Path, sandbox: Sandbox) -> None:
    for student in (101, 102):
        shutil.copy("class/correct.c", f"class/doe_LATE_{student}_7_main.c")
    Path("late.csv").write_text("student,days\n102,3\n")
    watching = Watching()
    plan_of(sandbox, watching, late="late.csv")
    assert watching.told == [
        "late according to the download, counted as 1 day: 101 (give the days with --late CSV)"
    ]


@needs_gcc
def test_the_bundled_cases_are_the_default(here: Path, sandbox: Sandbox) -> None:
    plan = plan_of(sandbox, cases=None)
    assert len(plan.cases) == len(list(EXAMPLES.glob("*.txt")))
    assert {case.stage for case in plan.cases} == {0, 1, 2}


@needs_gcc
def test_a_golden_file_unlike_the_reference_gives_a_notice(here: Path, sandbox: Sandbox) -> None:
    Path("golden").mkdir()
    for name in CASES[:2]:
        Path("golden", f"{name}.txt").write_text("BOARD SIZE: 9x9\n")
    watching = Watching()
    plan = plan_of(sandbox, watching, expected="golden")
    assert watching.told == [
        "the golden file of capture-optional.txt and 1 more differs from the reference; "
        "it is used anyway"
    ]
    expected = {case.name: case.expected(0) for case in plan.cases}
    assert expected["capture-optional.txt"] == b"BOARD SIZE: 9x9\n"


@needs_gcc
def test_rows_without_a_submission_give_notices(here: Path, sandbox: Sandbox) -> None:
    Path("late.csv").write_text("student,days\ncorrect,1\neve,2\n")
    watching = Watching()
    assert plan_of(sandbox, watching, late="late.csv").late == {"correct": 1}
    assert watching.told == ['late.csv: "eve" has no submission']


@needs_gcc
def test_a_file_without_any_submission_gives_one_notice(here: Path, sandbox: Sandbox) -> None:
    rows = "".join(f"s{number},7\n" for number in range(200))
    Path("hand.csv").write_text(f"student,presentation\n{rows}")
    watching = Watching()
    assert plan_of(sandbox, watching, by_hand="hand.csv").by_hand == {}
    assert watching.told == [
        "hand.csv: matches none of the submissions; is it of another class?",
        'hand.csv: "s0" has no submission',
    ]
    Path("hand.csv").write_text(f"student,presentation\ncorrect,7\n{rows}")
    watching = Watching()
    assert plan_of(sandbox, watching, by_hand="hand.csv").by_hand["correct"].marks
    assert len(watching.told) == 11
    assert watching.told[-1] == "hand.csv: and 190 more rows like that"


def test_without_bubblewrap_nothing_is_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnusableInput, match=r"apt-get install bubblewrap .*--sandbox limits"):
        open_sandbox(BUBBLEWRAP, []).__enter__()
    with pytest.raises(UnusableInput, match="a C compiler is needed"):
        open_sandbox(LIMITS_ONLY, []).__enter__()


@needs_gcc
def test_a_failing_bubblewrap_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gcc", "as", "ld"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'No permissions' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnusableInput, match="bubblewrap does not work here: ") as told:
        open_sandbox(BUBBLEWRAP, []).__enter__()
    assert "`checkers doctor` says more" in str(told.value)
    assert "\n" not in str(told.value)


@needs_gcc
@needs_bubblewrap
@pytest.mark.parametrize("kind", [BUBBLEWRAP, LIMITS_ONLY])
def test_a_sandbox_that_works_is_of_the_kind_asked_for(kind: str) -> None:
    with open_sandbox(kind, []) as opened:
        assert opened.kind == kind
        assert opened.run(Job(["true"], Limits())).status == 0


@needs_gcc
def test_a_second_grading_uses_the_store(here: Path) -> None:
    watching = Watching()
    first = graded(watching)
    assert (watching.total, watching.done) == (2, 2)
    assert (first.built, first.ran, first.judge_errors) == (2, 6, 0)
    assert [row.student for row in first.rows] == ["correct", "rightmost"]
    assert first.rows[0].failures == {}
    assert first.rows[0].passed == ((2, 2), (1, 1), (0, 0))
    before = Path("report/results.json").read_bytes()
    again = graded()
    assert (again.built, again.ran) == (0, 0)
    assert again.rows == first.rows
    assert Path("report/results.json").read_bytes() == before
    assert graded(fresh=True).ran == 6


@needs_gcc
@needs_sanitizers
@pytest.mark.parametrize(
    "more", [{"memory_check": True}, {"run": {"python": "python3 SCRIPT"}}, {"expected": "golden"}]
)
def test_additional_options_keep_the_stored_runs(here: Path, more: dict[str, Any]) -> None:
    Path("golden").mkdir()
    for name in CASES:
        shutil.copy(GOLDENS / f"{name}.txt", "golden")
    Path("class/rightmost.c").unlink()
    graded()
    again = graded(**more)
    assert (again.built, again.ran) == (0, 0)


@needs_gcc
def test_results_do_not_depend_on_the_number_of_jobs(here: Path) -> None:
    graded(report="one", jobs=1)
    graded(report="many", jobs=7)
    assert Path("one/results.json").read_bytes() == Path("many/results.json").read_bytes()


@needs_gcc
@pytest.mark.parametrize("system", UPLOADS)
def test_a_wrong_sheet_is_reported_before_any_run(here: Path, system: str) -> None:
    Path("late.csv").write_text("student,days\nx,1\n")
    for path, words in (("late.csv", "late.csv:1: no column"), ("gone.csv", "gone.csv: no such")):
        watching = Watching()
        with pytest.raises(UnusableInput) as told:
            graded(watching, sheets={system: path})
        assert str(told.value).startswith(words)
        assert watching.total == 0


@needs_gcc
@pytest.mark.parametrize(
    "wrong",
    [
        {"rubric": "gone.toml"},
        {"cases": "gone"},
        {"late": "gone"},
        {"sheets": {"canvas": "gone"}},
    ],
)
def test_a_wrong_request_keeps_the_store(here: Path, wrong: dict[str, Any]) -> None:
    Path("class/rightmost.c").unlink()
    graded()
    with pytest.raises(UnusableInput, match="gone"):
        graded(fresh=True, **wrong)
    again = graded()
    assert (again.built, again.ran) == (0, 0)


@needs_gcc
def test_a_report_that_cannot_be_written_loses_nothing(here: Path) -> None:
    graded()
    before = Path("report/results.json").read_bytes()
    Path("report/index.html").unlink()
    Path("report/index.html").mkdir()
    with pytest.raises(UnusableInput, match="cannot be written") as told:
        graded()
    assert ".tmp" not in str(told.value)
    assert Path("report/results.json").read_bytes() == before
    Path("report/index.html").rmdir()
    assert graded().ran == 0


@needs_gcc
def test_one_program_is_graded_without_a_trace(here: Path) -> None:
    path = make_submission("stage0-only", here)
    before = sorted(here.rglob("*"))
    _, found = grade_one(str(path), Request(cases="cases", sandbox=LIMITS_ONLY), Watching())
    assert [run.verdict.value for run in found.runs] == ["WA", "AC", "AC"]
    assert sorted(here.rglob("*")) == before


@needs_gcc
def test_results_are_one_json_document(here: Path) -> None:
    graded()
    data = json.loads(Path("report/results.json").read_text())
    assert data["version"] == 1
    assert len(data["submissions"]) == 2


def put_scripts(**scripts: str) -> None:
    shutil.rmtree("cases")
    Path("cases").mkdir()
    for name, script in scripts.items():
        Path("cases", f"{name}.txt").write_bytes(script.encode())


@needs_gcc
def test_cases_beyond_the_assignment_come_last(here: Path, sandbox: Sandbox) -> None:
    put_scripts(a="\nG6-F5\n", b="G6-F5\n", c="g6-F5\n", d="A\n")
    watching = Watching()
    plan = plan_of(sandbox, watching)
    assert [case.name for case in plan.cases] == ["b.txt", "d.txt", "a.txt", "c.txt"]
    assert [case.within for case in plan.header.cases] == [True, True, False, False]
    assert plan.header.beyond == "report"
    assert [len(cases) for cases in plan.marked_stages.values()] == [1, 1, 0]
    assert watching.told == []


@needs_gcc
@pytest.mark.parametrize(
    ("beyond", "names", "marked"), [("mark", "b.txt a.txt", 2), ("skip", "b.txt", 1)]
)
def test_rubric_can_mark_or_skip_cases_beyond_the_assignment(
    here: Path, sandbox: Sandbox, beyond: str, names: str, marked: int
) -> None:
    put_scripts(a="\nG6-F5\n", b="G6-F5\n")
    Path("rubric.toml").write_text(f'[execution]\nbeyond = "{beyond}"\n')
    plan = plan_of(sandbox, rubric="rubric.toml")
    assert " ".join(case.name for case in plan.cases) == names
    assert len(plan.marked_stages[0]) == marked


@needs_gcc
def test_cases_that_are_all_beyond_the_assignment_are_noticed(here: Path, sandbox: Sandbox) -> None:
    put_scripts(a="G6-F5\r\n", b="G6-F5\r\nA\r\n")
    words = "no case is written as the assignment promises (line ends, blanks, lower case, ...)"
    watching = Watching()
    plan_of(sandbox, watching)
    assert watching.told == [f'{words}, so none is marked; [execution] beyond = "mark" marks them']
    Path("rubric.toml").write_text('[execution]\nbeyond = "skip"\n')
    with pytest.raises(UnusableInput) as told:
        plan_of(sandbox, rubric="rubric.toml")
    assert str(told.value) == f'{words}, and beyond = "skip" leaves them out'
    Path("rubric.toml").write_text('[execution]\nbeyond = "mark"\n')
    watching = Watching()
    plan_of(sandbox, watching, rubric="rubric.toml")
    assert watching.told == []


@needs_gcc
@pytest.mark.parametrize(("count", "noticed"), [(20, False), (21, True)])
def test_deductions_for_many_cases_are_noticed(
    here: Path, sandbox: Sandbox, count: int, noticed: bool
) -> None:
    odd = {f"odd-{n}": "\n" * n + "G6-F5\n" for n in range(1, 30)}
    put_scripts(**{f"case-{n}": "G6-F5\n" for n in range(count)}, **odd)
    assert list(marking_notices(plan_of(sandbox))) == []
    Path("rubric.toml").write_text('[execution]\nscheme = "deductions"\n')
    lines = list(marking_notices(plan_of(sandbox, rubric="rubric.toml")))
    assert len(lines) == noticed
    if noticed:
        assert lines[0].startswith('scheme = "deductions" is meant for a handful of cases, and the')


@needs_gcc
def test_grade_prints_the_notice_about_deductions_once(here: Path) -> None:
    put_scripts(**{f"case-{n}": "G6-F5\n" for n in range(21)})
    Path("rubric.toml").write_text('[execution]\nscheme = "deductions"\n')
    watching = Watching()
    graded(watching, rubric="rubric.toml")
    assert sum("deductions" in line for line in watching.told) == 1


@needs_gcc
def test_timeouts_beyond_the_assignment_do_not_leave_out_other_cases(here: Path) -> None:
    put_scripts(a="\nG6-F5\n", b="\n\nG6-F5\n", c="\n\n\nG6-F5\n", d="G6-F5\n")
    shutil.rmtree("class")
    Path("class").mkdir()
    Path("class/main.py").write_text(
        "import sys\n"
        "if sys.stdin.readline() == '\\n':\n"
        "    while True: pass\n"
        "print('something else')\n"
    )
    Path("rubric.toml").write_text("[limits]\ncpu-seconds = 0.2\n")
    (row,) = graded(rubric="rubric.toml").rows
    assert (row.robustness, row.failures) == ((0, 3), {Verdict.WRONG: 1})


@pytest.mark.slow
@needs_gcc
def test_default_marks_spread_sensibly(here: Path) -> None:
    shutil.rmtree("class")
    make_cohort(Path("class"), ["correct", "errors-order", "half-a-habit", "stage0-only"])
    rows = graded(cases=str(EXAMPLES)).rows
    marks = {row.student: row.execution or 0.0 for row in rows}
    assert marks["correct"] == 7
    assert 6.5 < marks["half-a-habit"] < 7  # a rare slip
    assert 6.5 < marks["errors-order"] < 7
    assert 1 < marks["stage0-only"] <= 2


# A full disk. The file system is a real one.

NOTHING_LOST = "nothing graded so far is lost: free some space and run the same command"
KB = 1024


@pytest.fixture
def disk() -> Iterator[Path]:
    """A folder that everybody can enter, because root lets another user run programs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "disk")
        folder.mkdir()
        Path(name).chmod(0o755)
        yield folder


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small class."""
    monkeypatch.chdir(tmp_path)
    copy_cases(["capture-optional"], Path("cases"))
    Path("class").mkdir()
    for name in ("ada", "bob", "cyd"):
        Path("class", f"{name}.c").write_text(f"int main(void) {{ return 0; }} // {name}\n")


def graded_on(disk: Path, levels: list[int], out: Path, kept: str = "") -> list[dict[str, Any]]:
    """Grade the small class with so many bytes free, and again after the disk was freed."""
    grading = [*PROGRAM, "grade", "class", "--cases", "cases", "--out", str(out)]
    grading += ["--sandbox", "limits", "--explain", "0", "--quiet"]
    program = [sys.executable, str(Path(__file__).with_name("small_disk.py"))]
    arguments = [str(disk), ",".join(map(str, levels)), kept, *grading]
    done = subprocess.run(
        on_small_disk(disk, 2 << 20, program + arguments),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    told: list[dict[str, Any]] = json.loads(done.stdout)
    for one in told:
        assert (one["freed"]["status"], one["freed"]["stderr"]) == (0, "")
        assert one["full"]["drafts"] == []
    assert len({one["freed"]["results"] for one in told}) == 1
    return told


def place_named(full: dict[str, Any]) -> str:
    """The file or folder that the message of a full disk names; empty if all went well."""
    if full["status"] == 0:
        assert full["stderr"] == ""
        return ""
    place, rest = full["stderr"].removeprefix("checkers: ").split(": ", 1)
    assert (full["status"], full["stdout"]) == (2, "")
    assert rest == f"the disk is full; {NOTHING_LOST} again\n"
    return str(place)


@pytest.mark.slow
@needs_gcc
@needs_small_disks
def test_a_disk_that_is_full_while_results_are_stored(three: None, disk: Path) -> None:
    levels = [0, 40 * KB, 70 * KB, 80 * KB, 90 * KB]
    told = graded_on(disk, levels, disk / "report")
    places = {place_named(one["full"]) for one in told}
    assert places == {str(disk / "report" / "work.sqlite")}
    # The second run goes on from where the first one stopped.
    endings = [one["freed"]["stdout"].splitlines()[-1] for one in told]
    assert endings[0].startswith("3 submissions graded (3 builds, 3 runs)")
    assert any("3 builds" not in ending for ending in endings)


@pytest.mark.slow
@needs_gcc
@needs_small_disks
def test_a_disk_that_is_full_while_reports_are_written(three: None, disk: Path) -> None:
    levels = [0, 24 * KB, 36 * KB, 42 * KB, 48 * KB, 64 * KB, 120 * KB]
    told = graded_on(disk, levels, disk / "report", kept="work.sqlite")
    places = {Path(place_named(one["full"])).name for one in told}
    assert places >= {"work.sqlite", "results.json"}
    assert any(place.endswith(".html") for place in places)
    assert all("(nothing had changed)" in one["freed"]["stdout"] for one in told)


@pytest.mark.slow
@needs_gcc
@needs_small_disks
def test_a_full_disk_with_the_temporary_folder(
    three: None, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(disk))
    levels = [8 * KB, 40 * KB, 100 * KB, 130 * KB, 400 * KB, 1900 * KB]
    told = graded_on(disk, levels, disk.parent / "report")
    places = [place_named(one["full"]) for one in told]
    assert set(places) == {str(disk), ""}
    assert places[-1] == ""
    # Nobody's program fails to build because of the disk.
    assert all(one["full"]["results"] in ("", one["freed"]["results"]) for one in told)


@needs_gcc
@pytest.mark.parametrize("fresh", [False, True])
def test_the_advice_for_a_full_disk_keeps_the_results(
    three: None, fresh: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --fresh, the same command would delete them."""

    def fail(*_: object) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr("checkers_cli.grading.pipeline.write_times", fail)
    request = Request(cases="cases", sandbox=LIMITS_ONLY, explain=0, fresh=fresh)
    with pytest.raises(NoSpace) as caught:
        grade("class", Path("report"), request, Watching())
    again = "without --fresh" if fresh else "again"
    assert str(caught.value) == f"report: the disk quota is used up; {NOTHING_LOST} {again}"
