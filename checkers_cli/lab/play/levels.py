"""How well the machine plays, from 1 to 9."""

from checkers_cli.rules.variants import Variant
from checkers_cli.search.searches import DEEPEST_SEARCH, SearchPlan

LOWEST, HIGHEST = 1, 9
LEVEL = 4  # a beginner can win, and there is no waiting
# The upper levels have time instead of depth: how deep one gets within a breath differs much from
# the middle of a game to its end.
SECONDS = {7: 1.0, 8: 3.0, 9: 10.0}
IN_WORDS = "1 to 6 look so many actions ahead; 7, 8 and 9 take 1, 3 and 10 seconds for an action."


def plan_of(level: int, variant: Variant) -> SearchPlan:
    """How the machine of a level searches."""
    plan = SearchPlan(depth=level, table=True, ordering=True, shortest=True)
    if level in SECONDS:
        # A board of marks is full after so many actions: looking further is waiting for nothing.
        deepest = DEEPEST_SEARCH if variant.has_men else variant.size**2
        plan = plan._replace(depth=deepest, seconds=SECONDS[level])
    return plan
