from pathlib import Path

import pytest
from grading.marked import HEADER, graded, made

from checkers_cli.grading.reports.uploads import open_canvas, open_moodle
from checkers_cli.grading.results import Build
from checkers_cli.util.errors import UnusableInput


def exported(folder: Path, text: str, encoding: str = "utf-8") -> str:
    path = folder / "exported.csv"
    path.write_text(text, encoding=encoding, newline="")
    return str(path)


def test_canvas_file_from_scratch(tmp_path: Path) -> None:
    table = open_canvas(HEADER, tmp_path)
    rows = made(
        table,
        graded("101", name="leeann", origin="canvas"),
        graded("bob", 0.0),
        graded("cyd", structure=None),
        graded("dan", build=Build(False, "", judge_error=True)),
    )
    assert rows == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Tower checkers"],
        ["    Points Possible", "", "", "", "", "13.00"],
        ["leeann", "101", "", "", "", "9.50"],
        ["bob", "", "bob", "", "", "0.00"],
        ["cyd", "", "cyd", "", "", ""],
        ["dan", "", "dan", "", "", ""],
    ]
    assert table.notices == [
        "cyd: no grade in canvas.csv: not judged: stage 2; not yet marked by hand: structure",
        "dan: no grade in canvas.csv: judge error; grade the submission again",
    ]


CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7),Tower checkers (8),Final\r\n"
    ",,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,5,13,(read only)\r\n"
    '"Lee, Ann",101,s101,ann,"=A ""1""",3,,+7\r\n'
    '"Ray, Bob",102,s102,bob,A,,4.00,\r\n'
    '"Dee, Cyd",103,s103,cyd,A,,EX,\r\n'
    '"Poe, Dan",104,s104,dan,A\r\n'
    '"Fox, Eve",105,s105,eve,A,,,\r\n'
)


def test_exported_gradebook_is_filled_in_and_otherwise_unchanged(tmp_path: Path) -> None:
    table = open_canvas(HEADER, tmp_path, exported(tmp_path, CANVAS))
    made(
        table,
        graded("101", 9.5, origin="canvas"),
        graded("s102", 8.25),
        graded("cyd", 1.0),
        graded("unknown", 7.0, name="Dan Poe"),
        graded("ghost", 3.0),
        graded("105", structure=None, origin="canvas"),
    )
    text = (tmp_path / "canvas.csv").read_bytes().decode()
    assert text == CANVAS.replace(",3,,+7", ",3,9.50,+7").replace("4.00", "8.25").replace(
        "dan,A\r\n", "dan,A,,7.00\r\n"
    )
    path = str(tmp_path / "exported.csv")
    assert table.notices == [
        "105: no new grade in canvas.csv: not judged: stage 2; not yet marked by hand: structure",
        f"ghost: no row matches in {path}",
        f"cyd: excused in {path}",
    ]


def test_a_byte_order_mark_and_semicolons_are_kept(tmp_path: Path) -> None:
    text = "\ufeffStudent;ID;Tower checkers\nAnn;101;\n"
    made(open_canvas(HEADER, tmp_path, exported(tmp_path, text)), graded("101"))
    assert (tmp_path / "canvas.csv").read_text("utf-8") == text.replace("101;", "101;9.50")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("delimiter", ["\t", ";"])
def test_utf_16_and_its_separator_are_kept(tmp_path: Path, encoding: str, delimiter: str) -> None:
    text = "\ufeffStudent\tID\tTower checkers\r\nZoë 😀\t101\t\r\n".replace("\t", delimiter)
    path = exported(tmp_path, text, encoding)
    made(open_canvas(HEADER, tmp_path, path), graded("101"))
    expected = text.replace(f"101{delimiter}", f"101{delimiter}9.50")
    assert (tmp_path / "canvas.csv").read_bytes() == expected.encode(encoding)

    worksheet = "\ufeffIdentifier\tFull name\tGrade\nParticipant 12\tAnn, Lee\t\n"
    made(open_moodle(HEADER, tmp_path, exported(tmp_path, worksheet, encoding)), graded("12"))
    expected = worksheet.replace("Lee\t", "Lee\t9.50")
    assert (tmp_path / "moodle.csv").read_bytes() == expected.encode(encoding)


def test_student_never_gets_the_grade_of_a_namesake(tmp_path: Path) -> None:
    text = "Student,ID,Tower checkers (8)\nBob Ray,1,\nBob Ray,2,\nAnn Lee,3,\nZoe Kay,4,\n"
    table = open_canvas(HEADER, tmp_path, exported(tmp_path, text))
    made(
        table,
        graded("x", name="Bob Ray"),
        graded("999", name="Ann Lee", origin="canvas"),
        graded("y", name="Zoe Kay"),
        graded("z", name="Kay, Zoe"),
    )
    assert (tmp_path / "canvas.csv").read_text() == text
    path = str(tmp_path / "exported.csv")
    assert table.notices == [
        f"several submissions match one row of {path}: y.c, z.c",
        f"x: several rows match in {path}",
        f"999: no row matches in {path}",
    ]


