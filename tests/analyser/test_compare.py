import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.compare import explain_difference, first_difference


@pytest.mark.parametrize(
    ("expected", "actual", "where"),
    [
        (b"a\nb\n", b"a\nc\n", "line 2, column 1"),
        (b"a b\n", b"a  b\n", "line 1, column 3"),
        (b"a\n", b"a", "line 1, column 2"),
        (b"a\r\n", b"a\n", "line 1, column 2"),
        (b"a\n", b"a\nb\n", "line 2: the golden file has ended"),
        (b"a\nb\n", b"a\n", "line 2: the transcript has ended"),
        (b"", b"a\n", "line 1: the golden file has ended"),
        (b"a\rb\nc\n", b"a\rb\nd\n", "line 2, column 1"),
    ],
)
def test_the_first_difference_is_found(expected: bytes, actual: bytes, where: str) -> None:
    difference = first_difference(expected, actual)
    assert difference is not None
    assert difference.where() == where


@given(st.binary(), st.binary())
def test_only_equal_texts_have_no_difference(one: bytes, other: bytes) -> None:
    assert (first_difference(one, other) is None) == (one == other)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (b"one\ntwo\nthree\nfour\n 5 | w |\n", b"one\ntwo\nthree\nfour\n 5 | W |\n"),
        (b"trailing \n", b"trailing\n"),
        (b"CRLF\r\n", b"CRLF\n"),
        (b"one\n", b"one\nmore\n"),
        (b"x" * 300 + b"a\n", b"x" * 300 + b"b\n"),
    ],
    ids=["letter", "blank", "crlf", "longer", "far-out"],
)
def test_a_difference_is_explained_in_lines(
    expected: bytes, actual: bytes, snapshot: SnapshotAssertion
) -> None:
    difference = first_difference(expected, actual)
    assert difference is not None
    assert "\n".join(explain_difference(difference)) == snapshot


def test_a_line_of_any_length_is_cut() -> None:
    golden = bytes(50_000_000)
    difference = first_difference(golden + b"a", golden + b"b")
    assert difference is not None
    assert difference.column == 50_000_001
    assert max(map(len, explain_difference(difference))) < 200


def test_the_mark_stands_below_the_place() -> None:
    difference = first_difference(b"abcdef\n", b"abcxef\n")
    assert difference is not None
    *_, side, mark = explain_difference(difference)
    assert side[mark.index("^")] == "x"
