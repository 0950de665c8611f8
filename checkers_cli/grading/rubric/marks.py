"""Marks: what a submission gets by the rubric, and why it gets no more."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from checkers_cli.grading.results import (
    Build,
    Deduction,
    Explanation,
    Marks,
    Memory,
    Run,
    SectionMark,
)
from checkers_cli.grading.rubric.fault_marks import Forgiven, forgiven_in
from checkers_cli.grading.rubric.schema import EXECUTION, PROPORTIONAL, STAGE_NAMES, Rubric
from checkers_cli.grading.verdicts import Charge, Verdict

NAMED = 3  # so many cases are named in one deduction, the others counted

# Marks are lost in this order: for what is worse first, for as long as marks are left.
_BY_SEVERITY = sorted((v for v in Verdict if v.severity), key=lambda verdict: verdict.severity)


def mark(
    rubric: Rubric,
    build: Build,
    runs: Iterable[Run],
    memory: Memory | None,
    late_days: float,
    by_hand: Mapping[str, float] | None,
    repaired: bool,
    explanation: Explanation | None = None,
) -> Marks:
    """A submission's marks.

    The sections are, in this order, `stage 0`, `stage 1`, `stage 2`, then `execution`, then those
    marked by hand. The stages are parts of `execution`, not of the total beside it:

    - a stage's mark is what it is out of and its deductions, added up;
    - the mark of `execution` is the stages' marks and its own deductions, added up;
    - the total is `execution`, the sections by hand and the deductions from the whole, added up.

    Deductions are what was really lost, as nothing goes below 0; one for the program as a whole
    (its build, warnings, memory) is listed even if nothing was left to lose. A run that could not
    be judged counts neither way. A stage of which no case was judged has the mark None and counts
    for nothing yet, and the marks are not complete. If the rubric says so, runs that known mistakes
    explain cost what these do, never more: see `forgiveness`.
    """
    runs = tuple(runs)
    stages = [
        _stage(rubric, number, [run for run in runs if run.stage == number], build, explanation)
        for number in range(len(STAGE_NAMES))
    ]
    execution = _execution(rubric, stages, _faults(rubric, build, memory, repaired))
    hand = [
        SectionMark(
            section.name, section.out_of, _rounded((by_hand or {}).get(section.name)), by_hand=True
        )
        for section in rubric.by_hand
    ]
    subtotal = sum(_cents(section.mark) for section in (execution, *hand) if section.mark)
    waiting = any(section.mark is None for section in (*stages, execution, *hand))
    late = _late(rubric, late_days, subtotal, waiting)
    judged = not build.judge_error and all(r.verdict.judged for r in runs)
    judged = judged and not (memory is not None and memory.judge_error)
    return Marks(
        total=(subtotal + sum(_cents(deduction.amount) for deduction in late)) / 100,
        out_of=rubric.out_of,
        complete=judged and not waiting,
        sections=(*stages, execution, *hand),
        deductions=tuple(late),
    )


def _stage(
    rubric: Rubric, number: int, runs: Sequence[Run], build: Build, explanation: Explanation | None
) -> SectionMark:
    name, out_of = STAGE_NAMES[number], rubric.stages[number]
    if not out_of:
        return SectionMark(name, out_of, 0.0)
    if build.judge_error:
        return SectionMark(name, out_of, None)
    if not build.ok:
        return SectionMark(
            name, out_of, 0.0, deductions=(Deduction("no case can be run", -out_of),)
        )
    judged = [run for run in runs if run.verdict.judged]
    if not judged:
        return SectionMark(name, out_of, None)
    forgiven = forgiven_in(number, rubric, judged, explanation)
    lost = _losses(_cents(out_of), _bills(rubric, out_of, judged, forgiven))
    left = _cents(out_of) - sum(amount for _, amount in lost)
    deductions = tuple(
        Deduction(why, -amount / 100 if amount else 0.0)
        for why, amount in lost
        # That nothing was lost for what is forgiven should not go unsaid.
        if amount or (forgiven and why == forgiven.why)
    )
    return SectionMark(name, out_of, left / 100, deductions=deductions)


def _groups(runs: Sequence[Run]) -> list[tuple[Verdict, list[Run]]]:
    """The runs that failed, put together by what happened and by whether students may see them."""
    groups = [
        (verdict, [run for run in runs if run.verdict is verdict and run.hidden is hidden])
        for verdict in _BY_SEVERITY
        for hidden in (False, True)
    ]
    return [(verdict, group) for verdict, group in groups if group]


def _bills(
    rubric: Rubric, out_of: float, runs: Sequence[Run], forgiven: Forgiven | None
) -> list[tuple[str, Fraction]]:
    """What each group of failures costs, in hundredths, before it is known how many are left."""

    def cost(failed: Sequence[Run]) -> Fraction:
        return sum((_cost(rubric, out_of, len(runs), run.verdict) for run in failed), Fraction(0))

    spared = forgiven.runs if forgiven else ()
    others = [run for run in runs if run not in spared]
    bills = [(_why(verdict, group), cost(group)) for verdict, group in _groups(others)]
    if forgiven:
        by_fault = Fraction(-_cents(rubric.fault) * forgiven.faults)
        bills.append((forgiven.why, min(by_fault, cost(forgiven.runs))))
    return bills


def _cost(rubric: Rubric, out_of: float, cases: int, verdict: Verdict) -> Fraction:
    """What one failed case costs, in hundredths.

    Scheme `deductions`: what the rubric says; scheme `proportional`: its share of the stage's
    marks, which is the same for each case.
    """
    presentation = verdict.charge is Charge.PRESENTATION
    if rubric.scheme == PROPORTIONAL:
        kept = _exact(rubric.presentation_share) if presentation else Fraction(0)
        return Fraction(_cents(out_of), cases) * (1 - kept)
    return Fraction(-_cents(rubric.presentation if presentation else rubric.wrong))


def _losses(left: int, bills: Sequence[tuple[str, Fraction]]) -> list[tuple[str, int]]:
    """What is really lost, in hundredths, for as long as there is something left."""
    exact = Fraction(left)
    lost = []
    for why, cost in bills:
        exact = max(Fraction(0), exact - cost)
        # Rounded as they add up, so that what is left is the exact mark, rounded once.
        now = _half_up(exact)
        lost.append((why, left - now))
        left = now
    return lost


def _why(verdict: Verdict, runs: Sequence[Run]) -> str:
    what, count = verdict.lost_for, len(runs)
    if runs[0].hidden:
        return f"a hidden case: {what}" if count == 1 else f"{count} hidden cases: {what}"
    names = ", ".join(run.case for run in runs[:NAMED])
    if count == 1:
        return f"{what}: {names}"
    more = f" and {count - NAMED} more" if count > NAMED else ""
    return f"{count} cases {what} ({names}{more})"


def _faults(
    rubric: Rubric, build: Build, memory: Memory | None, repaired: bool
) -> list[tuple[str, float]]:
    """What the program as a whole loses marks for, before it is known how many are left."""
    faults: list[tuple[str, float]] = []
    if build.judge_error:
        return faults
    if not build.ok:
        return [("does not build", rubric.build_failure)]
    if repaired:
        faults.append(("builds only since staff mended it", rubric.build_failure))
    if build.warnings:
        count = f"{build.warnings} warnings" if build.warnings > 1 else "a warning"
        faults.append((f"the compiler gives {count}", rubric.warnings))
    if memory is not None and memory.findings:
        kinds = ", ".join(dict.fromkeys(finding.kind for finding in memory.findings))
        faults.append((f"the memory check finds: {kinds}", rubric.memory))
    return [fault for fault in faults if fault[1]]


def _execution(
    rubric: Rubric, stages: Sequence[SectionMark], faults: Sequence[tuple[str, float]]
) -> SectionMark:
    out_of = rubric.sections[0].out_of
    if all(stage.mark is None for stage in stages if stage.out_of):
        return SectionMark(EXECUTION, out_of, None)
    left = sum(_cents(stage.mark) for stage in stages if stage.mark)
    deductions = []
    for why, nominal in faults:
        amount = min(left, -_cents(nominal))
        why += _rest(-_cents(nominal), amount)
        deductions.append(Deduction(why, -amount / 100 if amount else 0.0))
        left -= amount
    return SectionMark(EXECUTION, out_of, left / 100, deductions=tuple(deductions))


def _late(rubric: Rubric, days: float, subtotal: int, waiting: bool) -> list[Deduction]:
    """What lateness costs; `waiting` says that there are marks still to come that it takes from."""
    nominal = _half_up(-_exact(rubric.late_per_day) * _exact(days) * 100)
    if nominal <= 0:
        return []
    lost = min(subtotal, nominal)
    why = "1 day late" if days == 1 else f"{days:g} days late"
    if waiting and lost < nominal:
        why += f" ({-nominal / 100:g}; the rest comes off marks that are still to be given)"
    else:
        why += _rest(nominal, lost)
    return [Deduction(why, -lost / 100 if lost else 0.0)]


def _rest(nominal: int, lost: int) -> str:
    """Says, in brackets, that not all of a deduction could be taken; nothing if it could."""
    if lost == nominal:
        return ""
    rest = f"only {lost / 100:g} was left" if lost else "nothing was left to lose"
    return f" ({-nominal / 100:g}, but {rest})"


def _exact(value: float) -> Fraction:
    """The number that was written, not the nearest one that a float can hold."""
    return Fraction(repr(value))


def _half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def _cents(marks: float) -> int:
    """Marks as a whole number of hundredths: sums of these are exact."""
    return _half_up(_exact(marks) * 100)


def _rounded(marks: float | None) -> float | None:
    return None if marks is None else _cents(marks) / 100
