"""Reads a rubric from a TOML file and checks every setting: see `schema` for the settings."""

import dataclasses
import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from checkers_cli.grading.rubric.rules import LINE, MARK
from checkers_cli.grading.rubric.schema import (
    BY_HAND,
    RESERVED,
    SETTINGS,
    Rubric,
    Setting,
    make_rubric,
)
from checkers_cli.grading.rubric.toml_lines import Place, lines_of
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import nearest, printable, reason


def load_rubric(path: str | None) -> Rubric:
    """The rubric in a file, or the default; `UnusableInput` names the first wrong line."""
    if path is None:
        return Rubric()
    settings, lines = _read(path)
    rubric = make_rubric(dict(_by_place(settings)))
    if rubric.limits.wall < rubric.limits.cpu:
        line = max(
            line for place, line in lines.items() if place[-1] in ("wall-seconds", "cpu-seconds")
        )
        words = "wall-seconds must not be less than cpu-seconds: both count at the same time"
        raise UnusableInput(f"{printable(path)}:{line}: {words}")
    return rubric


def with_commands(rubric: Rubric, build: Mapping[str, str], run: Mapping[str, str]) -> Rubric:
    """The rubric with other commands, by language; `UnusableInput` if one cannot be used."""
    for option, commands in (("build", build), ("run", run)):
        for _, problem in problems({option: dict(commands)}):
            raise UnusableInput(f"--{option}: {problem}")
    return dataclasses.replace(
        rubric,
        build={**rubric.build, **{name: tuple(shlex.split(c)) for name, c in build.items()}},
        run={**rubric.run, **{name: tuple(shlex.split(c)) for name, c in run.items()}},
    )


def _by_place(settings: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    for name, value in settings.items():
        if isinstance(value, dict) and name != BY_HAND:
            yield from (((name, key), setting) for key, setting in value.items())
        else:
            yield (name,), value


def _read(path: str) -> tuple[dict[str, Any], dict[Place, int]]:
    """The settings in a file, all of them valid, and the line of each."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnusableInput(f"{printable(path)}:{line}: not UTF-8; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise UnusableInput(f"{printable(path)}: {reason(error)}") from None
    try:
        settings = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableInput(_syntax_error(path, text, error)) from None
    lines = lines_of(text)
    found = [(_line(place, lines), problem) for place, problem in problems(settings)]
    if found:
        line, problem = min(found)
        raise UnusableInput(f"{printable(path)}:{line}: {problem}")
    return settings, lines


def _syntax_error(path: str, text: str, error: Exception) -> str:
    words = re.sub(r"\s+", " ", str(error))
    at = re.search(r" \(at line (\d+), column \d+\)$", words)
    line = int(at[1]) if at else text.rstrip().count("\n") + 1
    words = words[: at.start()] if at else words.removesuffix(" (at end of document)")
    return f"{printable(path)}:{line}: not TOML: {words[:1].lower()}{words[1:150]}"


def _line(place: Place, lines: Mapping[Place, int]) -> int:
    """The line of a setting, or of the table around it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def problems(
    settings: Mapping[str, Any], known: Mapping[Place, Setting] = SETTINGS
) -> Iterator[tuple[Place, str]]:
    """All problems of a rubric, each with the place of its setting."""
    tables = _tables(known)
    for name, value in settings.items():
        if name not in tables:
            yield from _setting_problems((name,), value, known)
        elif not isinstance(value, dict):
            yield (name,), f"{name} must be a table, [{name}], not {_quoted(value)}"
        elif name == BY_HAND:
            yield from _section_problems(value)
        else:
            for key, setting in value.items():
                yield from _setting_problems((name, key), setting, known)


def _tables(known: Iterable[Place]) -> list[str]:
    tables = (place[0] for place in known if len(place) == 2 or place[0] == BY_HAND)
    return list(dict.fromkeys(tables))


def _setting_problems(
    place: Place, value: object, known: Mapping[Place, Setting]
) -> Iterator[tuple[Place, str]]:
    if place not in known:
        yield place, _unknown(place, known)
    elif not known[place].rule.holds(value):
        yield place, f"{place[-1]} must be {known[place].rule.words}, not {_quoted(value)}"
    elif place == ("execution", "accept") and isinstance(value, list):
        for number, habit in enumerate(value):
            at = (*place, str(number))
            if habit not in HABITS:
                yield at, f"accept has the unknown {_quoted(habit)}{_suggestion(habit, HABITS)}"
            elif habit in value[:number]:
                yield at, f"accept names {_quoted(habit)} twice"


def _section_problems(sections: Mapping[str, object]) -> Iterator[tuple[Place, str]]:
    seen: set[str] = set()
    for name, out_of in sections.items():
        place = (BY_HAND, name)
        folded = name.strip().casefold()
        if not LINE.holds(name):
            yield place, f"the name of a section must be {LINE.words}, not {_quoted(name)}"
        elif folded in RESERVED:
            yield place, f"a section cannot be called {_quoted(name)}: reports use that name"
        elif folded in seen:
            yield place, f"two sections by hand are called {_quoted(name)}"
        elif not MARK.holds(out_of):
            yield place, f"{name} must be {MARK.words}, not {_quoted(out_of)}"
        seen.add(folded)


def _unknown(place: Place, known: Iterable[Place]) -> str:
    """The problem of an unknown setting: the table it belongs to, or a similar setting."""
    *table, name = place
    places = list(known)
    homes = [other[0] for other in places if len(other) == 2 and other[1] == name]
    if (name,) in places:
        return f"{name} belongs at the top of the file, before the first [table]"
    if len(homes) == 1:
        return f"{name} belongs under [{homes[0]}]"
    beside = [other[-1] for other in places if list(other[:-1]) == table]
    inside = f" in [{table[0]}]" if table else ""
    words = beside if table else [*(w for w in beside if w != BY_HAND), *_tables(places)]
    return f"there is no setting {_quoted(name)}{inside}{_suggestion(name, words)}"


def _suggestion(word: str, known: Iterable[str]) -> str:
    words = list(known)
    close = nearest(word, words)
    return f'; did you mean "{close}"?' if close else f"; choose from {', '.join(words)}"


def _quoted(value: object) -> str:
    """A value as JSON on one line, cut to 60 characters."""
    if isinstance(value, float):
        return repr(value)
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
