from dataclasses import replace

from grading import made
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.reports.text import (
    clean,
    diagnosis_lines,
    robustness_words,
    waiting_words,
)
from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent


@given(st.text(st.characters()))
def test_clean_text_has_nothing_that_xml_forbids(text: str) -> None:
    cleaned = clean(text)
    assert all(c in "\t\n" or c >= " " for c in cleaned)
    assert "\r" not in cleaned
    cleaned.encode()


def test_clean_text_keeps_its_letters_and_lines() -> None:
    assert clean("é\r\nb\x1b[31m\u202e") == "é\nb[31m"


def test_a_diagnosis_is_words_first_then_places() -> None:
    rows = ("." * 8,) * 8
    lines = list(
        diagnosis_lines(
            Diagnosis(
                "It is wrong.",
                hints=("the cost",),
                facts=("It crashed.",),
                expected=ShownEvent("BLACK ACTION #1: A6-B5", "BOARD COST: 0", rows),
                cells=("A6", "B5"),
                lines=LinePair(3, 7, "a", None),
            )
        )
    )
    assert lines[0] == "It is wrong."
    assert "- It crashed." in lines[1]
    assert "the cost" in lines[2]
    assert "BLACK ACTION #1: A6-B5" in lines
    assert any("A6, B5" in line for line in lines)
    assert any("line 3, column 7" in line for line in lines)


def test_robustness_words_say_whether_it_costs_marks() -> None:
    assert robustness_words(made.header()).endswith(" They cost no marks.")
    marked = replace(made.header(), beyond="mark")
    assert robustness_words(marked).endswith(" They are marked as all others are.")


def test_robustness_words_mention_other_mistakes_if_there_are_any() -> None:
    submissions = {graded.key: graded for graded in made.cohort()}
    words = "Some may fail because of the mistakes above."
    assert words in robustness_words(made.header(), submissions["brown"])
    assert words not in robustness_words(made.header(), submissions["adams"])


def test_sections_that_wait_for_a_marker_are_named() -> None:
    assert waiting_words(made.FULL) == ""
    assert waiting_words(made.OF_STAGES) == "Not yet marked by hand: structure (of 6)"
