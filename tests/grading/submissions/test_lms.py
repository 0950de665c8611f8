import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.submissions.lms import Label, read_label, read_labels, restore_names


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("doejane_123_456_main.c", Label("canvas", "123", "doejane", False, 456, "main.c")),
        ("doejane_LATE_123_456_main.c", Label("canvas", "123", "doejane", True, 456, "main.c")),
        (
            "doe-smith_1_2_my_3_4_file.c",
            Label("canvas", "1", "doe-smith", False, 2, "my_3_4_file.c"),
        ),
        ("doe_1_2_a\nb.c", Label("canvas", "1", "doe", False, 2, "a\nb.c")),
        ("øster_1_2_x.zip", Label("canvas", "1", "øster", False, 2, "x.zip")),
        ("Jane Doe_77_assignsubmission_file_", Label("moodle", "77", "Jane Doe", False, 0, "")),
        ("Jane Doe_77_assignsubmission_file", Label("moodle", "77", "Jane Doe", False, 0, "")),
        (
            "Jane_Doe_77_assignsubmission_file_a_b.c",
            Label("moodle", "77", "Jane_Doe", False, 0, "a_b.c"),
        ),
        # The first number counts: what comes after it may be the student's own words.
        (
            "doe_LATE_1_2_x_1_assignsubmission_file_y.c",
            Label("canvas", "1", "doe", True, 2, "x_1_assignsubmission_file_y.c"),
        ),
        (
            "Ann Lee_101_assignsubmission_file_x_5_6_main.c",
            Label("moodle", "101", "Ann Lee", False, 0, "x_5_6_main.c"),
        ),
        (
            "Zed_123_assignsubmission_file_x_999_assignsubmission_file_main.c",
            Label("moodle", "123", "Zed", False, 0, "x_999_assignsubmission_file_main.c"),
        ),
        (
            "Jane Doe_77_assignsubmission_onlinetext_",
            Label("moodle", "77", "Jane Doe", False, 0, ""),
        ),
        ("main.c", Label("plain", "main.c", "main.c", False, 0, "main.c")),
        (
            "doe_12_main.c",
            Label("plain", "doe_12_main.c", "doe_12_main.c", False, 0, "doe_12_main.c"),
        ),
        ("_1_2_x.c", Label("plain", "_1_2_x.c", "_1_2_x.c", False, 0, "_1_2_x.c")),
        ("doe_1_2_", Label("plain", "doe_1_2_", "doe_1_2_", False, 0, "doe_1_2_")),
    ],
)
def test_a_label_is_read_from_a_name(name: str, label: Label) -> None:
    assert read_label(name) == label
    assert read_labels([name, "plain.c"])[name] == label


def test_all_names_of_a_download_have_one_origin() -> None:
    odd = "Jane_1_2_Doe_77_assignsubmission_file_a_b.c"
    moodle = Label("moodle", "77", "Jane_1_2_Doe", False, 0, "a_b.c")
    canvas = Label("canvas", "1", "Jane", False, 2, "Doe_77_assignsubmission_file_a_b.c")
    assert read_labels(["Ann Lee_5_assignsubmission_file_", "notes", odd])[odd] == moodle
    assert read_labels(["leeann_5_6_main.c", "notes", odd])[odd] == canvas
    mixed = ["leeann_5_6_main.c", "Ann Lee_5_assignsubmission_file_", odd]
    assert [read_labels(mixed)[name].origin for name in mixed] == ["canvas", "moodle", "canvas"]


numbers = st.integers(0, 10**9).map(str)
# What a student can call a file: anything, and above all what looks like a download's own name.
called = st.lists(
    st.one_of(
        st.sampled_from(["_", "LATE_", "_1_2_", "_assignsubmission_file_", "_onlinetext_", ".c"]),
        numbers,
        st.text(st.characters(exclude_characters="/\0"), max_size=5),
    ),
    min_size=1,
).map("".join)


@given(st.lists(st.tuples(st.booleans(), numbers, numbers, called), min_size=1), st.booleans())
def test_a_file_belongs_to_the_student_in_its_prefix(
    handed_in: list[tuple[bool, str, str, str]], is_canvas: bool
) -> None:
    wanted = {}
    for late, student, number, file in handed_in:
        if not file:
            continue
        if is_canvas:
            name = f"doejane_{'LATE_' * late}{student}_{number}_{file}"
            wanted[name] = Label("canvas", student, "doejane", late, int(number), file)
        else:
            name = f"Jane Doe_{student}_assignsubmission_file_{file}"
            wanted[name] = Label("moodle", student, "Jane Doe", False, 0, file)
    assert read_labels(list(wanted)) == wanted
    assert {name: read_label(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("names", "restored", "notes"),
    [
        (["main.c", "board.h"], {"main.c": "main.c", "board.h": "board.h"}, []),
        (
            ["main-1.c", "board-12.h"],
            {"main-1.c": "main.c", "board-12.h": "board.h"},
            ["main-1.c is used as main.c", "board-12.h is used as board.h"],
        ),
        (
            ["main-10.c", "main-2.c", "main.c"],
            {"main-10.c": "main.c"},
            ["main-10.c is used as main.c; older versions left out: main.c, main-2.c"],
        ),
        (["part-1.c", "part-2.c"], {"part-1.c": "part-1.c", "part-2.c": "part-2.c"}, []),
        (["a-0.c", "-1.c", "b-2024.c"], {n: n for n in ("a-0.c", "-1.c", "b-2024.c")}, []),
        (
            ["main-1.c", "main.h"],
            {"main-1.c": "main.c", "main.h": "main.h"},
            ["main-1.c is used as main.c"],
        ),
    ],
)
def test_canvas_numbers_are_removed(
    names: list[str], restored: dict[str, str], notes: list[str]
) -> None:
    assert restore_names(names) == (restored, notes)


@given(st.lists(st.from_regex(r"[ab](-[0-9])?\.[ch]", fullmatch=True), unique=True))
def test_no_two_files_are_restored_to_one_name(names: list[str]) -> None:
    restored, _ = restore_names(names)
    assert len(set(restored.values())) == len(restored)
    assert restored.keys() <= set(names)
    assert bool(restored) == bool(names)


def test_only_plain_digits_are_a_number() -> None:
    assert read_label("doe_\u0661_\u0662_x.c").origin == "plain"
