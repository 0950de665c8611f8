"""Runs one script and writes its transcript, as text or as JSON lines."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.analyser.sources import Source
from checkers_cli.rules.checks import IllegalAction
from checkers_cli.rules.position import Position
from checkers_cli.script.events import Acted, Event, Illegal
from checkers_cli.script.parser import MalformedScript
from checkers_cli.script.transcript import transcript_of
from checkers_cli.search.minimax import TreeTooLarge
from checkers_cli.util.errors import EXIT_OK, UnusableInput

TEXT = "text"
JSONL = "jsonl"
FORMATS = (TEXT, JSONL)

RAN = "ran"
ILLEGAL = "illegal"
MALFORMED = "malformed"
UNUSABLE = "unusable"

# Characters that are collected before they are written.
GATHERED = 1 << 16


class ScriptOutcome(NamedTuple):
    """How a script ended, with a message for the user if the transcript does not show it."""

    kind: str
    message: str = ""
    exit_status: int = EXIT_OK  # of a program that ran this one script


class Transcriber(Protocol):
    """A function that writes the transcript of a script: `transcribe`, or a faulty program."""

    def __call__(
        self,
        source: Source,
        settings: Settings,
        form: str,
        write: Callable[[bytes], object],
        at_once: bool = False,
    ) -> ScriptOutcome:
        """Run a script and write its transcript."""


def transcribe(
    source: Source,
    settings: Settings,
    form: str,
    write: Callable[[bytes], object],
    at_once: bool = False,
) -> ScriptOutcome:
    """Run a script and write its transcript piece by piece; with `at_once`, event by event."""
    printer = _printer(source, form)
    most = 0 if at_once else GATHERED
    pieces: list[str] = []
    size = 0
    outcome = ScriptOutcome(RAN)
    try:
        with source.open() as stream:
            for event in replay(source.statements(stream), settings):
                piece = printer(event)
                pieces.append(piece)
                size += len(piece)
                if size > most:
                    write("".join(pieces).encode("ascii"))
                    pieces.clear()
                    size = 0
                if isinstance(event, Illegal):
                    outcome = ScriptOutcome(ILLEGAL, "", IllegalAction.exit_status)
    except MalformedScript as error:
        outcome = ScriptOutcome(MALFORMED, f"{source.label}:{error}", error.exit_status)
    except TreeTooLarge as error:
        outcome = ScriptOutcome(UNUSABLE, f"{source.label}: {error}", error.exit_status)
    except UnusableInput as error:
        outcome = ScriptOutcome(UNUSABLE, str(error), error.exit_status)
    write("".join(pieces).encode("ascii"))
    return outcome


def final_position(source: Source, settings: Settings) -> Position:
    """The board after the last action of a script; its command is not carried out.

    Raises `IllegalAction` or `UnusableInput` where a transcript would end in an error.
    """
    position = settings.start
    try:
        with source.open() as stream:
            actions = (s for s in source.statements(stream) if not s.command)
            for event in replay(actions, settings):
                if isinstance(event, Illegal):
                    where = f"{source.label}:{event.line}: {event.source}-{event.target}: "
                    raise IllegalAction(event.error, where)
                if isinstance(event, Acted):
                    position = event.position
    except MalformedScript as error:
        raise UnusableInput(f"{source.label}:{error}") from None
    return position


def _printer(source: Source, form: str) -> Callable[[Event], str]:
    if form == TEXT:
        return transcript_of
    from checkers_cli.script.jsonl import jsonl_of

    name = source.path
    return lambda event: jsonl_of(event, name)
