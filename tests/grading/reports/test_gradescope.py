import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grading import made
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.reports.gradescope import (
    LONGEST_OUTPUT,
    Gradescope,
    Metadata,
    gradescope_results,
    read_metadata,
)
from checkers_cli.grading.results import (
    Build,
    Diagnosis,
    Finding,
    Graded,
    Header,
    LinePair,
    Memory,
    Run,
)
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.rubric.marks import mark
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.errors import UnusableInput

RUBRIC = load_rubric(None)
HEADER = Header(
    "Tower checkers", "checkers 1", "gcc", "limits", "deductions", 20.0, RUBRIC.sections, ()
)
BUILT = Build(True, "gcc main.c", 1, "main.c:1: warning: x")
DIAGNOSIS = Diagnosis("Line 3 differs.", ("look",), ("CRLF",), lines=LinePair(3, 4, "a", "b"))
RUNS = (
    Run("a.txt", 0, False, Verdict.ACCEPTED),
    Run("b.txt", 1, False, Verdict.WRONG, "wrong board", diagnosis=DIAGNOSIS),
    Run("secret-1.txt", 1, True, Verdict.WRONG, "secret reason", diagnosis=Diagnosis("secret")),
    Run("secret-2.txt", 2, True, Verdict.ACCEPTED),
)
FOUND = Memory("valgrind", (Finding("leak", "8 bytes", "f (main.c:1)", "a.txt"),))


def graded(
    runs: tuple[Run, ...] = RUNS,
    build: Build = BUILT,
    by_hand: dict[str, float] | None = None,
    late: float = 0.0,
) -> Graded:
    marks = mark(RUBRIC, build, runs, FOUND, late, by_hand, repaired=False)
    return Graded(
        *("key-1", "ann", "Ann", "ann.c", "plain", late, "c", build, ("limits",), runs, marks),
        memory=FOUND,
        notes=("staff only",),
    )


def results(submission: Graded) -> Any:
    return gradescope_results(HEADER, submission)


def largest(result: Any) -> float:
    return float(sum(test.get("max_score", 0) for test in result["tests"]))


def test_results_for_a_student(snapshot: SnapshotAssertion) -> None:
    assert json.dumps(results(graded(late=1.0)), indent=1) == snapshot


def test_results_have_no_hidden_cases_and_no_staff_notes() -> None:
    text = json.dumps(results(graded()))
    assert "secret" not in text
    assert "staff only" not in text
    assert "the machine broke" not in text
    assert "0 of 1 hidden cases passed" in text


def test_summary_has_the_explanation(snapshot: SnapshotAssertion) -> None:
    seen = min(graded().visible_cases)
    explanation = replace(
        made.MIXED,
        crashes=tuple(replace(one, case=seen) for one in made.MIXED.crashes),
        unexplained=tuple(replace(one, case=seen) for one in made.MIXED.unexplained),
    )
    said = results(replace(graded(), explanation=explanation))["output"]
    assert said == snapshot
    nothing = results(graded())["output"]
    assert said.startswith(nothing)


def test_summary_never_names_a_hidden_case() -> None:
    submission = replace(graded(), explanation=made.PERHAPS_HIDDEN, shortest=made.SHORT_HIDDEN)
    text = json.dumps(results(submission))
    assert "a hidden case and" not in text
    assert made.SECRET not in text


def test_score_is_the_total() -> None:
    perfect = tuple(Run(f"{n}.txt", n, False, Verdict.ACCEPTED) for n in range(3))
    clean_build = Build(True, "gcc")
    result = results(graded(perfect, clean_build))
    assert (result["score"], largest(result)) == (6.5, 7.0)  # a leak
    by_hand = {"presentation": 7.0, "structure": 5.0}
    result = results(graded(perfect, clean_build, by_hand, late=1.0))
    assert (result["score"], largest(result)) == (16.5, 20.0)
    assert result["output"].splitlines()[2] == "-2: 1 day late"


def test_what_was_assumed_to_build_is_said() -> None:
    assumed = Build(True, "gcc", notes=("old.c is left out",))
    assert "$ gcc\nold.c is left out" in json.dumps(results(graded(build=assumed))).replace(
        "\\n", "\n"
    )


def test_marks_by_hand_are_tests_once_they_are_given() -> None:
    assert largest(results(graded(by_hand={"structure": 0.0}))) == 13.0
    assert (
        "Not yet marked by hand: presentation (of 7)"
        in results(graded(by_hand={"structure": 1}))["output"]
    )


def test_failure_of_the_grader_gives_no_score() -> None:
    broken = Build(False, "gcc", problem="no compiler here", judge_error=True)
    result = results(graded((), broken))
    assert "score" not in result
    assert not any("score" in test for test in result["tests"])
    assert "no compiler here" not in json.dumps(result)
    assert "not your fault" in result["output"]


def test_a_case_that_could_not_be_judged_leaves_no_score() -> None:
    """A program that makes the machine fail on what it cannot do must not get full marks."""
    broken = Run("c.txt", 1, False, Verdict.JUDGE_ERROR, "the machine broke")
    result = results(graded((*RUNS, broken)))
    assert "score" not in result
    assert not any("score" in test for test in result["tests"])
    assert "not your fault" in json.dumps(result)


def test_program_that_does_not_build_gets_score_0() -> None:
    result = results(graded((), Build(False, "gcc", problem="no main", messages="ld: x")))
    assert result["score"] == 0.0
    assert largest(result) == 7.0
    assert "no main" in result["tests"][0]["output"]
    assert {test["status"] for test in result["tests"]} == {"failed"}


