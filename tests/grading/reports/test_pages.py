import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.reports.pages import block, number, visible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ada Díaz 伊藤", "Ada Díaz 伊藤"),
        ("a\x1b[31m\x00\x7f\x9b", "a\\x1b[31m\\x00\\x7f\\x9b"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\u202e\u2066\ufeff\u2028", "\\u202e\\u2066\\ufeff\\u2028"),
        ("\udcff\ud800\U000e0001", "\\xff\\ud800\\U000e0001"),
        ("e" + "\u0301" * 6, "e" + "\u0301" * 4 + "\\u0301" * 2),
    ],
)
def test_visible_escapes_invisible_characters(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(st.characters(), max_size=50), st.integers(1, 60))
def test_visible_makes_any_text_printable(text: str, longest: int) -> None:
    seen = visible(text, longest)
    assert seen.isprintable()
    assert seen.encode("utf-8").decode() == seen
    assert len(seen) <= 10 * longest + 40


def test_visible_says_how_much_was_cut() -> None:
    assert visible("x" * 12_000, 3) == "xxx… (11,997 more characters)"


def test_block_keeps_lines_and_is_escaped() -> None:
    assert block("<b>\n\t\x1b") == "&lt;b&gt;\n\t\\x1b"


@pytest.mark.parametrize(
    ("value", "text"),
    [(12.0, "12"), (12.5, "12.5"), (-0.5, "\u22120.5"), (1 / 3, "0.33"), (-0.0, "0")],
)
def test_number_has_no_trailing_zeros_and_a_real_minus(value: float, text: str) -> None:
    assert number(value) == text
