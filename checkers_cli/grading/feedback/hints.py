"""Hints for students: what to look at, found by trying one rule after the other."""

from collections.abc import Callable

from checkers_cli.grading.feedback.board_hints import (
    board_before_action,
    captured_stays,
    cost_formula,
    promotion,
    second_jump,
    source_stays,
    unreadable_board,
)
from checkers_cli.grading.feedback.event_hints import (
    commands,
    computed_choice,
    missed_error,
    numbers_and_turns,
    order_of_checks,
    output_after_error,
    read_past_end,
    refused_action,
    text_around_events,
    winner,
)
from checkers_cli.grading.feedback.hint_context import Context

MOST_HINTS = 4

# The most specific rules come first, because only a few hints are shown.
RULES: tuple[Callable[[Context], str | None], ...] = (
    unreadable_board,
    board_before_action,
    second_jump,
    promotion,
    captured_stays,
    source_stays,
    cost_formula,
    computed_choice,
    order_of_checks,
    missed_error,
    refused_action,
    output_after_error,
    read_past_end,
    numbers_and_turns,
    winner,
    commands,
    text_around_events,
)


def hints(context: Context) -> tuple[str, ...]:
    """The hints for a departure, the most specific first."""
    found = [hint for rule in RULES if (hint := rule(context))]
    return tuple(found[:MOST_HINTS])
