"""Finds the faults with which the slow engine prints exactly what a program prints.

An explanation is exact only if a program with its faults was played and printed the same on every
case, including the cases that pass. Playing all combinations would take too long, so symptoms rank
them first: on each case, the faults of an explanation must together first differ from the correct
output where the program does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from typing import NamedTuple

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.explain.replays import EXCERPT_LENGTH, Agreement, ReplayCache, Symptom
from checkers_cli.faults.explain.symptoms import SymptomTable
from checkers_cli.faults.explain.wording import learned_wordings

MOST_FAULTS = 3  # in an explanation
# How many combinations are played, most of them for a few lines only. In a trial with 120 random
# pairs of faults, the correct pair was always among the first 280.
_MOST_PLAYED = 500
_MOST_SEARCHING = 100  # of these, combinations with several faults in the tree, which are slow
_MORE_AFTER_FIT = 40  # combinations played after the first exact one, to find alternatives
_MOST_EXTENDED = 2  # single faults, or pairs, that are combined with each other fault
_PAIRS_PLAYED = 8  # pairs among which those to extend are chosen
_NEAREST_PLAYED = 4  # combinations of each size that are played to the end if none is exact
MOST_LISTED = 4  # exact explanations; the search stops there

Faults = tuple[Fault, ...]
RankedFaults = tuple[int, Faults]  # with the number of cases whose symptom does not fit


class Observation(NamedTuple):
    """What a program printed for a script."""

    name: str
    script: bytes
    printed: bytes
    complete: bool = True  # False: the program was stopped and might have printed more


@dataclass(frozen=True)
class FoundFaults:
    """The best explanation of a program's output."""

    faults: Faults
    others: tuple[Faults, ...]  # other exact explanations
    exact: bool  # whether the whole output is reproduced on every case
    compared: int  # cases
    explained: int  # cases whose whole output is reproduced
    partly: int  # of these, cases on which the program was stopped
    unexplained: str = ""  # the first case that is not explained
    agreed: int = 0  # bytes of its output that are reproduced


def find_faults(
    observations: Sequence[Observation],
    replays: ReplayCache,
    table: SymptomTable,
    tolerated: Iterable[str] = (),
    least: int = 1,
    most: int = MOST_FAULTS,
) -> FoundFaults | None:
    """Return the best explanation; None if all output is correct or no faults explain enough.

    `tolerated` are ids of faults that the rubric accepts. `least` and `most` limit the number of
    faults; with `most` below `MOST_FAULTS` only an exact explanation is returned.
    """
    search = _Search(observations, replays, table, frozenset(tolerated))
    if not search.failing:
        return None
    for tried in (search.singles, search.pairs, search.triples)[least - 1 : most]:
        fitting = search.fitting(tried())
        if fitting:
            return search.exact(fitting)
    return search.best() if most == MOST_FAULTS else None


