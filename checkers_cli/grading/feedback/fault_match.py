"""Explains a submission's output by known faults, and keeps what that took."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs
from checkers_cli.faults.explain.bundled import bundled_symptoms
from checkers_cli.faults.explain.distinguish import distinguishing_script
from checkers_cli.faults.explain.replays import (
    Observation,
    ReplayCache,
    Symptom,
    common_prefix_length,
)
from checkers_cli.faults.explain.search import Faults, find_faults
from checkers_cli.faults.explain.search import FoundFaults as Found
from checkers_cli.faults.explain.symptoms import Symptoms, SymptomTable, make_symptoms
from checkers_cli.grading.cases import TestCase, habits_of
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import Explanation, FaultInfo
from checkers_cli.grading.store import Store
from checkers_cli.rules.habits import HABITS

_TITLE = re.compile(rb"ACTION #(\d{1,6})\b")


class Seen(NamedTuple):
    """What a program printed on a case, and whether it was stopped before it had printed all."""

    case: TestCase
    printed: bytes
    complete: bool


class Explained(NamedTuple):
    """An explanation, and the names of the cases that it reproduces."""

    explanation: Explanation
    cases: frozenset[str]


class Explainer:
    """Explains the submissions of a plan; what one of them took the others need not do again."""

    def __init__(self, plan: Plan, store: Store, jobs: int = 1) -> None:
        self._plan, self._store, self._jobs = plan, store, jobs
        self._known: dict[int, tuple[ReplayCache, SymptomTable]] = {}

    def explain(self, seen: Sequence[Seen], combination: int) -> Explained | None:
        """What explains this output; None if nothing is wrong with it, or nothing is known."""
        # A golden file that this program does not agree with says nothing of the rules.
        # Of a program that was stopped before it printed anything nothing is known.
        seen = [
            item
            for item in seen
            if not item.case.golden_is_another and (item.printed or item.complete)
        ]
        if not any(item.printed for item in seen):
            return None
        printed = [(i.case.key, sha256(i.printed).hexdigest(), i.complete) for i in seen]
        names = [(i.case.name, i.case.stage, i.case.hidden) for i in seen]
        key = self._plan.explanation_key(printed, names, combination)
        known = self._store.read(key, tuple[Explained, ...])  # one, or none if nothing explains it
        if known is None:
            found = self._explain(seen, combination)
            known = () if found is None else (found,)
            self._store.put([(key, known, None)])
        return known[0] if known else None

    def _explain(self, seen: Sequence[Seen], combination: int) -> Explained | None:
        observations = [
            Observation(i.case.name, i.case.script, i.printed, i.complete) for i in seen
        ]
        tolerated = self._plan.rubric.accept
        replays, departures = self._engines(combination)
        if all(replays.of(o.script).match(o.printed, o.complete).whole for o in observations):
            return None  # whatever is wrong with it, it is not what it prints
        # One fault under any accepted reading is likelier than two under the one that fits best.
        for other in dict.fromkeys((combination, *self._plan.combinations)):
            if other in (combination, 0) or _is_possible(seen, combination, other):
                found = find_faults(observations, *self._engines(other), tolerated, most=1)
                if found is not None:
                    return self._told(found, other, seen)
        found = find_faults(observations, replays, departures, tolerated, least=2)
        other = combination ^ 1  # the other reading of what a stuck player is worth
        if (found is None or not found.exact) and self._differ(seen, combination, other):
            again = find_faults(observations, *self._engines(other), tolerated, least=2)
            if again is not None and again.exact:
                found, combination = again, other
        return None if found is None else self._told(found, combination, seen)

    def _differ(self, seen: Sequence[Seen], one: int, other: int) -> bool:
        return other in self._plan.combinations and any(
            item.case.transcript(one) != item.case.transcript(other) for item in seen
        )

    def _engines(self, combination: int) -> tuple[ReplayCache, SymptomTable]:
        if combination not in self._known:
            limits, *habits = (bool(combination >> bit & 1) for bit in range(len(HABITS)))
            replays = ReplayCache(reference_knobs(limits, *habits))
            self._known[combination] = replays, _KeptDepartures(self, replays, combination)
        return self._known[combination]

    def rows(self, combination: int) -> Iterator[tuple[bytes, Symptoms]]:
        """The rows of all of the plan's scripts: those that are known, and new ones.

        They are made for the reference. As far as a reading expects the same, its faults depart
        where those of the reference do; and as rows only say what is likely, that is good enough.
        """
        cases = {case.script: case for case in self._plan.cases}
        known = {script: self._known_row(script) for script in cases}
        unknown = [script for script, row in known.items() if row is None]
        made = make_symptoms(unknown, REFERENCE, self._jobs) if unknown else []
        self._store.put(
            [(self._row_key(s), dict(row), None) for s, row in zip(unknown, made, strict=True)]
        )
        known |= dict(zip(unknown, made, strict=True))
        for script, row in known.items():
            right, expected = (cases[script].transcript(c) for c in (0, combination))
            alike = len(right) + 1 if right == expected else common_prefix_length(right, expected)
            yield script, {f: d for f, d in (row or {}).items() if d.place < alike}

    def _known_row(self, script: bytes) -> Symptoms | None:
        row = self._store.read(self._row_key(script), dict[str, Symptom])
        return bundled_symptoms(script) if row is None else row

    def _row_key(self, script: bytes) -> str:
        return self._plan.departures_key(sha256(script).hexdigest())

    def _told(self, found: Found, combination: int, seen: Sequence[Seen]) -> Explained:
        """What was found, in the words of reports."""
        replays, _ = self._engines(combination)
        settings = [fault.setting for fault in found.faults]
        played = partial(replays.of, keep=not any(fault.learned for fault in found.faults))
        reproduced = frozenset(
            item.case.name
            for item in seen
            if played(item.case.script, *settings).match(item.printed, item.complete).whole
        )
        # What a fault costs, it costs where something fails through it.
        failing = [
            item
            for item in seen
            if item.case.name in reproduced
            and item.complete
            and not replays.of(item.case.script).match(item.printed, item.complete).whole
        ]
        first = next((item for item in seen if item.case.name == found.unexplained), None)
        telling, tells_all = "", False
        if found.others:
            telling, tells_all = distinguishing_script((found.faults, *found.others), replays)
        told = Explanation(
            exact=found.exact,
            faults=_infos(found.faults, replays, failing),
            compared=found.compared,
            explained=found.explained,
            habits=habits_of(combination),
            cut_short=found.partly,
            others=tuple(_infos(faults, replays, failing) for faults in found.others),
            telling=telling,
            tells_all=tells_all,
            case=first.case.name if first else "",
            hidden=first.case.hidden if first else False,
            action=_action_at(first.printed, found.agreed) if first else "",
        )
        return Explained(told, reproduced)


class _KeptDepartures(SymptomTable):
    """Rows that are made all at once, when the first of them is asked for, and kept."""

    def __init__(self, explainer: Explainer, replays: ReplayCache, combination: int) -> None:
        super().__init__(replays)
        self._made = False
        self._make = partial(explainer.rows, combination)

    def of(self, script: bytes) -> Symptoms:
        """The row of a script."""
        if not self._made:
            self._made = True
            for known, row in self._make():
                self.put(known, row)
        return super().of(script)


def _is_possible(seen: Sequence[Seen], combination: int, other: int) -> bool:
    """Whether another reading than the chosen one is right where that is, and says more."""
    says_more = False
    for item in seen:
        chosen, expected = item.case.expected(combination), item.case.expected(other)
        if item.printed == chosen != expected:
            return False
        says_more |= item.printed != chosen != expected
    return says_more


def _infos(faults: Faults, replays: ReplayCache, failing: Sequence[Seen]) -> tuple[FaultInfo, ...]:
    return tuple(_info(fault, _showing(fault, replays, failing), failing) for fault in faults)


def _info(fault: Fault, showing: Sequence[TestCase], failing: Sequence[Seen]) -> FaultInfo:
    stages = [case.stage for case in showing] or [item.case.stage for item in failing] or [0]
    most = max(sorted(set(stages)), key=stages.count)  # of equals the first
    cases = tuple(case.name for case in showing)
    return FaultInfo(fault.id, fault.title, fault.rule, fault.hint, most, cases, fault.omission)


def _showing(fault: Fault, replays: ReplayCache, failing: Sequence[Seen]) -> list[TestCase]:
    """The failed cases on which a fault shows by itself."""
    found = []
    for item in failing:
        right = replays.of(item.case.script).text()
        played = replays.of(item.case.script, fault.setting, keep=not fault.learned)
        if played.departure(right) is not None:
            found.append(item.case)
    return found


def _action_at(printed: bytes, place: int) -> str:
    """Where a place in an output is, in words."""
    end = printed.find(b"\n", place)
    before = _TITLE.findall(printed[: end if end >= 0 else len(printed)])
    return f"action #{int(before[-1])}" if before else "the first board"
