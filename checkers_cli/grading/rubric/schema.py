"""Checks what a rubric says: each setting's rule, and what is said if it is broken."""

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from checkers_cli.grading.rubric.toml_lines import Place
from checkers_cli.util.text import nearest

DEDUCTIONS = "deductions"
PROPORTIONAL = "proportional"
SCHEMES = (DEDUCTIONS, PROPORTIONAL)
HABITS = ("limits", "winner-after-tenth", "winner-without-command")
LANGUAGES = ("c", "python", "executable")
EXECUTION = "execution"
STAGES = ("stage 0", "stage 1", "stage 2")
# Reports and rosters have columns of these names.
RESERVED = (EXECUTION, *STAGES, "student", "name", "total", "repaired", "comment")
MOST_MARKS = 1000
LONGEST_SECONDS = 3600
_SHELL = re.compile(r"\d?[<>|&;]")  # what a shell would understand, at the start of a word


class _Rule(NamedTuple):
    """What a setting must be: in words, and as a test."""

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


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= 80


def _is_habits(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_command(value: Any, placeholder: str) -> bool:
    try:
        words = shlex.split(value) if _is_one_line(value) else []
    except ValueError:  # a quote that is not closed
        return False
    shell = any(_SHELL.match(word) for word in words)
    return bool(words and words[0]) and (not placeholder or placeholder in words) and not shell


def _is_one_line(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _whole(least: int, most: int) -> _Rule:
    words = f"a whole number from {least} to {most}"
    return _Rule(words, lambda value: _is_whole(value, least, most))


def _command(placeholder: str = "") -> _Rule:
    words = "a command" + (f" with the word {placeholder}" if placeholder else "")
    words += " (there is no shell for < > | & ;)"
    return _Rule(words, lambda value: _is_command(value, placeholder))


_MARK = _Rule(f"a number from 0 to {MOST_MARKS} with at most two decimals", _is_mark)
_LOSS = _Rule(
    "a number not above 0 with at most two decimals",
    lambda value: _is_number(value) and value <= 0 and _has_cents(value),
)
_SECONDS = _Rule(
    f"a number above 0 and not above {LONGEST_SECONDS}",
    lambda value: _is_number(value) and 0 < value <= LONGEST_SECONDS,
)
_RULES: dict[Place, _Rule] = {
    ("title",): _Rule("a line of text", _is_name),
    ("late-per-day",): _LOSS,
    ("execution", "scheme"): _Rule(
        " or ".join(json.dumps(scheme) for scheme in SCHEMES), lambda value: value in SCHEMES
    ),
    ("execution", "stages"): _Rule(
        "three marks such as [2, 3, 2], not all of them 0",
        lambda value: (
            isinstance(value, list) and len(value) == 3 and all(map(_is_mark, value)) and any(value)
        ),
    ),
    ("execution", "wrong"): _LOSS,
    ("execution", "presentation"): _LOSS,
    ("execution", "presentation-share"): _Rule(
        "a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1
    ),
    ("execution", "by-fault"): _Rule("true or false", lambda value: isinstance(value, bool)),
    ("execution", "fault"): _LOSS,
    ("execution", "build-failure"): _LOSS,
    ("execution", "warnings"): _LOSS,
    ("execution", "memory"): _LOSS,
    ("execution", "accept"): _Rule("a list of names", _is_habits),
    ("execution", "timeouts"): _whole(0, 1_000_000),
    ("limits", "cpu-seconds"): _SECONDS,
    ("limits", "wall-seconds"): _SECONDS,
    ("limits", "memory-mb"): _whole(16, 1_000_000),
    ("limits", "output-kb"): _whole(1, 1_000_000),
    ("limits", "processes"): _whole(1, 10_000),
    ("limits", "memory-check-seconds"): _SECONDS,
    ("limits", "build-seconds"): _SECONDS,
    ("build", "c"): _command("SOURCES"),
    ("build", "python"): _command("SCRIPT"),
    ("build", "executable"): _command(),
    ("run", "c"): _command(),
    ("run", "python"): _command("SCRIPT"),
    ("run", "executable"): _command(),
}
_TABLES = ("execution", "by-hand", "limits", "build", "run")


def problems(settings: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """Everything that is wrong with what a rubric says, each with its place."""
    for name, value in settings.items():
        if name not in _TABLES:
            yield from _setting_problems((name,), value)
        elif not isinstance(value, dict):
            yield (name,), f"{name} must be a table, [{name}], not {_quoted(value)}"
        elif name == "by-hand":
            yield from _section_problems(value)
        else:
            for key, setting in value.items():
                yield from _setting_problems((name, key), setting)


def _setting_problems(place: Place, value: object) -> Iterator[tuple[Place, str]]:
    rule = _RULES.get(place)
    if rule is None:
        yield place, _unknown(place)
    elif not rule.holds(value):
        yield place, f"{place[-1]} must be {rule.words}, not {_quoted(value)}"
    elif place == ("execution", "accept") and isinstance(value, list):
        for number, habit in enumerate(value):
            at = (*place, str(number))
            if habit not in HABITS:
                yield at, f"accept knows no {_quoted(habit)}{_suggestion(habit, HABITS)}"
            elif habit in value[:number]:
                yield at, f"accept names {_quoted(habit)} twice"


def _section_problems(sections: Mapping[str, object]) -> Iterator[tuple[Place, str]]:
    seen: set[str] = set()
    for name, out_of in sections.items():
        place = ("by-hand", name)
        plain = name.strip().casefold()
        if not _is_name(name):
            yield place, f"the name of a section must be a line of text, not {_quoted(name)}"
        elif plain in RESERVED:
            yield place, f"no section by hand can be called {_quoted(name)}: reports use that name"
        elif plain in seen:
            yield place, f"there are two sections by hand called {_quoted(name)}"
        elif not _MARK.holds(out_of):
            yield place, f"{name} must be {_MARK.words}, not {_quoted(out_of)}"
        seen.add(plain)


def _unknown(place: Place) -> str:
    """What to say of a setting that there is not: where it belongs, or what it may be."""
    *table, name = place
    homes = [known[0] for known in _RULES if len(known) == 2 and known[1] == name]
    if (name,) in _RULES:
        return f"{name} belongs at the top, before the first [table]"
    if len(homes) == 1:
        return f"{name} belongs under [{homes[0]}]"
    beside = [known[-1] for known in _RULES if list(known[:-1]) == table]
    inside = f" in [{table[0]}]" if table else ""
    known = beside if table else [*beside, *_TABLES]
    return f"there is no setting {_quoted(name)}{inside}{_suggestion(name, known)}"


def _suggestion(word: str, known: Iterable[str]) -> str:
    known = list(known)
    close = nearest(word, known)
    if close:
        return f'; did you mean "{close}"?'
    return f"; there is {', '.join(known)}"


def _quoted(value: object) -> str:
    """A value as a short piece of one line."""
    if isinstance(value, float):
        return repr(value)
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
