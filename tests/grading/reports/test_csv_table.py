import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.reports.csv_table import safe_cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ann", "Ann"),
        ("=1+1", "'=1+1"),
        ("+1 234", "'+1 234"),
        ("-1", "-1"),
        ("+2.50", "+2.50"),
        ("-1+1", "'-1+1"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("\t=1", "' =1"),
        ("\r=1", "' =1"),
        ("\u00a0=1", "'\u00a0=1"),
        ("\u2003=1", "'\u2003=1"),
        ("\ufeff=1", "'=1"),
        ("\u200b\u202e=1", "'=1"),
        ("\u200d=1", "'\u200d=1"),
        ("\x00=1", "'=1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20A1", "'\uff20A1"),
        ("a\r\nb\x1b[31m", "a  b[31m"),
        ("a\u2028b", "a b"),
        ("x\udc80", "x\ufffd"),
        ("=\u0338 1", "'=\u0338 1"),
        ("3=3", "3=3"),
        ("", ""),
    ],
)  # fmt: skip
def test_safe_cell_is_never_a_formula(text: str, cell: str) -> None:
    assert safe_cell(text) == cell


@given(st.text())
def test_safe_cell_makes_any_text_harmless(text: str) -> None:
    cell = safe_cell(text)
    cell.encode()
    assert not any(unicodedata.category(character) == "Cc" for character in cell)
    first = unicodedata.normalize("NFKC", cell.strip()[:1])
    assert first not in "=+-@" or not first or cell.lstrip("+-").replace(".", "").isdigit()
    assert safe_cell(cell) == cell
