from xml.etree import ElementTree

import pytest
from grading import made
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.reports import charts
from checkers_cli.grading.reports.pages import visible
from checkers_cli.grading.results import Diagnosis
from checkers_cli.grading.verdicts import Verdict

texts = st.text(max_size=12)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def of_class(svg: ElementTree.Element, kind: str, tag: str = "*") -> list[ElementTree.Element]:
    found = svg.iter(None if tag == "*" else tag)
    return [element for element in found if kind in element.get("class", "").split()]


def test_every_verdict_has_its_own_letter() -> None:
    letters = [*(v.letter for v in Verdict), charts.NOT_RUN, " "]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 for letter in letters)


def test_board_shows_men_and_frames_differing_cells() -> None:
    svg = parsed(charts.board(made.ACTUAL_ROWS, ("F5", "H5"), "yours"))
    assert len(of_class(svg, "dark")) == len(of_class(svg, "light")) == 32
    assert len(of_class(svg, "man-w", "text")) == 12
    assert len(of_class(svg, "man-b", "text")) == 11
    assert [man.text for man in of_class(svg, "man-B", "text")] == ["B"]
    frames = [(f.get("x"), f.get("y")) for f in of_class(svg, "differs")]
    assert frames == [(str(18 + 5 * 32 + 2), str(18 + 4 * 32 + 2)), ("244", "148")]
    assert "yours: row 1: . w . w . w . w; row 2:" in svg.get("aria-label", "")


@given(st.lists(texts, max_size=10), st.lists(texts, max_size=3))
def test_board_escapes_any_text(rows: list[str], cells: list[str]) -> None:
    svg = parsed(charts.board(rows, cells, "yours"))
    men = [text.text for text in svg.iter("text") if "rim" not in text.get("class", "")]
    assert set(men) <= set("bwBW?")


def test_differences_describe_the_differing_cells() -> None:
    assert charts.differences(made.BOARDS) == [
        "F5: expected b, yours empty",
        "H5: expected empty, yours B",
    ]


def test_differences_only_name_cells_of_unreadable_boards() -> None:
    assert charts.differences(Diagnosis("", cells=("A1", "Z9", ""))) == ["A1", "Z9", ""]


@given(st.text("ab·", max_size=400), st.integers(1, 500))
def test_marked_line_is_cut_around_the_column(line: str, column: int) -> None:
    parts = charts.marked_line(line, column)
    assert parts.at == line[column - 1 : column]
    shown = "".join(parts).strip("…")
    assert shown in line
    assert len(shown) <= 121
    assert parts.before.startswith("…") == (column > 61)
    assert parts.after.endswith("…") == (len(line) > column + 60)


def test_marked_line_replaces_symbols_that_few_fonts_have() -> None:
    assert "".join(charts.marked_line("a␛b␍␊", 2)) == "a\\x1bb\\r↵"


def bars(svg: ElementTree.Element) -> dict[str, int]:
    """The labels of the bins that have a bar, and their numbers of submissions."""
    titles = [group.findtext("title", "").split(": ") for group in svg.iter("g")]
    return {label: int(count) for label, count in titles if count != "0"}


def test_bins_round_totals_down() -> None:
    totals = [(0.0, True), (9.5, True), (9.0, False), (20.0, True), (19.99, True)]
    svg = parsed(charts.histogram(totals, 20))
    assert bars(svg) == {"0": 1, "9": 2, "19": 1, "20": 1}
    assert len(of_class(svg, "open")) == 1


def test_bins_count_totals_outside_of_the_scale_at_its_ends() -> None:
    svg = parsed(charts.histogram([(-3, True), (25, True)], 20))
    assert bars(svg) == {"0": 1, "20": 1}


@pytest.mark.parametrize("out_of", [0, 0.5, 1, 7, 20, 25, 100, 1000])
def test_every_scale_has_a_readable_number_of_bins(out_of: float) -> None:
    svg = parsed(charts.histogram([(out_of, True), (0, False)], out_of))
    assert 1 <= len(list(svg.iter("g"))) <= 26
    assert sum(bars(svg).values()) == 2


@given(st.lists(st.tuples(st.floats(-5, 120), st.booleans())), st.floats(0, 120))
def test_histogram_counts_every_total(totals: list[tuple[float, bool]], out_of: float) -> None:
    svg = parsed(charts.histogram(totals, out_of))
    counts = [int(g.findtext("title", "").split(": ")[1]) for g in svg.iter("g")]
    assert sum(counts) == len(totals)


@pytest.mark.parametrize(
    ("count", "most", "width"), [(14, 14, "100.0"), (1, 3, "33.3"), (0, 0, "0.0")]
)
def test_share_bar_has_the_length_of_its_share(count: int, most: int, width: str) -> None:
    (bar,) = parsed(charts.share(count, most)).iter("rect")
    assert bar.get("width") == width


def test_heat_row_has_a_cell_for_each_failed_run() -> None:
    svg = parsed(charts.heat_row("·w- ·", ["a", "b", "c", "d", "e"], 10))
    cells = [(use.get("x"), use.findtext("title")) for use in svg.iter("use")]
    assert cells == [("10", "b: WA, wrong output"), ("20", "c: not run"), ("30", None)]
    assert svg.get("aria-label") == "2 AC, accepted; 1 WA, wrong output; 1 not run"


def test_heat_rows_use_only_defined_symbols() -> None:
    symbols = {e.get("id") for e in parsed(charts.heat_symbols(18)).iter() if e.get("id")}
    letters = "".join([*(v.letter for v in Verdict), charts.NOT_RUN, " "])
    row = parsed(charts.heat_row(letters, list(letters), 18))
    used = {use.get("href", "")[1:] for use in row.iter("use")}
    assert used | {"accepted"} == symbols - {"heat0"}  # accepted cells are a pattern


@given(st.lists(st.text(max_size=40).map(visible), min_size=1, max_size=5))
def test_heat_map_escapes_any_name(names: list[str]) -> None:
    head = parsed(charts.heat_head(names, 10))
    assert [text.findtext("title") for text in head.iter("text")] == names
    row = parsed(charts.heat_row("w" * len(names), names, 10))
    assert [use.findtext("title") for use in row.iter("use")] == [
        f"{name}: WA, wrong output" for name in names
    ]


def test_cells_are_smaller_for_large_cohorts() -> None:
    assert charts.cell_size(1, 1) > charts.cell_size(100, 50) > charts.cell_size(600, 141)
