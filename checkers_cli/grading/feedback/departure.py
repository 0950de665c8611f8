"""Finds the first event where a program's transcript departs from the expected one."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from checkers_cli.grading.feedback.presentation import make_line_pair, presentation_only
from checkers_cli.grading.results import LinePair
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import Position
from checkers_cli.rules.squares import COLUMNS, ROWS
from checkers_cli.script.parser import MalformedScript, read_script
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, OTHER, WIN, ReadEvent
from checkers_cli.script.reader import read_transcript as read
from checkers_cli.util.errors import UnusableInput

_LONGEST_EVENT = 1 << 16  # bytes of an event that are compared line by line


@dataclass(frozen=True)
class ScriptOutline:
    """The actions of a script with their line numbers, and its command."""

    actions: tuple[tuple[int, str], ...] = ()
    command: str = ""


def outline_of(script: bytes) -> ScriptOutline:
    """The outline of a script, up to its first malformed line."""
    actions: list[tuple[int, str]] = []
    command = ""
    try:
        for statement in read_script(io.BytesIO(script)):
            if statement.command:
                command = statement.command
            else:
                actions.append((statement.line, f"{statement.source}-{statement.target}"))
    except MalformedScript:
        pass
    return ScriptOutline(tuple(actions), command)


@dataclass(frozen=True)
class StrayText:
    """Printed text that belongs to no event, such as a prompt."""

    line: int
    text: str


@dataclass(frozen=True)
class Departure:
    """The first difference between two transcripts: the events there and around it."""

    expected: ReadEvent | None  # None: nothing more is expected
    actual: ReadEvent | None  # None: nothing more is printed
    differences: tuple[str, ...]  # kind, head, number, player, ...; () if only the text differs
    before: ReadEvent | None  # the last event that both transcripts have
    following: ReadEvent | None  # the event expected after `expected`
    scripted: int  # number of actions of the script in both transcripts before
    computed: int  # number of computed actions in both transcripts before
    all_computed: int  # number of computed actions in the whole expected transcript
    last: bool  # nothing is printed after `actual`
    stray: StrayText | None  # the first stray text so far
    trailing: StrayText | None  # stray text at the very end, unless it repeats an earlier prompt

    def position(self) -> Position | None:
        """The position before the expected event; None if no board shows it."""
        if self.before is None or not self.before.rows:
            return None
        # Turns alternate, and black acts first.
        side = "white" if self.before.player == "black" else "black"
        if self.expected is not None and self.expected.kind in (ACTION, COMPUTED):
            side = self.expected.player
        try:
            return parse_position(" ".join([*self.before.rows, side]))
        except UnusableInput:
            return None


def find_departure(expected: bytes, actual: bytes) -> Departure | None:
    """The first event with another content, else the first event with another text.

    None if the transcripts differ in presentation at most.
    """
    wanted = list(read(expected))
    printed = _PrintedEvents(actual)
    textual: Departure | None = None
    for place, one in enumerate([*wanted, None]):
        other = printed.next()
        if one is None and other is None:
            break
        found = differences(one, other) if one is not None and other is not None else ("end",)
        if found:
            return _departure(wanted, place, other, found, printed)
        if one is not None and other is not None and textual is None:
            texts = expected[one.start : one.end], actual[other.start : other.end]
            if not presentation_only(*texts):
                textual = _departure(wanted, place, other, (), printed)
    if textual is None and printed.stray is not None:
        return _departure(wanted, len(wanted), None, (), printed)
    return textual


class _PrintedEvents:
    """The events that a program printed, one at a time; stray text between them is kept apart."""

    def __init__(self, text: bytes) -> None:
        self.stray: StrayText | None = None
        self._trailing: StrayText | None = None
        self._events = self._without_stray_text(text)
        self._ahead = next(self._events, None)

    def next(self) -> ReadEvent | None:
        event, self._ahead = self._ahead, next(self._events, None)
        return event

    @property
    def ended(self) -> bool:
        return self._ahead is None

    @property
    def trailing(self) -> StrayText | None:
        """Stray text after the last event, unless it repeats an earlier prompt."""
        if self._trailing is None or self.stray is None or self._trailing == self.stray:
            return self._trailing
        return None if self._trailing.text == self.stray.text else self._trailing

    def _without_stray_text(self, text: bytes) -> Iterator[ReadEvent]:
        for event in read(text):
            is_stray = event.kind == OTHER and not event.board_rows and not event.cost_line
            words = event.head if is_stray else event.prompt
            line = event.prompt_line or event.first_line
            found = StrayText(line, words) if words else None
            self.stray = self.stray or found
            self._trailing = found if is_stray else None
            if not is_stray:
                yield event


def _departure(
    wanted: list[ReadEvent],
    place: int,
    actual: ReadEvent | None,
    found: tuple[str, ...],
    printed: _PrintedEvents,
) -> Departure:
    return Departure(
        expected=wanted[place] if place < len(wanted) else None,
        actual=actual,
        differences=found,
        before=wanted[place - 1] if place else None,
        following=wanted[place + 1] if place + 1 < len(wanted) else None,
        scripted=sum(event.kind == ACTION for event in wanted[:place]),
        computed=sum(event.kind == COMPUTED for event in wanted[:place]),
        all_computed=sum(event.kind == COMPUTED for event in wanted),
        last=printed.ended,
        stray=printed.stray,
        trailing=printed.trailing if printed.ended else None,
    )


def differences(expected: ReadEvent, actual: ReadEvent) -> tuple[str, ...]:
    """The parts in which two events differ, presentation aside."""
    if expected.kind != actual.kind:
        return ("kind",)
    if expected.kind in (ILLEGAL, WIN):
        if _folded(expected.head) != _folded(actual.head):
            return ("head",)
        return ("more",) if actual.board_rows or actual.cost_line else ()
    differs = {
        "number": expected.number != actual.number,
        "player": expected.player != actual.player,
        "action": _folded(expected.action) != _folded(actual.action),
        "cost": expected.cost != actual.cost and bool(expected.cost_line),
        "board": expected.rows != actual.rows,
    }
    return tuple(part for part in differs if differs[part])


def _folded(words: str) -> str:
    return "".join(words.split()).lower()


def differing_cells(expected: ReadEvent | None, actual: ReadEvent | None) -> tuple[str, ...]:
    """The names of the cells where two boards differ; none if one of them could not be read."""
    if expected is None or actual is None:
        return ()
    return tuple(
        column + row
        for row, wanted, printed in zip(ROWS, expected.rows, actual.rows, strict=False)
        for column, one, other in zip(COLUMNS, wanted, printed, strict=True)
        if one != other
    )


def man_on(rows: tuple[str, ...], cell: str) -> str:
    """The content of a cell: one of `.bwBW`."""
    return rows[ROWS.index(cell[1])][COLUMNS.index(cell[0])]


def line_pair(departure: Departure, expected: bytes, actual: bytes) -> LinePair | None:
    """The first line of the two events that differs by more than presentation."""
    wanted = _numbered_lines(expected, departure.expected)
    printed = _numbered_lines(actual, departure.actual)
    for one, other in zip_longest(wanted, printed, fillvalue=(0, None)):
        (wanted_number, left), (printed_number, right) = one, other
        if left is None or right is None:
            return make_line_pair(printed_number or wanted_number, 1, left, right)
        if not presentation_only(left, right):
            pairs = zip(left, right, strict=False)
            end = min(len(left), len(right)) + 1
            column = next((i for i, (a, b) in enumerate(pairs, 1) if a != b), end)
            return make_line_pair(printed_number, column, left, right)
    return None


def _numbered_lines(text: bytes, event: ReadEvent | None) -> list[tuple[int, bytes]]:
    """The lines of an event with their numbers, without blank lines."""
    if event is None:
        return []
    lines = text[event.start : min(event.end, event.start + _LONGEST_EVENT)].split(b"\n")
    return [
        (number, line.rstrip(b"\r"))
        for number, line in enumerate(lines, event.first_line)
        if line.strip()
    ]
