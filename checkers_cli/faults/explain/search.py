"""Finds the faults with which the slow engine prints exactly what a program prints.

Nothing is claimed that was not played: an explanation is exact only if its faults give the whole
output on every case, those that pass included. To find it without playing everything, every fault
has a row that says where on each case it departs from what is right (see `departures`). Faults that
explain a program together must, case by case, first depart where the program does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.explain.replays import (
    EXCERPT_LENGTH,
    Agreement,
    Observation,
    ReplayCache,
    Symptom,
)
from checkers_cli.faults.explain.symptoms import SymptomTable
from checkers_cli.faults.explain.wording import learned_wordings

MOST_FAULTS = 3  # at a time
# How many combinations are played, most of them for a few lines only. Of the likeliest
# ones, the right one was among the first 280 in all of 120 random pairs.
_TRIED = 500
_THOUGHT = 100  # of these, such as have trees of their own: they take longer
_MORE = 40  # that are played after one has fitted, to see what else does
_EXTENDED = 2  # faults, or pairs of them, to which each other one is added
_PAIRS_PLAYED = 8  # of which these are the best
_NEAREST = 4  # combinations of each size that are played to the end if none fits
MOST_LISTED = 4  # explanations that fit alike, and no more

Faults = tuple[Fault, ...]
Candidate = tuple[int, Faults]  # on so many cases it departs elsewhere than the program; if none, 0


@dataclass(frozen=True)
class FoundFaults:
    """What explains a program's output, and how far."""

    faults: Faults  # of the best explanation
    others: tuple[Faults, ...]  # that fit as well, if it is exact
    exact: bool  # whether all of the output is reproduced on every case
    compared: int  # cases
    explained: int  # cases on which all of it is reproduced
    partly: int  # of these, those whose output was cut short
    unexplained: str = ""  # the first case that is not explained
    agreed: int = 0  # bytes of its output that are


def find_faults(
    observations: Sequence[Observation],
    replays: ReplayCache,
    departures: SymptomTable,
    tolerated: Iterable[str] = (),
    least: int = 1,
    most: int = MOST_FAULTS,
) -> FoundFaults | None:
    """The best explanation by known faults; None if nothing is wrong, or none explains anything.

    `tolerated` are ids of faults that are accepted as a reading, and so are none here. `least` and
    `most` say how many faults an exact explanation has; with fewer than usual, only that counts.
    """
    search = _Search(observations, replays, departures, frozenset(tolerated))
    if not search.failing:
        return None
    for tried in (search.singles, search.pairs, search.triples)[least - 1 : most]:
        fitting = search.fitting(tried())
        if fitting:
            return search.exact(fitting)
    return search.best() if most == MOST_FAULTS else None


