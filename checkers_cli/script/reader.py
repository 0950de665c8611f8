"""Reads any program's transcript back into events: text in, events out, never an error.

A wrong program may print impossible boards and actions, so events hold plain words and numbers, not
`Acted` or `Computed`. White space, upper and lower case of words, missing delimiters and borders,
and prompts before a line do not matter. A line that makes no sense becomes an event of the kind
`OTHER`, or is skipped within another event.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from checkers_cli.rules.checks import MESSAGES

SETUP: Final = "setup"
ACTION: Final = "action"
COMPUTED: Final = "computed"
ILLEGAL: Final = "illegal"
WIN: Final = "win"
OTHER: Final = "other"

WIDEST: Final = 1000  # bytes of a line that are looked at
_BLANKS: Final = b" \t\r\v\f"
_IN_ROWS: Final = _BLANKS + b"|"
_COLUMNS: Final = "A B C D E F G H"
_MESSAGES: Final = tuple(message.upper() for message in MESSAGES.values())
_VISIBLE: Final = re.compile(rb"[^ \t\r\v\f\n]")
# Lines have single blanks where these are used, so nothing in them is tried twice.
_NUMBER: Final = re.compile(r" ?#? ?(\d{0,9}) ?:? ?")
_COST: Final = re.compile(r"COST ?:? ?([-+]? ?\d{1,10})(?!\d)")
_WINNER: Final = re.compile(r"(BLACK|WHITE) W[IO]N")
_PLAYER: Final = re.compile(r"(BLACK|WHITE) ACTION")


class ReadEvent(NamedTuple):
    """The readable parts of one event. Texts have one character for each byte (latin-1)."""

    kind: str
    head: str = ""  # the line that names the event, with single blanks; "" if nothing names it
    prompt: str = ""  # the text before the head, or before its delimiter, in the same line
    prompt_line: int = 0  # the number of that line
    number: int | None = None
    player: str = ""  # "black" or "white"; of a win the winner
    action: str = ""
    cost: int | None = None
    cost_line: str = ""
    rows: tuple[str, ...] = ()  # eight strings of `.bwBW`; none if there is no whole board
    board_rows: int = 0  # how many rows there were, also of an incomplete board
    first_line: int = 0  # from 1, its delimiter included
    last_line: int = 0
    start: int = 0  # the place of its bytes in the text
    end: int = 0


class _Draft:
    """An event that is being read."""

    def __init__(self, line: int, start: int) -> None:
        self.named = ReadEvent("")
        self.prompt = ""
        self.prompt_line = 0
        self.cost: int | None = None
        self.cost_line = ""
        self.rows: list[str] = []
        self.first_line, self.last_line = line, line
        self.start, self.end = start, start

    def finish(self) -> ReadEvent:
        return self.named._replace(
            kind=self.named.kind or OTHER,
            prompt=self.prompt,
            prompt_line=self.prompt_line,
            cost=self.cost,
            cost_line=self.cost_line,
            rows=tuple(self.rows) if len(self.rows) == 8 else (),
            board_rows=len(self.rows),
            first_line=self.first_line,
            last_line=self.last_line,
            start=self.start,
            end=self.end,
        )


def read_transcript(text: bytes) -> Iterator[ReadEvent]:
    """The events of a transcript, as far as they can be made out; any bytes will do."""
    draft: _Draft | None = None
    for number, start, end in _lines(text):
        line = text[start : min(end, start + WIDEST)]
        part = _read_line(line)
        if draft is None or _begins_another(part, draft):
            if draft is not None:
                yield draft.finish()
            draft = _Draft(number, start)
        _add(part, draft)
        draft.last_line, draft.end = number, end
        if draft.prompt and not draft.prompt_line:
            draft.prompt_line = number
    if draft is not None:
        yield draft.finish()


def _lines(text: bytes) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of each line that is not blank; blank lines cost no time."""
    number, position = 1, 0
    while (found := _VISIBLE.search(text, position)) is not None:
        number += text.count(b"\n", position, found.start())
        start = max(text.rfind(b"\n", position, found.start()) + 1, position)
        end = text.find(b"\n", found.start())
        if end < 0:
            end = len(text)
        yield number, start, end
        position = end


class _Part(NamedTuple):
    """The kind of one line: a delimiter, a name, a cost, a piece of a board, or just text."""

    what: str
    prompt: str = ""
    named: ReadEvent = ReadEvent("")
    row: str = ""
    cost: int | None = None
    line: str = ""


