import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import GOLDENS

from checkers_cli.grading.feedback.presentation import (
    first_line_pair,
    habits_of_layout,
    presentation_only,
    presentation_words,
)
from checkers_cli.grading.results import LinePair

TEXT = (GOLDENS / "a-promotion-by-capture-chosen-black.txt").read_bytes()


@pytest.mark.parametrize(
    "actual",
    [
        TEXT,
        TEXT.replace(b"\n", b"\r\n"),
        TEXT.replace(b" ", b"\t"),
        TEXT.replace(b" ", b""),
        TEXT.replace(b"\n", b"\n\n"),
        TEXT.rstrip(),
        TEXT.replace(b"BOARD", b"board").replace(b"8x8", b"8X8"),
        TEXT.replace(b"     A   B", b"     a   b"),
        b"\xef\xbb\xbf" + TEXT,
    ],
)
def test_white_space_and_the_case_of_words_are_presentation(actual: bytes) -> None:
    assert presentation_only(TEXT, actual)


@pytest.mark.parametrize(
    "actual",
    [
        TEXT.replace(b"| B |", b"| b |"),
        TEXT.replace(b"| b |", b"| B |", 1),
        TEXT.replace(b"| w |", b"|w|").replace(b"|w|", b"|W|", 1),
        TEXT.lower(),
        TEXT.upper(),
        TEXT.replace(b"=" * 37, b"=" * 36),
        TEXT + b"x",
        TEXT.replace(b"COST: ", b"COST: -", 1),
        b"\xc2\xa0" + TEXT,
        b"\0" + TEXT,
        b"",
    ],
)
def test_letters_in_cells_and_other_bytes_are_not_presentation(actual: bytes) -> None:
    assert not presentation_only(TEXT, actual)


@settings(deadline=None)
@given(st.binary(), st.binary())
def test_presentation_only_is_symmetric(one: bytes, other: bytes) -> None:
    assert presentation_only(one, other) == presentation_only(other, one)


@settings(deadline=None)
@given(st.lists(st.sampled_from([b" ", b"\t", b"\r\n", b"\n"])), st.integers(0, len(TEXT)))
def test_white_space_anywhere_is_presentation(blanks: list[bytes], place: int) -> None:
    actual = TEXT[:place] + b"".join(blanks) + TEXT[place:]
    assert presentation_only(TEXT, actual)
    assert presentation_words(TEXT, actual)


def test_presentation_only_compares_megabytes() -> None:
    much = TEXT * (8_000_000 // len(TEXT))
    assert presentation_only(much, much.replace(b"BOARD", b"board"))
    assert not presentation_only(much, much.replace(b"BOARD", b"board") + b".")
    assert presentation_only(b"a" + b"\n" * 8_000_000, b"A" + b" " * 8_000_000)


@pytest.mark.parametrize(
    ("expected", "actual", "words"),
    [
        (b"a b\n", b"a b", ["no newline at the end of the last line"]),
        (b"a b\n", b"a\tb \n", ["tabs instead of spaces", "spaces at the ends of lines"]),
        (b"a b\n", b"a b\n\n", ["extra blank lines"]),
        (b"a b\n", b"\na b\n", ["extra blank lines"]),
        (b"a b\n", b"A b\n", ["upper and lower case"]),
        (b"a b\n", b"ab\n", ["missing spaces"]),
        (b"a b\n", b"a  b\n", ["extra spaces"]),
        (b"a b\nc\n", b"a b c\n", ["missing line breaks"]),
        (b"a b\n", b"a\nb\n", ["extra line breaks"]),
        (b"a b c\n", b"ab  c\n", ["other white space"]),
    ],
)
def test_presentation_words_name_the_difference(
    expected: bytes, actual: bytes, words: list[str]
) -> None:
    assert presentation_words(expected, actual) == words


def test_layout_of_the_expected_text_is_not_reported() -> None:
    assert habits_of_layout(b"a \t\r\n\n\nb", b"a \t\r\n\n\nb") == []


@pytest.mark.parametrize(
    ("expected", "actual", "pair"),
    [
        (b"a\nb \n", b"a\nb\n", LinePair(2, 2, "b·␊", "b␊")),
        (b"a\n", b"a\nb\n", LinePair(2, 1, None, "b␊")),
        (b"a\n", b"a", LinePair(1, 2, "a␊", "a")),
        (b"a\n", b"", LinePair(1, 1, "a␊", None)),
        (b"a\n" * 99_999 + b"b", b"a\n" * 99_999 + b"c", LinePair(100_000, 1, "b", "c")),
    ],
)
def test_first_line_pair_finds_the_first_differing_line(
    expected: bytes, actual: bytes, pair: LinePair
) -> None:
    assert first_line_pair(expected, actual) == pair
    assert first_line_pair(expected, expected) is None


def test_long_line_is_cut_around_the_difference() -> None:
    pair = first_line_pair(b"x" * 500_000 + b"a" + b"y" * 500, b"x" * 500_000 + b"b")
    assert pair is not None
    assert pair.expected is not None
    assert pair.actual is not None
    assert len(pair.expected) == 200
    assert (pair.expected[pair.column - 1], pair.actual[pair.column - 1]) == ("a", "b")
