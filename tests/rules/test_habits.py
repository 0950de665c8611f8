from typing import Any

import pytest

from checkers_cli.analyser.replay import Settings
from checkers_cli.rules.habits import HABITS, Habit
from checkers_cli.rules.readings import LIMITS


def test_the_order_of_habits_stays_as_stored_results_have_it() -> None:
    assert list(HABITS) == [LIMITS, "winner-after-tenth", "winner-without-command"]


@pytest.mark.parametrize("habit", HABITS.values(), ids=list(HABITS))
def test_a_habit_turns_a_flag_of_the_settings_that_is_off_by_default(habit: Habit) -> None:
    flags: dict[str, Any] = {habit.setting: True}
    assert getattr(Settings(), habit.setting) is False
    assert getattr(Settings(**flags), habit.setting) is True


@pytest.mark.parametrize("habit", HABITS.values(), ids=list(HABITS))
def test_a_habit_has_a_sentence_without_a_full_stop(habit: Habit) -> None:
    assert habit.sentence
    assert not habit.sentence.endswith(".")
