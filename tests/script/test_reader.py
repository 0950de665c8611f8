import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EXAMPLE_NAMES, GOLDENS

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.bench.random_scripts import random_script
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.notation import grid, player
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup
from checkers_cli.script.parser import read_script
from checkers_cli.script.reader import ReadEvent, read_transcript
from checkers_cli.script.transcript import transcript_of

QUICK = Settings(depth=1, actions=3)

ROWS = b"""\
     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | w | . | w | . | w | . | B |
   +---+---+---+---+---+---+---+---+
 2 | w | . | w | . | w | . | w | . |
   +---+---+---+---+---+---+---+---+
 3 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 6 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 7 | . | b | . | b | . | b | . | b |
   +---+---+---+---+---+---+---+---+
 8 | W | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
"""
GRID = (
    ".w.w.w.B",
    "w.w.w.w.",
    "........",
    "........",
    "........",
    "........",
    ".b.b.b.b",
    "W.b.b.b.",
)
ACTION = b"=" * 37 + b"\nBLACK ACTION #1: G6-F5\nBOARD COST: -3\n" + ROWS


def events_of(script: str) -> list[Event]:
    return list(replay(read_script(io.BytesIO(script.encode())), QUICK))


def printed(events: list[Event]) -> str:
    return "".join(map(transcript_of, events))


def facts(event: Event) -> tuple[object, ...]:
    """What a transcript tells of an event."""
    if isinstance(event, Computed):
        return ("computed", *facts(event.acted)[1:])
    if isinstance(event, Acted):
        who = player(not event.position.black_to_act)
        board = tuple(grid(event.position))
        return ("action", event.number, who, event.action.name, event.cost, board)
    if isinstance(event, Setup):
        return ("setup", None, "", "", None, tuple(grid(event.position)))
    if isinstance(event, Illegal):
        return ("illegal", None, "", "", None, ())
    return ("win", None, player(event.black), "", None, ())


def facts_read(event: ReadEvent) -> tuple[object, ...]:
    return (event.kind, event.number, event.player, event.action, event.cost, event.rows)


def read(text: bytes) -> list[ReadEvent]:
    return list(read_transcript(text))


@st.composite
def scripts(draw: st.DrawFn) -> str:
    seed, length = draw(st.integers(0, 10_000)), draw(st.integers(0, 120))
    script = random_script(Random(seed), length, draw(st.sampled_from(["", "A", "P"])))
    return draw(st.sampled_from(["", "A2-B1\n"])) + script if length < 3 else script


@settings(deadline=None)
@given(scripts())
def test_printed_transcripts_are_read_back(script: str) -> None:
    events = events_of(script)
    read_back = read(printed(events).encode())
    assert [facts_read(event) for event in read_back] == [facts(event) for event in events]


@settings(deadline=None)
@given(scripts(), st.sampled_from(["\r\n", "\n\n", " \t\n", "\n   "]))
def test_white_space_does_not_matter(script: str, end: str) -> None:
    events = events_of(script)
    text = printed(events).replace("\n", end).encode()
    assert [facts_read(event) for event in read(text)] == [facts(event) for event in events]


@settings(deadline=None)
@given(scripts())
def test_each_event_knows_its_lines_and_bytes(script: str) -> None:
    events = events_of(script)
    text = printed(events).encode()
    lines = text.split(b"\n")
    for event, one in zip(events, read(text), strict=True):
        assert text[one.start : one.end] + b"\n" == transcript_of(event).encode()
        mine = lines[one.first_line - 1 : one.last_line]
        assert b"\n".join(mine) == text[one.start : one.end]


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_golden_files_have_nothing_but_events(name: str) -> None:
    events = read((GOLDENS / name).read_bytes())
    assert events[0].kind == "setup"
    assert not [event for event in events if event.kind == "other" or event.prompt]


@pytest.mark.parametrize("message", MESSAGES.values())
def test_errors(message: str) -> None:
    (event,) = read(f"ERROR: {message}\n".encode())
    assert (event.kind, event.head) == ("illegal", f"ERROR: {message}")
    (event,) = read(message.encode())
    assert (event.kind, event.head) == ("illegal", message)


