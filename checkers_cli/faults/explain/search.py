"""Finds a model of a program: the faults with which the slow engine prints what the program prints.

The search begins with the right program and looks at the first place, on each script, where the
model and the program differ. It adds the fault that makes most further outputs come out exactly,
or at least further, and goes on with what is left. Faults are judged relative to the model so far,
so a model can have any number of them. A fault that decides what another one of the model decides
replaces it. In the end each fault is dropped or replaced if the model does better so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.candidates import Change, Faults, candidates, parts, together
from checkers_cli.faults.explain.differences import Kind, kind_of_difference
from checkers_cli.faults.explain.plays import START, Observation, Play, play, play_on
from checkers_cli.faults.explain.wording import learned_words
from checkers_cli.script.promise import is_within

_SAMPLES = 4  # cases of each kind of difference on which all faults are tried
_ALL_SAMPLES = 12  # of all kinds together, about
_MORE_SAMPLES = 24  # if no fault helps on those
_TRIED_ON_ALL = 60  # faults that are then played on all cases
_HOPELESS = 0.2  # of the gain of the best one: a fault that promises less is not played on all
_MOST_AT_ONCE = 12  # faults that are added in one step, if they explain different cases
_LINE_WORTH = 0.1  # what it is worth, in cases, that the first difference comes a line later
_MOST_LINES = 5  # lines that count
_LOST_RIGHT = 3.0  # what it costs to lose a case on which the program is right
_LOOKS = 2  # cases that decide whether another fault can be there instead of a fault
_PAIRED = 20  # faults of which pairs are tried where none helps alone
_MOST_STEPS = 24  # of the search; more than any program needs

Samples = dict[Kind, tuple[int, list[int]]]  # how many cases have this difference, and some of them


class Standing(NamedTuple):
    """A model and how it does on each case."""

    faults: Faults
    knobs: Knobs
    plays: tuple[Play, ...]

    @property
    def whole(self) -> int:
        """The number of cases whose whole output is reproduced."""
        return sum(one.whole for one in self.plays)


@dataclass(frozen=True)
class Found:
    """The model that was found, and what it explains."""

    faults: Faults  # the reading `limits` may be among them
    plays: tuple[Play, ...]  # by case, in the order of the observations
    # Kinds of differences that everything was tried for, and nothing found
    given_up: frozenset[Kind] = frozenset()


def find_model(
    observations: Sequence[Observation],
    budget: Budget,
    base: Knobs = REFERENCE,
    start: Found | None = None,
) -> Found:
    """Return the model that reproduces most of the output; the search begins with `start`."""
    return _Search(observations, budget, base, start or Found((), ())).run()


class _Trial:
    """A model that is tried: the best one so far with more faults, perhaps instead of others."""

    def __init__(
        self, best: Standing, more: Faults, base: Knobs, order: int, less: Faults = ()
    ) -> None:
        self.more, self.order = more, order  # of equals the first one is taken
        self.faults = together(_without(best.faults, less), more)
        added = not less and self.faults[: len(best.faults)] == best.faults
        self.knobs = knobs_with(more, best.knobs) if added else knobs_with(self.faults, base)
        self.change = Change(best.faults, (*more, *less))
        self.estimate = 0.0  # of how much it gains
        self.gained = 0.0  # how much better it is than the best one, in cases
        self.explains: set[int] = set()  # the cases that it explains and the best one does not


class _Search:
    def __init__(
        self, observations: Sequence[Observation], budget: Budget, base: Knobs, start: Found
    ) -> None:
        self._observations, self._budget, self._base = observations, budget, base
        self._start = start
        self._given_up: frozenset[Kind] = frozenset()
        self._changing: list[Fault] = []  # faults that make a difference, but do not help alone
        self._right: tuple[bool, ...] = ()  # by case: whether the program is right
        self._within = [is_within(observation.script) for observation in observations]
        self._standings: dict[tuple[int, ...], Standing] = {}

    def run(self) -> Found:
        """Add faults to the right program as long as that helps."""
        best = self._standing(())
        self._right = tuple(one.whole for one in best.plays)
        if self._start.faults:
            best = self._without_needless(self._standing(self._start.faults))
        best = self._without_needless(self._grown(best))
        return Found(best.faults, best.plays, self._given_up)

    def _standing(self, faults: Faults) -> Standing:
        key = tuple(map(id, faults))  # the faults live as long as their standing
        if key not in self._standings:
            knobs = knobs_with(faults, self._base)
            plays = tuple(play(o, knobs) for o in self._observations)
            self._budget.spend(sum(one.work for one in plays))
            self._standings[key] = Standing(faults, knobs, plays)
        return self._standings[key]

    def _score(self, best: Standing, other: Standing) -> float:
        """Return how much better another model is, in cases."""
        return sum(
            self._worth(number, before, after)
            for number, (before, after) in enumerate(zip(best.plays, other.plays, strict=True))
        )

    def _worth(self, number: int, before: Play, after: Play) -> float:
        """Return how much better one play of a case is than another, in cases."""
        if before.whole or after.whole:
            if before.whole == after.whole:
                return 0.0
            return 1.0 if after.whole else -_LOST_RIGHT if self._right[number] else -1.0
        lines = after.lines - before.lines
        return _LINE_WORTH * max(-_MOST_LINES, min(_MOST_LINES, lines))

    def _grown(self, best: Standing) -> Standing:
        """Add faults as long as that helps."""
        for _ in range(_MOST_STEPS):
            if best.whole == len(best.plays) or self._budget.left <= 0:
                break
            better = self._step(best)
            if better is None:
                if self._budget.left > 0:
                    self._given_up = self._kinds(best)
                break
            best = better
        return best

    def _step(self, best: Standing) -> Standing | None:
        """Return a better model, by the cheapest change that helps; None if there is none."""
        known = self._candidates(best)
        better = self._with_one_more(best, known, _SAMPLES) or self._with_a_part(best)
        if better is not None or self._was_given_up(best):
            return better
        return (
            self._with_another(best, known)
            or self._with_one_more(best, known, _MORE_SAMPLES)
            or self._with_two_more(best)
        )

    def _was_given_up(self, best: Standing) -> bool:
        """Tell whether everything was tried for such differences in an earlier search."""
        start = self._start
        same = {fault.id for fault in best.faults} == {fault.id for fault in start.faults}
        return same and self._kinds(best) <= start.given_up

    def _kinds(self, best: Standing) -> frozenset[Kind]:
        """Return the kinds of differences that a model does not explain."""
        return frozenset(
            kind_of_difference(case, one)
            for case, one in zip(self._observations, best.plays, strict=True)
            if not one.whole
        )

    def _with_one_more(self, best: Standing, known: Sequence[Fault], size: int) -> Standing | None:
        """Return a better model with one more of these faults, or several that help alone."""
        samples = self._samples(best, size)
        if self._budget.left <= 0 or (
            size == _MORE_SAMPLES and samples == self._samples(best, _SAMPLES)
        ):
            return None
        trials, changing = self._promising(best, [(fault,) for fault in known], samples)
        if size == _SAMPLES:
            self._changing = changing
        return self._best_of(best, trials)

    def _with_a_part(self, best: Standing) -> Standing | None:
        """Return a better model with only a part of one of its faults.

        Such as only in the script instead of everywhere, or only for black.
        """
        return self._best_swap(
            best,
            [
                _Trial(best, (part,), self._base, order, less=(fault,))
                for fault in best.faults
                for order, part in enumerate(parts(fault))
            ],
        )

    def _with_another(self, best: Standing, known: Sequence[Fault]) -> Standing | None:
        """Return a better model with another fault in place of one.

        The other one must explain what the fault explains, so a look at few cases is enough for
        most of them.
        """
        others = [self._standing(_without(best.faults, (fault,))) for fault in best.faults]
        # The faults that explain the fewest cases are the least certain.
        for place in sorted(range(len(others)), key=lambda place: -others[place].whole):
            fault, less = best.faults[place], others[place]
            if self._budget.left <= 0:
                break
            explained = [
                (len(self._observations[number].printed) - before.place, number)
                for number, (before, after) in enumerate(zip(less.plays, best.plays, strict=True))
                if after.whole and not before.whole
            ]
            looked_at = [number for _, number in sorted(explained)[:_LOOKS]]
            trials = []
            for order, other in enumerate(known):
                if any(other.conflicts_with(one) for one in less.faults):
                    continue
                alone = _Trial(less, (other,), self._base, order)
                if all(
                    self._replayed(number, alone, less.plays[number], alone.change.quick).whole
                    for number in looked_at
                ):
                    trials.append(_Trial(best, (other,), self._base, order, less=(fault,)))
            better = self._best_swap(best, trials[:_TRIED_ON_ALL])
            if better is not None:
                return better
        return None

    def _best_swap(self, best: Standing, trials: Iterable[_Trial]) -> Standing | None:
        """Return the best of models that have a fault in place of another one, if it is better."""
        found: _Trial | None = None
        for trial in trials:
            if self._budget.left <= 0:
                break
            least = 0.0 if found is None else found.gained
            self._try_failures(best, trial)
            if trial.gained > least and self._keeps(best, trial, least):
                found = trial
        return None if found is None else self._standing(found.faults)

    def _with_two_more(self, best: Standing) -> Standing | None:
        """Return a better model with two more faults, neither of which helps alone."""
        if self._start.faults:
            return None  # what is left of a tested model is not worth that much work
        pairs = [
            (one, other)
            for one, other in combinations(self._changing[:_PAIRED], 2)
            if not one.conflicts_with(other)
        ]
        trials, _ = self._promising(best, pairs, self._samples(best, _SAMPLES))
        return self._best_of(best, trials)

    def _candidates(self, best: Standing) -> list[Fault]:
        differing = [
            (o, one) for o, one in zip(self._observations, best.plays, strict=True) if not one.whole
        ]
        return list(candidates(learned_words(differing, best.knobs), best.faults))

    def _samples(self, best: Standing, size: int) -> Samples:
        """Return for each kind of difference how many cases have it, and some cheap ones."""
        kinds: dict[Kind, list[int]] = {}
        for number, one in enumerate(best.plays):
            if not one.whole:
                kind = kind_of_difference(self._observations[number], one)
                kinds.setdefault(kind, []).append(number)
        found = {}
        if size == _SAMPLES:
            size = max(1, min(size, _ALL_SAMPLES // max(1, len(kinds))))
        for kind, numbers in kinds.items():
            numbers.sort(key=lambda n: (len(self._observations[n].printed), n))
            places = dict.fromkeys([0, len(numbers) // 2, *range(min(size - 1, len(numbers)))])
            found[kind] = (len(numbers), [numbers[place] for place in places][:size])
        return found

    def _promising(
        self, best: Standing, options: Iterable[Faults], samples: Samples
    ) -> tuple[list[_Trial], list[Fault]]:
        """Return models that do better on some samples, the most promising ones first.

        Also return the faults that only make a difference there.
        """
        found: list[_Trial] = []
        changing: list[Fault] = []
        for order, more in enumerate(options):
            if self._budget.left <= 0:
                break
            trial = _Trial(best, more, self._base, order)
            if trial.knobs == best.knobs:
                continue
            trial.estimate, changes = self._estimate(best, trial, samples)
            if trial.estimate > 0:
                found.append(trial)
            elif changes:
                changing += more
        found.sort(key=lambda trial: -trial.estimate)  # stable
        return found[:_TRIED_ON_ALL], changing

    def _estimate(self, best: Standing, trial: _Trial, samples: Samples) -> tuple[float, bool]:
        """Estimate how many cases a model explains or brings forward.

        Also tell whether it prints something else than the best model at any of the differences.
        """
        gain, changes = 0.0, False
        for count, numbers in samples.values():
            worth, tried, differs = 0.0, 0, False
            for number in numbers:
                if 2 * tried >= len(numbers) and not differs:
                    break  # it does not matter for half of the samples
                before = best.plays[number]
                after = self._replayed(number, trial, before, trial.change.quick)
                tried += 1
                if after is not before:
                    worth += max(0.0, self._worth(number, before, after))
                    differs |= after.piece != before.piece or after.agreed != before.agreed
            gain += count * worth / tried
            changes |= differs
        return gain, changes

    def _replayed(self, number: int, trial: _Trial, before: Play, where: int) -> Play:
        """Play a case as a model that is tried, as far as the change can matter."""
        change = trial.change
        command = before.command
        if (
            (change.only_odd_lines and self._within[number])
            or (change.only_tree and command is None)
            # After the command nothing is checked any more; what was checked before agrees.
            or (change.only_checks and where != START and command and before.place >= command.at)
        ):
            return before
        after = play_on(self._observations[number], trial.knobs, before, where)
        self._budget.spend(after.work)
        return after

    def _best_of(self, best: Standing, trials: Sequence[_Trial]) -> Standing | None:
        """Return the best of these models if it is better, perhaps with faults of others."""
        tried: list[_Trial] = []
        most = 0.0
        for trial in trials:
            if trial.estimate < _HOPELESS * most:
                break  # the rest is tried again in the next step, on fewer cases
            self._try_failures(best, trial)
            tried.append(trial)
            most = max(most, trial.gained)
        ranked = sorted(tried, key=_rank)
        good: list[_Trial] = []
        for trial in ranked:
            least = 0.0 if not good or trial.explains - good[0].explains else good[0].gained
            if trial.gained > least and self._keeps(best, trial, least):
                good.append(trial)
            if len(good) == _MOST_AT_ONCE or self._budget.left <= 0:
                break
        return self._all_of(best, good) if good else None

    def _try_failures(self, best: Standing, trial: _Trial) -> None:
        """Play a model on all cases that are not explained yet."""
        for number, before in enumerate(best.plays):
            if not before.whole:
                after = self._replayed(number, trial, before, trial.change.exact)
                if after.whole:
                    trial.explains.add(number)
                trial.gained += self._worth(number, before, after)

    def _keeps(self, best: Standing, trial: _Trial, least: float) -> bool:
        """Play a model on the cases that are explained; tell if it gains more than it loses."""
        for number, before in enumerate(best.plays):
            if before.whole:
                after = self._replayed(number, trial, before, trial.change.exact)
                trial.gained += self._worth(number, before, after)
                if trial.gained <= least:
                    return False
        return True

    def _all_of(self, best: Standing, good: list[_Trial]) -> Standing | None:
        """Return a model with the best of these faults, and the others if they explain more."""
        first, *others = sorted(good, key=_rank)
        chosen, decided, explained = first.more, first.more, set(first.explains)
        for trial in others:
            if trial.explains and not any(f.conflicts_with(g) for f in trial.more for g in decided):
                if not explained & trial.explains:
                    chosen += trial.more
                    explained |= trial.explains
                decided += trial.more  # a better one than those that follow, even if not now
        single = self._standing(first.faults)
        if chosen != first.more:
            several = self._standing(together(best.faults, chosen))
            if several.whole > single.whole:
                single = several
        return single if self._score(best, single) > 0 else None

    def _without_needless(self, best: Standing) -> Standing:
        """Drop faults without which the model does as well, the worst ones first."""
        while best.faults:
            doubted = [fault for fault in best.faults if not self._is_needed(best, fault)]
            if not doubted:
                break
            fewer = [self._standing(_without(best.faults, (fault,))) for fault in doubted]
            least = max(fewer, key=lambda standing: standing.whole)
            if least.whole < best.whole:
                break
            best = least
        return best

    def _is_needed(self, best: Standing, fault: Fault) -> bool:
        """Tell whether a model must do worse without a fault, by as few plays as possible."""
        faults = _without(best.faults, (fault,))
        if tuple(map(id, faults)) in self._standings:
            return self._standing(faults).whole < best.whole
        trial = _Trial(best, (), self._base, 0, less=(fault,))
        to_lose = len(best.plays) - best.whole + 1  # more than could be gained
        # Where the program is right, a fault shows least.
        for number in sorted(range(len(best.plays)), key=lambda number: self._right[number]):
            before = best.plays[number]
            if before.whole:
                after = self._replayed(number, trial, before, trial.change.exact)
                to_lose -= not after.whole
                if to_lose == 0:
                    return True
        return False


def _rank(trial: _Trial) -> tuple[float, int]:
    return -trial.gained, trial.order


def _without(faults: Faults, less: Faults) -> Faults:
    return tuple(fault for fault in faults if not any(fault is one for one in less))
