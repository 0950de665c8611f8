import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.results import SectionInfo
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.rubric.rosters import HandMarks, match, read_by_hand, read_late
from checkers_cli.util.errors import UnusableInput

RUBRIC = load_rubric(None)


@dataclass(frozen=True)
class Submission:
    key: str
    student: str
    name: str = ""
    entry: str = ""


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        "student,days\nann,1\nbob,0\n",
        "\ufeffStudent,Days\r\nann,1\r\nbob,0\r\n",
        "Student ID;Name;Days Late\nann;Ann;1\nbob;Bob;0",
        "name\tSID\tlate_days\nAnn\tann\t1\n\nBob\t bob \t0\n\t\t\n",
        "student,id,days\nAnn A.,ann,1\nBob B.,bob,0\n",
        'id,days,why\nann,1.0,"ill,\nat home"\nbob,0,\ncyd,,\n',
    ],
)
def test_days_late_are_read_in_all_formats_of_spreadsheets(tmp_path: Path, text: str) -> None:
    assert read_late(written(tmp_path, text)) == {"ann": 1.0, "bob": 0.0}


UTF16 = pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])


@UTF16
@pytest.mark.parametrize(
    "text",
    [
        "Student\tDays\r\nann\t1\r\nbob\t0\r\n",
        'Student (id, name, or file)\tID\tDays\r\n"Lee, Ann"\tann\t1\r\nZoë 😀\tbob\t0\r\n',
        "student;days\nann;1\nbob;0",
        "student,days\nann,1\nbob,0\n",
    ],
)
def test_days_late_are_read_from_utf_16(tmp_path: Path, encoding: str, text: str) -> None:
    data = f"\ufeff{text}".encode(encoding)
    assert read_late(written(tmp_path, data)) == {"ann": 1.0, "bob": 0.0}


@UTF16
def test_marks_by_hand_are_read_from_utf_16(tmp_path: Path, encoding: str) -> None:
    text = "\ufeffstudent\tstructure\tcomment\r\nZoë\t5,5\tschön, 😀\r\n"
    assert read_by_hand(written(tmp_path, text.encode(encoding)), RUBRIC) == {
        "Zoë": HandMarks({"structure": 5.5}, comment="schön, 😀")
    }


@UTF16
@pytest.mark.parametrize(
    ("text", "cut", "message"),
    [
        ("student\tdays\nann\t1\n", 1, "2: damaged UTF-16 (truncated data)"),
        ("student\tdays\nann\t1\nZo\ud83d\t1\n", 0, "3: damaged UTF-16 (illegal"),
        ("student\tdays\nann\t1\nZo\ude00\t2\n", 0, "3: damaged UTF-16 (illegal"),
        ("student\tdays\nann\ud83d", 0, "2: damaged UTF-16 (unexpected end of data)"),
        ("s", 1, "1: damaged UTF-16 (truncated data)"),
    ],
)
def test_damaged_utf_16_is_reported_with_its_line(
    tmp_path: Path, encoding: str, text: str, cut: int, message: str
) -> None:
    data = f"\ufeff{text}".encode(encoding, "surrogatepass")
    path = written(tmp_path, data[: len(data) - cut])
    with pytest.raises(UnusableInput) as caught:
        read_late(path)
    assert str(caught.value).startswith(f"{path}:{message}")
    assert str(caught.value).endswith("; save it again, best as CSV UTF-8")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_alone_is_an_empty_file(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnusableInput, match="empty; a header line is needed"):
        read_late(written(tmp_path, data))


def test_decimal_comma_is_accepted(tmp_path: Path) -> None:
    assert read_late(written(tmp_path, "student;days\nann;1,5\n")) == {"ann": 1.5}


def test_marks_by_hand_are_read_by_section(tmp_path: Path) -> None:
    text = (
        "student,name,Presentation,structure,repaired,comment\n"
        'ann,Ann,6.5,6,yes,"=good, ""very"""\n'
        "bob,Bob,,0,,\n"
        "cyd\n"
    )
    assert read_by_hand(written(tmp_path, text), RUBRIC) == {
        "ann": HandMarks({"presentation": 6.5, "structure": 6.0}, True, '=good, "very"'),
        "bob": HandMarks({"structure": 0.0}),
        "cyd": HandMarks({}),
    }


