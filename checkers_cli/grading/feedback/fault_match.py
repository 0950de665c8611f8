"""Explains a submission's output by known faults, and stores the results."""

import re
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs
from checkers_cli.faults.explain.bundled import bundled_symptoms
from checkers_cli.faults.explain.distinguish import distinguishing_script
from checkers_cli.faults.explain.replays import ReplayCache, Symptom
from checkers_cli.faults.explain.search import Faults, FoundFaults, Observation, find_faults
from checkers_cli.faults.explain.symptoms import Symptoms, SymptomTable, make_symptoms
from checkers_cli.grading.cases import TestCase, habits_of
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import Explanation, FaultInfo
from checkers_cli.grading.store import Store
from checkers_cli.rules.habits import flags_of
from checkers_cli.util.text import common_prefix_length

_TITLE = re.compile(rb"ACTION #(\d{1,6})\b")


class Seen(NamedTuple):
    """What a program printed on a case; `complete` unless it was stopped."""

    case: TestCase
    printed: bytes
    complete: bool


class Explained(NamedTuple):
    """An explanation, and the names of the cases that it reproduces."""

    explanation: Explanation
    cases: frozenset[str]


class Explainer:
    """Explains the submissions of a plan, which share the runs of faulty programs."""

    def __init__(self, plan: Plan, store: Store, jobs: int = 1) -> None:
        self._plan, self._store, self._jobs = plan, store, jobs
        self._tools_by_reading: dict[int, tuple[ReplayCache, SymptomTable]] = {}

    def explain(self, seen: Sequence[Seen], combination: int) -> Explained | None:
        """Return the explanation of this output; None if it is correct or not explained.

        `combination` has a bit for each accepted reading or habit (see `HABITS`).
        """
        # Left out: cases whose golden file is not the output of the reference, because no fault
        # explains them, and programs that were stopped before they printed anything.
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
        known = self._store.read(key, tuple[Explained, ...])  # empty: nothing explains it
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
        replays, table = self._tools(combination)
        if all(replays.of(o.script).match(o.printed, o.complete).whole for o in observations):
            return None  # the output is correct; something else is wrong
        # One fault under any accepted reading is likelier than two under the best-fitting one.
        for other in dict.fromkeys((combination, *self._plan.combinations)):
            if other in (combination, 0) or _is_possible(seen, combination, other):
                found = find_faults(observations, *self._tools(other), tolerated, most=1)
                if found is not None:
                    return self._explained(found, other, seen)
        found = find_faults(observations, replays, table, tolerated, least=2)
        other = combination ^ 1  # bit 0: the reading of the value of a stuck player
        if (found is None or not found.exact) and self._differ(seen, combination, other):
            again = find_faults(observations, *self._tools(other), tolerated, least=2)
            if again is not None and again.exact:
                found, combination = again, other
        return None if found is None else self._explained(found, combination, seen)

    def _differ(self, seen: Sequence[Seen], one: int, other: int) -> bool:
        return other in self._plan.combinations and any(
            item.case.transcript(one) != item.case.transcript(other) for item in seen
        )

    def _tools(self, combination: int) -> tuple[ReplayCache, SymptomTable]:
        if combination not in self._tools_by_reading:
            replays = ReplayCache(reference_knobs(**flags_of(combination)))
            table = SymptomTable(replays, partial(self._symptoms, combination))
            self._tools_by_reading[combination] = replays, table
        return self._tools_by_reading[combination]

    def _symptoms(self, combination: int) -> dict[bytes, Symptoms]:
        """Return the symptoms on all scripts of the plan; unknown ones are computed and stored.

        They are those of the reference. Under another reading a fault has the same symptom as long
        as both readings expect the same output. That is exact enough to rank explanations by.
        """
        cases = {case.script: case for case in self._plan.cases}
        known = {script: self._known_symptoms(script) for script in cases}
        unknown = [script for script, symptoms in known.items() if symptoms is None]
        made = make_symptoms(unknown, REFERENCE, self._jobs) if unknown else []
        computed = dict(zip(unknown, made, strict=True))
        self._store.put([(self._key(script), dict(row), None) for script, row in computed.items()])
        found: dict[bytes, Symptoms] = {}
        for script, symptoms in (known | computed).items():
            right, expected = (cases[script].transcript(c) for c in (0, combination))
            same = len(right) + 1 if right == expected else common_prefix_length(right, expected)
            found[script] = {f: s for f, s in (symptoms or {}).items() if s.place < same}
        return found

    def _known_symptoms(self, script: bytes) -> Symptoms | None:
        stored = self._store.read(self._key(script), dict[str, Symptom])
        return bundled_symptoms(script) if stored is None else stored

    def _key(self, script: bytes) -> str:
        return self._plan.symptoms_key(sha256(script).hexdigest())

    def _explained(self, found: FoundFaults, combination: int, seen: Sequence[Seen]) -> Explained:
        """Return what was found in the form that results and reports use."""
        replays, _ = self._tools(combination)
        settings = [fault.setting for fault in found.faults]
        played = partial(replays.of, keep=not any(fault.learned for fault in found.faults))
        reproduced = frozenset(
            item.case.name
            for item in seen
            if played(item.case.script, *settings).match(item.printed, item.complete).whole
        )
        # A fault costs marks on the cases that fail because of it.
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
        explanation = Explanation(
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
        return Explained(explanation, reproduced)


def _is_possible(seen: Sequence[Seen], combination: int, other: int) -> bool:
    """Tell whether another reading agrees where the chosen one does, and differs elsewhere."""
    differs = False
    for item in seen:
        chosen, expected = item.case.expected(combination), item.case.expected(other)
        if item.printed == chosen != expected:
            return False
        differs |= item.printed != chosen != expected
    return differs


def _infos(faults: Faults, replays: ReplayCache, failing: Sequence[Seen]) -> tuple[FaultInfo, ...]:
    return tuple(_info(fault, replays, failing) for fault in faults)


def _info(fault: Fault, replays: ReplayCache, failing: Sequence[Seen]) -> FaultInfo:
    showing = [item.case for item in failing if _shows(fault, replays, item.case.script)]
    stages = [case.stage for case in showing] or [item.case.stage for item in failing] or [0]
    most = max(sorted(set(stages)), key=stages.count)  # the lowest stage of equals
    cases = tuple(case.name for case in showing)
    return FaultInfo(fault.id, fault.title, fault.rule, fault.hint, most, cases, fault.omission)


def _shows(fault: Fault, replays: ReplayCache, script: bytes) -> bool:
    """Tell whether a fault alone shows on a script."""
    right = replays.of(script).text()
    played = replays.of(script, fault.setting, keep=not fault.learned)
    return played.symptom(right) is not None


def _action_at(printed: bytes, place: int) -> str:
    """Return the action in which a byte of an output is, in words."""
    end = printed.find(b"\n", place)
    before = _TITLE.findall(printed[: end if end >= 0 else len(printed)])
    return f"action #{int(before[-1])}" if before else "the first board"
