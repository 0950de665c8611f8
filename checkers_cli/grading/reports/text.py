"""Plain text that several reports share."""

import re
from collections.abc import Iterator

from checkers_cli.grading.results import Diagnosis

# What XML forbids, what terminals obey (C1 controls), and what turns the order of letters about.
_UNWANTED = re.compile(
    "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)


def clean(text: str) -> str:
    """Text without the characters that no XML file may have, or that only do mischief in it."""
    return _UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def diagnosis_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """A diagnosis as lines of plain text."""
    yield diagnosis.summary
    yield from (f"- {fact}" for fact in diagnosis.facts)
    yield from (f"- look at: {hint}" for hint in diagnosis.hints)
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
            yield f"  {what}: {'(the end)' if line is None else line}"
