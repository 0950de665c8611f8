"""Explains a submission by a model of known faults, which is tested on new scripts."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.explaining import Compared, Explained, FaultFound, compare, explain
from checkers_cli.faults.explain.plays import Observation
from checkers_cli.faults.model import LIMITS_KNOBS, Model, learned_text, model_of
from checkers_cli.grading.cases import Readings, TestCase, habits_of
from checkers_cli.grading.execution.run import CaseResult
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Read, read_here
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
_ON_HIDDEN = "The output is wrong on a hidden case."
_PATIENCE, _AT_LEAST = 10, 60  # CPU time of a worker: times the usual limit, and seconds more
_MEMORY = 2 << 30  # bytes of a worker; most need a tenth of that

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
    # The search counts its work. These limits are for what nobody has thought of.
    workers = Callers(jobs, _work, _PATIENCE * plan.explain + _AT_LEAST, _MEMORY)
    stack.callback(workers.stop)
    return workers


def _work(argument: Any, ask: Ask) -> Any:
    """Do what a call asks for, in a worker process."""
    function, *args = argument
    return function(*args, ask)


def _explain_in_worker(
    observations: Sequence[Observation],
    budget: Budget,
    seed: str,
    hidden: Collection[str],
    ask: Ask,
) -> Explained | None:
    """Explain observations in a worker process; the program is run by the caller."""
    count = 0

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        nonlocal count
        ended = ask(list(scripts)) if scripts else []
        made = []
        for script, (printed, complete) in zip(scripts, ended, strict=False):
            count += 1
            made.append(Observation(f"new script {count}", script, printed, complete))
        return made

    return explain(observations, budget, seed, run, hidden)


def _explain_recordings(
    observations: Sequence[Observation], budget: Budget, ask: Ask
) -> Explained | None:
    return explain(observations, budget)


def _compare_in_worker(
    model: Model, observations: Sequence[Observation], budget: Budget, ask: Ask
) -> Compared:
    return compare(model, observations, budget)


def explain_submission(
    plan: Plan,
    seen: Sequence[Seen],
    readings: Readings,
    seed: str,
    workers: Callers,
    run: RunScripts,
    seconds: float | None = None,
    read: Read = read_here,
) -> StoredExplanation | None:
    """Return the explanation of a program's output; None if it is right or nothing is known.

    Without `seconds` the limit is counted in work, and the result is the same on every machine.
    """
    usable = _usable(seen)
    if not any(item.printed for item in usable):
        return None
    hidden = frozenset(item.case.name for item in usable if item.case.hidden)
    argument = (_explain_in_worker, _observations(usable), _budget(plan, seconds), seed, hidden)
    found: Explained | None = workers.call(argument, run)
    return _stored(plan, found, seen, readings, read)


def _usable(seen: Sequence[Seen]) -> list[Seen]:
    """Return the cases that a fault can explain.

    Left out are cases whose golden file is not the output of the reference, and programs that were
    stopped before they printed anything.
    """
    return [
        item for item in seen if not item.case.golden_is_another and (item.printed or item.complete)
    ]


def _observations(seen: Iterable[Seen]) -> list[Observation]:
    return [Observation(i.case.name, i.case.script, i.printed, i.complete) for i in seen]


def _budget(plan: Plan, seconds: float | None = None) -> Budget:
    return Budget(round(plan.explain * WORK_A_SECOND), seconds)


def _stored(
    plan: Plan, found: Explained | None, seen: Sequence[Seen], readings: Readings, read: Read
) -> StoredExplanation | None:
    if found is None:
        return None
    within = _fails_within(seen, readings)
    explanation = _explanation(plan, found, _usable(seen), readings, within, read)
    return StoredExplanation(explanation, found.reproduced)


def explain_hidden(
    plan: Plan,
    known: StoredExplanation | None,
    seen: Sequence[Seen],
    readings: Readings,
    workers: Callers,
    read: Read = read_here,
) -> StoredExplanation | None:
    """Return an explanation that takes account of hidden cases, without running the program.

    `known` is that of the other cases. If there is none, all outputs are explained as recordings.
    """
    usable = _usable(seen)
    if not any(item.printed for item in usable):
        return known
    if known is None or not known.explanation.model["faults"]:
        recordings = (_explain_recordings, _observations(usable), _budget(plan))
        found = _stored(plan, workers.call(recordings, _no_answer), seen, readings, read)
        # A program could print its input where words are learned.
        return found and found._replace(explanation=replace(found.explanation, for_staff=True))
    hidden = [item for item in usable if item.case.hidden]
    model = model_of(known.explanation.model)
    argument = (_compare_in_worker, model, _observations(hidden), _budget(plan))
    compared: Compared = workers.call(argument, _no_answer)
    within = _fails_within(seen, readings)
    explanation = _with_hidden(known.explanation, compared, hidden, readings, within)
    return StoredExplanation(explanation, known.cases | compared.reproduced)


def _no_answer(question: Any) -> Any:
    raise AssertionError(question)


def _with_hidden(
    explanation: Explanation,
    compared: Compared,
    hidden: Sequence[Seen],
    readings: Readings,
    within: bool,
) -> Explanation:
    """Return an explanation with what was compared on hidden cases added."""
    counted = {
        item.case.name: item
        for item in hidden
        if item.complete and (item.case.within or not within)
    }
    faults = tuple(
        replace(
            one, cases=(*one.cases, *(name for name in compared.shown[one.id] if name in counted))
        )
        for one in explanation.faults
    )
    unexplained = [
        Unexplained(len(wrong), "", _ON_HIDDEN)
        for names in compared.unexplained
        if (wrong := [n for n in names if n in counted and _is_wrong(counted[n], readings)])
    ]
    return replace(
        explanation,
        faults=faults,
        compared=explanation.compared + len(counted),
        explained=explanation.explained + len(counted.keys() & compared.reproduced),
        hidden=len(counted),
        hidden_explained=len(counted.keys() & compared.reproduced),
        unexplained=(*explanation.unexplained, *unexplained)[:_MOST_KINDS],
    )


def _fails_within(seen: Iterable[Seen], readings: Readings) -> bool:
    return any(item.case.within and _is_wrong(item, readings) for item in seen)


def _is_wrong(item: Seen, readings: Readings) -> bool:
    return not item.complete or item.printed != item.case.expected(readings.of(item.case))


def _explanation(
    plan: Plan,
    found: Explained,
    seen: Sequence[Seen],
    readings: Readings,
    within: bool,
    read: Read,
) -> Explanation:
    """Return the explanation; `within` tells whether a case within the assignment fails."""
    cases = {item.case.name: item for item in seen}
    known = habits_of(readings.visible | readings.hidden)
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
        faults=tuple(_info(one, cases, readings, within, read) for one in shown),
        compared=len(counted),
        explained=sum(item.case.name in found.reproduced for item in counted),
        fresh=found.fresh_within if within else found.fresh,
        foretold=found.foretold_within if within else found.foretold,
        habits=tuple(habit for habit in habits if habit not in known),
        unexplained=tuple(_unexplained(found, cases, readings, within, read)),
        limited=found.limited,
    )


def _is_accepted(fault: Fault, plan: Plan, known: Collection[str]) -> bool:
    """Tell whether a fault is a habit that the rubric accepts, or a part of the known reading."""
    if LIMITS in known and fault.setting.keys() <= LIMITS_KNOBS.keys():
        return True
    return fault.id in plan.rubric.accept and fault.id in HABITS


def _info(
    one: FaultFound, cases: dict[str, Seen], readings: Readings, within: bool, read: Read
) -> FaultInfo:
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
        _diagnosis(one, readings, read),
    )


def _diagnosis(one: FaultFound, readings: Readings, read: Read) -> Diagnosis | None:
    if not one.printed:
        return None
    case = TestCase("", 0, False, one.script, None)
    expected = case.transcript(readings.visible)
    return read(diagnose, expected, one.printed, Verdict.WRONG, script=one.script)


def _unexplained(
    found: Explained, cases: dict[str, Seen], readings: Readings, within: bool, read: Read
) -> Iterable[Unexplained]:
    kinds = [[cases[name] for name in names] for names in found.unexplained]
    kinds = [
        [i for i in same if (i.case.within or not within) and _is_wrong(i, readings)]
        for same in kinds
    ]
    for same in [same for same in kinds if same][:_MOST_KINDS]:
        visible = next((item for item in same if not item.case.hidden), None)
        if visible is None:
            yield Unexplained(len(same), "", _ON_HIDDEN)
            continue
        case = visible.case
        expected = case.expected(readings.visible)
        found_first = read(diagnose, expected, visible.printed, Verdict.WRONG, script=case.script)
        yield Unexplained(len(same), case.name, found_first.summary)


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
        hidden = len(cases) - len(visible)
        found.append(Crashes(ended, len(cases), name, where=where, hidden=hidden))
    return tuple(sorted(found, key=lambda one: -one.cases))
