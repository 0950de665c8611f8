"""What faulty programs print, compared piece by piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import RIGHT, reading, turned
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import SHOWN, Departure, Match, Replays, common

SCRIPT = b"G6-F5\nB3-A4\nA\n"
RIGHT_TEXT = transcript(SCRIPT).encode()
TIES = CATALOGUE["ties-right"].setting
TIES_TEXT = transcript(SCRIPT, knobs=turned(RIGHT, TIES)).encode()


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_common(start: bytes, one: bytes, other: bytes) -> None:
    one, other = start + one, start + other
    size = common(one, other)
    assert one[:size] == other[:size]
    assert size == min(len(one), len(other)) or one[size] != other[size]


def test_a_replay_is_what_the_engine_prints() -> None:
    replays = Replays()
    assert replays.of(SCRIPT).text() == RIGHT_TEXT
    assert replays.of(SCRIPT, TIES).text() == TIES_TEXT
    assert replays.of(SCRIPT, TIES) is replays.of(SCRIPT, TIES)


def test_several_settings_are_one_program_in_whichever_order() -> None:
    replays = Replays()
    nine = CATALOGUE["mark-missing"].setting
    together = transcript(SCRIPT, knobs=turned(RIGHT, {**TIES, **nine})).encode()
    assert replays.of(SCRIPT, TIES, nine).text() == together
    assert replays.of(SCRIPT, nine, TIES) is replays.of(SCRIPT, TIES, nine)


def test_another_reading_is_another_base() -> None:
    script = b"A2-B3\n"
    limits = reading(True, True, True)
    assert Replays(limits).of(script).text() == transcript(script, knobs=limits).encode()


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_match(known: bool) -> None:
    replay = Replays().of(SCRIPT)
    if known:
        replay.text()
    size = len(RIGHT_TEXT)
    assert replay.match(RIGHT_TEXT) == Match(size, True)
    assert replay.match(RIGHT_TEXT + b"x") == Match(size, False)
    assert replay.match(RIGHT_TEXT[:-1]) == Match(size - 1, False)
    assert replay.match(RIGHT_TEXT[:700] + b"?" + RIGHT_TEXT[701:]) == Match(700, False)
    assert replay.match(b"") == Match(0, False)


@given(st.integers(0, len(RIGHT_TEXT)))
def test_what_was_cut_short_has_to_be_its_beginning(place: int) -> None:
    replay = Replays().of(SCRIPT)
    assert replay.match(RIGHT_TEXT[:place], complete=False) == Match(place, True)
    assert not replay.match(RIGHT_TEXT[:place] + b"?", complete=False).whole
    assert not replay.match(RIGHT_TEXT + b"x", complete=False).whole


@pytest.mark.parametrize(
    "fault", ["ties-right", "no-final-newline", "crlf", "p-ignored", "no-size"]
)
def test_departure(fault: str) -> None:
    setting = CATALOGUE[fault].setting
    text = transcript(SCRIPT, knobs=turned(RIGHT, setting)).encode()
    replays = Replays()
    departure = replays.of(SCRIPT, setting).departure(RIGHT_TEXT)
    place = common(text, RIGHT_TEXT)
    shown = text[place : place + SHOWN].decode()
    assert departure == (None if text == RIGHT_TEXT else Departure(place, shown))
