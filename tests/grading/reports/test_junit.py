import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from grading import made
from grading.machine import needs_small_disks, on_small_disk
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.reports.junit import JUnit
from checkers_cli.grading.reports.text import clean
from checkers_cli.grading.results import (
    Build,
    Diagnosis,
    Finding,
    Graded,
    Header,
    LinePair,
    Marks,
    Memory,
    Run,
    ShownEvent,
)
from checkers_cli.grading.verdicts import Verdict

HEADER = Header("Tower checkers", "checkers 1", "gcc", "limits", "deductions", 7.0, (), ())
BOARD = tuple(["." * 8] * 8)
WRONG = Diagnosis(
    "Action #7: the board differs.",
    hints=("what was jumped is removed",),
    facts=("CRLF",),
    expected=ShownEvent("BLACK ACTION #7: G6-F5", "BOARD COST: 0", BOARD),
    actual=ShownEvent("BLACK ACTION #7: G6-F5", "", ()),
    cells=("A1", "B2"),
    lines=LinePair(3, 4, "a·", None),
)


def graded(key: str, *runs: Run, build: Build = Build(True, "gcc")) -> Graded:  # noqa: B008
    marks = Marks(0.0, 7.0, True)
    return Graded(key, "ann", "Ann", "ann.c", "plain", 0.0, "c", build, (), runs, marks)


def run(verdict: Verdict, name: str = "a.txt", reason: str = "") -> Run:
    return Run(name, 1, False, verdict, reason)


def written(folder: Path, *submissions: Graded) -> ET.Element:
    with JUnit(HEADER, folder, {("k", "a.txt"): 0.25, ("k", "b.txt"): 1.0}) as junit:
        for submission in submissions:
            junit.add(submission)
    return ET.parse(folder / "junit.xml").getroot()


