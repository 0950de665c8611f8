import re

from checkers_cli.faults.testgen.scoring import EQUIVALENT, Score
from checkers_cli.grading.reports.score_page import matrix_page, row_picture

HOSTILE = "<script>alert(1)</script>.txt"
FOUND = Score(
    ["long.txt", HOSTILE],
    {
        "depth-1": frozenset({"long.txt", HOSTILE}),
        "depth-2": frozenset({"long.txt"}),
        "p-plays-9": frozenset(),
    },
)
PAGE = matrix_page(FOUND, {"long.txt": 120, HOSTILE: 2}, 'cases & "more"')


def test_page_has_counts_cases_and_faults() -> None:
    for words in ("2 of 3 (66.7%)", "long.txt", "depth-1", "p-plays-9", "P computes nine actions"):
        assert words in PAGE
    assert all(fault.id in PAGE for fault in EQUIVALENT)


def test_names_are_escaped() -> None:
    assert "<script" not in PAGE
    assert "&lt;script&gt;alert(1)&lt;/script&gt;.txt" in PAGE
    assert "The cases in cases &amp; &#34;more&#34;" in PAGE


def test_page_loads_nothing_from_elsewhere() -> None:
    assert not re.search(r"(src|href)=[\"'](?!#)", PAGE)
    assert "default-src 'none'" in PAGE
    assert "prefers-color-scheme: dark" in PAGE
    assert 'name="viewport"' in PAGE


def test_row_has_a_square_for_each_case_that_catches() -> None:
    row = row_picture(("a", "b", "c"), frozenset({"a", "c"}), 10)
    assert re.findall(r"M(\d+) ", row) == ["1", "21"]
    assert 'aria-label="caught by 2 of 3 cases"' in row
    assert "M" not in row_picture(("a",), frozenset(), 10).partition("<path")[2]


def test_families_have_anchors() -> None:
    for family in ("tree", "playing"):
        assert f'href="#{family}"' in PAGE
        assert f'id="{family}"' in PAGE