@pytest.mark.parametrize(
    ("line", "kind", "number", "action", "prompt"),
    [
        (b"WHITE ACTION #2: H3-G4", "action", 2, "H3-G4", ""),
        (b"*** WHITE ACTION #2: H3-G4", "computed", 2, "H3-G4", ""),
        (b"***WHITE ACTION#2:H3-G4", "computed", 2, "H3-G4", ""),
        (b"  white \t action # 2 : h3-g4 \r", "action", 2, "h3-g4", ""),
        (b"Enter action: WHITE ACTION #2: H3-G4", "action", 2, "H3-G4", "Enter action:"),
        (b"> *** WHITE ACTION #2: H3-G4", "computed", 2, "H3-G4", ">"),
        (b"WHITE ACTION: H3-G4", "action", None, "H3-G4", ""),
        (b"WHITE ACTION #2:", "action", 2, "", ""),
        (b"WHITE ACTION", "action", None, "", ""),
        (b"WHITE ACTION #-2: \xff\x00", "action", None, "-2: \xff\x00", ""),
    ],
)
def test_action_lines(line: bytes, kind: str, number: int, action: str, prompt: str) -> None:
    (event,) = read(line)
    assert (event.kind, event.number, event.action) == (kind, number, action)
    assert (event.player, event.prompt) == ("white", prompt)


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        (b"BOARD COST: -3", -3),
        (b"board cost:7", 7),
        (b"BOARD COST: 2147483647", 2147483647),
        (b"Cost = 3", None),
        (b"BOARD COST: ", None),
        (b"BOARD COST: 99999999999999", None),
    ],
)
def test_cost_lines(line: bytes, cost: int | None) -> None:
    (event,) = read(b"BLACK ACTION #1: G6-F5\n" + line)
    assert event.cost == cost
    assert event.cost_line == " ".join(line.decode().split())


@pytest.mark.parametrize(
    "board",
    [
        ROWS,
        ROWS.replace(b"   +---+---+---+---+---+---+---+---+\n", b""),
        ROWS.replace(b"|", b"").replace(b"+", b"").replace(b"-", b""),
        "\n".join(GRID).encode(),
        b"\n\n".join(ROWS.split(b"\n")[2:]).replace(b" ", b"\t"),
    ],
    ids=["whole", "no-rules", "no-borders", "bare", "tabs"],
)
def test_boards_are_read_however_they_are_framed(board: bytes) -> None:
    (event,) = read(b"WHITE ACTION #2: H3-G4\nBOARD COST: 0\n" + board)
    assert (event.rows, event.board_rows) == (GRID, 8)


def test_half_a_board_is_none() -> None:
    (event,) = read(ACTION[: ACTION.index(b" 6 |")])
    assert (event.rows, event.board_rows, event.cost) == ((), 5, -3)


def test_a_board_with_other_letters_is_none() -> None:
    (event,) = read(ACTION.replace(b"| W |", b"| X |"))
    assert (event.rows, event.board_rows) == ((), 7)


def test_delimiters_may_be_missing_and_prompts_may_stand_before_them() -> None:
    second = ACTION.partition(b"\n")[2].replace(b"#1", b"#2")
    events = read(b"Enter action: " + ACTION + second + b"Next?\n" + b"WHITE WIN!\n")
    kinds = [(event.kind, event.prompt, event.number) for event in events]
    assert kinds == [
        ("action", "Enter action:", 1),
        ("action", "", 2),
        ("other", "", None),
        ("win", "", None),
    ]
    assert [event.head for event in events[2:]] == ["Next?", "WHITE WIN!"]
    assert [event.prompt_line for event in events] == [1, 0, 0, 0]


def test_a_misnamed_action_keeps_its_board() -> None:
    (event,) = read(ACTION.replace(b"ACTION", b"MOVE"))
    assert (event.kind, event.head, event.rows) == ("other", "BLACK MOVE #1: G6-F5", GRID)


def test_a_board_that_is_printed_twice_is_another_event() -> None:
    first, second = read(ACTION + ROWS)
    assert (first.kind, first.rows) == ("action", GRID)
    assert (second.kind, second.head, second.rows) == ("other", "", GRID)


def test_lines_are_counted_with_blank_ones() -> None:
    event = read(b"\n \n\r\n  BLACK WIN!  \n\n")[0]
    assert (event.first_line, event.last_line) == (4, 4)


pieces = st.sampled_from(
    [b"BLACK ACTION #", b"*** ", b"===", b"\n", b" ", b"BOARD COST: ", b"-1", b" 1 | . | w", b"\r",
     b"ERROR", b"BOARD SIZE", b"WHITE WIN!", b"........\n", b"A B C D E F G H", b"\xff", b"\x00"]
)  # fmt: skip


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), st.lists(pieces, max_size=60).map(b"".join)))
def test_any_bytes_can_be_read(text: bytes) -> None:
    last = 0
    for event in read(text):
        assert last < event.first_line <= event.last_line
        last = event.last_line
        assert event.rows == () or (
            len(event.rows) == 8 and set("".join(event.rows)) <= set(".bwBW")
        )
    assert last <= text.count(b"\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        b"\n" * 2_000_000,
        b" " * 2_000_000,
        b"=" * 2_000_000,
        b"BLACK " * 300_000,
        b"*** " * 500_000,
        b"BOARD COST: " * 200_000,
        b"x\n" * 300_000,
    ],
    ids=["newlines", "blanks", "delimiter", "black", "stars", "costs", "short-lines"],
)
def test_much_of_anything_is_little_to_read(text: bytes) -> None:
    assert len(read(text)) <= 1
