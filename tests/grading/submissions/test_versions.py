import pytest

from checkers_cli.grading.submissions.versions import is_aside, most_by, newest


@pytest.mark.parametrize(
    "name",
    ["main_old.c", "old/main.c", "oldMain.c", "OLD-main.c", "main - Copy.c", "main.bak.c",
     "test_board.c", "BoardTest.c", "tests/board.c", "unittest.c", "main backup 2.c"],
)  # fmt: skip
def test_names_of_old_copies_and_tests(name: str) -> None:
    assert is_aside(name)


@pytest.mark.parametrize("name", ["main.c", "threshold.c", "golden.c", "latest.c", "contest.c"])
def test_names_of_work(name: str) -> None:
    assert not is_aside(name)


@pytest.mark.parametrize(
    "names",
    [
        ["main.c", "main2.c", "main10.c"],
        ["main.c", "main_v2.c"],
        ["main (1).c", "main (2).c"],
        ["main9.c", "main_final.c", "main_final2.c"],
        ["main.c", "main_new.c"],
        ["main.c", "final.c"],
        ["game_2026-04-30.c", "game_2026-05-02.c"],
        ["game 30.04.2026.c", "game 2.05.2026.c"],
        ["game20260430.c", "game20260502.c"],
        ["stage0/main.c", "stage2/main.c"],
    ],
)
def test_the_last_version_is_the_newest(names: list[str]) -> None:
    assert newest(names) == newest(names[::-1]) == names[-1:]


def test_unrelated_names_tell_nothing() -> None:
    assert newest(["main.c", "lab3.c"]) == ["main.c", "lab3.c"]
    assert newest(["main.c", "lab3.c", "lab2.c"]) == ["main.c", "lab3.c"]


def test_a_long_number_is_no_problem() -> None:
    assert newest(["x" + "1" * 190, "x" + "2" * 190]) == ["x" + "2" * 190]


def test_all_names_with_the_greatest_value_are_kept() -> None:
    assert most_by(["a", "bb", "cc"], len) == ["bb", "cc"]