class _Search:
    """The search for the faults of one program."""

    def __init__(
        self,
        observations: Sequence[Observation],
        replays: ReplayCache,
        table: SymptomTable,
        tolerated: frozenset[str],
    ) -> None:
        self._replays, self._table = replays, table
        compared = [(o, replays.of(o.script).match(o.printed, o.complete)) for o in observations]
        # Failing cases first, and cheap ones first among them: most faults fail on the first case.
        compared.sort(key=lambda pair: (pair[1].whole, _is_costly(pair[0]), len(pair[0].printed)))
        self._observations = [observation for observation, _ in compared]
        self._right = [match for _, match in compared]
        self.failing = sum(not match.whole for match in self._right)
        self._candidates = self._known_faults(tolerated)

    def _known_faults(self, tolerated: frozenset[str]) -> list[Fault]:
        """Return all possible faults; faults of wording have the words learned from the output."""
        pairs = (
            (self._replays.of(o.script).text(), o.printed)
            for o, match in zip(self._observations, self._right, strict=True)
            if not match.whole
        )
        words = learned_wordings(pairs)
        found = []
        for fault in CATALOGUE.values():
            if fault.equivalent or fault.id in tolerated:
                continue
            if not fault.learned:
                found.append(fault)
            elif fault.learned in words:
                found.append(replace(fault, setting={fault.learned: words[fault.learned]}))
        return found

    def singles(self) -> Iterator[RankedFaults]:
        """Yield each fault alone."""
        for fault in self._candidates:
            yield 0, (fault,)

    def pairs(self) -> Iterator[RankedFaults]:
        """Yield pairs, the likeliest first.

        A fault whose symptoms fit on every case may hide another fault everywhere, so it is tried
        with all other faults first.
        """
        for off, alone in islice(self._likeliest(1), _MOST_EXTENDED):
            if off == 0:
                yield from self._extended(alone, self._matches(alone))
        yield from self._likeliest(2)

    def triples(self) -> Iterator[RankedFaults]:
        """Yield the pairs that explain the most cases, with a third fault."""
        scored = []
        for number, (_, pair) in enumerate(islice(self._likeliest(2), _PAIRS_PLAYED)):
            matches = self._matches(pair)
            scored.append((-sum(match.whole for match in matches), number, pair, matches))
        scored.sort(key=lambda item: item[:2])
        for _, _, pair, matches in scored[:_MOST_EXTENDED]:
            yield from self._extended(pair, matches)

    def _extended(self, faults: Faults, matches: Sequence[Agreement]) -> Iterator[RankedFaults]:
        """Yield the faults with one more that explains the first case that they do not explain."""
        place = next(place for place, match in enumerate(matches) if not match.whole)
        others = ((0, (*faults, fault)) for fault in self._candidates)
        for tried, more in _affordable(others):
            if self._match(place, *more).whole:
                yield tried, more

    def _likeliest(self, size: int) -> Iterator[RankedFaults]:
        """Yield combinations by the number of cases on which their symptoms do not fit."""
        evidence = self._evidence
        wanted = (1 << self.failing) - 1  # the failing cases come first
        ranked = []
        for number, chosen in enumerate(combinations(self._candidates, size)):
            explains = contradicts = 0
            for fault in chosen:
                explains |= evidence[fault.id].explains
                contradicts |= evidence[fault.id].contradicts
            off = contradicts.bit_count() + (wanted & ~explains).bit_count()
            ranked.append((off, -sum(evidence[fault.id].alike for fault in chosen), number, chosen))
        ranked.sort(key=lambda item: item[:3])
        return islice(_affordable((off, chosen) for off, _, _, chosen in ranked), _MOST_PLAYED)

    @cached_property
    def _evidence(self) -> Mapping[str, "_Evidence"]:
        return {fault.id: self._evidence_of(fault) for fault in self._candidates}

    def _evidence_of(self, fault: Fault) -> "_Evidence":
        """Compare the symptoms of a fault with the output of the program on each case."""
        explains = contradicts = alike = 0
        for place, observation in enumerate(self._observations):
            symptom = self._symptom(fault, observation.script)
            agreed, whole = self._right[place]
            if symptom is None or (
                not observation.complete and symptom.place >= agreed == len(observation.printed)
            ):
                continue  # the fault does not show, or only after the program was stopped
            if whole or symptom.place < agreed:
                contradicts |= 1 << place
            elif symptom.place == agreed and _begins(observation, symptom, 1):
                explains |= 1 << place
                alike += _begins(observation, symptom, EXCERPT_LENGTH)
        return _Evidence(explains, contradicts, alike)

    def _symptom(self, fault: Fault, script: bytes) -> Symptom | None:
        if fault.learned:  # the table has the words of the catalogue, not the learned ones
            right = self._replays.of(script).text()
            return self._replays.of(script, fault.setting, keep=False).symptom(right)
        return self._table.of(script).get(fault.id)

    def _match(self, place: int, *faults: Fault) -> Agreement:
        observation = self._observations[place]
        settings = [fault.setting for fault in faults]
        keep = not any(fault.learned for fault in faults)
        played = self._replays.of(observation.script, *settings, keep=keep)
        return played.match(observation.printed, observation.complete)

    def _matches(self, faults: Faults) -> list[Agreement]:
        return [self._match(place, *faults) for place in range(len(self._observations))]

    def _fits(self, faults: Faults) -> bool:
        return all(self._match(place, *faults).whole for place in range(len(self._observations)))

    def fitting(self, tried: Iterable[RankedFaults]) -> list[Faults]:
        """Return the combinations that reproduce the whole output, at most `MOST_LISTED`."""
        found: list[Faults] = []
        least = more = 0
        for off, faults in tried:
            more += bool(found)
            if found and (off > least or (len(faults) > 1 and more > _MORE_AFTER_FIT)):
                break
            known = any({f.id for f in faults} == {f.id for f in other} for other in found)
            if not known and self._fits(faults):
                found.append(faults)
                least = off
            if len(found) == MOST_LISTED:
                break
        return found

    def exact(self, fitting: Sequence[Faults]) -> FoundFaults:
        """Return the result for exact explanations."""
        total = len(self._observations)
        partly = sum(not o.complete for o in self._observations)
        return FoundFaults(fitting[0], tuple(fitting[1:]), True, total, total, partly)

    def best(self) -> FoundFaults | None:
        """Return the combination that explains the most failing cases and all passing ones."""
        found: tuple[int, Faults, list[Agreement]] = (0, (), [])
        for size in (1, 2):
            for _, chosen in islice(self._likeliest(size), _NEAREST_PLAYED):
                matches = self._matches(chosen)
                explained = sum(match.whole for match in matches[: self.failing])
                if explained > found[0] and all(match.whole for match in matches[self.failing :]):
                    found = explained, chosen, matches
        explained, chosen, matches = found
        if 2 * explained < self.failing or not chosen:  # explaining less than half would mislead
            return None
        whole = [o for o, match in zip(self._observations, matches, strict=True) if match.whole]
        first = next(place for place, match in enumerate(matches) if not match.whole)
        return FoundFaults(
            chosen,
            (),
            False,
            len(matches),
            len(whole),
            sum(not o.complete for o in whole),
            self._observations[first].name,
            matches[first].agreed,
        )


