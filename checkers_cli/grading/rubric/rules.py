"""Rules that the values of settings must follow, each in words and as a function."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

MOST_MARKS = 1000
LONGEST_SECONDS = 3600
_SHELL = re.compile(r"\d?[<>|&;]")  # shell syntax at the start of a word


class Rule(NamedTuple):
    """A condition on a value: words that follow "must be", and a function that tests it."""

    words: str
    holds: Callable[[Any], bool]


def _is_number(value: object) -> bool:
    # The comparison excludes nan, inf, and integers too large for a float.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e12


def _has_cents(value: float) -> bool:
    # repr shows the decimals that were written: 0.125 has three.
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
    except ValueError:  # an unclosed quote
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
    words = f"a command with the word {placeholder} and" if placeholder else "a command"
    return Rule(
        f"{words} without shell syntax (< > | & ;)",
        lambda value: _is_command(value, placeholder),
    )


def one_of(known: Sequence[str]) -> Rule:
    """One of these words."""
    return Rule(" or ".join(json.dumps(word) for word in known), lambda value: value in known)


LINE = Rule("a line of text", _is_line)
MARK = Rule(f"a number from 0 to {MOST_MARKS} with at most two decimals", _is_mark)
LOSS = Rule(
    "0 or a negative number with at most two decimals",
    lambda value: _is_number(value) and value <= 0 and _has_cents(value),
)
SHARE = Rule("a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1)
SECONDS = Rule(
    f"a number above 0, at most {LONGEST_SECONDS}",
    lambda value: _is_number(value) and 0 < value <= LONGEST_SECONDS,
)
FLAG = Rule("true or false", lambda value: isinstance(value, bool))
NAMES = Rule(
    "a list of names",
    lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
)
STAGE_MARKS = Rule(
    "a list of three marks with one above 0, such as [2, 3, 2]",
    lambda value: (
        isinstance(value, list) and len(value) == 3 and all(map(_is_mark, value)) and any(value)
    ),
)