class _Search:
    """The search for what explains one program."""

    def __init__(
        self,
        observations: Sequence[Observation],
        replays: ReplayCache,
        departures: SymptomTable,
        tolerated: frozenset[str],
    ) -> None:
        self._replays, self._departures = replays, departures
        compared = [(o, replays.of(o.script).match(o.printed, o.complete)) for o in observations]
        # Those that fail come first, the cheapest first: most faults are out after one of them.
        compared.sort(key=lambda pair: (pair[1].whole, _is_costly(pair[0]), len(pair[0].printed)))
        self._observations = [observation for observation, _ in compared]
        self._right = [match for _, match in compared]
        self.failing = sum(not match.whole for match in self._right)
        self._candidates = self._known_faults(tolerated)
        self._rows: dict[str, _Row] | None = None

    def _known_faults(self, tolerated: frozenset[str]) -> list[Fault]:
        """All faults that could be, those of wording with the words that were learned."""
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

    def singles(self) -> Iterator[Candidate]:
        """Each fault alone."""
        for fault in self._candidates:
            yield 0, (fault,)

    def pairs(self) -> Iterator[Candidate]:
        """Two faults at a time, the likeliest first.

        A fault that departs wherever the program does may hide another one on every case: it is
        tried with all others.
        """
        for off, alone in islice(self._likeliest(1), _EXTENDED):
            if off == 0:
                yield from self._extended(alone, self._matches(alone))
        yield from self._likeliest(2)

    def triples(self) -> Iterator[Candidate]:
        """Those pairs that explain most, with a third."""
        scored = []
        for number, (_, pair) in enumerate(islice(self._likeliest(2), _PAIRS_PLAYED)):
            matches = self._matches(pair)
            scored.append((-sum(match.whole for match in matches), number, pair, matches))
        scored.sort(key=lambda item: item[:2])
        for _, _, pair, matches in scored[:_EXTENDED]:
            yield from self._extended(pair, matches)

    def _extended(self, faults: Faults, matches: Sequence[Agreement]) -> Iterator[Candidate]:
        """Faults with one more that explains the first case that they do not."""
        place = next(place for place, match in enumerate(matches) if not match.whole)
        others = ((0, (*faults, fault)) for fault in self._candidates)
        for tried, more in _affordable(others):
            if self._match(place, *more).whole:
                yield tried, more

    def _likeliest(self, size: int) -> Iterator[Candidate]:
        """Combinations by the number of cases that they depart on elsewhere than the program."""
        rows = self._all_rows()
        wanted = (1 << self.failing) - 1  # the failing cases come first
        ranked = []
        for number, chosen in enumerate(combinations(self._candidates, size)):
            explains = contradicts = 0
            for fault in chosen:
                explains |= rows[fault.id].explains
                contradicts |= rows[fault.id].contradicts
            off = contradicts.bit_count() + (wanted & ~explains).bit_count()
            ranked.append((off, -sum(rows[fault.id].alike for fault in chosen), number, chosen))
        ranked.sort(key=lambda item: item[:3])
        return islice(_affordable((off, chosen) for off, _, _, chosen in ranked), _TRIED)

    def _all_rows(self) -> Mapping[str, "_Row"]:
        if self._rows is None:
            self._rows = {fault.id: self._row(fault) for fault in self._candidates}
        return self._rows

    def _row(self, fault: Fault) -> "_Row":
        """On which cases a fault departs where the program does, and on which too early."""
        explains = contradicts = alike = 0
        for place, observation in enumerate(self._observations):
            departure = self._departure(fault, observation.script)
            agreed, whole = self._right[place]
            if departure is None or (
                not observation.complete and departure.place >= agreed == len(observation.printed)
            ):
                continue  # it does not show, or only after the program was stopped
            if whole or departure.place < agreed:
                contradicts |= 1 << place
            elif departure.place == agreed and _begins(observation, departure, 1):
                explains |= 1 << place
                alike += _begins(observation, departure, EXCERPT_LENGTH)
        return _Row(explains, contradicts, alike)

    def _departure(self, fault: Fault, script: bytes) -> Symptom | None:
        if fault.learned:  # with other words than those of the catalogue
            right = self._replays.of(script).text()
            return self._replays.of(script, fault.setting, keep=False).departure(right)
        return self._departures.of(script).get(fault.id)

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

    def fitting(self, tried: Iterable[Candidate]) -> list[Faults]:
        """Those with which everything is reproduced."""
        found: list[Faults] = []
        least = more = 0
        for off, faults in tried:
            more += bool(found)
            if found and (off > least or (len(faults) > 1 and more > _MORE)):
                break
            known = any({f.id for f in faults} == {f.id for f in other} for other in found)
            if not known and self._fits(faults):
                found.append(faults)
                least = off
            if len(found) == MOST_LISTED:
                break
        return found

    def exact(self, fitting: Sequence[Faults]) -> FoundFaults:
        """What fits, as an explanation."""
        total = len(self._observations)
        partly = sum(not o.complete for o in self._observations)
        return FoundFaults(fitting[0], tuple(fitting[1:]), True, total, total, partly)

    def best(self) -> FoundFaults | None:
        """What explains most of the failing cases, and is against none of those that pass."""
        found: tuple[int, Faults, list[Agreement]] = (0, (), [])
        for size in (1, 2):
            for _, chosen in islice(self._likeliest(size), _NEAREST):
                matches = self._matches(chosen)
                explained = sum(match.whole for match in matches[: self.failing])
                if explained > found[0] and all(match.whole for match in matches[self.failing :]):
                    found = explained, chosen, matches
        explained, chosen, matches = found
        if 2 * explained < self.failing or not chosen:  # it would lead astray
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
class _Row:
    """A fault's cases as bits: where it explains the first departure, where it contradicts."""

    explains: int
    contradicts: int
    alike: int  # the number of cases on which it also goes on alike for a while


def _begins(observation: Observation, departure: Symptom, size: int) -> bool:
    """Whether a program goes on for so many bytes, from where it departs, as a fault does."""
    seen = observation.printed[departure.place : departure.place + size].decode("latin-1")
    text = departure.text[:size]
    return seen == text or (not observation.complete and text.startswith(seen))


def _affordable(ranked: Iterable[Candidate]) -> Iterator[Candidate]:
    """Combinations that a program can have, without too many whose trees are all their own."""
    thought = 0
    for off, chosen in ranked:
        if not _can_be_together(chosen):
            continue
        thinking = sum(_thinks(fault) for fault in chosen) > 1
        thought += thinking
        if not (thinking and thought > _THOUGHT):
            yield off, chosen


def _can_be_together(faults: Faults) -> bool:
    return not any(one.conflicts_with(other) for one, other in combinations(faults, 2))


def _thinks(fault: Fault) -> bool:
    """Whether a program with this fault has other trees."""
    return any(path.startswith(("tree.", "tree_moves.")) for path in fault.setting)


def _is_costly(observation: Observation) -> bool:
    """Whether there are trees in it."""
    return b"***" in observation.printed or observation.script.split()[-1:] in ([b"A"], [b"P"])
