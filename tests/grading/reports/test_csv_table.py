import csv
import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.reports.csv_table import as_csv, safe_cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ann", "Ann"),
        ("=1+1", "'=1+1"),
        ("+1 234", "'+1 234"),
        ("-1", "'-1"),
        ("2.50", "2.50"),
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
        ('"=1', "'\"=1"),
        ("mia;=1+1;.c", "mia;'=1+1;.c"),
        ("x;=cmd|' /C calc'!A0;y.o", "x;'=cmd|' /C calc'!A0;y.o"),
        ('a; "=1|\uff20b|', "a;' \"=1|'\uff20b|"),
        ("Lee, -Ann; 3|4", "Lee, -Ann; 3|4"),
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
    assert safe_cell(cell) == cell


_PIECES = st.sampled_from([*"=+-@;,|\t\r\n\"' 1a", "\u00a0", "\uff1d", "'=", ';"=1', "-2.5"])
_CELLS = st.text() | st.lists(_PIECES, max_size=8).map("".join)


@given(st.lists(st.lists(_CELLS, min_size=1, max_size=4), max_size=4), st.sampled_from(",;\t|"))
def test_no_cell_is_a_formula_whatever_a_spreadsheet_takes_for_the_separator(
    rows: list[list[str]], delimiter: str
) -> None:
    text = as_csv([safe_cell(cell) for cell in row] for row in rows)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        for cell in row:
            first = re.sub(r'[\s"\u200c\u200d]+', "", cell)[:1]
            assert unicodedata.normalize("NFKC", first) not in ("=", "+", "-", "@"), (text, cell)
