"""Helpers that several reports share: plain text, and the type of the times."""

import re
from collections.abc import Iterator, Mapping

from checkers_cli.grading.results import Diagnosis, Graded, Header, Marks
from checkers_cli.grading.rubric.schema import MARK

Times = Mapping[tuple[str, str], float]  # CPU seconds by submission key and case name

# Characters that XML forbids, C1 control characters, and characters that change text direction.
_UNWANTED = re.compile(
    "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)


def clean(text: str) -> str:
    """Text without characters that are forbidden in XML or harmful on a terminal."""
    return _UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def robustness_words(header: Header, graded: Graded | None = None) -> str:
    """What cases beyond the assignment are, and whether they cost marks."""
    failing = graded is not None and any(run.failed for run in graded.within)
    also = " Some may fail because of the mistakes above." if failing else ""
    cost = "They are marked as all others are." if header.beyond == MARK else "They cost no marks."
    return (
        "These scripts are written in ways that the assignment does not promise: with blank lines, "
        "spaces or tabs, CRLF line ends, lower case, rows of two digits, or no newline at the end. "
        + cost
        + also
    )


def waiting_words(marks: Marks) -> str:
    """Which sections are not yet marked by hand; empty if none."""
    names = ", ".join(f"{section.name} (of {section.out_of:g})" for section in marks.waiting)
    return f"Not yet marked by hand: {names}" if names else ""


def diagnosis_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """A diagnosis as lines of plain text."""
    yield diagnosis.summary
    yield from (f"- {fact}" for fact in diagnosis.facts)
    yield from (f"- hint: {hint}" for hint in diagnosis.hints)
    expected, actual = diagnosis.expected, diagnosis.actual
    for what, event in (("expected", expected), ("printed", actual)):
        if event is not None:
            yield from (f"{what}:", *(line for line in (event.head, event.cost) if line))
            yield from (" ".join(row) for row in event.rows)
    if diagnosis.cells:
        yield f"cells that differ: {', '.join(diagnosis.cells)}"
    if diagnosis.lines is not None:
        yield f"line {diagnosis.lines.line}, column {diagnosis.lines.column}:"
        for what, line in (
            ("expected", diagnosis.lines.expected),
            ("printed", diagnosis.lines.actual),
        ):
            yield f"  {what}: {'(nothing)' if line is None else line}"