def test_columns_are_matched_with_the_sections_of_the_rubric(tmp_path: Path) -> None:
    rubric = replace(RUBRIC, by_hand=(SectionInfo("Viva-voce", 2.0, by_hand=True),))
    given = read_by_hand(written(tmp_path, "student,viva voce\nann,2\n"), rubric)
    assert given == {"ann": HandMarks({"Viva-voce": 2.0})}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("student,days\nann,1\n\nbob,-1\n", "4: days must be a number from 0 to 366 with at most "
         'two decimals, not "-1"'),
        ("student,days\nann,nan\n", "2: days must be a number"),
        ("student,days\nann,1e2\n", "2: days must be a number"),
        ("student,days\nann,367\n", "2: days must be a number"),
        ('student,days,why\nann,1,"a\nb"\nann,2,\n', "4: ann is already in line 2"),
        ("student,days\nann,1\n ANN ,1\n", "3: ANN is already in line 2"),
        ("student,days\n,1\n", '2: no student in the column "student"'),
        ("student,days\nann,1,2\n", "2: 3 cells, but the header has 2; does a cell need quotes?"),
        ("days\n1\n", '1: no column for students; call it "student"'),
        ("student,hours\nann,1\n", '1: no column for days late; call it "days"'),
        ("student,days,Days\nann,1,2\n", '1: two columns are called "days"'),
        ("student,days,x,x\nann,1,2\n", '1: two columns are called "x"'),
        ('student,days\nann,"1\n', "2: not CSV: unexpected end of data"),
        (b"student,days\nann,1\nZo\xeb,2\n", "3: not UTF-8; save it as CSV UTF-8"),
    ],
)  # fmt: skip
def test_problem_in_days_late_is_reported_with_its_line(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UnusableInput) as caught:
        read_late(path)
    assert str(caught.value).startswith(f"{path}:{message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("student,structur\nann,1\n", '1: no section of the rubric is called "structur"; did you '
         'mean "structure"?'),
        ("student,structure\nann,6.5\n", "2: structure must be a number from 0 to 6 with at most "
         'two decimals, not "6.5"'),
        ("student,structure\nann,1.234\n", "2: structure must be a number"),
        ("student,repaired\nann,perhaps\n", '2: repaired must be yes or no, not "perhaps"'),
    ],
)  # fmt: skip
def test_problem_in_marks_by_hand_is_reported_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UnusableInput) as caught:
        read_by_hand(path, RUBRIC)
    assert str(caught.value).startswith(f"{path}:{message}")


def test_missing_or_empty_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no such file"):
        read_late(str(tmp_path / "none.csv"))
    with pytest.raises(UnusableInput, match="empty; a header line is needed"):
        read_late(written(tmp_path, "\n\n"))


STARTS = [b"student,days\n", b"", b"\xff\xfe", "\ufeffstudent\tdays\n".encode("utf-16-be")]


@given(st.sampled_from(STARTS), st.binary(max_size=60))
def test_any_file_is_read_or_refused_with_one_line(
    tmp_path_factory: pytest.TempPathFactory, start: bytes, data: bytes
) -> None:
    path = written(tmp_path_factory.getbasetemp(), start + data)
    said, late = "", dict[str, float]()
    try:
        late = read_late(path)
    except UnusableInput as error:
        said = str(error)
    assert said.isprintable()
    assert all(0 <= days <= 366 for days in late.values())


ANN = Submission("k1", "101", "Ann Lee", "leeann_101_1_main.c")
BOB = Submission("k2", "102", "Bob Ray", "bob.c")


@pytest.mark.parametrize("row", ["102", "Bob Ray", "bob  ray", "bob.c", "BOB.C"])
def test_row_matches_by_id_name_or_file(row: str) -> None:
    matched = match({row: 1}, [ANN, BOB])
    assert (matched.rows, matched.problems) == ({"k2": 1}, ())


def test_row_matches_an_id_before_a_name() -> None:
    odd = Submission("k3", "Bob Ray", "102", "x.c")
    assert match({"102": 1, "Bob Ray": 2}, [BOB, odd]).rows == {"k2": 1, "k3": 2}


def test_row_without_a_submission_is_reported() -> None:
    matched = match({"101": 1, "999": 2}, [ANN, BOB])
    assert matched.rows == {"k1": 1}
    assert matched.problems == ('"999" has no submission',)


def test_row_with_a_name_of_two_students_matches_neither() -> None:
    other = Submission("k3", "103", "Bob Ray", "ray.c")
    matched = match({"Bob Ray": 1}, [ANN, BOB, other])
    assert matched.rows == {}
    assert matched.problems == ('"Bob Ray" matches several submissions: 102, 103; use their ids',)


def test_second_row_of_a_student_is_reported_as_ignored() -> None:
    matched = match({"101": 1, "Ann Lee": 3}, [ANN, BOB])
    assert matched.rows == {"k1": 1}
    assert matched.problems == ('"Ann Lee" is ignored: 101 already has a row',)


def test_moodle_identifier_matches_the_id() -> None:
    assert match({"Participant 102": 1}, [ANN, BOB]).rows == {"k2": 1}


def test_names_match_in_all_unicode_forms() -> None:
    one, other = (unicodedata.normalize(form, "Zoë Müller") for form in ("NFC", "NFD"))
    assert one != other
    for row, name in ((one, other), (other, one)):
        assert match({row: 1}, [Submission("k", "7", name, "x.c")]).rows == {"k": 1}


def test_column_name_is_used_if_there_is_no_id(tmp_path: Path) -> None:
    assert read_late(written(tmp_path, "name,days\nAnn Lee,1\n")) == {"Ann Lee": 1.0}
    assert read_late(written(tmp_path, "name,student,days\nAnn Lee,101,1\n")) == {"101": 1.0}
