"""The rubric: how marks are given, read from TOML and checked line by line.

`default_rubric.toml` beside this module explains every setting; whatever a rubric leaves out is as
it is there.
"""

import dataclasses
import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkers_cli.grading.results import SectionInfo
from checkers_cli.grading.rubric.schema import EXECUTION, problems
from checkers_cli.grading.rubric.toml_lines import Place, lines_of
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

DEFAULT = Path(__file__).with_name("default_rubric.toml")


@dataclass(frozen=True)
class Limits:
    """What one run may use."""

    cpu_seconds: float
    wall_seconds: float
    memory_mb: int
    output_kb: int
    processes: int
    memory_check_seconds: float
    build_seconds: float


@dataclass(frozen=True)
class Rubric:
    """How marks are given; deductions are 0 or negative, marks have at most two decimals."""

    title: str
    late_per_day: float
    scheme: str  # one of SCHEMES
    stages: tuple[float, ...]  # what stages 0, 1 and 2 are out of
    wrong: float
    presentation: float
    presentation_share: float
    by_fault: bool
    fault: float
    build_failure: float
    warnings: float
    memory: float
    accept: tuple[str, ...]  # of HABITS
    timeouts: int  # 0: every case is run
    by_hand: tuple[SectionInfo, ...]
    limits: Limits
    build: Mapping[str, tuple[str, ...]]  # by language; SOURCES and SCRIPT stand for the files
    run: Mapping[str, tuple[str, ...]]

    @property
    def sections(self) -> tuple[SectionInfo, ...]:
        """The parts of the total: execution, then those marked by hand."""
        stages = sum(round(stage * 100) for stage in self.stages) / 100
        return (SectionInfo(EXECUTION, stages, by_hand=False), *self.by_hand)

    @property
    def out_of(self) -> float:
        """The marks of a perfect submission."""
        return sum(round(section.out_of * 100) for section in self.sections) / 100


def load_rubric(path: str | None) -> Rubric:
    """The rubric in a file, or the default; `UnusableInput` names the first line that is wrong."""
    settings, _ = _read(str(DEFAULT))
    if path is None:
        return _rubric(settings)
    own, lines = _read(path)
    for name, value in own.items():
        merged = isinstance(value, dict) and name != "by-hand"
        settings[name] = settings[name] | value if merged else value
    if settings["limits"]["wall-seconds"] < settings["limits"]["cpu-seconds"]:
        line = max(
            line for place, line in lines.items() if place[-1] in ("wall-seconds", "cpu-seconds")
        )
        words = "wall-seconds must not be below cpu-seconds: both count at once"
        raise UnusableInput(f"{printable(path)}:{line}: {words}")
    return _rubric(settings)


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


def _rubric(settings: Mapping[str, Any]) -> Rubric:
    tables = {
        "stages": tuple(float(stage) for stage in settings["execution"]["stages"]),
        "accept": tuple(settings["execution"]["accept"]),
        "by_hand": tuple(
            SectionInfo(name.strip(), float(out_of), by_hand=True)
            for name, out_of in settings["by-hand"].items()
        ),
        "limits": Limits(**_fields(Limits, settings["limits"])),
        "build": {language: tuple(shlex.split(c)) for language, c in settings["build"].items()},
        "run": {language: tuple(shlex.split(c)) for language, c in settings["run"].items()},
    }
    return Rubric(**_fields(Rubric, settings["execution"] | settings) | tables)


def _fields(kind: type[Limits] | type[Rubric], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are fields, whole numbers made floats where 5 and 5.0 mean the same."""
    values = {name.replace("-", "_"): value for name, value in settings.items()}
    return {
        field.name: float(values[field.name]) if field.type is float else values[field.name]
        for field in dataclasses.fields(kind)
        if field.name in values
    }


def _read(path: str) -> tuple[dict[str, Any], dict[Place, int]]:
    """What a rubric says, once all of it can be used, and on which lines."""
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
    """The line of a place, or of the nearest one around it."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)