_DELIMITER, _NAME, _COST_LINE, _HEADING, _ROW, _RULE, _TEXT = (
    "delimiter", "name", "cost", "heading", "row", "rule", "text",
)  # fmt: skip


# Most lines of a transcript are the same few hundred, and so are those of endless output.
@lru_cache(maxsize=2048)
def _read_line(line: bytes) -> _Part:
    cells = line.translate(None, _IN_ROWS)
    if len(cells) == 9 and cells[:1].isdigit():
        cells = cells[1:]
    if len(cells) == 8 and not cells.strip(b".bwBW"):
        return _Part(_ROW, row=cells.decode("ascii"))
    if len(cells) > 2 and not cells.strip(b"+-"):
        return _Part(_RULE)
    shown = b" ".join(line.split()).decode("latin-1")
    # Not str.upper(): that can make a text longer, and places in both must be the same.
    upper = b" ".join(line.upper().split()).decode("latin-1")
    if upper.endswith("==="):
        return _Part(_DELIMITER, prompt=shown.rstrip("=").rstrip())
    if upper.endswith(_COLUMNS):
        return _Part(_HEADING, prompt=shown[: -len(_COLUMNS)].rstrip())
    return _named(shown, upper) or _cost(shown, upper) or _Part(_TEXT, line=shown)


def _named(shown: str, upper: str) -> _Part | None:
    """The line that names an event, after any prompt."""
    found = _PLAYER.search(upper)
    if found is not None:
        return _acted(shown, upper, found)
    at = upper.find("BOARD SIZE")
    if at < 0:
        at = upper.find("#BLACK PIECES")
    if at >= 0:
        return _Part(_NAME, shown[:at].rstrip(), ReadEvent(SETUP, shown[at:]))
    at = upper.find("ERROR")
    if at < 0:
        at = max(upper.find(message) for message in _MESSAGES)
    if at >= 0:
        return _Part(_NAME, shown[:at].rstrip(), ReadEvent(ILLEGAL, shown[at:]))
    won = _WINNER.search(upper)
    if won is not None:
        event = ReadEvent(WIN, shown[won.start() :], player=won[1].lower())
        return _Part(_NAME, shown[: won.start()].rstrip(), event)
    return None


def _acted(shown: str, upper: str, found: "re.Match[str]") -> _Part:
    before = shown[: found.start()].rstrip()
    prompt = before.rstrip("*").rstrip()
    computed = before.endswith("*")
    number = _NUMBER.match(upper, found.end())
    digits = number[1] if number is not None else ""
    event = ReadEvent(
        COMPUTED if computed else ACTION,
        shown[len(prompt) :].lstrip(),
        number=int(digits) if digits.isascii() and digits.isdigit() else None,
        player=found[1].lower(),
        action=shown[number.end() if number is not None else found.end() :].strip(),
    )
    return _Part(_NAME, prompt, event)


def _cost(shown: str, upper: str) -> _Part | None:
    # Other lines may speak of a cost as well, such as those that help to find a fault.
    if not upper.startswith("COST") and "BOARD COST" not in upper:
        return None
    found = _COST.search(upper)
    value = int(found[1].replace(" ", "")) if found is not None else None
    return _Part(_COST_LINE, cost=value, line=shown)


def _begins_another(part: _Part, draft: _Draft) -> bool:
    """Whether a line cannot belong to the event that is being read."""
    named = bool(draft.named.kind)
    something = named or bool(draft.rows or draft.cost_line)
    if part.what == _DELIMITER:
        return something
    if part.what == _NAME:
        again = part.named.kind == draft.named.kind == SETUP and not draft.rows
        return something and not again
    if part.what == _COST_LINE:
        return bool(draft.cost_line)
    if part.what == _HEADING:
        return bool(draft.rows)
    if part.what == _ROW:
        return len(draft.rows) == 8
    return part.what == _TEXT and (len(draft.rows) == 8 or draft.named.kind in (ILLEGAL, WIN))


def _add(part: _Part, draft: _Draft) -> None:
    draft.prompt = draft.prompt or part.prompt
    if part.what == _NAME and not draft.named.kind:
        draft.named = part.named
    elif part.what == _COST_LINE:
        draft.cost, draft.cost_line = part.cost, part.line
    elif part.what == _ROW:
        draft.rows.append(part.row)
    elif part.what == _TEXT and not draft.named.kind:
        draft.named = ReadEvent(OTHER, part.line)
