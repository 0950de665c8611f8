"""Explains why a run was not accepted: the first difference in words, with its boards or lines."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from checkers_cli.grading.feedback import departure, presentation
from checkers_cli.grading.feedback.hints import hints
from checkers_cli.grading.feedback.sentences import sentence, stopped
from checkers_cli.grading.feedback.tree_hints import Choice, choice_of
from checkers_cli.grading.results import Diagnosis, ShownEvent
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.notation import fen
from checkers_cli.script.reader import OTHER, SETUP, ReadEvent, read_transcript
from checkers_cli.util.text import ascii_text

_MORE = 1 << 14  # bytes that are read beyond twice the expected output
_ENOUGH = 1 << 16  # bytes that are searched for prompts and for a transcript on standard error
_NO_OUTPUT = "The program prints nothing."
_NO_OUTPUT_HINTS = (
    "Read the script from standard input, and print the transcript on standard output.",
)
_PROMPTS = (":", ">", "?")  # last characters of a prompt


def diagnose(
    expected: bytes,
    actual: bytes,
    verdict: Verdict,
    ended: str = "",
    cut: bool = False,
    script: bytes = b"",
    stderr: bytes = b"",
) -> Diagnosis:
    """Explain why this output is not the expected one: see `diagnose_run`."""
    run = FailedRun(expected, actual, verdict, ended, cut, script, stderr)
    return diagnose_run(run)[0]


class FailedRun(NamedTuple):
    """A run that was not accepted.

    `ended` is how the program ended ("exit status 0", "signal SIGSEGV"); `cut` says that the
    program printed more than `actual`; `script` is its input.
    """

    expected: bytes
    actual: bytes
    verdict: Verdict
    ended: str = ""
    cut: bool = False
    script: bytes = b""
    stderr: bytes = b""


def diagnose_runs(runs: Sequence[FailedRun]) -> list[tuple[Diagnosis, Choice | None]]:
    """The results of `diagnose_run` for several runs."""
    return [diagnose_run(run) for run in runs]


def diagnose_run(run: FailedRun) -> tuple[Diagnosis, Choice | None]:
    """Explain why a run was not accepted.

    The second result is the wrong computed action, if that is the first difference.
    """
    expected, actual, verdict, ended, cut, script, stderr = run
    choice: Choice | None = None
    why = stopped(verdict, ended)
    # The first difference is near the start of a flood of output, so the rest is not read.
    text = actual.removeprefix(presentation.BYTE_ORDER_MARK)[: 2 * len(expected) + _MORE]
    noteworthy = ended not in ("", "exit status 0") and not ended.startswith("stopped")
    facts = [f"The program ended with {ascii_text(ended, 60)}."] if noteworthy else []
    facts += [f"T{why[1:]}."] if why and verdict is not Verdict.CRASHED else []
    facts += [f"The program printed more than the {len(actual):,} bytes kept."] if cut else []
    if not actual.removeprefix(presentation.BYTE_ORDER_MARK).strip():
        facts.append(f"Standard output {'has only white space' if actual else 'is empty'}.")
        summary = f"No output arrived: {why}." if why else _NO_OUTPUT
        diagnosis = Diagnosis(summary, _NO_OUTPUT_HINTS if verdict is Verdict.WRONG else ())
    elif not cut and presentation.presentation_only(expected, actual):
        facts += _layout(expected, actual)
        diagnosis = _about_presentation(expected, actual, why)
    else:
        facts += _layout(expected, text if cut else actual, not (cut or why)) + _prompts(text)
        diagnosis, choice = _about_departure(expected, text, verdict, ended, script)
    fact, hint = _about_stderr(stderr)
    all_hints = (hint, *diagnosis.hints, verdict.hint)
    diagnosis = replace(
        diagnosis,
        summary=_clipped(diagnosis.summary),
        hints=tuple(_clipped(hint) for hint in all_hints if hint),
        facts=tuple(_clipped(fact) for fact in (*facts, fact) if fact),
    )
    return diagnosis, choice


def _about_presentation(expected: bytes, actual: bytes, why: str) -> Diagnosis:
    if expected == actual:
        return Diagnosis(f"The output is right{f', but {why}' if why else ''}.")
    lines = presentation.first_line_pair(expected, actual)
    words = ", ".join(presentation.presentation_words(expected, actual))
    place = f" (first in line {lines.line})" if lines is not None else ""
    return Diagnosis(f"Only the presentation differs: {words}{place}.", lines=lines)


def _about_departure(
    expected: bytes, actual: bytes, verdict: Verdict, ended: str, script: bytes
) -> tuple[Diagnosis, Choice | None]:
    found = departure.find_departure(expected, actual)
    if found is None:  # cut before any difference, or different outside of all events
        lines = presentation.first_line_pair(expected, actual)
        where = f" in line {lines.line}" if lines is not None else ""
        return Diagnosis(f"The output differs{where}.", lines=lines), None
    # Stray text is shown beside the line that is expected in its place: see `first_line_pair`.
    stray = found.trailing is not None or (not found.differences and found.stray is not None)
    lines = None if stray else departure.line_pair(found, expected, actual)
    choice = choice_of(found)
    is_pair = lines is not None and lines.expected is not None and lines.actual is not None
    diagnosis = Diagnosis(
        summary=sentence(found, departure.outline_of(script), stopped(verdict, ended), lines),
        hints=hints(found, verdict, lines),
        expected=_shown(found.expected),
        actual=_shown(found.actual),
        cells=departure.differing_cells(found.expected, found.actual),
        # An extra or missing line of an event is shown beside a line of the next event.
        lines=lines if is_pair else presentation.first_line_pair(expected, actual),
        position=fen(choice.position) if choice is not None else "",
    )
    return diagnosis, choice


def _shown(event: ReadEvent | None) -> ShownEvent | None:
    if event is None:
        return None
    return ShownEvent(ascii_text(event.head, 80), ascii_text(event.cost_line, 80), event.rows)


def _layout(expected: bytes, actual: bytes, whole: bool = True) -> list[str]:
    """Facts about the layout of the whole output; `whole` says that its last line is complete."""
    lines = actual if whole else actual[: actual.rfind(b"\n") + 1]
    facts = [f"The output has {words}." for words in presentation.habits_of_layout(expected, lines)]
    if b"\0" in actual:
        facts.append("The output has NUL bytes (\\0), such as the end of a C string.")
    return facts


def _prompts(actual: bytes) -> list[str]:
    """A fact about the first prompt, on the line of an event or on a line of its own."""
    for event in read_transcript(actual[:_ENOUGH]):
        own_line = event.kind == OTHER and not event.board_rows and event.head.endswith(_PROMPTS)
        words = event.head if own_line else event.prompt
        line = event.prompt_line or event.first_line
        if words.isprintable() and words:
            return [f'Line {line} has a prompt: "{ascii_text(words, 40)}".']
    return []


def _about_stderr(stderr: bytes) -> tuple[str, str]:
    """A fact about standard error, and a hint if the transcript or an ERROR line is there."""
    text = stderr[:_ENOUGH].strip()
    if not text:
        return "", ""
    hint = "Print everything on standard output (stdout), including ERROR lines."
    if any(event.kind == SETUP and event.rows for event in read_transcript(text)):
        return "The transcript is printed on standard error.", hint
    if any(message.lower().encode() in text.lower() for message in MESSAGES.values()):
        return "The error line is printed on standard error.", hint
    return f'Standard error says "{ascii_text(text, 100)}".', ""


def _clipped(text: str) -> str:
    return text if len(text) <= presentation.LONGEST else text[: presentation.LONGEST - 3] + "..."