@pytest.mark.parametrize(
    ("waiting", "marked", "who"),
    [
        (2, 1, "s0, s1"),
        (22, 1, ", ".join(f"s{number}" for number in range(20)) + " and 2 more"),
        (8, 0, "everybody"),
        (1, 0, "s0"),
    ],
)
def test_same_problem_of_many_students_is_one_notice(
    tmp_path: Path, waiting: int, marked: int, who: str
) -> None:
    table = open_canvas(HEADER, tmp_path)
    those = [graded(f"s{number}", structure=None, origin="canvas") for number in range(waiting)]
    made(table, *those, *(graded(f"done{number}") for number in range(marked)))
    (notice,) = table.notices
    assert (
        notice
        == f"{who}: no grade in canvas.csv: not judged: stage 2; not yet marked by hand: structure"
    )


def test_gradebook_with_another_maximum_gives_a_notice(tmp_path: Path) -> None:
    path = exported(tmp_path, CANVAS.replace(",5,13,", ",5,20,"))
    table = open_canvas(HEADER, tmp_path, path)
    assert table.notices == [f"{path}: Points Possible is 20, but the rubric gives 13"]


def test_only_assignment_of_a_gradebook_is_used(tmp_path: Path) -> None:
    text = "Student,ID,Assignment 2 (8)\nAnn,101,\n"
    rows = made(open_canvas(HEADER, tmp_path, exported(tmp_path, text)), graded("101"))
    assert rows[1] == ["Ann", "101", "9.50"]


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ("Quiz (1),Essay (2)", 'no column is called "Tower checkers"; choose from "Quiz", "Essay"'),
        ("Tower checkers (1),Tower checkers (2)", "several columns are called"),
        ("Section", "no column of an assignment; export the gradebook"),
    ],
)
def test_a_gradebook_without_the_assignment_is_refused(
    tmp_path: Path, columns: str, words: str
) -> None:
    path = exported(tmp_path, f"Student,ID,{columns}\nAnn,101\n")
    with pytest.raises(UnusableInput, match=words):
        open_canvas(HEADER, tmp_path, path)


def test_moodle_file_from_scratch(tmp_path: Path) -> None:
    rows = made(open_moodle(HEADER, tmp_path), graded("123", origin="moodle"), graded("bob"))
    assert rows == [
        ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"],
        ["Participant 123", "123", "9.50", "13.00", ""],
        ["bob", "bob", "9.50", "13.00", ""],
    ]


def test_an_exported_worksheet_is_filled_in(tmp_path: Path) -> None:
    text = (
        "\ufeffIdentifier,Full name,Email address,Grade,Last modified (grade),Feedback comments\n"
        'Participant 12,Ann Lee,ann@x.org,,-,"two\nlines"\n'
        "Participant 123,Bob Ray,bob@x.org,,-,\n"
        "Participant 7,Cyd Dee,cyd@x.org,1.00,-,\n"
    )
    table = open_moodle(HEADER, tmp_path, exported(tmp_path, text))
    made(table, graded("12", origin="moodle"), graded("q", 8.0, name="bob ray"))
    expected = text.replace("ann@x.org,", "ann@x.org,9.50").replace("bob@x.org,", "bob@x.org,8.00")
    assert (tmp_path / "moodle.csv").read_text("utf-8") == expected
    assert table.notices == []


def test_sheet_without_the_columns_of_moodle_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match='no column "Identifier"; export the grading worksheet'):
        open_moodle(HEADER, tmp_path, exported(tmp_path, "Student,Grade\n"))


@pytest.mark.parametrize(("maximum", "has_notice"), [("13.00", False), ("100.00", True)])
def test_worksheet_with_another_maximum_gives_a_notice(
    tmp_path: Path, maximum: str, has_notice: bool
) -> None:
    text = f"Identifier,Full name,Grade,Maximum Grade\nParticipant 1,Ann,,{maximum}\n"
    table = open_moodle(HEADER, tmp_path, exported(tmp_path, text))
    assert bool(table.notices) is has_notice
    assert all(
        line.endswith(f": Maximum Grade is {maximum}, but the rubric gives 13")
        for line in table.notices
    )


def test_upload_for_another_system_gives_no_notices(tmp_path: Path) -> None:
    table = open_moodle(HEADER, tmp_path)
    made(table, graded("ann", structure=None, origin="canvas"))
    assert table.notices == []
