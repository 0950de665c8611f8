"""Finds the first event where a program's transcript departs from the expected one."""

import io
from collections.abc import Iterator
from dataclasses import dataclass

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
class Script:
    """What a script asks for: its actions with their lines, and its command."""

    actions: tuple[tuple[int, str], ...] = ()
    command: str = ""


def read_request(script: bytes) -> Script:
    """What a script asks for, up to the first line that is malformed."""
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
    return Script(tuple(actions), command)


@dataclass(frozen=True)
class Loose:
    """Text of a program that belongs to no event, such as a prompt."""

    line: int
    text: str


@dataclass(frozen=True)
class Departure:
    """Where two transcripts part: the events there, and what is known of what is around them."""

    expected: ReadEvent | None  # None: nothing more is expected
    actual: ReadEvent | None  # None: nothing more is printed
    differences: tuple[
        str, ...
    ]  # between the two: kind, head, number, player, ...; () if only text
    before: ReadEvent | None  # the last event that both have
    following: ReadEvent | None  # what is expected next
    scripted: int  # how many actions of the script both have
    computed: int  # how many computed actions both have
    all_computed: int  # how many are expected
    last: bool  # nothing is printed after `actual`
    loose: Loose | None  # the first text so far that belongs to no event
    trailing: Loose | None  # such text at the very end, where nothing like it was before

    def position(self) -> Position | None:
        """The position before the expected event, as far as a board tells it."""
        if self.before is None or not self.before.rows:
            return None
        # Black acts first, and the one who did not act last is next.
        side = "white" if self.before.player == "black" else "black"
        if self.expected is not None and self.expected.kind in (ACTION, COMPUTED):
            side = self.expected.player
        try:
            return parse_position(" ".join([*self.before.rows, side]))
        except UnusableInput:
            return None


def find_departure(expected: bytes, actual: bytes) -> Departure | None:
    """The first event that differs in what it says, else the first that differs in its text.

    None if the two differ in presentation at most.
    """
    mine = list(read(expected))
    theirs = _Events(actual)
    textual: Departure | None = None
    for place in range(len(mine) + 1):
        one = mine[place] if place < len(mine) else None
        other = theirs.next()
        if one is None and other is None:
            break
        found = differences(one, other) if one is not None and other is not None else ("end",)
        if found:
            return _departure(mine, place, other, found, theirs)
        if one is not None and other is not None and textual is None:
            texts = expected[one.start : one.end], actual[other.start : other.end]
            if not presentation_only(*texts):
                textual = _departure(mine, place, other, (), theirs)
    if textual is None and theirs.loose is not None:
        return _departure(mine, len(mine), None, (), theirs)
    return textual


class _Events:
    """A program's events, one at a time; loose text between them is kept apart."""

    def __init__(self, text: bytes) -> None:
        self.loose: Loose | None = None
        self._trailing: Loose | None = None
        self._events = self._without_loose_text(text)
        self._ahead = next(self._events, None)

    def next(self) -> ReadEvent | None:
        event, self._ahead = self._ahead, next(self._events, None)
        return event

    @property
    def ended(self) -> bool:
        return self._ahead is None

    @property
    def trailing(self) -> Loose | None:
        """Text after the last event, unless it is only the same prompt again."""
        if self._trailing is None or self.loose is None or self._trailing == self.loose:
            return self._trailing
        return None if self._trailing.text == self.loose.text else self._trailing

    def _without_loose_text(self, text: bytes) -> Iterator[ReadEvent]:
        for event in read(text):
            loose = event.kind == OTHER and not event.board_rows and not event.cost_line
            words = event.head if loose else event.prompt
            line = event.prompt_line or event.first_line
            found = Loose(line, words) if words else None
            self.loose = self.loose or found
            self._trailing = found if loose else None
            if not loose:
                yield event


def _departure(
    mine: list[ReadEvent],
    place: int,
    actual: ReadEvent | None,
    found: tuple[str, ...],
    theirs: _Events,
) -> Departure:
    return Departure(
        expected=mine[place] if place < len(mine) else None,
        actual=actual,
        differences=found,
        before=mine[place - 1] if place else None,
        following=mine[place + 1] if place + 1 < len(mine) else None,
        scripted=sum(event.kind == ACTION for event in mine[:place]),
        computed=sum(event.kind == COMPUTED for event in mine[:place]),
        all_computed=sum(event.kind == COMPUTED for event in mine),
        last=theirs.ended,
        loose=theirs.loose,
        trailing=theirs.trailing if theirs.ended else None,
    )


def differences(expected: ReadEvent, actual: ReadEvent) -> tuple[str, ...]:
    """In what two events differ, presentation aside."""
    if expected.kind != actual.kind:
        return ("kind",)
    if expected.kind in (ILLEGAL, WIN):
        if _folded(expected.head) != _folded(actual.head):
            return ("head",)
        return ("more",) if actual.board_rows or actual.cost_line else ()
    found = []
    if expected.number != actual.number:
        found.append("number")
    if expected.player != actual.player:
        found.append("player")
    if _folded(expected.action) != _folded(actual.action):
        found.append("action")
    if expected.cost != actual.cost and expected.cost_line:
        found.append("cost")
    if expected.rows != actual.rows:
        found.append("board")
    return tuple(found)


def _folded(words: str) -> str:
    return "".join(words.split()).lower()


def differing_cells(expected: tuple[str, ...], actual: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the cells where two boards differ; none if one of them could not be read."""
    if not expected or not actual:
        return ()
    return tuple(
        COLUMNS[column] + ROWS[row]
        for row in range(8)
        for column in range(8)
        if expected[row][column] != actual[row][column]
    )


def man_on(rows: tuple[str, ...], cell: str) -> str:
    """What stands on a cell: one of `.bwBW`."""
    return rows[ROWS.index(cell[1])][COLUMNS.index(cell[0])]


def line_pair(departure: Departure, expected: bytes, actual: bytes) -> LinePair | None:
    """The first line of the departing events that differs by more than presentation."""
    one, other = departure.expected, departure.actual
    mine = _numbered(expected, one)
    theirs = _numbered(actual, other)
    for place in range(max(len(mine), len(theirs))):
        number, left = mine[place] if place < len(mine) else (0, None)
        theirs_number, right = theirs[place] if place < len(theirs) else (0, None)
        if left is None or right is None:
            return make_line_pair(theirs_number or number, 1, left, right)
        if not presentation_only(left, right):
            same = zip(left, right, strict=False)
            end = min(len(left), len(right)) + 1
            column = next((i for i, (a, b) in enumerate(same, 1) if a != b), end)
            return make_line_pair(theirs_number, column, left, right)
    return None


def _numbered(text: bytes, event: ReadEvent | None) -> list[tuple[int, bytes]]:
    """The lines of an event that are not blank, with their numbers."""
    if event is None:
        return []
    lines = text[event.start : min(event.end, event.start + _LONGEST_EVENT)].split(b"\n")
    return [
        (number, line.rstrip(b"\r"))
        for number, line in enumerate(lines, event.first_line)
        if line.strip()
    ]
