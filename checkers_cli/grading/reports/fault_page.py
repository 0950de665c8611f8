"""The page of `checkers faults show`: a fault, its example, and the first difference."""

import textwrap
from collections.abc import Iterator, Sequence

from checkers_cli.faults.catalogue.examples import first_example
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.program import transcript
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.feedback.fault_text import LEGEND, is_plain, script_lines
from checkers_cli.grading.reports.side_by_side import BOLD, StyledLine, side_by_side, two_lines
from checkers_cli.grading.verdicts import Verdict

_NAMES = ("right", "faulty")  # of the two sides
_WIDTH = 78
_HIDDEN = "A program with all of these faults is correct on the example of each."
_LEARNED = "Programs word this line in different ways; the example has a typical wording."


def fault_page(faults: Sequence[Fault]) -> Iterator[StyledLine]:
    """Yield the faults, and where a program with all of them first goes wrong."""
    for number, fault in enumerate(faults):
        if number:
            yield []
        yield from _about(fault)
    script = first_example(faults)
    if script is not None:
        yield []
        yield [("Example", BOLD)]
        yield from ([(line, "")] for line in _script(script))
        yield []
        yield from _first_difference(script, faults)
    elif not all(fault.equivalent for fault in faults):
        yield []
        yield from _paragraph("", _HIDDEN)


def _about(fault: Fault) -> Iterator[StyledLine]:
    yield [(fault.id, BOLD), (f" ({fault.family})", "")]
    yield from _paragraph("", fault.title)
    yield from _paragraph("Rule: ", fault.rule)
    if fault.hint:
        yield from _paragraph("Hint: ", fault.hint)
    if fault.learned:
        yield from _paragraph("", _LEARNED)
    if fault.equivalent:
        yield from _paragraph("", f"No script can show it. {fault.equivalent}")


def _paragraph(head: str, text: str) -> Iterator[StyledLine]:
    yield from ([(line, "")] for line in _wrapped(head + text, "", " " * len(head)))


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


def _script(script: str) -> list[str]:
    """Return the script in wrapped lines; white space is made visible where it matters."""
    lines = _wrapped(" ".join(script_lines(script)), "  ", "  ")
    return lines if is_plain(script) else [*lines, f"  {LEGEND}"]


def _first_difference(script: str, faults: Sequence[Fault]) -> Iterator[StyledLine]:
    right, wrong = transcript(script), transcript(script, knobs=knobs_with(faults))
    found = diagnose(right.encode(), wrong.encode(), Verdict.WRONG, script=script.encode())
    yield from _paragraph("", found.summary)
    yield []
    if found.expected != found.actual:
        yield from map(_stripped, side_by_side(found, _NAMES))
    elif found.lines is not None:  # the same event in other words or with other blanks
        yield from two_lines(found.lines, _NAMES)


def _stripped(line: StyledLine) -> StyledLine:
    """Return the line without trailing blanks, which come from the cells at the edge."""
    *others, (text, style) = line
    kept = text.rstrip()
    return [*others, (kept, style)] if kept or not others else _stripped(others)
