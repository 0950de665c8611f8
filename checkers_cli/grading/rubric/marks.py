"""Marks of a submission by the rubric, with a reason for each deduction."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from checkers_cli.grading.results import (
    EXECUTION,
    ON_HIDDEN,
    Build,
    Deduction,
    Explanation,
    Marks,
    Memory,
    Run,
    SectionMark,
)
from checkers_cli.grading.rubric.fault_marks import Forgiven, forgiven_in
from checkers_cli.grading.rubric.schema import PROPORTIONAL, STAGE_NAMES, Rubric
from checkers_cli.grading.verdicts import Charge, Verdict
from checkers_cli.util.text import plural

NAMED = 3  # cases that are named in one deduction; the others are counted

_CHECK_FOUND = "the memory check found: "

# Marks are deducted in this order, the most severe verdict first, until none are left.
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
    """Compute the marks of a submission.

    The sections are `stage 0`, `stage 1`, `stage 2`, `execution`, then those marked by hand. The
    stages are parts of `execution`, which is a part of the total:

    - the mark of a stage is its maximum plus its deductions, which are negative;
    - the mark of `execution` is the sum of the stages plus its own deductions;
    - the total is `execution` plus the sections by hand plus the deductions from the whole.

    Nothing goes below 0, so a deduction is what was really lost. A deduction for the program as a
    whole (build, warnings, memory) is listed even if no marks were left, unless only a hidden case
    shows it. Runs beyond the assignment
    count only if the rubric says so. A run that could not be judged counts neither way. A stage
    without a judged case has the mark None and the marks are not complete. With `by-fault`, runs
    that known mistakes explain cost marks by mistake: see `fault_marks`.
    """
    runs = [run for run in runs if rubric.is_marked(run.within)]
    stages = [
        _stage(rubric, number, [run for run in runs if run.stage == number], build, explanation)
        for number in range(len(STAGE_NAMES))
    ]
    execution = _execution(rubric, stages, _program_deductions(rubric, build, memory, repaired))
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
        # Forgiven runs are listed even if they cost nothing, so that students see why.
        if amount or (forgiven and why == forgiven.why)
    )
    return SectionMark(name, out_of, left / 100, deductions=deductions)


def _groups(runs: Sequence[Run]) -> Iterable[tuple[str, list[Run]]]:
    """The failed runs, grouped by why marks are lost, the most severe verdict first."""
    groups: dict[str, list[Run]] = {}
    for verdict in _BY_SEVERITY:
        for run in runs:
            if run.verdict is verdict:
                groups.setdefault(verdict.lost_for, []).append(run)
    return groups.items()


def _bills(
    rubric: Rubric, out_of: float, runs: Sequence[Run], forgiven: Forgiven | None
) -> list[tuple[str, Fraction]]:
    """The cost of each group of failures in hundredths, however many marks are left.

    A program can choose how it fails by what it reads. So hidden cases are one group, the last one:
    how they fail changes only its cost, which the marks tell anyway.
    """
    spared = forgiven.runs if forgiven else ()
    by_fault = Fraction(-_cents(rubric.fault) * forgiven.faults) if forgiven else Fraction(0)

    def by_case(some: Iterable[Run]) -> Fraction:
        return sum((_cost(rubric, out_of, len(runs), run.verdict) for run in some), Fraction(0))

    def cost(some: Sequence[Run]) -> Fraction:
        others = by_case(run for run in some if run not in spared)
        return others + min(by_fault, by_case(run for run in some if run in spared))

    failed = [run for run in runs if run.failed]
    visible = [run for run in failed if not run.hidden]
    groups = _groups([run for run in visible if run not in spared])
    bills = [(_why(lost_for, group), cost(group)) for lost_for, group in groups]
    if forgiven and forgiven.why:
        bills.append((forgiven.why, cost([run for run in visible if run in spared])))
    if count := len(failed) - len(visible):
        bills.append((f"{plural(count, 'hidden case')}: failed", cost(failed) - cost(visible)))
    return bills


def _cost(rubric: Rubric, out_of: float, cases: int, verdict: Verdict) -> Fraction:
    """The cost of one failed case in hundredths.

    Scheme `deductions`: the rubric's deduction; scheme `proportional`: an equal share of the
    stage's marks for each case.
    """
    presentation = verdict.charge is Charge.PRESENTATION
    if rubric.scheme == PROPORTIONAL:
        kept = _exact(rubric.presentation_share) if presentation else Fraction(0)
        return Fraction(_cents(out_of), cases) * (1 - kept)
    return Fraction(-_cents(rubric.presentation if presentation else rubric.wrong))


def _losses(left: int, bills: Sequence[tuple[str, Fraction]]) -> list[tuple[str, int]]:
    """The marks really lost for each bill in hundredths, until none are left."""
    exact = Fraction(left)
    lost = []
    for why, cost in bills:
        exact = max(Fraction(0), exact - cost)
        # The running sum is rounded, so that the mark left is the exact mark rounded once.
        now = _half_up(exact)
        lost.append((why, left - now))
        left = now
    return lost


def _why(lost_for: str, runs: Sequence[Run]) -> str:
    count = len(runs)
    names = ", ".join(run.case for run in runs[:NAMED])
    more = f" and {count - NAMED} more" if count > NAMED else ""
    return f"{plural(count, 'case')}: {lost_for} ({names}{more})"


def _program_deductions(
    rubric: Rubric, build: Build, memory: Memory | None, repaired: bool
) -> list[tuple[str, float]]:
    """Reasons and amounts for the program as a whole, however many marks are left."""
    found: list[tuple[str, float]] = []
    if build.judge_error:
        return found
    if not build.ok:
        return [("the program does not build", rubric.build_failure)]
    if repaired:
        found.append(("the program builds only after a repair by staff", rubric.build_failure))
    if build.warnings:
        found.append((f"the compiler gives {plural(build.warnings, 'warning')}", rubric.warnings))
    if memory is not None and memory.findings:
        kinds = ", ".join(dict.fromkeys(one.kind for one in memory.findings if one.case))
        found.append((f"{_CHECK_FOUND}{kinds or ON_HIDDEN}", rubric.memory))
    return [(why, amount) for why, amount in found if amount]


def _execution(
    rubric: Rubric, stages: Sequence[SectionMark], nominal_deductions: Sequence[tuple[str, float]]
) -> SectionMark:
    out_of = rubric.sections[0].out_of
    if all(stage.mark is None for stage in stages if stage.out_of):
        return SectionMark(EXECUTION, out_of, None)
    left = sum(_cents(stage.mark) for stage in stages if stage.mark)
    deductions = []
    for why, nominal in nominal_deductions:
        amount = min(left, -_cents(nominal))
        if not amount and why == _CHECK_FOUND + ON_HIDDEN:
            continue  # students learn of it only if the marks tell it
        why += _shortfall(-_cents(nominal), amount)
        deductions.append(Deduction(why, -amount / 100 if amount else 0.0))
        left -= amount
    return SectionMark(EXECUTION, out_of, left / 100, deductions=tuple(deductions))


def _late(rubric: Rubric, days: float, subtotal: int, waiting: bool) -> list[Deduction]:
    """The deduction for lateness; `waiting` says that some marks are not given yet."""
    nominal = _half_up(-_exact(rubric.late_per_day) * _exact(days) * 100)
    if nominal <= 0:
        return []
    lost = min(subtotal, nominal)
    why = "1 day late" if days == 1 else f"{days:g} days late"
    if waiting and lost < nominal:
        why += f" ({-nominal / 100:g}; the rest will be taken from marks not given yet)"
    else:
        why += _shortfall(nominal, lost)
    return [Deduction(why, -lost / 100 if lost else 0.0)]


def _shortfall(nominal: int, lost: int) -> str:
    """A note in brackets if fewer marks were left than a deduction takes; else empty."""
    if lost == nominal:
        return ""
    left = f"only {lost / 100:g} was left" if lost else "no marks were left"
    return f" ({-nominal / 100:g}, but {left})"


def _exact(value: float) -> Fraction:
    """The decimal number as it was written, not its binary approximation."""
    return Fraction(repr(value))


def _half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def _cents(marks: float) -> int:
    """Marks as a whole number of hundredths, so that sums are exact."""
    return _half_up(_exact(marks) * 100)


def _rounded(marks: float | None) -> float | None:
    return None if marks is None else _cents(marks) / 100
