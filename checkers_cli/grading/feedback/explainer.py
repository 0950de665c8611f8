"""Explains a submission by a model of known faults, which is tested on new scripts."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.explaining import Explained, FaultFound, explain
from checkers_cli.faults.explain.plays import Observation
from checkers_cli.faults.model import LIMITS_KNOBS, Model, learned_text
from checkers_cli.grading.cases import TestCase, habits_of
from checkers_cli.grading.execution.run import CaseResult
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import (
    Crashes,
    Diagnosis,
    Explanation,
    FaultInfo,
    Finding,
    Memory,
    Unexplained,
)
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.calls import Ask, Callers
from checkers_cli.util.text import visible_bytes

LIMITS = "limits"
_MOST_KINDS = 4  # kinds of failures that are not explained

# Runs a program on scripts: its output, and whether it ended by itself, for each.
RunScripts = Callable[[Sequence[bytes]], Sequence[tuple[bytes, bool]]]


class Seen(NamedTuple):
    """What a program printed on a case; `complete` unless it was stopped or crashed."""

    case: TestCase
    printed: bytes
    complete: bool


class StoredExplanation(NamedTuple):
    """An explanation, and the names of the cases that it reproduces."""

    explanation: Explanation
    cases: frozenset[str]


def explaining_workers(plan: Plan, jobs: int, stack: ExitStack) -> Callers | None:
    """Start the processes that explain; None if the plan asks for no explanations.

    They are forked, so this must be called before threads are started.
    """
    if plan.explain <= 0:
        return None
    workers = Callers(jobs, _explain_in_worker)
    stack.callback(workers.stop)
    return workers


def _explain_in_worker(argument: Any, ask: Ask) -> Explained | None:
    """Explain observations in a worker process; the program is run by the caller."""
    observations, work, seconds, seed, hidden = argument
    count = 0

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        nonlocal count
        ended = ask(list(scripts)) if scripts else []
        made = []
        for script, (printed, complete) in zip(scripts, ended, strict=False):
            count += 1
            made.append(Observation(f"new script {count}", script, printed, complete))
        return made

    return explain(observations, Budget(work, seconds), seed, run, hidden)


def explain_submission(
    plan: Plan,
    seen: Sequence[Seen],
    combination: int,
    seed: str,
    workers: Callers,
    run: RunScripts,
    seconds: float | None = None,
) -> StoredExplanation | None:
    """Return the explanation of a program's output; None if it is right or nothing is known.

    Without `seconds` the limit is counted in work, and the result is the same on every machine.
    """
    # Left out: cases whose golden file is not the output of the reference, because no fault
    # explains them, and programs that were stopped before they printed anything.
    usable = [
        item for item in seen if not item.case.golden_is_another and (item.printed or item.complete)
    ]
    if not any(item.printed for item in usable):
        return None
    observations = [Observation(i.case.name, i.case.script, i.printed, i.complete) for i in usable]
    hidden = frozenset(item.case.name for item in usable if item.case.hidden)
    work = round(plan.explain * WORK_A_SECOND)
    found: Explained | None = workers.call((observations, work, seconds, seed, hidden), run)
    if found is None:
        return None
    within = any(item.case.within and _is_wrong(item, combination) for item in seen)
    explanation = _explanation(plan, found, usable, combination, within)
    return StoredExplanation(explanation, found.reproduced)


def _is_wrong(item: Seen, combination: int) -> bool:
    return not item.complete or item.printed != item.case.expected(combination)


def _explanation(
    plan: Plan, found: Explained, seen: Sequence[Seen], combination: int, within: bool
) -> Explanation:
    """Return the explanation; `within` tells whether a case within the assignment fails."""
    cases = {item.case.name: item for item in seen}
    known = habits_of(combination)
    accepted = [one for one in found.faults if _is_accepted(one.fault, plan, known)]
    shown = [
        one
        for one in found.faults
        if one not in accepted
        # While a case within the assignment fails, nothing is said about the others.
        and (not within or any(cases[name].case.within for name in one.cases))
    ]
    # What is counted is what the mistakes that are shown can foretell.
    counted = [item for item in seen if item.complete and (item.case.within or not within)]
    habits = [one.fault.id for one in accepted if one.fault.id in HABITS] + [
        LIMITS
    ] * found.model.limits
    return Explanation(
        model=found.model.data(),
        faults=tuple(_info(one, cases, combination, within) for one in shown),
        compared=len(counted),
        explained=sum(item.case.name in found.reproduced for item in counted),
        fresh=found.fresh_within if within else found.fresh,
        foretold=found.foretold_within if within else found.foretold,
        habits=tuple(habit for habit in habits if habit not in known),
        unexplained=tuple(_unexplained(found, cases, combination, within)),
        limited=found.limited,
    )


def _is_accepted(fault: Fault, plan: Plan, known: Collection[str]) -> bool:
    """Tell whether a fault is a habit that the rubric accepts, or a part of the known reading."""
    if LIMITS in known and fault.setting.keys() <= LIMITS_KNOBS.keys():
        return True
    return fault.id in plan.rubric.accept and fault.id in HABITS


def _info(one: FaultFound, cases: dict[str, Seen], combination: int, within: bool) -> FaultInfo:
    fault, showing = one.fault, [cases[name].case for name in one.cases]
    if within:
        showing = [case for case in showing if case.within]
    stages = [case.stage for case in showing] or [0]
    most = max(sorted(set(stages)), key=stages.count)  # the lowest stage of equals
    words = learned_text(fault)
    return FaultInfo(
        fault.id,
        fault.title,
        fault.rule,
        fault.hint,
        most,
        tuple(case.name for case in showing),
        fault.omission,
        one.confirmed,
        one.foretold,
        visible_bytes(words.encode("utf-8", "surrogateescape")) if words else "",
        one.script.decode("latin-1"),
        _diagnosis(one, combination),
    )


def _diagnosis(one: FaultFound, combination: int) -> Diagnosis | None:
    if not one.printed:
        return None
    case = TestCase("", 0, False, one.script, None)
    return diagnose(case.transcript(combination), one.printed, Verdict.WRONG, script=one.script)


def _unexplained(
    found: Explained, cases: dict[str, Seen], combination: int, within: bool
) -> Iterable[Unexplained]:
    kinds = [[cases[name] for name in names] for names in found.unexplained]
    kinds = [
        [i for i in same if (i.case.within or not within) and _is_wrong(i, combination)]
        for same in kinds
    ]
    for same in [same for same in kinds if same][:_MOST_KINDS]:
        visible = next((item for item in same if not item.case.hidden), None)
        if visible is None:
            yield Unexplained(len(same), "", "The output is wrong on a hidden case.")
            continue
        case = visible.case
        expected = case.expected(combination)
        summary = diagnose(expected, visible.printed, Verdict.WRONG, script=case.script).summary
        yield Unexplained(len(same), case.name, summary)


def with_crashes(
    explanation: Explanation | None, results: Sequence[CaseResult], memory: Memory | None
) -> Explanation | None:
    """Return an explanation that also tells how the program ended too early or not at all."""
    found = _crashes(results, memory.findings if memory else ())
    if explanation is not None:
        return replace(explanation, crashes=found)
    if not found:
        return None
    return Explanation(Model().data(), (), len(results), 0, crashes=found)


def _crashes(results: Iterable[CaseResult], findings: Iterable[Finding]) -> tuple[Crashes, ...]:
    """Return the ways in which a program ended too early, with the shortest script of each."""
    places = {finding.case: finding.where for finding in findings if finding.where}
    ways: dict[str, list[TestCase]] = {}
    for case, outcome, left_out in results:
        if outcome is not None and not left_out and outcome.judged.fixed is not None:
            ways.setdefault(outcome.ended, []).append(case)
    found = []
    for ended, cases in ways.items():
        visible = [case for case in cases if not case.hidden]
        shortest = min(visible, key=lambda case: len(case.script), default=None)
        name = shortest.name if shortest else ""
        where = next((places[case.name] for case in visible if case.name in places), "")
        found.append(Crashes(ended, len(cases), name, where=where))
    return tuple(sorted(found, key=lambda one: -one.cases))
