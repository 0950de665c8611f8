"""The sentences about what passes and about known mistakes, for pages, terminals and files.

Students read these texts, so none has more than 80 words. Only a confirmed mistake is stated as a
fact; the others are said to be possible.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from checkers_cli.grading.results import (
    Crashes,
    Diagnosis,
    Explanation,
    FaultInfo,
    Graded,
    Run,
    Shortest,
    Unexplained,
)
from checkers_cli.util.text import plural, visible_bytes

SHORTEST_HEADING = "The shortest script found on which your program is wrong"
EMPTY_SCRIPT = "(an empty script)"
LEGEND = "(· is a blank, → a tab, ␍ a carriage return, ␊ a newline)"
UNEXPLAINED = "Not explained by known mistakes"
NOTHING_KNOWN = "No known mistake explains these failures"
LIMITED = "The search for known mistakes reached its limit, so there may be more."
_A_HIDDEN_CASE = "a hidden case"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Statement:
    """A sentence about a mistake; a page may highlight the title."""

    before: str
    title: str
    after: str
    fault: FaultInfo

    @property
    def text(self) -> str:
        """The sentence."""
        return f"{self.before}{self.title}{self.after}"


def passing(runs: Sequence[Run], what: str = "case") -> str:
    """Return how many of these runs pass, as a sentence."""
    judged = [run for run in runs if run.verdict.judged]
    passed, total = sum(run.verdict.passed for run in judged), len(judged)
    if not runs:
        return f"No {what} was run."
    if total == 1:
        words = f"The one {what} {'passes' if passed else 'fails'}."
    elif passed == total:
        words = f"All {plural(total, what)} pass."
    elif not passed:
        words = f"None of {plural(total, what)} passes."
    else:
        words = f"{passed} of {plural(total, what)} {'passes' if passed == 1 else 'pass'}."
    rest = len(runs) - total
    doubt = f" {plural(rest, what)} could not be judged, which is not your fault." if rest else ""
    return f"{words}{doubt}" if total else doubt.strip()


def by_stage(runs: Sequence[Run]) -> list[str]:
    """Return how many of these runs pass, for each stage that has any."""
    stages = {stage: [run for run in runs if run.stage == stage] for stage in range(3)}
    found = []
    for stage, some in stages.items():
        passed = sum(run.verdict.passed for run in some)
        if some:
            verb = "passes" if passed == 1 else "pass"
            found.append(f"stage {stage}: {passed} of {plural(len(some), 'case')} {verb}")
    return found


def certain_mistakes(explanation: Explanation | None) -> list[Statement]:
    """Return the confirmed mistakes, stated as facts, the most costly first."""
    faults = [fault for fault in explanation.faults if fault.confirmed] if explanation else []
    return [_statement(fault, number == 0, certain=True) for number, fault in enumerate(faults)]


def possible_mistakes(explanation: Explanation | None) -> list[Statement]:
    """Return the mistakes that are not confirmed, said to be possible."""
    if explanation is None:
        return []
    faults = [fault for fault in explanation.faults if not fault.confirmed]
    alone = len(faults) == len(explanation.faults)
    return [
        _statement(fault, alone and number == 0, certain=False)
        for number, fault in enumerate(faults)
    ]


def _statement(fault: FaultInfo, first: bool, *, certain: bool) -> Statement:
    if fault.words:  # what the program prints is no guess about how it is written
        before = "in your program "
    else:
        before = "your program behaves as if " if first else "it also behaves as if "
    before = before[0].upper() + before[1:] if certain else f"Perhaps {before}"
    seen = f" (seen on {plural(len(fault.cases), 'case')})" if fault.cases else ""
    return Statement(before, fault.title, f"{seen}.", fault)


def foretelling(explanation: Explanation | None) -> str:
    """Return how much of the program's output the mistakes foretell; "" without mistakes."""
    if explanation is None or not explanation.faults:
        return ""
    certain = sum(fault.confirmed for fault in explanation.faults)
    possible = len(explanation.faults) - certain
    who, verb = _the(certain, "mistake"), "foretells" if certain == 1 else "foretell"
    if certain and possible:
        ones = "possible one" if possible == 1 else f"{_number(possible)} possible ones"
        who, verb = f"{who} and the {ones} below", "foretell"
    elif possible:
        who, verb = _the(possible, "possible mistake"), "foretells" if possible == 1 else "foretell"
    right, total = explanation.explained + explanation.foretold, explanation.compared
    total += explanation.fresh
    of = f"{right} of {plural(total, 'script')}"
    if right == total:
        of = "the one script" if total == 1 else f"all {plural(total, 'script')}"
    new = f", {explanation.fresh} of them new" if explanation.fresh else ""
    habits = " and ".join(f"`{habit}`" for habit in explanation.habits)
    reading = f" (with the accepted reading {habits})" if habits else ""
    return f"{who} {verb} your program's output on {of}{new}{reading}."


def _the(count: int, noun: str) -> str:
    return f"This {noun}" if count == 1 else f"These {_number(count)} {noun}s"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def crash_sentence(crash: Crashes) -> str:
    """Return on how many cases a program ends in this way, and where."""
    kind, _, why = crash.ended.partition(": ")
    how = f"is stopped ({why})" if kind == "stopped" else f"ends with {crash.ended}"
    if crash.ended.startswith("signal "):
        how = f"crashes ({crash.ended})"
    where = f", in {crash.where}" if crash.where else ""
    return f"Your program {how} on {_on(crash.cases, crash.case)}{where}."


