"""The sentences about known mistakes, for pages, terminals and files.

Students read these texts, so none has more than 80 words. Only an exact explanation, which
reproduces the whole output on every case, is stated as a fact.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from checkers_cli.faults.explain.search import MOST_LISTED
from checkers_cli.grading.results import Explanation, FaultInfo, Graded, Shortest

_MOST_IN_A_SENTENCE = 2  # mistakes; more are listed below the sentence
OTHERS_HEADING = "These mistakes explain your output just as well:"
DISTINGUISHES_ALL = "On this script each of these explanations gives a different output:"
DISTINGUISHES_SOME = "On this script some of these explanations give different outputs:"
DISTINGUISHES_NONE = "No known script distinguishes these explanations."
NOTHING = "No known mistake explains this output. What differs is shown below."
SHORTEST_HEADING = "The shortest script found on which your program is still wrong"
EMPTY_SCRIPT = "(an empty script)"


@dataclass(frozen=True)
class ExplanationWords:
    """The texts of an explanation, ready for a page or for lines."""

    before: str
    what: str  # the mistakes; a page may highlight this part of the statement
    after: str
    faults: tuple[FaultInfo, ...]
    others: tuple[str, ...]  # other explanations that fit as well
    telling: str  # a script that distinguishes the explanations; empty if none is known
    tells: str  # the sentence above that script

    @property
    def statement(self) -> str:
        """The first sentences of the explanation."""
        return f"{self.before}{self.what}{self.after}"


def explanation_words(explanation: Explanation | None, cases: int) -> ExplanationWords | None:
    """Return the texts of an explanation; None without one. `cases`: how many were run."""
    if explanation is None or not explanation.faults:
        return None
    said = _as_fact(explanation, cases) if explanation.exact else _as_guess(explanation)
    others = [_together(faults) for faults in explanation.others]
    if len(others) + 1 >= MOST_LISTED:  # the search stops there
        others.append("and perhaps others")
    telling = explanation.telling if explanation.others else ""
    tells = DISTINGUISHES_NONE
    if telling:
        tells = DISTINGUISHES_ALL if explanation.tells_all else DISTINGUISHES_SOME
    return ExplanationWords(*said, explanation.faults, tuple(others), telling, tells)


def _together(faults: Iterable[FaultInfo]) -> str:
    return ", and ".join(fault.title for fault in faults)


def _as_fact(explanation: Explanation, cases: int) -> tuple[str, str, str]:
    faults, compared, cut = explanation.faults, explanation.compared, explanation.cut_short
    which = "the one case" if compared == 1 else f"all {compared} cases"
    if compared < cases:  # the other cases could not be judged
        which += " that could be compared"
    before = f"Your output on {which} is exactly what you get if "
    what = _together(faults)
    if len(faults) > _MOST_IN_A_SENTENCE:
        before, what = before.removesuffix("if ") + "with ", f"these {len(faults)} mistakes"
    after = _reading(explanation)
    if cut:
        which = "it" if compared == 1 else "one of them" if cut == 1 else f"{cut} of them"
        after += f" (on {which} only up to where your program stopped)"
    return before, what, f"{after}."


def _reading(explanation: Explanation) -> str:
    habits = " and ".join(f"`{habit}`" for habit in explanation.habits)
    return f", with the accepted reading {habits}" if habits else ""


def _as_guess(explanation: Explanation) -> tuple[str, str, str]:
    faults = explanation.faults
    one = len(faults) == 1
    before = f"The nearest known {'mistake is' if one else 'mistakes are'}: "
    what = _together(faults) if len(faults) <= _MOST_IN_A_SENTENCE else f"the {len(faults)} below"
    they, do, s = ("it", "does", "s") if one else ("they", "do", "")
    of = f"{explanation.explained} of {explanation.compared} cases"
    after = f"{_reading(explanation)}. {they.capitalize()} explain{s} the whole output on {of}"
    where = "a hidden case" if explanation.hidden else ""
    if explanation.case:
        where = explanation.case + (f", from {explanation.action} on" if explanation.action else "")
    after += f"; the first that {they} {do} not explain is {where}." if where else "."
    return before, what, after


def nothing_known(graded: Graded) -> str:
    """Return a sentence if the output is wrong and no known mistake explains it; else ""."""
    wrong = any(run.verdict.about_output for run in graded.runs)
    unexplained = graded.explanation is None and wrong
    return NOTHING if unexplained else ""


def explanation_lines(words: ExplanationWords) -> Iterator[str]:
    """Yield an explanation as lines of plain text."""
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
    """Yield the shortest failing script as lines of plain text."""
    lines = shortest.script.splitlines() or [EMPTY_SCRIPT]
    yield from (f"{SHORTEST_HEADING} (shortened from {shortest.case}):", "", *lines)
    if shortest.summary:
        yield from ("", shortest.summary)


def faults_named(explanation: Explanation | None) -> tuple[str, ...]:
    """Return the ids of the mistakes in an exact explanation; none if it is not exact."""
    if explanation is None or not explanation.exact:
        return ()
    return tuple(fault.id for fault in explanation.faults)


def for_students(explanation: Explanation | None) -> Explanation | None:
    """Return the explanation without anything that names a hidden case."""
    if explanation is None:
        return None
    faults = tuple(replace(fault, cases=()) for fault in explanation.faults)
    others = tuple(tuple(replace(f, cases=()) for f in several) for several in explanation.others)
    told = replace(explanation, faults=faults, others=others)
    return replace(told, case="", action="") if explanation.hidden else told


def shortest_for_students(shortest: Shortest | None, visible: Collection[str]) -> Shortest | None:
    """Return the script, unless it is a part of a hidden case."""
    return shortest if shortest is not None and shortest.case in visible else None
