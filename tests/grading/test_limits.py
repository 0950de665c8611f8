import re
from dataclasses import field, make_dataclass

import pytest

from checkers_cli.grading.limits import LimitInfo, Limits, infos
from checkers_cli.grading.rubric.load import problems
from checkers_cli.grading.rubric.rules import whole
from checkers_cli.grading.rubric.schema import Rubric, make_rubric, settings_of
from checkers_cli.installation import PACKAGE

WARDEN = (PACKAGE / "grading" / "sandbox" / "warden.c").read_text()


def test_limits_are_said_in_the_units_of_the_rubric() -> None:
    words = Limits(cpu=1.5, memory=7 << 20, output=1_000_000 << 10).words
    assert words["cpu"] == "1.5 s"
    assert words["memory"] == "7 MB"
    assert words["output"] == "1000000 kB"


def test_the_warden_gets_every_limit_in_its_own_units() -> None:
    options = Limits(cpu=1.5, wall=2, memory=7 << 20, output=9, processes=3, files=5)
    assert options.warden_options(more_processes=10) == {
        "cpu": 1500, "wall": 2000, "memory": 7 << 10, "size": 9, "processes": 13, "files": 5,
    }  # fmt: skip


@pytest.mark.parametrize("name", infos())
def test_the_warden_knows_the_option_of_every_limit(name: str) -> None:
    assert re.search(rf'"{infos()[name].option}="', WARDEN)


def test_the_default_keeps_the_rule_of_every_limit() -> None:
    settings = settings_of()
    for name, info in infos().items():
        if info.key:
            setting = settings["limits", info.key]
            assert setting.rule.holds(setting.default), name


THREADS = LimitInfo(
    "threads", whole(1, 99), "Threads of a process.", "threads", 1, "threads", scale=2
)
MoreLimits: type[Limits] = make_dataclass(
    "MoreLimits", [("threads", int, field(default=8, metadata={"limit": THREADS}))],
    bases=(Limits,), frozen=True,
)  # fmt: skip
MoreRubric: type[Rubric] = make_dataclass(
    "MoreRubric",
    [("limits", MoreLimits, field(default_factory=MoreLimits, metadata={"limits": MoreLimits}))],
    bases=(Rubric,), frozen=True,
)  # fmt: skip


def test_a_made_up_limit_is_forgotten_nowhere() -> None:
    settings = settings_of(MoreRubric)
    assert settings["limits", "threads"].default == 8
    assert not list(problems({"limits": {"threads": 9}}, settings))
    (problem,) = problems({"limits": {"threads": 0}}, settings)
    assert problem == (
        ("limits", "threads"), "threads must be a whole number from 1 to 99, not 0"
    )  # fmt: skip
    limits = make_rubric({("limits", "threads"): 9}, MoreRubric).limits
    assert limits.warden_options(0)["threads"] == 18
    assert limits.words["threads"] == "9 threads"


def test_no_limit_of_a_rubric_is_declared_elsewhere() -> None:
    of_runs = {("limits", info.key) for info in infos().values() if info.key}
    others = {place for place in settings_of() if place[0] == "limits"} - of_runs
    assert others == {("limits", "memory-check-seconds"), ("limits", "build-seconds")}