def unexplained_sentence(item: Unexplained) -> str:
    """Return a kind of failure that no known mistake explains, with its simplest case."""
    return _on(item.cases, item.case) + (f": {item.summary}" if item.summary else ".")


def _on(cases: int, case: str) -> str:
    name = case or _A_HIDDEN_CASE
    return f"{name} and {plural(cases - 1, 'other case')}" if cases > 1 else name


def fault_details(fault: FaultInfo) -> Iterator[tuple[str, str]]:
    """Yield the rule, the hint and the program's own words, each with its heading."""
    for heading, text in (("Rule", fault.rule), ("Hint", fault.hint), ("Printed", fault.words)):
        if text:
            yield heading, text


def unexplained_heading(explanation: Explanation) -> str:
    """Return the heading above the failures that are not explained."""
    return UNEXPLAINED if explanation.faults else NOTHING_KNOWN


def is_plain(script: str) -> bool:
    """Tell whether a script has only lines without white space, each with a newline."""
    return script == "".join(f"{line.strip()}\n" for line in script.splitlines() if line.strip())


def script_lines(script: str) -> list[str]:
    """Return the lines of a script; white space is made visible where it matters."""
    if not script:
        return [EMPTY_SCRIPT]
    if is_plain(script):
        return script.splitlines()
    return [visible_bytes(line) for line in _raw(script).splitlines(keepends=True)]


def _raw(script: str) -> bytes:
    return script.encode("latin-1", "replace")


def explanation_lines(explanation: Explanation | None) -> Iterator[str]:
    """Yield an explanation as lines of plain text."""
    if explanation is None:
        return
    certain, possible = certain_mistakes(explanation), possible_mistakes(explanation)
    for statement in certain:
        yield from _statement_lines(statement)
    if certain:
        yield foretelling(explanation)
    for statement in possible:
        yield from _statement_lines(statement)
    if possible and not certain:
        yield foretelling(explanation)
    for crash in explanation.crashes:
        yield crash_sentence(crash)
    if explanation.unexplained:
        yield f"{unexplained_heading(explanation)}:"
    for item in explanation.unexplained:
        yield f"- {unexplained_sentence(item)}"
    if explanation.limited:
        yield LIMITED


def _statement_lines(statement: Statement) -> Iterator[str]:
    yield statement.text
    yield from (f"  {heading}: {text}" for heading, text in fault_details(statement.fault))
    if statement.fault.script:
        yield f"  Script: {' '.join(script_lines(statement.fault.script))}"


def shortest_lines(shortest: Shortest) -> Iterator[str]:
    """Yield the shortest failing script as lines of plain text."""
    lines = script_lines(shortest.script)
    yield from (f"{SHORTEST_HEADING} (shortened from {shortest.case}):", "", *lines)
    if not is_plain(shortest.script):
        yield LEGEND
    if shortest.summary:
        yield from ("", shortest.summary)


def shows_shortest(graded: Graded) -> bool:
    """Tell whether to show the shortest script: not if the mistakes have scripts of their own."""
    faults = graded.explanation.faults if graded.explanation else ()
    return graded.shortest is not None and not any(fault.script for fault in faults)


def tree_command(diagnosis: Diagnosis | None, habits: Collection[str]) -> str:
    """Return the command that shows the tree of a wrong computed action; "" for others."""
    if diagnosis is None or not diagnosis.position:
        return ""
    reading = " --reading limits" if "limits" in habits else ""
    return f"checkers tree --position '{diagnosis.position}'{reading}"


def faults_named(explanation: Explanation | None) -> tuple[str, ...]:
    """Return the ids of the confirmed mistakes."""
    return tuple(statement.fault.id for statement in certain_mistakes(explanation))


def for_students(explanation: Explanation | None, visible: Collection[str]) -> Explanation | None:
    """Return the explanation without anything that tells of a hidden case.

    A program can choose how it fails by what it reads, so not even the ways are counted.
    """
    if explanation is None:
        return None
    return replace(
        explanation,
        model={},
        faults=()
        if explanation.for_staff
        else tuple(_fault_for_students(fault, visible) for fault in explanation.faults),
        habits=() if explanation.for_staff else explanation.habits,
        compared=explanation.compared - explanation.hidden,
        explained=explanation.explained - explanation.hidden_explained,
        crashes=tuple(
            sorted(
                (
                    replace(crash, cases=crash.cases - crash.hidden, hidden=0)
                    for crash in explanation.crashes
                    if crash.case in visible
                ),
                key=lambda crash: (-crash.cases, crash.case),
            )
        ),
        unexplained=()
        if explanation.for_staff
        else tuple(item for item in explanation.unexplained if item.case in visible),
        limited=explanation.limited and not explanation.for_staff,
    )


def _fault_for_students(fault: FaultInfo, visible: Collection[str]) -> FaultInfo:
    # Its words stay: they were learned from visible cases and new scripts.
    return replace(fault, cases=tuple(case for case in fault.cases if case in visible))


def shortest_for_students(shortest: Shortest | None, visible: Collection[str]) -> Shortest | None:
    """Return the script, unless it is a part of a hidden case."""
    return shortest if shortest is not None and shortest.case in visible else None
