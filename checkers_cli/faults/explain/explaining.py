"""Explains a program: finds a model, tests it on new scripts, and improves it with what they show.

A fault is stated as a fact only if it foretold at least three outputs that it was not chosen by,
and was wrong on none. If the program can be run, these are new scripts, made for the purpose. If
there are only recordings, some of the cases are set aside while a fault is chosen again.
"""

import gc
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.differences import kind_of_difference
from checkers_cli.faults.explain.evidence import RIGHT, Evidence, model_of_faults
from checkers_cli.faults.explain.plays import Observation, Play, output, play
from checkers_cli.faults.explain.search import find_model
from checkers_cli.faults.explain.testing import RunProgram, model_after_tests
from checkers_cli.faults.model import Model
from checkers_cli.faults.testgen.shrinking import shrink
from checkers_cli.script.promise import is_within

ENOUGH = 3  # outputs that a fault must have foretold to be a fact
# What the first search may use of the limit; a program with unknown mistakes would use up all of
# it, and nothing that was found could be tested.
_FOR_FIRST_SEARCH = 0.5
_MOST_SHRINKING = 120  # trials to make the script of a fault shorter


@dataclass(frozen=True)
class FaultFound:
    """A fault of the model and the evidence for it."""

    fault: Fault
    cases: tuple[str, ...]  # failing cases on which it shows
    foretold: int = 0  # outputs that it foretold and was not chosen by
    unrelated: int = 0  # of these, outputs for scripts that have nothing to do with the others
    wrong: int = 0  # outputs that it foretold wrongly
    doubtful: bool = False  # another fault explains all outputs just as well, or may do so
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


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Do not look for cyclic garbage: there is little of it, and looking takes a tenth."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_no_garbage_collection()
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
    evidence = Evidence(cases, budget, hidden)
    if all(evidence.play(RIGHT, case).whole for case in cases):
        return None
    first = budget.part(_FOR_FIRST_SEARCH)
    found = find_model(cases, first)
    if run is not None:
        found = model_after_tests(evidence, found, budget, Random(seed), run)  # noqa: S311 - games, not secrets
    model = evidence.model_of(found.faults)
    faults = [_with_evidence(model, fault, evidence) for fault in model.faults]
    if run is None:
        faults = _held_out(faults, cases, budget)  # which needs no rivals
    else:
        faults = [_with_script(model, one, evidence, run) for one in faults]
    faults.sort(key=lambda one: (not one.confirmed, -len(one.cases)))
    plays = dict(zip((case.name for case in cases), found.plays, strict=False))
    foretold = {case.script: evidence.play(model, case).whole for case in evidence.fresh}
    within = [whole for script, whole in foretold.items() if is_within(script)]
    return Explained(
        model,
        tuple(faults),
        frozenset(name for name, one in plays.items() if one.whole),
        _unexplained(cases, found.plays),
        len(foretold),
        sum(foretold.values()),
        len(within),
        sum(within),
        first.left <= 0,
    )


@dataclass(frozen=True)
class Compared:
    """How a model does on cases that it was not made from."""

    reproduced: frozenset[str]  # names of the cases whose whole output is reproduced
    shown: Mapping[str, tuple[str, ...]]  # failing cases on which each fault shows, by its id
    unexplained: tuple[tuple[str, ...], ...]  # names of the other cases by kind, shortest first


def compare(model: Model, cases: Sequence[Observation], budget: Budget) -> Compared:
    """Compare a model with what a program printed."""
    evidence = Evidence(cases, budget, ())
    plays = [evidence.play(model, case) for case in cases]
    wrong = [case for case in cases if not evidence.play(RIGHT, case).whole]
    shown = {}
    for fault in model.faults:
        reduced = evidence.without(model, fault)
        telling = (case for case in wrong if evidence.tells(case, model, reduced))
        shown[fault.id] = tuple(case.name for case in telling)
    reproduced = (case.name for case, one in zip(cases, plays, strict=True) if one.whole)
    return Compared(frozenset(reproduced), shown, _unexplained(cases, plays))


def _with_evidence(model: Model, fault: Fault, evidence: Evidence) -> FaultFound:
    """Return a fault with the cases on which it shows, and how it did on new scripts."""
    reduced = evidence.without(model, fault)
    fresh = set(map(id, evidence.fresh))
    telling = [case for case in evidence.all if evidence.tells(case, model, reduced)]
    cases = tuple(
        case.name
        for case in telling
        if id(case) not in fresh and not evidence.play(RIGHT, case).whole
    )
    foretold = unrelated = wrong = 0
    for case in telling:
        one, other = evidence.play(model, case), evidence.play(reduced, case)
        if (one.whole, one.place, one.piece) == (other.whole, other.place, other.piece):
            continue  # the fault does not show
        wrong += not one.whole and one.agreed <= other.agreed
        if one.whole and id(case) in fresh:
            foretold += 1
            unrelated += case.script in evidence.unrelated
    explained = [case for case in evidence.fresh if evidence.play(model, case).whole]
    # Without a look at its rivals a fault is doubtful, too.
    rivals = evidence.untold.get(fault.id)
    doubtful = (
        rivals is None
        or fault.id in evidence.doubted
        or any(all(evidence.play(rival, case).whole for case in explained) for rival in rivals)
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
        found.append(replace(one, foretold=foretold, wrong=wrong, doubtful=False))
    return found


def _with_script(model: Model, one: FaultFound, evidence: Evidence, run: RunProgram) -> FaultFound:
    """Return a fault with a short script that shows it, on which the program was run."""
    reduced = evidence.without(model, one.fault)
    knobs, without = model.knobs, reduced.knobs
    showing = [
        case
        for case in evidence.shown
        if case.complete
        and evidence.play(model, case).whole
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


def _unexplained(
    cases: Sequence[Observation], plays: Sequence[Play]
) -> tuple[tuple[str, ...], ...]:
    kinds: dict[tuple[str, str], list[Observation]] = {}
    for case, one in zip(cases, plays, strict=False):
        if not one.whole and case.complete:
            kinds.setdefault(kind_of_difference(case, one), []).append(case)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    return tuple(
        tuple(case.name for case in sorted(same, key=lambda case: len(case.script)))
        for same in ordered
    )
