"""The settings of a rubric: key, type, rule, default and explanation of each in one declaration.

`default_rubric.toml` and the table in the marker's guide are made from these declarations by
`tests/grading/rubric/write_defaults.py`; a test compares them.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, NamedTuple

from checkers_cli.grading.limits import Limits, infos
from checkers_cli.grading.results import EXECUTION, SectionInfo
from checkers_cli.grading.rubric.rules import (
    FLAG,
    LINE,
    LOSS,
    NAMES,
    SECONDS,
    SHARE,
    STAGE_MARKS,
    Rule,
    command,
    one_of,
    whole,
)
from checkers_cli.grading.rubric.toml_lines import Place
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS

DEDUCTIONS = "deductions"
PROPORTIONAL = "proportional"
REPORT, MARK, SKIP = "report", "mark", "skip"  # what is done with cases beyond the assignment
LANGUAGES = ("c", "python", "executable")
STAGE_NAMES = ("stage 0", "stage 1", "stage 2")
BY_HAND = "by-hand"  # a table of section names and marks, which are not settings
# Reports and rosters have columns with these names.
RESERVED = (
    EXECUTION, *STAGE_NAMES, "student", "name", "days late", "total", "out of", "complete",
    "build", *(verdict.value.casefold() for verdict in Verdict), "habits", "faults", "judge error",
    "robustness passed", "robustness cases", "repaired", "comment", "notes", "file",
)  # fmt: skip
Commands = Mapping[str, tuple[str, ...]]  # by language; SOURCES and SCRIPT stand for the files


class Setting(NamedTuple):
    """One setting of a rubric."""

    place: Place  # table and key
    default: Any  # as written in a rubric; None: no default
    rule: Rule
    about: str  # explanation for markers
    convert: Callable[[Any], Any]  # from the written value to the value of the field


def _as_written(value: Any) -> Any:
    return value


def _setting(
    place: str, default: Any, rule: Rule, about: str, convert: Callable[[Any], Any] = _as_written
) -> Any:
    declared = Setting(tuple(place.split(".")), default, rule, about, convert)
    return field(default=convert(default), metadata={"settings": [declared]})


def _marks(values: list[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _sections(table: Mapping[str, float]) -> tuple[SectionInfo, ...]:
    return tuple(
        SectionInfo(name.strip(), float(out_of), by_hand=True) for name, out_of in table.items()
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def _command_settings(
    table: str, about: str, by_language: Mapping[str, tuple[str | None, Rule]]
) -> list[Setting]:
    return [
        Setting((table, language), default, rule, about.format(language), _split)
        for language, (default, rule) in by_language.items()
    ]


def _commands(settings: list[Setting]) -> Commands:
    return {s.place[1]: _split(s.default) for s in settings if s.default is not None}


_BUILD = _command_settings(
    "build",
    "Command that builds a submission of the language {}. SOURCES stands for the .c files, SCRIPT "
    "for the Python file.",
    {
        "c": ("gcc -Wall -std=c17 -o program SOURCES -lm", command("SOURCES")),
        "python": (None, command("SCRIPT")),
        "executable": (None, command()),
    },
)
_RUN = _command_settings(
    "run",
    "Command that runs a program of the language {}.",
    {
        "c": ("./program", command()),
        "python": ("python3 SCRIPT", command("SCRIPT")),
        "executable": ("./program", command()),
    },
)


@dataclass(frozen=True)
class Rubric:
    """How marks are given. Deductions are 0 or negative; marks have at most two decimals."""

    title: str = _setting("title", "Tower checkers", LINE, "Title of the reports.")
    late_per_day: float = _setting(
        "late-per-day", -2, LOSS,
        "Deduction from the total for each day late. The total never goes below 0.", float,
    )  # fmt: skip
    stages: tuple[float, ...] = _setting(
        "execution.stages", [2, 3, 2], STAGE_MARKS,
        "Marks of stage 0 (actions and errors), stage 1 (A) and stage 2 (P).", _marks,
    )  # fmt: skip
    scheme: str = _setting(
        "execution.scheme", PROPORTIONAL, one_of((PROPORTIONAL, DEDUCTIONS)),
        'With "proportional", a stage gives its marks by the share of its cases that pass. With '
        '"deductions", a stage begins with all its marks and loses some for each case that fails: '
        "for a handful of cases only.",
    )  # fmt: skip
    beyond: str = _setting(
        "execution.beyond", REPORT, one_of((REPORT, MARK, SKIP)),
        "Cases whose script is not written as the assignment promises: blank lines, spaces or "
        "tabs, CRLF line ends, lower case, rows of two digits, no newline at the end. With "
        '"report", they are run and reported as robustness, and cost no marks. With "mark", they '
        'count as all others do. With "skip", they are not run.',
    )  # fmt: skip
    wrong: float = _setting(
        "execution.wrong", -1, LOSS,
        "Scheme deductions: a case with wrong output, a crash, a timeout, ...", float,
    )  # fmt: skip
    presentation: float = _setting(
        "execution.presentation", -0.5, LOSS,
        "Scheme deductions: a case where only white space or letter case differs.", float,
    )  # fmt: skip
    presentation_share: float = _setting(
        "execution.presentation-share", 0.5, SHARE,
        "Scheme proportional: how much such a case counts, from 0 (as wrong) to 1 (as passed).",
        float,
    )  # fmt: skip
    by_fault: bool = _setting(
        "execution.by-fault", False, FLAG,
        "With true, cases whose output known mistakes explain exactly do not count one by one. "
        "Instead each mistake costs `fault` once, in the stage where it shows on most cases, but "
        "never more than these cases would have cost. Only mistakes that are certain count in this "
        "way. Cases that are not explained, crashes and "
        "timeouts still count one by one. So does every case if a mistake means that a part of "
        "the work is missing (no command is carried out, nothing is captured, ...).",
    )  # fmt: skip
    fault: float = _setting(
        "execution.fault", -1, LOSS, "With by-fault: a known mistake, once.", float
    )
    build_failure: float = _setting(
        "execution.build-failure", -4, LOSS,
        "The program does not build, or builds only after a repair by staff.", float,
    )  # fmt: skip
    warnings: float = _setting(
        "execution.warnings", -1, LOSS,
        "The compiler gives warnings: once, however many there are.", float,
    )  # fmt: skip
    memory: float = _setting(
        "execution.memory", -0.5, LOSS,
        "The memory check finds problems: once, however many there are.", float,
    )  # fmt: skip
    accept: tuple[str, ...] = _setting(
        "execution.accept", list(HABITS), NAMES,
        "Other readings of the assignment that are accepted if they explain all of a program's "
        "output: "
        + "; ".join(f'"{habit.name}": {habit.sentence}' for habit in HABITS.values())
        + ".",
        tuple,
    )  # fmt: skip
    timeouts: int = _setting(
        "execution.timeouts", 3, whole(0, 1_000_000),
        "After this many timeouts in a stage, its other cases are not run and count as timeouts "
        "too. 0: every case is run.",
    )  # fmt: skip
    by_hand: tuple[SectionInfo, ...] = _setting(
        BY_HAND, {"presentation": 7, "structure": 6},
        Rule("a table, [by-hand]", lambda value: isinstance(value, dict)),
        "Sections marked by hand: names and marks, in the order of the reports. A rubric with "
        "this table replaces all of it; an empty table means that nothing is marked by hand.",
        _sections,
    )  # fmt: skip
    limits: Limits = field(default_factory=Limits, metadata={"limits": Limits})
    memory_check_seconds: float = _setting(
        "limits.memory-check-seconds", 60, SECONDS,
        "CPU time of a run under the memory check, which is much slower.", float,
    )  # fmt: skip
    build_seconds: float = _setting(
        "limits.build-seconds", 60, SECONDS, "Time for building a submission.", float
    )
    build: Commands = field(
        default_factory=partial(_commands, _BUILD), metadata={"settings": _BUILD}
    )
    run: Commands = field(default_factory=partial(_commands, _RUN), metadata={"settings": _RUN})

    @property
    def sections(self) -> tuple[SectionInfo, ...]:
        """The parts of the total: execution, then those marked by hand."""
        stages = sum(round(stage * 100) for stage in self.stages) / 100
        return (SectionInfo(EXECUTION, stages, by_hand=False), *self.by_hand)

    def is_marked(self, within: bool) -> bool:
        """Whether marks depend on the cases within the assignment, or on those beyond it."""
        return within or self.beyond == MARK

    @property
    def out_of(self) -> float:
        """The marks of a perfect submission."""
        return sum(round(section.out_of * 100) for section in self.sections) / 100


def settings_of(kind: type[Rubric] = Rubric) -> dict[Place, Setting]:
    """All settings by their place, in the order of the declarations."""
    return {setting.place: setting for settings in _by_field(kind) for setting in settings[1]}


def make_rubric(written: Mapping[Place, Any], kind: type[Rubric] = Rubric) -> Rubric:
    """The rubric with these values by place, and the defaults otherwise."""
    values: dict[str, Any] = {}
    for name, settings in _by_field(kind):
        given = {s.place: s.convert(written[s.place]) for s in settings if s.place in written}
        default = getattr(kind(), name)
        if isinstance(default, Limits):
            names = {info.key: limit for limit, info in infos(type(default)).items()}
            values[name] = replace(default, **{names[place[1]]: v for place, v in given.items()})
        elif isinstance(default, Mapping):
            values[name] = {**default, **{place[-1]: value for place, value in given.items()}}
        else:
            values[name] = next(iter(given.values()), default)
    return kind(**values)


def _by_field(kind: type[Rubric]) -> Iterator[tuple[str, list[Setting]]]:
    """The fields of a rubric with their settings: one, or one for each language or limit."""
    for one in fields(kind):
        if "limits" in one.metadata:
            yield one.name, list(_limit_settings(one.metadata["limits"]))
        else:
            yield one.name, one.metadata["settings"]


def _limit_settings(kind: type[Limits]) -> Iterator[Setting]:
    for name, info in infos(kind).items():
        default = getattr(kind(), name)
        if info.key:
            yield Setting(
                ("limits", info.key),
                _number(default / info.size),
                info.rule,
                info.about,
                partial(_limit_value, type(default), info.size),
            )


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


def _limit_value(kind: type[float], size: int, written: float) -> float:
    return kind(written * size)


SETTINGS = settings_of()
