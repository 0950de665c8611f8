"""Rules for the values of settings: what a value must be, in words and as a test."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

MOST_MARKS = 1000
LONGEST_SECONDS = 3600
_SHELL = re.compile(r"\d?[<>|&;]")  # what a shell would understand, at the start of a word


class Rule(NamedTuple):
    """What a value must be: in words that follow "must be", and as a test."""

    words: str
    holds: Callable[[Any], bool]


def _is_number(value: object) -> bool:
    # The comparison keeps out nan, inf, and integers that no float can hold.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e12


def _has_cents(value: float) -> bool:
    # What was written is what repr shows: 0.125 has three decimals.
    return abs(value) <= MOST_MARKS and re.fullmatch(r"-?\d+(\.\d{1,2})?", repr(value)) is not None


def _is_mark(value: Any) -> bool:
    return _is_number(value) and value >= 0 and _has_cents(value)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= 80


def _is_command(value: Any, placeholder: str) -> bool:
    if not isinstance(value, str) or not value.isprintable():
        return False
    try:
        words = shlex.split(value)
    except ValueError:  # a quote that is not closed
        return False
    shell = any(_SHELL.match(word) for word in words)
    return bool(words and words[0]) and (not placeholder or placeholder in words) and not shell


def whole(least: int, most: int) -> Rule:
    """A whole number in a range."""
    return Rule(
        f"a whole number from {least} to {most}",
        lambda value: (
            isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        ),
    )


def command(placeholder: str = "") -> Rule:
    """A command without shell syntax; `placeholder` is a word that must be in it."""
    words = "a command" + (f" with the word {placeholder}" if placeholder else "")
    words += " (there is no shell for < > | & ;)"
    return Rule(words, lambda value: _is_command(value, placeholder))


def one_of(known: Sequence[str]) -> Rule:
    """One of these words."""
    return Rule(" or ".join(json.dumps(word) for word in known), lambda value: value in known)


LINE = Rule("a line of text", _is_line)
MARK = Rule(f"a number from 0 to {MOST_MARKS} with at most two decimals", _is_mark)
LOSS = Rule(
    "a number not above 0 with at most two decimals",
    lambda value: _is_number(value) and value <= 0 and _has_cents(value),
)
SHARE = Rule("a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1)
SECONDS = Rule(
    f"a number above 0 and not above {LONGEST_SECONDS}",
    lambda value: _is_number(value) and 0 < value <= LONGEST_SECONDS,
)
FLAG = Rule("true or false", lambda value: isinstance(value, bool))
NAMES = Rule(
    "a list of names",
    lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
)
STAGE_MARKS = Rule(
    "three marks such as [2, 3, 2], not all of them 0",
    lambda value: (
        isinstance(value, list) and len(value) == 3 and all(map(_is_mark, value)) and any(value)
    ),
)
