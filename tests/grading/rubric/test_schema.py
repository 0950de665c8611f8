from dataclasses import asdict, field, make_dataclass

import pytest
from grading.rubric import write_defaults

from checkers_cli.grading.rubric.load import problems
from checkers_cli.grading.rubric.rules import FLAG
from checkers_cli.grading.rubric.schema import (
    BY_HAND,
    SETTINGS,
    Rubric,
    Setting,
    make_rubric,
    settings_of,
)

AGAIN = "run `python tests/grading/rubric/write_defaults.py`"


def test_the_default_rubric_file_is_up_to_date() -> None:
    assert write_defaults.TOML.read_text() == write_defaults.rubric_text(), AGAIN


def test_the_table_in_the_guide_is_up_to_date() -> None:
    guide = write_defaults.GUIDE.read_text()
    assert write_defaults.TABLE.search(guide), "the guide has no table of settings"
    assert write_defaults.guide_text(guide) == guide, AGAIN


@pytest.mark.parametrize("place", SETTINGS, ids=".".join)
def test_every_setting_has_an_explanation_and_a_valid_default(place: tuple[str, ...]) -> None:
    setting = SETTINGS[place]
    assert setting.about.endswith(".")
    assert setting.default is None or setting.rule.holds(setting.default)


def test_written_defaults_make_the_default_rubric() -> None:
    written = {s.place: s.default for s in SETTINGS.values() if s.default is not None}
    assert make_rubric(written) == make_rubric({}) == Rubric()


def test_limits_are_converted_to_bytes() -> None:
    rubric = make_rubric({("limits", "cpu-seconds"): 3, ("limits", "memory-mb"): 7})
    assert (rubric.limits.cpu, rubric.limits.memory) == (3.0, 7 << 20)
    assert rubric.limits.wall == Rubric().limits.wall


def test_setting_one_command_keeps_the_other_commands() -> None:
    rubric = make_rubric({("run", "python"): "pypy3 SCRIPT"})
    assert rubric.run == {**Rubric().run, "python": ("pypy3", "SCRIPT")}


def test_made_up_setting_is_loaded_checked_and_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    curved = Setting(("execution", "curved"), False, FLAG, "Marks are curved.", bool)
    kind = make_dataclass(
        "MoreRubric", [("curved", bool, field(default=False, metadata={"settings": [curved]}))],
        bases=(Rubric,), frozen=True,
    )  # fmt: skip
    settings = settings_of(kind)
    assert settings["execution", "curved"] is curved
    assert not list(problems({"execution": {"curved": True}}, settings))
    (problem,) = problems({"execution": {"curved": 1}}, settings)
    assert problem[1] == "curved must be true or false, not 1"
    (problem,) = problems({"execution": {"curve": True}}, settings)
    assert problem[1].endswith('did you mean "curved"?')
    (problem,) = problems({"curved": True}, settings)
    assert problem[1] == "curved belongs under [execution]"
    assert asdict(make_rubric({curved.place: True}, kind))["curved"] is True
    assert asdict(make_rubric({}, kind))["curved"] is False
    monkeypatch.setattr(write_defaults, "SETTINGS", settings)
    assert "# Marks are curved.\ncurved = false\n" in write_defaults.rubric_text()


def test_sections_by_hand_are_one_setting() -> None:
    assert SETTINGS[(BY_HAND,)].default == {"presentation": 7, "structure": 6}
