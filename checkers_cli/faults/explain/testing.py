"""Tests a model of a program on new scripts, and improves it with what they show.

The new scripts are of three kinds: those that show one of the model's faults, those that tell it
from another fault that explains as much, and a survey of scripts of all kinds, which finds what the
cases did not show.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import Knobs, with_setting
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.candidates import Change
from checkers_cli.faults.explain.evidence import Evidence
from checkers_cli.faults.explain.fresh import NewScripts, survey
from checkers_cli.faults.explain.plays import Observation, Play, play_on
from checkers_cli.faults.explain.search import Found, find_model
from checkers_cli.faults.model import Model
from checkers_cli.script.promise import is_within

# Runs the program on scripts; there are no more observations than scripts.
RunProgram = Callable[[Sequence[bytes]], Sequence[Observation]]

_ROUNDS = 5  # of new scripts, as long as they show that the model is wrong
_FOR_SEARCH = 0.5  # of the limit, so that what is found can be tested
_WANTED = 5  # new scripts for each fault
_RIVALS = 20  # faults that might be there instead of a fault
_MOST_UNTOLD = 3  # of these, faults that no new script tells apart, before the others are left out
_FOR_RIVALS = 1  # new scripts for each of these, which may be the same for several
_MOST_LOST = 6  # outputs that a rival may explain less, if the model does not explain all
_MODELS = 12  # known scripts of a fault that new ones are made from
_BATCHES, _BATCH = 3, 25  # scripts of a survey
_ENOUGH_WRONG = 4  # outputs that a model does not foretell, to look for a better one
_MOST_STOPPED = 3  # runs that crash or time out in a survey: these say little and may take long


def model_after_tests(
    evidence: Evidence, found: Found, budget: Budget, random: Random, run: RunProgram
) -> Found:
    """Run the program on new scripts, and improve the model as long as they contradict it."""
    for _ in range(_ROUNDS):
        model = evidence.model_of(found.faults)
        # The survey comes first: it is cheap, and what it shows need not be shown again.
        if _survey(model, evidence, random, budget, run):
            _test_faults(model, evidence, random, budget, run)
        if evidence.foretold_by(model) or budget.left <= 0:
            return found
        wrong = [case for case in evidence.fresh if not evidence.play(model, case).whole]
        if not evidence.is_worth_saying(wrong):
            break
        better = find_model(evidence.all, budget.part(_FOR_SEARCH), start=found)
        if better.faults == found.faults:
            break
        found = replace(better, plays=better.plays[: len(evidence.cases)])
    # No model explains everything. Some of its faults may be facts all the same.
    _test_faults(evidence.model_of(found.faults), evidence, random, budget, run)
    return found


def _survey(
    model: Model, evidence: Evidence, random: Random, budget: Budget, run: RunProgram
) -> bool:
    """Run the program on scripts of all kinds; tell whether the model foretold all outputs."""
    scripts = survey(model.knobs, evidence.known, random)
    right = True
    for _ in range(_BATCHES):
        fresh = run([next(scripts) for _ in range(_BATCH)])
        evidence.fresh += fresh
        evidence.unrelated.update(case.script for case in fresh)
        wrong = sum(not evidence.play(model, case).whole for case in fresh)
        stopped = sum(not case.complete for case in fresh)
        right = right and not wrong
        if wrong >= _ENOUGH_WRONG or stopped >= _MOST_STOPPED or budget.left <= 0:
            break
    return right


def _test_faults(
    model: Model, evidence: Evidence, random: Random, budget: Budget, run: RunProgram
) -> None:
    """Run the program on scripts that show each fault of a model, and tell it from its rivals."""
    known = evidence.known
    scripts: dict[bytes, bool] = {}  # and whether they have nothing to do with known ones
    evidence.untold.clear()
    evidence.doubted.clear()
    for fault in model.faults:
        without = evidence.without(model, fault)
        # The short ones first.
        shown = sorted(evidence.shown, key=lambda case: len(case.script))
        telling = (case for case in shown if evidence.tells(case, model, without))
        showing = list(islice(telling, _MODELS))
        if budget.left <= 0 or not evidence.is_worth_saying(showing):
            continue  # what was not tested is no fact
        new = NewScripts(model.knobs, [case.script for case in showing], known, random, budget)
        wanted = _WANTED - sum(case.script in evidence.unrelated for case in showing)
        scripts.update(new.telling(without.knobs, Change((), (fault,)), wanted))
        untold = evidence.untold.setdefault(fault.id, [])
        for rival, change in _rivals(model, fault, showing, evidence, budget):
            found = new.telling(rival.knobs, change, _FOR_RIVALS)
            scripts.update(found)
            if not found:
                untold.append(rival)
            if len(untold) == _MOST_UNTOLD:
                break
        if _has_near_rival(model, fault, evidence, budget):
            evidence.doubted.add(fault.id)
    evidence.unrelated.update(script for script, unrelated in scripts.items() if unrelated)
    evidence.fresh += run(list(scripts))


def _rivals(
    model: Model,
    fault: Fault,
    showing: Sequence[Observation],
    evidence: Evidence,
    budget: Budget,
) -> Iterator[tuple[Model, Change]]:
    """Yield models with another fault in place of one that explain everything that it explains.

    The fault shows on `showing`, so these cases refuse most rivals.
    """
    others = evidence.without(model, fault)
    telling = _explained(showing, model, others, evidence)
    everything: list[tuple[Observation, Play]] = []
    found = 0
    for rival in _possible_rivals(fault, others):
        if found == _RIVALS or budget.left <= 0:
            break
        knobs, change = with_setting(others.knobs, rival.setting), Change((), (rival,))
        if not all(_explains(knobs, change, case, one, budget) for case, one in telling):
            continue
        everything = everything or _explained(evidence.all, model, others, evidence)
        if all(_explains(knobs, change, case, one, budget) for case, one in everything):
            found += 1
            yield (
                replace(model, faults=(*others.faults, rival)),
                Change((fault,), (rival,)),
            )


def _has_near_rival(model: Model, fault: Fault, evidence: Evidence, budget: Budget) -> bool:
    """Tell whether another fault might be there instead, if the model is not right.

    That is so for faults of the tree, which hide each other: what the model does not explain may be
    due to another fault in place of this one, although that explains a bit less than this one.
    """
    unexplained = sum(
        is_within(case.script) and not evidence.play(model, case).whole for case in evidence.all
    )
    if not unexplained or not _depends_on_tree(fault):
        return False
    others = evidence.without(model, fault)
    explained = _explained(evidence.all, model, others, evidence)
    for rival in _possible_rivals(fault, others):
        if budget.left <= 0:
            return True
        if not _depends_on_tree(rival):
            continue
        knobs, change = with_setting(others.knobs, rival.setting), Change((), (rival,))
        lost = 0
        for case, one in explained:
            lost += not _explains(knobs, change, case, one, budget)
            if lost > min(unexplained, _MOST_LOST):
                break
        else:
            return True
    return False


def _depends_on_tree(fault: Fault) -> bool:
    """Tell whether what a fault does depends on the values of trees."""
    return Change((), (fault,)).tree or "plays.foreseen" in fault.setting


def _possible_rivals(fault: Fault, others: Model) -> Iterator[Fault]:
    """Yield the faults that could be in a model in place of one."""
    for rival in CATALOGUE.values():
        conflicts = any(rival.conflicts_with(other) for other in others.faults)
        if not (rival.id == fault.id or rival.equivalent or rival.learned or conflicts):
            yield rival


def _explained(
    cases: Sequence[Observation], model: Model, others: Model, evidence: Evidence
) -> list[tuple[Observation, Play]]:
    """Return the cases that a model explains, with the plays of another one without a fault."""
    explained = [
        (case, evidence.play(others, case)) for case in cases if evidence.play(model, case).whole
    ]
    return sorted(explained, key=_patience)


def _patience(pair: tuple[Observation, Play]) -> tuple[bool, int]:
    """Sort cases by how soon they refuse most faults: first those that need the fault.

    Of these, the ones with little output after the first difference.
    """
    case, without = pair
    return without.whole, len(case.printed) - (0 if without.whole else without.place)


def _explains(
    knobs: Knobs, change: Change, case: Observation, before: Play, budget: Budget
) -> bool:
    """Tell whether a model that is changed reproduces a case, after a quick look at the change."""
    if change.only_tree and before.command is None:
        return before.whole
    where = change.quick if not before.whole else change.exact
    after = play_on(case, knobs, before, where)
    budget.spend(after.work)
    if after.whole and where != change.exact:
        after = play_on(case, knobs, before, change.exact)
        budget.spend(after.work)
    return after.whole