@dataclass(frozen=True)
class _Evidence:
    """The cases, as bit sets, on which a fault explains or contradicts the output."""

    explains: int
    contradicts: int
    alike: int  # the number of explained cases on which the next bytes agree too


def _begins(observation: Observation, symptom: Symptom, size: int) -> bool:
    """Tell whether the program prints the first `size` bytes of the symptom."""
    seen = observation.printed[symptom.place : symptom.place + size].decode("latin-1")
    text = symptom.text[:size]
    return seen == text or (not observation.complete and text.startswith(seen))


def _affordable(ranked: Iterable[RankedFaults]) -> Iterator[RankedFaults]:
    """Yield combinations without conflicts, and not too many with several faults in the tree."""
    searching = 0
    for off, chosen in ranked:
        if not _can_be_together(chosen):
            continue
        slow = sum(_changes_tree(fault) for fault in chosen) > 1
        searching += slow
        if not (slow and searching > _MOST_SEARCHING):
            yield off, chosen


def _can_be_together(faults: Faults) -> bool:
    return not any(one.conflicts_with(other) for one, other in combinations(faults, 2))


def _changes_tree(fault: Fault) -> bool:
    """Tell whether a program with this fault builds other trees."""
    return any(path.startswith(("tree.", "tree_moves.")) for path in fault.setting)


def _is_costly(observation: Observation) -> bool:
    """Tell whether the script has computed actions."""
    return b"***" in observation.printed or observation.script.split()[-1:] in ([b"A"], [b"P"])
