"""Explains a program: finds a model, tests it on new scripts, and improves it with what they show.

A fault is stated as a fact only if it foretold at least three outputs that it was not chosen by,
and was wrong on none. If the program can be run, these are new scripts, made for the purpose. If
there are only recordings, some of the cases are set aside while a fault is chosen again.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.candidates import Change
from checkers_cli.faults.explain.fresh import NewScripts
from checkers_cli.faults.explain.plays import Observation, Play, output, play, play_on
from checkers_cli.faults.explain.search import (
    READING,
    Budget,
    Faults,
    Found,
    find_model,
    kind_of_difference,
)
from checkers_cli.faults.model import Model
from checkers_cli.faults.testgen.shrinking import shrink
from checkers_cli.script.promise import is_within

# Runs the program on scripts; there are no more observations than scripts.
RunProgram = Callable[[Sequence[bytes]], Sequence[Observation]]

ENOUGH = 3  # outputs that a fault must have foretold to be a fact
_WANTED = 5  # new scripts for each fault
_RIVALS = 20  # faults that might be there instead of a fault
_MOST_UNTOLD = 3  # of these, faults that no new script tells apart, before the others are left out
_FOR_RIVALS = 1  # new scripts for each of these, which may be the same for several
_MODELS = 12  # known scripts of a fault that new ones are made from
# What searches may use of the limit; a program with unknown mistakes would use up all of it, and
# nothing that was found could be tested.
_FOR_FIRST_SEARCH = 0.5
_FOR_SEARCH = 0.5
_ROUNDS = 3  # of new scripts, as long as they show that the model is wrong
_MOST_SHRINKING = 120  # trials to make the script of a fault shorter


@dataclass(frozen=True)
class FaultFound:
    """A fault of the model and the evidence for it."""

    fault: Fault
    cases: tuple[str, ...]  # failing cases on which it shows
    foretold: int = 0  # outputs that it foretold and was not chosen by
    unrelated: int = 0  # of these, outputs for scripts that have nothing to do with the others
    wrong: int = 0  # outputs that it foretold wrongly
    doubtful: bool = False  # another fault explains all outputs just as well
    script: bytes = b""  # a short script that shows it
    printed: bytes = b""  # what the program printed for that script

    @property
    def confirmed(self) -> bool:
        """Whether it is a fact."""
        # What is seen on one script only, and on others that were made from it, is one fact about
        # that script.
        independent = self.unrelated + len(self.cases)
        enough = self.foretold >= ENOUGH and independent >= ENOUGH
        return enough and not self.wrong and not self.doubtful


@dataclass(frozen=True)
class Explained:
    """The model of a program, and how it did."""

    model: Model
    faults: tuple[FaultFound, ...]  # of the model, the most costly first
    reproduced: frozenset[str]  # names of the cases whose whole output is reproduced
    unexplained: tuple[tuple[str, ...], ...]  # names of the other cases by kind, shortest first
    fresh: int = 0  # new scripts on which the program was run
    foretold: int = 0  # of these, scripts for which the model prints the same
    fresh_within: int = 0  # the same, for scripts as the assignment promises them
    foretold_within: int = 0
    limited: bool = False  # whether the search was stopped by its limit


@dataclass
class _Evidence:
    """What is known of a program."""

    cases: Sequence[Observation]
    hidden: Container[str]
    fresh: list[Observation] = field(default_factory=list)
    unrelated: set[bytes] = field(default_factory=set)  # new scripts not made from known ones
    # Models with another fault in place of one, which no new script tells apart, by id of the fault
    untold: dict[str, list[Model]] = field(default_factory=dict)
    _outputs: dict[tuple[int, bytes], tuple[Model, bytes]] = field(default_factory=dict)
    _without: dict[tuple[int, str], tuple[Model, Model]] = field(default_factory=dict)

    @property
    def all(self) -> list[Observation]:
        return [*self.cases, *self.fresh]

    @property
    def shown(self) -> list[Observation]:
        """Everything but the hidden cases."""
        return [*(case for case in self.cases if case.name not in self.hidden), *self.fresh]

    def output(self, model: Model, script: bytes) -> bytes:
        """Return what a model prints; it is played once for each script."""
        key = id(model), script
        if key not in self._outputs:  # the model is kept, so that no other one gets its id
            self._outputs[key] = model, output(script, model.knobs)
        return self._outputs[key][1]

    def without(self, model: Model, fault: Fault) -> Model:
        """Return a model without one of its faults, the same one each time."""
        key = id(model), fault.id
        if key not in self._without:
            self._without[key] = model, model.without(fault)
        return self._without[key][1]

    def tells(self, case: Observation, one: Model, other: Model) -> bool:
        """Tell whether two models print different things for the script of a case."""
        return self.output(one, case.script) != self.output(other, case.script)


def explain(
    cases: Sequence[Observation],
    budget: Budget,
    seed: str = "",
    run: RunProgram | None = None,
    hidden: Container[str] = (),
) -> Explained | None:
    """Explain what a program printed; None if all of it is right.

    The seed decides which new scripts are made. Scripts of cases with `hidden` names are compared,
    but no new scripts are made of them.
    """
    if all(play(case, REFERENCE).whole for case in cases):
        return None
    evidence = _Evidence(cases, hidden)
    first = budget.part(_FOR_FIRST_SEARCH)
    found = find_model(cases, first)
    if run is not None:
        found = _tested(evidence, found, budget, Random(seed), run)  # noqa: S311 - games, not secrets
    model = model_of_faults(found.faults)
    faults = [_with_evidence(model, fault, evidence) for fault in model.faults]
    if run is None:
        faults = _held_out(faults, cases, budget)
    else:
        faults = [_with_script(model, one, evidence, run) for one in faults]
    faults.sort(key=lambda one: (not one.confirmed, -len(one.cases)))
    plays = dict(zip((case.name for case in cases), found.plays, strict=False))
    foretold = {case.script: play(case, model.knobs).whole for case in evidence.fresh}
    within = [whole for script, whole in foretold.items() if is_within(script)]
    return Explained(
        model,
        tuple(faults),
        frozenset(name for name, one in plays.items() if one.whole),
        _unexplained(cases, found),
        len(foretold),
        sum(foretold.values()),
        len(within),
        sum(within),
        first.left <= 0,
    )


def model_of_faults(faults: Faults) -> Model:
    """Return the model with these faults; the reading `limits` may be one of them."""
    limits = any(fault.id == READING.id for fault in faults)
    return Model(limits, tuple(fault for fault in faults if fault.id != READING.id))


def _tested(
    evidence: _Evidence, found: Found, budget: Budget, random: Random, run: RunProgram
) -> Found:
    """Run the program on new scripts, and improve the model as long as they contradict it."""
    for _ in range(_ROUNDS):
        model = model_of_faults(found.faults)
        fresh = list(run(_new_scripts(model, evidence, random, budget)))
        evidence.fresh += fresh
        if all(play(case, model.knobs).whole for case in fresh) or budget.left <= 0:
            break
        better = find_model(evidence.all, budget.part(_FOR_SEARCH), start=found.faults)
        if better.faults == found.faults:
            break
        found = replace(better, plays=better.plays[: len(evidence.cases)])
    return found


def _new_scripts(model: Model, evidence: _Evidence, random: Random, budget: Budget) -> list[bytes]:
    """Return new scripts that show each fault of a model, and tell it from its rivals."""
    known = {case.script for case in evidence.all}
    scripts: dict[bytes, bool] = {}  # and whether they have nothing to do with known ones
    evidence.untold.clear()
    for fault in model.faults:
        without = evidence.without(model, fault)
        showing = [case for case in evidence.shown if evidence.tells(case, model, without)]
        showing.sort(key=lambda case: len(case.script))
        models = [case.script for case in showing[:_MODELS]]
        new = NewScripts(model.knobs, models, known, random, budget)
        scripts.update(new.telling(without.knobs, Change((), (fault,)), _WANTED))
        untold = evidence.untold.setdefault(fault.id, [])
        for rival, change in _rivals(model, fault, evidence, budget):
            telling = new.telling(rival.knobs, change, _FOR_RIVALS)
            scripts.update(telling)
            if not telling:
                untold.append(rival)
            if len(untold) == _MOST_UNTOLD:
                break
    evidence.unrelated.update(script for script, unrelated in scripts.items() if unrelated)
    return list(scripts)


def _rivals(
    model: Model, fault: Fault, evidence: _Evidence, budget: Budget
) -> Iterator[tuple[Model, Change]]:
    """Yield models with another fault in place of one that explain everything that it explains."""
    others = model.without(fault)
    explained = [
        (case, play(case, others.knobs)) for case in evidence.all if play(case, model.knobs).whole
    ]
    explained.sort(key=lambda pair: pair[1].whole)  # first those that the fault explains
    found = 0
    for rival in CATALOGUE.values():
        if found == _RIVALS or budget.left <= 0:
            break
        if (
            rival.id == fault.id
            or rival.equivalent
            or rival.learned
            or any(rival.conflicts_with(other) for other in others.faults)
        ):
            continue
        changed, change = replace(model, faults=(*others.faults, rival)), Change((), (rival,))
        if all(_explains(changed.knobs, change, case, one, budget) for case, one in explained):
            found += 1
            yield changed, Change((fault,), (rival,))


def _explains(
    knobs: Knobs, change: Change, case: Observation, before: Play, budget: Budget
) -> bool:
    """Tell whether a model that is changed reproduces a case, after a quick look at the change."""
    if change.only_tree and before.command is None:
        return before.whole
    if not before.whole and change.quick != change.exact:
        budget.spend()
        if not play_on(case, knobs, before, change.quick).whole:
            return False
    budget.spend()
    return play_on(case, knobs, before, change.exact).whole


def _with_evidence(model: Model, fault: Fault, evidence: _Evidence) -> FaultFound:
    """Return a fault with the cases on which it shows, and how it did on new scripts."""
    reduced = evidence.without(model, fault)
    knobs, without = model.knobs, reduced.knobs
    fresh = set(evidence.fresh)
    telling = [case for case in evidence.all if evidence.tells(case, model, reduced)]
    cases = tuple(
        case.name for case in telling if case not in fresh and not play(case, REFERENCE).whole
    )
    foretold = unrelated = wrong = 0
    for case in telling:
        one, other = play(case, knobs), play(case, without)
        if (one.whole, one.place, one.piece) == (other.whole, other.place, other.piece):
            continue  # the fault does not show
        wrong += not one.whole and one.agreed <= other.agreed
        if one.whole and case in fresh:
            foretold += 1
            unrelated += case.script in evidence.unrelated
    explained = [case for case in evidence.fresh if play(case, knobs).whole]
    doubtful = any(
        all(play(case, rival.knobs).whole for case in explained)
        for rival in evidence.untold.get(fault.id, ())
    )
    return FaultFound(fault, cases, foretold, unrelated, wrong, doubtful)


def _held_out(
    faults: Sequence[FaultFound], cases: Sequence[Observation], budget: Budget
) -> list[FaultFound]:
    """Look for a model again with some cases of each fault set aside, and count how it does there.

    Every other case of each fault is set aside, for all faults together.
    """
    aside = {name for one in faults for name in sorted(one.cases)[1::2]}
    if len(aside) < ENOUGH:
        return list(faults)
    again = find_model([case for case in cases if case.name not in aside], budget)
    knobs = model_of_faults(again.faults).knobs
    found = []
    for one in faults:
        others = model_of_faults(tuple(other.fault for other in faults if other is not one))
        foretold, wrong = 0, one.wrong
        for case in cases:
            if case.name in aside and case.name in one.cases:
                played = play(case, knobs)
                foretold += played.whole
                wrong += not played.whole and played.agreed <= play(case, others.knobs).agreed
        found.append(replace(one, foretold=foretold, wrong=wrong))
    return found


def _with_script(model: Model, one: FaultFound, evidence: _Evidence, run: RunProgram) -> FaultFound:
    """Return a fault with a short script that shows it, on which the program was run."""
    reduced = evidence.without(model, one.fault)
    knobs, without = model.knobs, reduced.knobs
    showing = [
        case
        for case in evidence.shown
        if case.complete
        and evidence.output(model, case.script) == case.printed
        and evidence.tells(case, model, reduced)
    ]
    if not showing:
        return one
    best = min(showing, key=lambda case: (not is_within(case.script), len(case.script)))
    shorter = _shortened(best.script, knobs, without)
    if shorter != best.script:
        tried = run([shorter])
        if tried and tried[0].complete and play(tried[0], knobs).whole:
            best = tried[0]
    return replace(one, script=best.script, printed=best.printed)


def _shortened(script: bytes, knobs: Knobs, without: Knobs) -> bytes:
    """Return a script that shows the same in fewer lines."""
    kind = _kind(script)
    tries = 0

    def shows(lines: Sequence[str]) -> bool:
        nonlocal tries
        tries += 1
        shorter = "".join(lines).encode("latin-1")
        if tries > _MOST_SHRINKING or _kind(shorter) != kind:
            return False
        printed = output(shorter, knobs)
        return printed != output(shorter, without) and printed != output(shorter, REFERENCE)

    lines = script.decode("latin-1").splitlines(keepends=True)
    return "".join(shrink(lines, shows)).encode("latin-1") if shows(lines) else script


def _kind(script: bytes) -> tuple[bytes, bytes, bool]:
    """Return what must stay the same while a script is shortened: command, error, promise."""
    last = script.split()[-1:]
    error = output(script, REFERENCE).rsplit(b"\n", 2)[-2:-1]
    command = last[0] if last and last[0] in (b"A", b"P") else b""
    ending = error[0] if error and error[0].startswith(b"ERROR") else b""
    return b"A" if command else b"", ending, is_within(script)


def _unexplained(cases: Sequence[Observation], found: Found) -> tuple[tuple[str, ...], ...]:
    kinds: dict[tuple[str, str], list[Observation]] = {}
    for case, one in zip(cases, found.plays, strict=False):
        if not one.whole and case.complete:
            kinds.setdefault(kind_of_difference(case, one), []).append(case)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    return tuple(
        tuple(case.name for case in sorted(same, key=lambda case: len(case.script)))
        for same in ordered
    )
