"""Forgiveness: failures that known mistakes explain cost by the mistake, not by the case.

So that one slip early in a program does not cost every later case. A rubric asks for it with
`by-fault`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from checkers_cli.grading.results import Explanation, Run
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.util.text import plural

_ELSEWHERE = "nothing lost here, as it costs in another stage"


@dataclass(frozen=True)
class Forgiven:
    """The failures of a stage that cost nothing by themselves."""

    runs: tuple[Run, ...]
    faults: int  # mistakes that show here most: each costs once
    why: str


def forgiven_in(
    stage: int, rubric: Rubric, runs: Sequence[Run], explanation: Explanation | None
) -> Forgiven | None:
    """What of a stage's runs is forgiven; None if nothing is."""
    if not rubric.by_fault or explanation is None or not explanation.faults:
        return None
    if any(fault.omission for fault in explanation.faults):  # what is not there is no slip
        return None
    spared = tuple(run for run in runs if run.explained and run.verdict.about_output)  # not a crash
    if not spared:
        return None
    new = [fault for fault in explanation.faults if fault.stage == stage]
    here = {run.case for run in spared}
    shown = [fault for fault in explanation.faults if here & set(fault.cases)]
    titles = ", and ".join(fault.title for fault in new or shown or explanation.faults)
    # Only of all its output can it be said what a program does.
    why = titles if explanation.exact else f"as if {titles}"
    why += f" ({plural(len(spared), 'case')})"
    return Forgiven(spared, len(new), why if new else f"{why}: {_ELSEWHERE}")
