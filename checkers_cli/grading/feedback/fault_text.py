"""What explains a program's output, in words: the same on pages, on terminals and in files.

Students read these, so no text has more than 80 words. Only an explanation that reproduces all of
the output is said as a fact.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from checkers_cli.faults.explain.search import MOST_LISTED
from checkers_cli.grading.results import Explanation, FaultInfo, Graded, Shortest

_LISTED = 5  # explanations that fit as well
_IN_A_SENTENCE = 2  # mistakes; more are listed
OTHERS_HEADING = "These explain it just as well:"
TELLING = "This script tells them apart:"
TELLING_SOME = "This script tells some of them apart:"
TELLING_NOTHING = "No script is known here that tells them apart."
NOTHING = "No known mistake explains this output. What differs is shown below."
SOUGHT = MOST_LISTED - 1  # others that fit as well: no more are looked for
SHORTEST_HEADING = "The shortest script found on which your program is still wrong"
EMPTY_SCRIPT = "(the empty script: there is nothing to read)"


@dataclass(frozen=True)
class ExplanationWords:
    """An explanation as texts to be put on a page or into lines."""

    before: str
    what: str  # between the two others: what the program does
    after: str
    faults: tuple[FaultInfo, ...]
    others: tuple[str, ...]  # that fit as well
    telling: str  # a script
    tells: str  # what is said of it

    @property
    def statement(self) -> str:
        """The sentences that it begins with."""
        return f"{self.before}{self.what}{self.after}"


def explanation_words(explanation: Explanation | None, cases: int) -> ExplanationWords | None:
    """An explanation in words, where there are so many cases; None if there is nothing to say."""
    if explanation is None or not explanation.faults:
        return None
    said = _as_fact(explanation, cases) if explanation.exact else _as_guess(explanation)
    others = [_together(faults) for faults in explanation.others[:_LISTED]]
    more = len(explanation.others) - len(others)
    others += [f"and {more} more"] if more > 0 else ["and perhaps others"] * (len(others) >= SOUGHT)
    telling = explanation.telling if explanation.others else ""
    tells = TELLING if explanation.tells_all else TELLING_SOME if telling else TELLING_NOTHING
    return ExplanationWords(*said, explanation.faults, tuple(others), telling, tells)


def _together(faults: Iterable[FaultInfo]) -> str:
    return ", and ".join(fault.title for fault in faults)


def _as_fact(explanation: Explanation, cases: int) -> tuple[str, str, str]:
    faults, compared, cut = explanation.faults, explanation.compared, explanation.cut_short
    which = "the one case" if compared == 1 else f"all {compared} cases"
    if compared < cases:  # of those that could not be judged nothing is known
        which += " that could be compared"
    before = f"Your output on {which} is exactly what you get if "
    what = _together(faults)
    if len(faults) > _IN_A_SENTENCE:
        before, what = before.removesuffix("if ") + "with ", f"these {len(faults)} mistakes"
    after = _reading(explanation)
    if cut:
        which = "it" if compared == 1 else "one of them" if cut == 1 else f"{cut} of them"
        after += f" (on {which} as far as it goes: that it ends there is not explained)"
    return before, what, f"{after}."


def _reading(explanation: Explanation) -> str:
    habits = " and ".join(f"`{habit}`" for habit in explanation.habits)
    return f", with the accepted reading {habits}" if habits else ""


def _as_guess(explanation: Explanation) -> tuple[str, str, str]:
    faults = explanation.faults
    one = len(faults) == 1
    before = f"The nearest known {'mistake is' if one else 'mistakes are'}: "
    what = _together(faults) if len(faults) <= _IN_A_SENTENCE else f"the {len(faults)} below"
    they, do, s = ("it", "does", "s") if one else ("they", "do", "")
    of = f"{explanation.explained} of {explanation.compared} cases"
    after = f"{_reading(explanation)}. {they.capitalize()} reproduce{s} {of} wholly"
    where = "a hidden case" if explanation.hidden else ""
    if explanation.case:
        where = explanation.case + (f", from {explanation.action} on" if explanation.action else "")
    after += f"; the first that {they} {do} not is {where}." if where else "."
    return before, what, after


def nothing_known(graded: Graded) -> str:
    """What is said if the output is wrong and nothing explains it; empty otherwise."""
    wrong = any(run.verdict.about_output for run in graded.runs)
    unexplained = graded.explanation is None and wrong
    return NOTHING if unexplained else ""


def explanation_lines(words: ExplanationWords) -> Iterator[str]:
    """An explanation as lines of plain text."""
    yield words.statement
    several = len(words.faults) > 1
    for fault in words.faults:
        if several:
            yield f"- {fault.title}"
        indent = "  " if several else ""
        for name, text in (("Rule", fault.rule), ("Hint", fault.hint)):
            if text:
                yield f"{indent}{name}: {text}"
    if words.others:
        yield OTHERS_HEADING
        yield from (f"- {other}" for other in words.others)
        yield words.tells
    if words.telling:
        yield from ("", *words.telling.splitlines())


def shortest_lines(shortest: Shortest) -> Iterator[str]:
    """The shortest script on which a program fails as lines of plain text."""
    lines = shortest.script.splitlines() or [EMPTY_SCRIPT]
    yield from (f"{SHORTEST_HEADING} (made of {shortest.case}):", "", *lines)
    if shortest.summary:
        yield from ("", shortest.summary)


def faults_named(explanation: Explanation | None) -> tuple[str, ...]:
    """The ids of the mistakes that a program is known to have: only if that is a fact."""
    if explanation is None or not explanation.exact:
        return ()
    return tuple(fault.id for fault in explanation.faults)


def for_students(explanation: Explanation | None) -> Explanation | None:
    """The same without anything that names a hidden case."""
    if explanation is None:
        return None
    faults = tuple(replace(fault, cases=()) for fault in explanation.faults)
    others = tuple(tuple(replace(f, cases=()) for f in several) for several in explanation.others)
    told = replace(explanation, faults=faults, others=others)
    return replace(told, case="", action="") if explanation.hidden else told


def shortest_for_students(shortest: Shortest | None, visible: Collection[str]) -> Shortest | None:
    """The same, unless it is made of a hidden case: that would be a part of it."""
    return shortest if shortest is not None and shortest.case in visible else None
