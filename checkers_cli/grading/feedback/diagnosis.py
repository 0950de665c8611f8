"""Why a run was not accepted: the first departure in words, with its boards or lines."""

from dataclasses import replace

from checkers_cli.grading.feedback.departure import (
    Departure,
    differing_cells,
    find_departure,
    line_pair,
    read_request,
)
from checkers_cli.grading.feedback.hints import (
    choice_of,
    hints,
    make_context,
)
from checkers_cli.grading.feedback.presentation import (
    BYTE_ORDER_MARK,
    LONGEST,
    first_line_pair,
    habits_of_layout,
    presentation_only,
    presentation_words,
)
from checkers_cli.grading.feedback.sentences import sentence, stopped
from checkers_cli.grading.feedback.tree_hints import Choice
from checkers_cli.grading.results import Diagnosis, LinePair, ShownEvent
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.script.reader import OTHER, SETUP, ReadEvent, read_transcript
from checkers_cli.util.text import ascii_text

__all__ = ["choice_in", "diagnose", "presentation_only"]

_MORE = 1 << 14  # bytes that are read beyond twice what is expected
_ENOUGH = 1 << 16  # bytes in which a habit shows
_NOTHING = "The program prints nothing."
_SILENT = (
    "The script is to be read from standard input, and the transcript printed on standard output.",
)
_PROMPTS = (":", ">", "?")  # what a prompt ends with


def diagnose(
    expected: bytes,
    actual: bytes,
    verdict: Verdict,
    ended: str = "",
    cut: bool = False,
    script: bytes = b"",
    stderr: bytes = b"",
) -> Diagnosis:
    """Why this output is not the expected one.

    `ended` is how the program ended ("exit status 0", "signal SIGSEGV"); `cut` says that it printed
    more than `actual`; `script` is its input.
    """
    why = stopped(verdict, ended)
    # A flood is as wrong at its start as at its end; there is no need to read all of it.
    text = actual.removeprefix(BYTE_ORDER_MARK)[: 2 * len(expected) + _MORE]
    noteworthy = ended not in ("", "exit status 0") and not ended.startswith("stopped")
    facts = [f"It ended with {ascii_text(ended, 60)}."] if noteworthy else []
    facts += [f"T{why[1:]}."] if why and verdict is not Verdict.CRASHED else []
    facts += [f"It printed more than the {len(actual)} bytes that were kept."] if cut else []
    if not actual.removeprefix(BYTE_ORDER_MARK).strip():
        facts.append("Standard output is empty." if not actual else "It prints only blanks.")
        look = _SILENT if verdict is Verdict.WRONG else ()
        said = f"Nothing that the program printed has arrived: {why}." if why else _NOTHING
        told = Diagnosis(said, look)
    elif not cut and presentation_only(expected, actual):
        facts += _layout(expected, actual)
        told = _about_presentation(expected, actual, why)
    else:
        facts += _layout(expected, text if cut else actual, not (cut or why)) + _prompts(text)
        told = _about_departure(expected, text, verdict, ended, script)
    fact, hint = _about_stderr(stderr)
    hinted = (hint, *told.hints, verdict.hint)
    return replace(
        told,
        summary=_clipped(told.summary),
        hints=tuple(_clipped(hint) for hint in hinted if hint),
        facts=tuple(_clipped(fact) for fact in (*facts, fact) if fact),
    )


def choice_in(expected: bytes, actual: bytes) -> Choice | None:
    """The action that was computed instead of the expected one, if that is the first departure."""
    departure = find_departure(expected, actual[: 2 * len(expected) + _MORE])
    return choice_of(departure) if departure is not None else None


def _about_presentation(expected: bytes, actual: bytes, why: str) -> Diagnosis:
    if expected == actual:
        return Diagnosis(f"The output is right{f', but {why}' if why else ''}.")
    lines = first_line_pair(expected, actual)
    words = ", ".join(presentation_words(expected, actual))
    place = f" (first in line {lines.line})" if lines is not None else ""
    return Diagnosis(f"Only the presentation differs: {words}{place}.", lines=lines)


def _about_departure(
    expected: bytes, actual: bytes, verdict: Verdict, ended: str, script: bytes
) -> Diagnosis:
    found = find_departure(expected, actual)
    if found is None:  # the same so far, and then cut, or different where no event is
        lines = first_line_pair(expected, actual)
        where = f" in line {lines.line}" if lines is not None else ""
        return Diagnosis(f"The output differs{where}.", lines=lines)
    request = read_request(script)
    # Text that is no part of an event is what to show, beside what should stand there.
    loose = found.trailing is not None or (not found.differences and found.loose is not None)
    lines = None if loose else line_pair(found, expected, actual)
    return Diagnosis(
        summary=sentence(found, request, stopped(verdict, ended), lines),
        hints=hints(make_context(found, request, verdict, lines)),
        expected=_shown(found.expected),
        actual=_shown(found.actual),
        cells=_cells(found),
        # A line too many or too few in an event stands opposite one of the next event.
        lines=lines if _is_pair(lines) else first_line_pair(expected, actual),
    )


def _is_pair(lines: LinePair | None) -> bool:
    return lines is not None and lines.expected is not None and lines.actual is not None


def _cells(found: Departure) -> tuple[str, ...]:
    if found.expected is None or found.actual is None:
        return ()
    return differing_cells(found.expected.rows, found.actual.rows)


def _shown(event: ReadEvent | None) -> ShownEvent | None:
    if event is None:
        return None
    return ShownEvent(ascii_text(event.head, 80), ascii_text(event.cost_line, 80), event.rows)


def _layout(expected: bytes, actual: bytes, whole: bool = True) -> list[str]:
    """What the text is like throughout, in words; its last line counts only if it is all there."""
    shown = actual if whole else actual[: actual.rfind(b"\n") + 1]
    facts = [f"The output has {words}." for words in habits_of_layout(expected, shown)]
    if b"\0" in actual:
        facts.append("The output has NUL bytes, such as the end of a string that was printed.")
    return facts


def _prompts(actual: bytes) -> list[str]:
    """The first prompt: before an event in its line, or in a line of its own."""
    for event in read_transcript(actual[:_ENOUGH]):
        loose = event.kind == OTHER and not event.board_rows and event.head.endswith(_PROMPTS)
        words = event.head if loose else event.prompt
        line = event.prompt_line or event.first_line
        if words.isprintable() and words:
            return [f'There is a prompt, "{ascii_text(words, 40)}", in line {line}.']
    return []


def _about_stderr(stderr: bytes) -> tuple[str, str]:
    """A fact, and a hint if what belongs on standard output is on standard error."""
    text = stderr[:_ENOUGH].strip()
    if not text:
        return "", ""
    hint = "All output belongs on standard output (stdout), errors of the script included."
    if any(event.kind == SETUP and event.rows for event in read_transcript(text)):
        return "The transcript is printed on standard error.", hint
    if any(message.lower().encode() in text.lower() for message in MESSAGES.values()):
        return "The error line is printed on standard error.", hint
    return f'On standard error it says "{ascii_text(text, 100)}".', ""


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
