from typing import Any

import pytest

from checkers_cli.grading.rubric import rules
from checkers_cli.grading.rubric.rules import Rule


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (rules.LINE, ["x", "é"], ["", "  ", "a\nb", "x" * 81, 1]),
        (rules.MARK, [0, 2.5, 1000], [-1, 0.125, 1001, float("nan"), True, "1"]),
        (rules.LOSS, [0, -0.5], [1, -0.125, float("-inf"), False]),
        (rules.SHARE, [0, 0.5, 1], [-0.1, 1.1, True]),
        (rules.SECONDS, [0.1, 3600], [0, -1, 3601, float("nan")]),
        (rules.FLAG, [True, False], [0, 1, "true"]),
        (rules.NAMES, [[], ["a"]], ["a", [1], None]),
        (rules.STAGE_MARKS, [[2, 3, 2], [0, 0, 1]], [[0, 0, 0], [1, 2], [1, 2, -1], 3]),
        (rules.whole(1, 5), [1, 5], [0, 6, 1.0, True]),
        (rules.one_of(("a", "b")), ["a", "b"], ["c", "", None]),
        (rules.command(), ["./program", "env 'a b'"], ["", "a | b", "a > b", "it's", "a\nb", 1]),
        (rules.command("SOURCES"), ["cc SOURCES"], ["cc", "cc MYSOURCES"]),
    ],
    ids=lambda value: value.words if isinstance(value, Rule) else "",
)
def test_a_rule_holds_for_good_values_only(rule: Rule, good: list[Any], bad: list[Any]) -> None:
    assert all(rule.holds(value) for value in good)
    assert not any(rule.holds(value) for value in bad)
    assert rule.words
