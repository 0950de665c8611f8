"""Forgiveness: failures that known mistakes explain cost marks by mistake, not by case.

One mistake early in a program then does not cost every later case, and a mistake never costs more
than its cases would: the better of the two counts. A rubric turns this on with `by-fault`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from checkers_cli.grading.results import Explanation, Run
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.util.text import plural

_ELSEWHERE = "no marks lost here, because it costs marks in another stage"


@dataclass(frozen=True)
class Forgiven:
    """The failures of a stage that cost marks by mistake."""

    runs: tuple[Run, ...]
    faults: int  # mistakes that cost marks in this stage, once each
    why: str  # empty if students see none of the runs


def forgiven_in(
    stage: int, rubric: Rubric, runs: Sequence[Run], explanation: Explanation | None
) -> Forgiven | None:
    """The forgiven runs of a stage; None if there are none."""
    if not rubric.by_fault or explanation is None or explanation.for_staff:
        return None  # students would read the title of a mistake that only hidden cases show
    if any(fault.omission for fault in explanation.faults):  # a missing part is not forgiven
        return None
    # A mistake that is only possible must neither cost nor save marks.
    facts = [fault for fault in explanation.faults if fault.confirmed]
    doubtful = {c for fault in explanation.faults if not fault.confirmed for c in fault.cases}
    spared = tuple(
        run
        for run in runs
        if run.explained
        and run.verdict.about_output  # not a crash
        and run.case not in doubtful
    )
    if not facts or not spared:
        return None
    new = [fault for fault in facts if fault.stage == stage]
    # Neither a title nor a number must tell what a hidden script contains.
    here = {run.case for run in spared if not run.hidden}
    if not here:
        return Forgiven(spared, len(new), "")
    shown = [fault for fault in facts if here & set(fault.cases)]
    titles = ", and ".join(fault.title for fault in new or shown or facts)
    why = f"{titles} ({plural(len(here), 'case')})"
    return Forgiven(spared, len(new), why if new else f"{why}: {_ELSEWHERE}")
