"""Hints for a transcript whose last event was changed, for the tests of the rules for hints."""

import io

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.grading.feedback.departure import find_departure
from checkers_cli.grading.feedback.hints import hints
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.notation import parse_position
from checkers_cli.script.parser import read_script
from checkers_cli.script.transcript import boxed_board, transcript_of


def hints_with_board(start: str, script: bytes, board: str) -> str:
    """The hints if the last event has another board."""
    *before, last = _events(start, script)
    head = last.partition("     A")[0]
    return _hints(before, last, head + boxed_board(parse_position(board)))


def hints_with_text(start: str, script: bytes, old: str, new: str) -> str:
    """The hints if the last event has a text replaced by another."""
    *before, last = _events(start, script)
    return _hints(before, last, last.replace(old, new))


def hints_with_event(start: str, script: bytes, printed: str) -> str:
    """The hints if this is printed instead of the last event."""
    *before, last = _events(start, script)
    return _hints(before, last, printed)


def _events(start: str, script: bytes) -> list[str]:
    settings = Settings(start=parse_position(start))
    return [transcript_of(event) for event in replay(read_script(io.BytesIO(script)), settings)]


def _hints(before: list[str], expected: str, actual: str) -> str:
    texts = ("".join([*before, last]).encode() for last in (expected, actual))
    departure = find_departure(*texts)
    assert departure is not None
    return "\n".join(hints(departure, Verdict.WRONG))
