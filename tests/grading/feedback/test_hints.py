import io

import pytest

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.grading.feedback.departure import find_departure, read_request
from checkers_cli.grading.feedback.hints import hints, make_context
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.notation import parse_position
from checkers_cli.script.parser import read_script
from checkers_cli.script.transcript import boxed_board, transcript_of


def hinted(start: str, script: bytes, shown: str, **change: str) -> str:
    """The hints for a transcript whose last board is `shown`, with one more piece of it changed."""
    settings = Settings(start=parse_position(start))
    events = replay(read_script(io.BytesIO(script)), settings)
    pieces = [transcript_of(event) for event in events]
    expected = "".join(pieces)
    if shown:
        head = pieces[-1].partition("     A")[0]
        pieces[-1] = head + boxed_board(parse_position(shown))
    for old, new in change.items():
        pieces[-1] = pieces[-1].replace(old, new)
    departure = find_departure(expected.encode(), "".join(pieces).encode())
    assert departure is not None
    context = make_context(departure, read_request(script), Verdict.WRONG)
    return "\n".join(hints(context))


@pytest.mark.parametrize(
    ("start", "script", "shown", "words"),
    [
        ("B:WD5,F3:BC6", b"C6-E4", "W:W:BG2", "no second jump"),
        ("B:WD5,F3:BC6", b"C6-E4", "W:WF3,D5:BE4", "removes what was jumped"),
        ("B:WD5,F3:BC6", b"C6-E4", "W:WF3:BE4,C6", "leaves is empty"),
        ("B:WD5,F3:BC6", b"C6-E4", "W:WD5,F3:BC6", "the one before the action"),
        ("B:WD5,F3:BKC6", b"C6-E4", "W:WF3:BE4", "stays a tower"),
        ("B:WD5,F3:BC6", b"C6-E4", "W:WF3:BKE4", "Only a piece that ends on the furthest row"),
    ],
)
def test_boards(start: str, script: bytes, shown: str, words: str) -> None:
    assert words in hinted(start, script, shown)


def test_a_piece_on_the_furthest_row() -> None:
    hint = hinted("B:WA2:BC2", b"C2-B1", "", **{"| B |": "| b |"})
    assert hint == "A piece that ends a move or a capture on the furthest row becomes a tower."


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ("-4", "the sign"),
        ("2", "a tower counts three"),
        ("3", "not of the one before"),
        ("17", "counted on the board"),
    ],
)
def test_costs(cost: str, words: str) -> None:
    change = {"COST: 4\n": f"COST: {cost}\n"}
    assert words in hinted("B:WD3:BC4,KH7", b"C4-E2", "", **change)


@pytest.mark.parametrize(
    ("start", "script", "words"),
    [
        ("B:WD3:BKC6", b"C6-D7", "in all four diagonal directions"),
        ("B:WD5:BC6", b"C6-E4", "right behind it"),
        ("B:WD5:BC6", b"C6-B5", "Captures are optional"),
    ],
)
def test_legal_actions_that_are_refused(start: str, script: bytes, words: str) -> None:
    settings = Settings(start=parse_position(start))
    setup, acted = map(transcript_of, replay(read_script(io.BytesIO(script)), settings))
    departure = find_departure(
        (setup + acted).encode(), (setup + "ERROR: Illegal action.\n").encode()
    )
    assert departure is not None
    found = hints(make_context(departure, read_request(script), Verdict.WRONG))
    assert words in found[0]


def test_an_illegal_action_that_is_carried_out() -> None:
    hint = hinted("B:WD3:BC6", b"C6-D7", "", **{"ERROR: Illegal action.\n": ""})
    assert "pieces only forward" in hint


def test_the_order_of_the_checks() -> None:
    message = {"Source cell is outside of the board.": "Target cell is outside of the board."}
    assert "Only the first check that fails counts" in hinted("B:WD3:BC6", b"I9-I9", "", **message)
    own = {"Source cell is outside of the board.": "no"}
    assert "exactly one of the six" in hinted("B:WD3:BC6", b"I9-I9", "", **own)


def test_numbers_and_players() -> None:
    assert "numbered from 1" in hinted("B:WD3:BC6", b"C6-B5", "", **{"#1": "#2"})
    assert "turns alternate" in hinted("B:WD3:BC6", b"C6-B5", "", BLACK="WHITE")