def test_suites_are_submissions_and_cases_are_cases(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    written(
        tmp_path,
        graded(
            "k",
            run(Verdict.ACCEPTED),
            replace(run(Verdict.WRONG, "b.txt", "wrong"), diagnosis=WRONG, ended="exit status 0"),
            replace(run(Verdict.CPU_TIME, "c.txt"), skipped=True),
            run(Verdict.JUDGE_ERROR, "d.txt", "no memory left"),
            build=Build(True, "gcc", 1, "warning: x"),
        ),
        graded("m", build=Build(False, "gcc", problem="no main", messages="ld: no main")),
        graded("n", build=Build(False, "", problem="no compiler", judge_error=True)),
    )
    assert (tmp_path / "junit.xml").read_text() == snapshot


def test_suite_has_the_explanation_and_the_ids_of_faults(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    wrong = run(Verdict.WRONG)
    submissions = [
        replace(graded(f"k{n}", wrong), explanation=explanation)
        for n, explanation in enumerate((made.TWO_FAULTS, made.PERHAPS_HIDDEN, None))
    ]
    suites = written(tmp_path, *submissions).findall("testsuite")
    values = [
        (suite.findtext("system-out"), [p.get("value") for p in suite.iter("property")])
        for suite in suites
    ]
    assert values[2] == (None, [])
    assert values[1][1] == []
    assert [child.tag for child in suites[0]] == [
        *("properties", "testcase", "testcase", "system-out")
    ]
    assert values[:2] == snapshot


@pytest.mark.parametrize("verdict", Verdict)
def test_failures_are_the_students_and_errors_the_graders(tmp_path: Path, verdict: Verdict) -> None:
    root = written(tmp_path, graded("k", run(verdict, reason="because")))
    case = root.findall("testsuite/testcase")[1]
    expected = {Verdict.ACCEPTED: [], Verdict.JUDGE_ERROR: ["error"]}.get(verdict, ["failure"])
    assert [child.tag for child in case] == expected
    for child in case:
        assert child.get("type") == verdict.value
        assert child.get("message") == "because"
        assert (child.text or "").startswith("because")
    counts = {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {
        "tests": "2",
        "failures": str(expected.count("failure")),
        "errors": str(expected.count("error")),
        "skipped": "0",
    }
    assert root[0].get("time") == "0.250"


def test_totals_are_those_of_all_suites(tmp_path: Path) -> None:
    wrong = run(Verdict.WRONG)
    root = written(tmp_path, graded("k", wrong, wrong), graded("m", run(Verdict.JUDGE_ERROR)))
    for name in ("tests", "failures", "errors"):
        suites = sum(int(suite.get(name, "")) for suite in root)
        assert root.get(name) == str(suites)
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("5", "2", "1")


def test_report_without_submissions_is_valid(tmp_path: Path) -> None:
    assert written(tmp_path).get("tests") == "0"


HOSTILE = ["]]>", "</testsuite>", '"><x a="', "&amp;", "\x00\x1b[2J", "\ud800", "\ufffe", "\u202e"]


@given(st.one_of(st.text(), st.sampled_from(HOSTILE)))
def test_report_is_well_formed_for_any_output(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    build = Build(True, text, 1, text, text)
    hostile = replace(run(Verdict.WRONG, text, text), diagnosis=Diagnosis(text, facts=(text,)))
    submission = graded(text, hostile, build=build)
    root = written(tmp_path_factory.getbasetemp() / "junit", submission)
    assert [child.tag for child in root[0]] == ["testcase", "testcase"]
    assert root[0][1].get("name") == clean(text)
    assert [child.tag for child in root[0][1]] == ["failure"]


def test_no_file_is_left_after_an_error(tmp_path: Path) -> None:
    def break_off() -> None:
        with JUnit(HEADER, tmp_path) as junit:
            junit.add(graded("k"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert list(tmp_path.iterdir()) == []


def test_large_report_is_kept_on_disk(tmp_path: Path) -> None:
    big = graded("k", *[run(Verdict.WRONG, reason="x" * 1000)] * 100)
    root = written(tmp_path, *[big] * 10)  # two megabytes
    assert root.get("tests") == "1010"


LARGE = """
import sys
from pathlib import Path
from grading.reports.test_junit import HEADER, graded, run
from checkers_cli.grading.reports.junit import JUnit
from checkers_cli.grading.reports.write_all import writing_into
from checkers_cli.grading.verdicts import Verdict
big = graded("k", *[run(Verdict.WRONG, reason="x" * 1000)] * 100)
try:
    with writing_into(Path(sys.argv[1])), JUnit(HEADER, Path(sys.argv[1])) as junit:
        for _ in range(int(sys.argv[2])):
            junit.add(big)
except Exception as error:
    print(type(error).__name__, error)
"""


@needs_small_disks
@pytest.mark.parametrize("count", [6, 20])
def test_full_temporary_folder_is_named(
    tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is found to be full by a write, or by the last one at the end."""
    scratch, report = tmp_path / "scratch", tmp_path / "report"
    scratch.mkdir()
    report.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
    command = [sys.executable, "-P", "-c", LARGE, str(report), str(count)]
    done = subprocess.run(
        on_small_disk(scratch, 1 << 20, command), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"NoSpace {scratch}: the disk is full; ")
    assert done.stderr == ""
    assert list(report.iterdir()) == []


@pytest.mark.parametrize(
    ("memory", "tag"),
    [
        (Memory("valgrind"), None),
        (Memory("valgrind", (Finding("leak", "9 bytes", "main (a.c:3)"),)), "failure"),
        (Memory("", problem="out of disk", judge_error=True), "error"),
    ],
)
def test_memory_check_is_a_case(tmp_path: Path, memory: Memory, tag: str | None) -> None:
    root = written(tmp_path, replace(graded("k", run(Verdict.ACCEPTED)), memory=memory))
    case = root[0][-1]
    assert (case.get("classname"), case.get("name")) == ("k.memory", "memory check")
    assert [child.tag for child in case] == ([tag] if tag else [])
    assert root.get("tests") == "3"


@pytest.mark.parametrize(("beyond", "counts"), [("report", "0 1"), ("mark", "1 0")])
def test_failure_beyond_the_assignment_is_skipped_unless_it_is_marked(
    tmp_path: Path, beyond: str, counts: str
) -> None:
    odd = [
        replace(run(verdict, verdict.value, "blank lines"), within=False)
        for verdict in (Verdict.ACCEPTED, Verdict.WRONG, Verdict.JUDGE_ERROR)
    ]
    with JUnit(replace(HEADER, beyond=beyond), tmp_path) as junit:
        junit.add(graded("k", run(Verdict.ACCEPTED), *odd))
    root = ET.parse(tmp_path / "junit.xml").getroot()
    assert f"{root.get('failures')} {root.get('skipped')}" == counts
    assert root.get("errors") == "1"
    places = [case.get("classname") for case in root.iter("testcase")]
    assert places == ["k.build", "k.stage 1", *["k.robustness"] * 3]
    if beyond == "report":
        (skipped,) = root.iter("skipped")
        assert skipped.get("message") == "not marked: blank lines"
