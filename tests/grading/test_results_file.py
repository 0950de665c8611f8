import dataclasses
import io
import json
import math
from pathlib import Path

import pytest
from grading import made
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.results import (
    VERSION,
    Build,
    Deduction,
    Diagnosis,
    Finding,
    Graded,
    Header,
    LinePair,
    Marks,
    Memory,
    Run,
    SectionMark,
    ShownEvent,
)
from checkers_cli.grading.results_file import read_header, read_submissions, write_results
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.data import from_data, to_data
from checkers_cli.util.errors import UnusableInput

numbers = st.floats(allow_nan=False, allow_infinity=False)
graded = st.builds(
    Graded,
    key=st.text(),
    late_days=numbers,
    habits=st.lists(st.text(), max_size=2).map(tuple),
    build=st.builds(Build),
    runs=st.lists(
        st.builds(
            Run,
            diagnosis=st.none()
            | st.builds(
                Diagnosis,
                expected=st.none() | st.builds(ShownEvent, rows=st.just(("." * 8,) * 8)),
                lines=st.none() | st.builds(LinePair, expected=st.none() | st.text()),
            ),
        ),
        max_size=2,
    ).map(tuple),
    marks=st.builds(
        Marks,
        total=numbers,
        out_of=numbers,
        sections=st.just((SectionMark("by hand", 7, None, True),)),
        deductions=st.just((Deduction("late", -2.0),)),
    ),
    memory=st.none() | st.builds(Memory, findings=st.just((Finding("leak", "9 bytes"),))),
)


def written(header: Header, submissions: list[Graded]) -> bytes:
    pieces = io.BytesIO()
    write_results(header, submissions, pieces.write)
    return pieces.getvalue()


def in_file(folder: Path, content: bytes) -> Path:
    path = folder / "results.json"
    path.write_bytes(content)
    return path


def refusals(path: Path) -> list[str]:
    """What is said of a file by those who read its header and its submissions."""
    said = []
    for read in (read_header, lambda path: list(read_submissions(path))):
        with pytest.raises(UnusableInput) as caught:
            read(path)
        said.append(str(caught.value))
        assert said[-1].startswith(f"{path}: ")
        assert "\n" not in said[-1]
    return said


@given(graded)
def test_a_submission_survives_json(submission: Graded) -> None:
    text = json.dumps(to_data(submission), allow_nan=False)
    assert from_data(Graded, json.loads(text)) == submission


def test_a_varied_cohort_survives_the_results_file(tmp_path: Path) -> None:
    cohort = list(made.cohort())
    path = in_file(tmp_path, written(made.header(), cohort))
    assert read_header(path) == made.header()
    assert list(read_submissions(path)) == cohort
    assert written(read_header(path), list(read_submissions(path))) == path.read_bytes()


def test_results_from_before_robustness_are_read(tmp_path: Path) -> None:
    head, within = made.header(made.CASES[:9]), made.runs_of(Verdict.WRONG)[:9]
    fox = dataclasses.replace(next(iter(made.cohort())), runs=within)
    new = written(head, [fox])
    old = new.replace(b', "within": true', b"").replace(b', "beyond": "report"', b"")
    assert b"within" not in old
    path = in_file(tmp_path, old)
    assert read_header(path) == head
    assert list(read_submissions(path)) == [fox]


def test_the_results_file_is_one_json_document() -> None:
    cohort = list(made.cohort())
    document = json.loads(written(made.header(), cohort))
    assert document["version"] == VERSION
    assert document["title"] == "Tower checkers, assignment 2"
    assert [one["key"] for one in document["submissions"]] == [one.key for one in cohort]
    assert document["submissions"][0]["runs"][0]["verdict"] == "AC"
    assert {field.name for field in dataclasses.fields(Graded)} == set(document["submissions"][0])


def test_each_submission_is_one_line() -> None:
    cohort = list(made.cohort())
    text = written(made.header(), cohort)
    assert text.count(b"\n") == len(cohort) + 2
    assert text.endswith(b"\n]}\n")
    text.decode("utf-8")


def test_an_empty_cohort(tmp_path: Path) -> None:
    path = in_file(tmp_path, written(made.header(()), []))
    assert json.loads(path.read_bytes())["submissions"] == []
    assert read_header(path).cases == ()
    assert list(read_submissions(path)) == []


def test_infinite_numbers_are_not_written() -> None:
    first = made.cohort()[0]
    for number in (math.nan, math.inf):
        broken = dataclasses.replace(first, late_days=number)
        with pytest.raises(ValueError, match="JSON compliant"):
            written(made.header(), [broken])


def test_submissions_are_read_one_at_a_time(tmp_path: Path) -> None:
    whole = written(made.header(), list(made.cohort()))
    cut = whole[: whole.index(b'"key": "brown"')]
    submissions = read_submissions(in_file(tmp_path, cut))
    assert next(submissions).key == "adams"
    with pytest.raises(UnusableInput, match="not a results file"):
        next(submissions)


def test_a_judge_error_of_a_submission() -> None:
    by_key = {one.key: one.judge_error for one in made.cohort()}
    assert [key for key, error in by_key.items() if error] == ["gray", "hall"]


# What is no results file


def test_a_missing_results_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    assert refusals(path) == [f"{path}: no such file or directory"] * 2
    assert refusals(tmp_path) == [f"{tmp_path}: is a directory"] * 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"null\n{}\n",
        b"[]\n[]\n",
        b"<html>\n</html>\n",
        b"\xff\xfe\n\xff\n",
        b'{"version": 1, "submissions": [\n{"key": 1}\n]}\n',
        b'{"version": 1}\n[1]\n',
    ],
)
def test_other_files_are_reported_in_one_line(tmp_path: Path, content: bytes) -> None:
    for words in refusals(in_file(tmp_path, content)):
        assert "not a results file of this version" in words


def test_another_version_is_named(tmp_path: Path) -> None:
    text = written(made.header(), []).replace(b'"version": 1', b'"version": 99')
    with pytest.raises(UnusableInput, match="version 99 of the format, not 1"):
        read_header(in_file(tmp_path, text))


def test_a_truncated_results_file_is_reported(tmp_path: Path) -> None:
    lines = written(made.header(), list(made.cohort())).splitlines(keepends=True)
    path = in_file(tmp_path, b"".join(lines[:-1]))
    with pytest.raises(UnusableInput, match="it ends too early"):
        list(read_submissions(path))