@given(st.text(max_size=30))
def test_results_are_valid_for_any_output(text: str) -> None:
    run = Run(text, 0, False, Verdict.WRONG, text, diagnosis=Diagnosis(text, (text,), (text,)))
    build = Build(True, text, 1, text)
    result = results(replace(graded((run,), build), habits=(text,)))
    again = json.loads(json.dumps(result, ensure_ascii=False).encode())
    assert again == result
    for test in result["tests"]:
        assert test["output_format"] == "text"
        assert not set(test["output"]) & {"\x00", "\x1b", "\x9b", "\u202e", "\r"}


def test_long_outputs_are_cut() -> None:
    result = results(graded(build=Build(True, "gcc", 1, "x" * 10**6)))
    assert len(result["tests"][0]["output"]) <= LONGEST_OUTPUT + 20
    assert result["tests"][0]["output"].endswith("(the rest is cut)")


def test_each_submission_has_a_file(tmp_path: Path) -> None:
    with Gradescope(HEADER, tmp_path) as report:
        report.add(graded())
        report.add(replace(graded(), key="key-2"))
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.json"))
    assert files == ["gradescope/key-1.json", "gradescope/key-2.json"]
    assert json.loads((tmp_path / files[0]).read_bytes()) == results(graded())


def metadata(folder: Path, **values: object) -> str:
    data: dict[str, object] = {
        "created_at": "2026-03-02T10:00:00.000000-08:00",
        "assignment": {"due_date": "2026-03-02T18:00:00.000000Z", "title": "x"},
        "users": [{"id": 7, "name": "Ann", "email": "ann@x.org"}],
    }
    path = folder / "submission_metadata.json"
    path.write_text(json.dumps(data | values))
    return str(path)


@pytest.mark.parametrize(
    ("created", "days"),
    [
        ("2026-03-02T10:00:00.000000-08:00", 0.0),
        ("2026-03-02T19:00:00+01:00", 0.0),
        ("2026-03-02T10:00:00.000001-08:00", 1.0),
        ("2026-03-03T18:00:00Z", 1.0),
        ("2026-03-03T18:00:01Z", 2.0),
        ("2026-03-02T18:00:01", 1.0),
        ("2026-01-01T00:00:00Z", 0.0),
    ],
)
def test_days_late_are_rounded_up(tmp_path: Path, created: str, days: float) -> None:
    path = metadata(tmp_path, created_at=created)
    assert read_metadata(path) == Metadata(("7",), ("Ann",), days)


def test_extension_moves_the_due_date(tmp_path: Path) -> None:
    late = "2026-03-04T10:00:00Z"
    users = [{"id": 7, "name": "Ann", "assignment": {"due_date": "2026-03-05T00:00:00Z"}}]
    assert read_metadata(metadata(tmp_path, created_at=late)).late_days == 2.0
    assert read_metadata(metadata(tmp_path, created_at=late, users=users)).late_days == 0.0


def test_submission_without_a_due_date_is_never_late(tmp_path: Path) -> None:
    assert read_metadata(metadata(tmp_path, assignment={"due_date": None})).late_days == 0.0
    assert read_metadata(metadata(tmp_path, assignment=None, users=None)).ids == ()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"created_at": "yesterday"}, "created_at is not a time: 'yesterday'"),
        ({"created_at": 5}, "created_at is not a time: 5"),
        ({"created_at": None}, "created_at is missing"),
        ({"assignment": [1]}, "assignment must be an object"),
        ({"users": ["Ann"]}, "each of users must be an object"),
        ({"users": 5}, "not iterable"),
    ],
)
def test_wrong_metadata_is_refused(tmp_path: Path, values: dict[str, object], words: str) -> None:
    with pytest.raises(UnusableInput, match=f"not Gradescope's metadata: .*{words}"):
        read_metadata(metadata(tmp_path, **values))


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b"null"])
def test_file_without_metadata_is_refused_with_one_line(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(text)
    with pytest.raises(UnusableInput) as caught:
        read_metadata(str(path))
    assert str(caught.value).isprintable()
    with pytest.raises(UnusableInput, match="no such file"):
        read_metadata(str(tmp_path / "none.json"))


def test_summary_that_equals_the_reason_is_not_repeated() -> None:
    same = Run("b.txt", 1, False, Verdict.WRONG, DIAGNOSIS.summary, diagnosis=DIAGNOSIS)
    for run, times in ((same, 1), (RUNS[1], 1)):
        output = gradescope_results(HEADER, graded((run,)))["tests"][2]["output"]
        assert output.count(DIAGNOSIS.summary) == times
        assert run.reason in output


def test_failed_build_is_reported_once() -> None:
    problem = "no .c file in it: it is empty"
    runs = tuple(Run(f"{n}.txt", 0, False, Verdict.NOT_BUILT, problem) for n in range(5))
    result = gradescope_results(HEADER, graded(runs, Build(False, "", problem=problem)))
    assert json.dumps(result).count(problem) == 1


def test_robustness_is_the_last_test_and_has_no_score() -> None:
    odd = Run("blank-lines.txt", 0, False, Verdict.WRONG, "stops at a blank line", within=False)
    secret = Run("secret-3.txt", 0, True, Verdict.ACCEPTED, within=False)
    without, result = results(graded()), results(graded((*RUNS, odd, secret)))
    assert (result["score"], largest(result)) == (without["score"], largest(without))
    test = result["tests"][-1]
    assert test["name"] == "robustness"
    assert not {"score", "max_score", "status"} & set(test)
    assert "0 of 1 cases passed\n1 of 1 hidden cases passed\n" in test["output"]
    assert "They cost no marks." in test["output"]
    assert "blank-lines.txt: stops at a blank line" in test["output"]
    assert "blank-lines" not in json.dumps(result["tests"][:-1])
    passed = results(graded((*RUNS, secret)))["tests"][-1]
    assert (passed["status"], passed["output"]) == ("passed", "1 of 1 hidden cases passed")
