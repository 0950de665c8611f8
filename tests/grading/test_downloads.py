import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.downloads import Label, read_label, restore_names


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
            "Jane_1_2_Doe_77_assignsubmission_file_a_b.c",
            Label("moodle", "77", "Jane_1_2_Doe", False, 0, "a_b.c"),
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
def test_labels(name: str, label: Label) -> None:
    assert read_label(name) == label


@pytest.mark.parametrize(
    ("names", "restored", "notes"),
    [
        (["main.c", "board.h"], {"main.c": "main.c", "board.h": "board.h"}, []),
        (
            ["main-1.c", "board-12.h"],
            {"main-1.c": "main.c", "board-12.h": "board.h"},
            ["main-1.c is taken as main.c", "board-12.h is taken as board.h"],
        ),
        (
            ["main-10.c", "main-2.c", "main.c"],
            {"main-10.c": "main.c"},
            ["main-10.c is taken as main.c; older, left out: main.c, main-2.c"],
        ),
        (["part-1.c", "part-2.c"], {"part-1.c": "part-1.c", "part-2.c": "part-2.c"}, []),
        (["a-0.c", "-1.c", "b-2024.c"], {n: n for n in ("a-0.c", "-1.c", "b-2024.c")}, []),
        (
            ["main-1.c", "main.h"],
            {"main-1.c": "main.c", "main.h": "main.h"},
            ["main-1.c is taken as main.c"],
        ),
    ],
)
def test_canvas_numbers(names: list[str], restored: dict[str, str], notes: list[str]) -> None:
    assert restore_names(names) == (restored, notes)


@given(st.lists(st.from_regex(r"[ab](-[0-9])?\.[ch]", fullmatch=True), unique=True))
def test_no_two_files_are_restored_to_one_name(names: list[str]) -> None:
    restored, _ = restore_names(names)
    assert len(set(restored.values())) == len(restored)
    assert restored.keys() <= set(names)
    assert bool(restored) == bool(names)


def test_only_plain_digits_are_a_number() -> None:
    assert read_label("doe_\u0661_\u0662_x.c").origin == "plain"
