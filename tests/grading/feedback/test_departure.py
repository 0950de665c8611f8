import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EXAMPLE_NAMES, GOLDENS

from checkers_cli.grading.feedback.departure import (
    ScriptOutline,
    differing_cells,
    find_departure,
    line_pair,
    man_on,
    outline_of,
)
from checkers_cli.rules.position import START
from checkers_cli.script.reader import read_transcript

TEXT = (GOLDENS / "p-at-the-start.txt").read_bytes()
EVENTS = list(read_transcript(TEXT))


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_presentation_is_no_departure(name: str) -> None:
    text = (GOLDENS / name).read_bytes()
    assert find_departure(text, text) is None
    assert (
        find_departure(text, text.replace(b"\n", b"\r\n\r\n").replace(b"BOARD", b"board")) is None
    )


@settings(deadline=None)
@given(st.integers(0, len(EVENTS) - 1), st.data())
def test_find_departure_finds_the_changed_event(number: int, data: st.DataObject) -> None:
    event = EVENTS[number]
    rows = [i for i in range(event.start, event.end) if TEXT[i : i + 1] in (b"b", b"w")]
    place = data.draw(st.sampled_from(rows))
    actual = TEXT[:place] + TEXT[place : place + 1].upper() + TEXT[place + 1 :]
    found = find_departure(TEXT, actual)
    assert found is not None
    assert found.expected == event
    assert found.differences == ("board",)
    assert found.actual is not None
    (cell,) = differing_cells(event, found.actual)
    assert man_on(found.actual.rows, cell) == man_on(event.rows, cell).upper()
    assert found.computed == max(0, number - 1)
    pair = line_pair(found, TEXT, actual)
    assert pair is not None
    assert pair.line == TEXT.count(b"\n", 0, place) + 1
    assert pair.column == place - TEXT.rfind(b"\n", 0, place)


@settings(deadline=None)
@given(st.integers(1, len(EVENTS) - 1))
def test_missing_and_extra_events_are_departures(number: int) -> None:
    found = find_departure(TEXT, TEXT[: EVENTS[number].start])
    assert found is not None
    assert (found.expected, found.actual) == (EVENTS[number], None)
    assert found.before == EVENTS[number - 1]
    longer = find_departure(TEXT[: EVENTS[number].start], TEXT)
    assert longer is not None
    assert longer.expected is None
    assert longer.actual == EVENTS[number]


def test_departure_knows_the_position_before_it() -> None:
    found = find_departure(TEXT, TEXT.replace(b"#1:", b"#7:", 1))
    assert found is not None
    assert found.position() == START
    second = find_departure(TEXT, TEXT.replace(b"#2:", b"#7:", 1))
    assert second is not None
    position = second.position()
    assert position is not None
    assert not position.black_to_act


def test_stray_text_is_kept_apart_from_events() -> None:
    found = find_departure(TEXT, b"Hello\n" + TEXT + b"Bye\n")
    assert found is not None
    assert (found.stray, found.trailing) != (None, None)
    assert found.stray is not None
    assert (found.stray.line, found.stray.text) == (1, "Hello")
    assert found.trailing is not None
    assert found.trailing.text == "Bye"


def test_repeated_prompt_is_not_trailing_text() -> None:
    found = find_departure(TEXT + b"BLACK WIN!\n", b"Action?\n" + TEXT + b"Action?\n")
    assert found is not None
    assert found.actual is None
    assert found.trailing is None


def test_outline_has_the_actions_with_their_lines_and_the_command() -> None:
    assert outline_of(b"G6-F5\n\nH3-G4\nP\n") == ScriptOutline(((1, "G6-F5"), (3, "H3-G4")), "P")
    assert outline_of(b"G6-F5\nrubbish\nA\n") == ScriptOutline(((1, "G6-F5"),), "")
