"""What faulty programs print, compared piece by piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.replays import (
    EXCERPT_LENGTH,
    Agreement,
    ReplayCache,
    Symptom,
)
from checkers_cli.util.text import common_prefix_length

SCRIPT = b"G6-F5\nB3-A4\nA\n"
RIGHT_TEXT = transcript(SCRIPT).encode()
TIES = CATALOGUE["ties-right"].setting
TIES_TEXT = transcript(SCRIPT, knobs=with_setting(REFERENCE, TIES)).encode()


def test_a_replay_is_what_the_engine_prints() -> None:
    replays = ReplayCache()
    assert replays.of(SCRIPT).text() == RIGHT_TEXT
    assert replays.of(SCRIPT, TIES).text() == TIES_TEXT
    assert replays.of(SCRIPT, TIES) is replays.of(SCRIPT, TIES)


def test_order_of_settings_does_not_matter() -> None:
    replays = ReplayCache()
    nine = CATALOGUE["mark-missing"].setting
    together = transcript(SCRIPT, knobs=with_setting(REFERENCE, {**TIES, **nine})).encode()
    assert replays.of(SCRIPT, TIES, nine).text() == together
    assert replays.of(SCRIPT, nine, TIES) is replays.of(SCRIPT, TIES, nine)


def test_base_knobs_decide_the_reading() -> None:
    script = b"A2-B3\n"
    limits = reference_knobs(True, True, True)
    assert ReplayCache(limits).of(script).text() == transcript(script, knobs=limits).encode()


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_match_counts_the_bytes_that_agree(known: bool) -> None:
    replay = ReplayCache().of(SCRIPT)
    if known:
        replay.text()
    size = len(RIGHT_TEXT)
    assert replay.match(RIGHT_TEXT) == Agreement(size, True)
    assert replay.match(RIGHT_TEXT + b"x") == Agreement(size, False)
    assert replay.match(RIGHT_TEXT[:-1]) == Agreement(size - 1, False)
    assert replay.match(RIGHT_TEXT[:700] + b"?" + RIGHT_TEXT[701:]) == Agreement(700, False)
    assert replay.match(b"") == Agreement(0, False)


@given(st.integers(0, len(RIGHT_TEXT)))
def test_incomplete_output_matches_as_a_prefix(place: int) -> None:
    replay = ReplayCache().of(SCRIPT)
    assert replay.match(RIGHT_TEXT[:place], complete=False) == Agreement(place, True)
    assert not replay.match(RIGHT_TEXT[:place] + b"?", complete=False).whole
    assert not replay.match(RIGHT_TEXT + b"x", complete=False).whole


@pytest.mark.parametrize(
    "fault", ["ties-right", "no-final-newline", "crlf", "p-ignored", "no-size"]
)
def test_symptom_is_the_first_difference(fault: str) -> None:
    setting = CATALOGUE[fault].setting
    text = transcript(SCRIPT, knobs=with_setting(REFERENCE, setting)).encode()
    replays = ReplayCache()
    departure = replays.of(SCRIPT, setting).symptom(RIGHT_TEXT)
    place = common_prefix_length(text, RIGHT_TEXT)
    shown = text[place : place + EXCERPT_LENGTH].decode()
    assert departure == (None if text == RIGHT_TEXT else Symptom(place, shown))
