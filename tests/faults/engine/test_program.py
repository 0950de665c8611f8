"""Whole transcripts of the slow engine, worked out by hand from the rules."""

import io
import subprocess
import sys

import pytest
from faults.given import AFTER_G6_F5, OPENING, action_lines, costs, last_line, told
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import SCRIPTS
from support import PROJECT, place

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine import program as engine
from checkers_cli.faults.engine.knobs import REFERENCE, KnobValues, reference_knobs, with_setting
from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import Malformed, output_pieces, start_run, transcript

DEPTH_1 = with_setting(REFERENCE, {"tree.depth": 1})
ERRORS = [
    ("I4-J5", "ERROR: Source cell is outside of the board."),
    ("G6-A9", "ERROR: Target cell is outside of the board."),
    ("B5-A6", "ERROR: Source cell is empty."),
    ("B3-A6", "ERROR: Target cell is not empty."),
    ("B3-A4", "ERROR: Source cell holds opponent's piece/tower."),
    ("A6-B4", "ERROR: Illegal action."),
]


def test_opening_and_one_action_byte_for_byte() -> None:
    assert transcript("") == OPENING
    assert transcript("G6-F5\n") == OPENING + AFTER_G6_F5


@pytest.mark.parametrize(
    "script",
    [b"G6-F5", b"G6-F5\r\n", b"\n \n\tG6-F5 \t\r\n\r\n\n", "G6-F5", b"  G6-F5\n  "],
)
def test_blanks_crlf_and_missing_newline(script: bytes | str) -> None:
    assert transcript(script) == OPENING + AFTER_G6_F5


def test_opening_counts_pieces_and_towers() -> None:
    board = place(A6="B", C8="b", C6="w")
    lines = transcript("", board=board).splitlines()
    assert lines[1:3] == ["#BLACK PIECES: 2", "#WHITE PIECES: 1"]


@pytest.mark.parametrize(("action", "message"), ERRORS)
def test_error_is_the_last_line_and_ends_reading(action: str, message: str) -> None:
    assert transcript(f"{action}\nhello\nA\n") == f"{OPENING}{message}\n"


def test_error_on_an_early_turn_of_white() -> None:
    expected = OPENING + AFTER_G6_F5 + "ERROR: Target cell is not empty.\n"
    assert transcript("G6-F5\nG2-A8\nP\n") == expected


def test_only_one_jump_a_turn() -> None:
    # E6 could go on over D5, but it is white's turn.
    output = transcript("C8-E6\nE6-C4\n", board=place(C8="b", D7="w", D5="w"))
    assert last_line(output) == "ERROR: Source cell holds opponent's piece/tower."


def test_captures_are_optional() -> None:
    output = transcript("G6-F5\nH3-G4\nA6-B5\n")
    assert action_lines(output)[-1] == "BLACK ACTION #3: A6-B5"


def test_printed_cost() -> None:
    board = place(B3="b", C2="w")
    assert "\nBOARD COST: 3\n" in transcript("B3-D1", board=board)
    limits = transcript("B3-D1", board=board, knobs=reference_knobs(limits=True))
    assert "\nBOARD COST: 2147483647\n" in limits
    assert "WIN" not in limits


def test_stuck_at_the_full_depth_depends_on_the_reading() -> None:
    board = place(C2="b", C6="b", D5="w")
    for limits, expected in ((False, "C2-D1"), (True, "C6-E4")):
        knobs = with_setting(reference_knobs(limits), {"tree.depth": 1})
        output = transcript("A", board=board, knobs=knobs)
        assert action_lines(output) == [f"*** BLACK ACTION #1: {expected}"]


def test_numbers_start_from_one_with_white() -> None:
    output = transcript("B3-A4\nA6-B5\nA", player="white", knobs=DEPTH_1)
    # A4 cannot capture B5, as C6 is taken: all are worth 0, and row 1 has no action.
    assert action_lines(output) == [
        "WHITE ACTION #1: B3-A4",
        "BLACK ACTION #2: A6-B5",
        "*** WHITE ACTION #3: A2-B3",
    ]


def test_a_computes_one_action_after_the_script() -> None:
    output = transcript("G6-F5\nH3-G4\nA", knobs=DEPTH_1)
    assert action_lines(output)[2:] == ["*** BLACK ACTION #3: F5-H3"]
    assert output.count("=" * 37 + "\n") == 3
    assert output.count("BOARD COST: 1\n") == 1


def test_a_on_the_worked_example() -> None:
    output = transcript(" A ", board=place(A6="B", C8="b", C6="w", B7="w"))
    assert action_lines(output) == ["*** BLACK ACTION #1: A6-B5"]
    assert "\nBOARD COST: 2\n" in output


@pytest.mark.parametrize("command", ["A", "P"])
@pytest.mark.parametrize(
    ("board", "player", "line"),
    [
        (place(C4="w"), "black", "WHITE WIN!"),
        (place(A8="b", B7="w", C6="w"), "black", "WHITE WIN!"),
        (place(C4="b"), "white", "BLACK WIN!"),
        (place(H1="w", G2="b", F3="B"), "white", "BLACK WIN!"),
    ],
)
def test_winner_line(command: str, board: Board, player: str, line: str) -> None:
    finished = transcript("", board=board, player=player)
    assert "WIN" not in finished
    assert transcript(command, board=board, player=player) == f"{finished}{line}\n"


def test_p_plays_ten_actions() -> None:
    lines = action_lines(transcript("G6-F5\nP\n", knobs=DEPTH_1))
    assert len(lines) == 11
    assert lines[1].startswith("*** WHITE ACTION #2: ")
    assert lines[10].startswith("*** BLACK ACTION #11: ")
    assert transcript("P").count("*** ") == 10


def test_p_ends_early_with_the_winner() -> None:
    board = place(C4="b", E2="w", A2="w")
    output = transcript("P", board=board)
    assert action_lines(output) == ["*** BLACK ACTION #1: C4-D3", "*** WHITE ACTION #2: E2-C4"]
    assert output.endswith("---+\nWHITE WIN!\n")


def test_p_prints_no_winner_after_its_last_action() -> None:
    board = place(C4="b", E2="w", A2="w")
    two, three = (with_setting(REFERENCE, {"plays.p": number}) for number in (2, 3))
    assert "WIN" not in transcript("P", board=board, knobs=two)
    assert last_line(transcript("P", board=board, knobs=three)) == "WHITE WIN!"
    habit = with_setting(two, {"plays.winner_after_p": True})
    assert last_line(transcript("P", board=board, knobs=habit)) == "WHITE WIN!"


def test_reference_depth_is_three() -> None:
    by_depth = {
        depth: transcript("P", knobs=with_setting(REFERENCE, {"tree.depth": depth}))
        for depth in (1, 2, 3, 4)
    }
    assert [depth for depth, output in by_depth.items() if output == transcript("P")] == [3]


def test_output_pieces_join_to_the_transcript() -> None:
    pieces = list(output_pieces("G6-F5\nH3-G4\nP"))
    assert len([piece for piece in pieces if piece]) == 1 + 2 + 10  # the opening, each action
    assert pieces[0] == OPENING
    assert "".join(pieces) == transcript("G6-F5\nH3-G4\nP")


# Black loses its only man, whichever action it takes.
LOST = place(C4="b", E2="w", A2="w")
LOST_LINES = ["*** BLACK ACTION #1: C4-D3", "*** WHITE ACTION #2: E2-C4", "WHITE WIN!"]
# Black captures white's last man; it could also promote.
WON = place(C2="b", C6="b", D5="w")
ILLEGAL = "ERROR: Illegal action."
FIRST = "BLACK ACTION #1: G6-F5"
COMPUTED = "*** BLACK ACTION #1: A6-B5"


def lines_of(script: str, setting: KnobValues, board: Board | None = None) -> list[str]:
    """Actions, errors and winners that a program prints."""
    return told(transcript(script, board=board, knobs=with_setting(REFERENCE, setting)))


@pytest.mark.parametrize(
    ("script", "knobs", "expected"),
    [
        ("A6-A5\nG6-F5\nA", {}, [ILLEGAL]),
        ("A6-A5\nG6-F5", {"reads.after_error": "actions"}, [ILLEGAL, FIRST]),
        ("A6-A5\nB3-A4", {"reads.after_error": "actions, turn lost"},
         [ILLEGAL, "WHITE ACTION #1: B3-A4"]),
        ("A6-A5\nG6-F5\nA", {"reads.after_error": "command"}, [ILLEGAL, COMPUTED]),
        ("A6-A5\nA", {"reads.after_error": "command", "reads.error_counts": True},
         [ILLEGAL, "*** WHITE ACTION #2: B3-C4"]),
        ("A6-B5\n", {"reads.column_a": "at end"},
         ["BLACK ACTION #1: A6-B5", "*** WHITE ACTION #2: B3-C4"]),
        ("A6-B5", {"reads.column_a": "after error"}, ["BLACK ACTION #1: A6-B5"]),
        ("A6-B5\nB3-A4\n", {"reads.column_a": "at end"},
         ["BLACK ACTION #1: A6-B5", "WHITE ACTION #2: B3-A4"]),
        ("A6-A5\n", {"reads.column_a": "at end"}, [ILLEGAL]),
        ("A6-A5\nG6-F5", {"reads.column_a": "after error"}, [ILLEGAL, COMPUTED]),
        ("A6-A5\n", {"reads.column_a": "at end, after error"}, [ILLEGAL, COMPUTED]),
        ("A6-A5", {"reads.column_a": "after error", "reads.error_counts": True},
         [ILLEGAL, "*** WHITE ACTION #2: B3-C4"]),
        ("G6-G5", {"reads.column_a": "at end, after error"}, [ILLEGAL]),
        ("A6-B5\nB3-A4\n", {"reads.column_a": "at once"}, [COMPUTED]),
        ("G6-F5\nA2-B3\n", {"reads.column_a": "at once"},
         [FIRST, "*** WHITE ACTION #2: B3-C4"]),
        ("\nG6-F5\n", {"reads.blank": "A"}, [COMPUTED]),
        ("\nB3-A4\n", {"reads.blank": "A", "reads.goes_on": True},
         [COMPUTED, "WHITE ACTION #2: B3-A4"]),
        ("G6-F5\n\nA", {"reads.blank": "end"}, [FIRST]),
        ("G6-F5\nA", {"reads.commands": "P"}, [FIRST]),
        ("A6-B5", {"reads.column_a": "at end", "reads.commands": ""}, ["BLACK ACTION #1: A6-B5"]),
        ("G6-F5\n", {"reads.repeats": "line"},
         [FIRST, "ERROR: Source cell is empty."]),
        ("A", {"reads.repeats": "line"}, [COMPUTED, "*** WHITE ACTION #2: B3-C4"]),
        ("B3-A4\nG6-F5\n", {"checks.white_opens": True},
         ["WHITE ACTION #1: B3-A4", "BLACK ACTION #2: G6-F5"]),
        ("G6-F5\nG6-F5\n", {"checks.white_opens": True}, [FIRST, "ERROR: Source cell is empty."]),
        ("I4-J5\n", {"checks.white_opens": True}, ["ERROR: Source cell is outside of the board."]),
    ],
)  # fmt: skip
def test_reading_with_a_knob_changed(script: str, knobs: KnobValues, expected: list[str]) -> None:
    assert lines_of(script, knobs) == expected


def test_refused_line_ends_the_program_with_its_text() -> None:
    setting = {"reads.blank": "text", "reads.refusal": "what?\n"}
    output = transcript("G6-F5\n\nH3-G4\n", knobs=with_setting(REFERENCE, setting))
    assert output == OPENING + AFTER_G6_F5 + "what?\n"


@pytest.mark.parametrize(
    ("knobs", "board", "expected"),
    [
        ({}, LOST, LOST_LINES),
        ({"plays.foreseen": "lost"}, LOST, ["WHITE WIN!"]),
        ({"plays.foreseen": "both"}, LOST, ["WHITE WIN!"]),
        ({"plays.foreseen": "white wins"}, LOST, ["WHITE WIN!"]),
        ({"plays.foreseen": "won"}, LOST, [LOST_LINES[0], "WHITE WIN!"]),
        ({"plays.foreseen": "black wins"}, LOST, LOST_LINES),
        ({"plays.foreseen": "lost", "plays.foreseen_after": True}, LOST,
         [LOST_LINES[0], "WHITE WIN!"]),
        ({"plays.winner_instead": True}, LOST, [LOST_LINES[0], "WHITE WIN!"]),
        ({"plays.foreseen": "won"}, WON, ["BLACK WIN!"]),
        ({"plays.foreseen": "black wins"}, WON, ["BLACK WIN!"]),
        ({"plays.foreseen": "lost"}, WON, ["*** BLACK ACTION #1: C6-E4", "BLACK WIN!"]),
        ({"plays.a": 1, "plays.p": 1}, WON, ["*** BLACK ACTION #1: C6-E4"]),
        ({"plays.p": 1, "plays.winner_after_p": True}, WON,
         ["*** BLACK ACTION #1: C6-E4", "BLACK WIN!"]),
        ({"plays.p": 1, "plays.winner_after_a": True}, WON, ["*** BLACK ACTION #1: C6-E4"]),
        ({"plays.p": 4, "plays.stops": False}, LOST, [*LOST_LINES, "WHITE WIN!"]),
        ({"prints.winner": "by cost"}, place(A8="b", B7="w", C6="w"), ["WHITE WIN!"]),
        ({"prints.winner": "by cost"}, place(A8="B", B7="w", C6="w"), ["BLACK WIN!"]),
        ({"plays.acts": "by pieces"}, place(A8="B", B7="w"), ["WHITE WIN!"]),
        ({"plays.acts": "moves"}, place(A8="b", B7="w"), ["WHITE WIN!"]),
        ({"plays.over": "either"}, place(C4="b", A8="w"), ["BLACK WIN!"]),
        ({"plays.blocked_ends": False}, place(A8="b", B7="w", C6="w"), []),
        ({"plays.blocked_ends": False}, place(C4="w"), ["WHITE WIN!"]),
    ],
)  # fmt: skip
def test_play_with_a_knob_changed(knobs: KnobValues, board: Board, expected: list[str]) -> None:
    assert lines_of("P", knobs, board) == expected


# D3-E2 and then F1xD3 takes black's last man.
ENDING = place(D3="b", F1="w", H1="w")
ENDED = ["BLACK ACTION #1: D3-E2", "WHITE ACTION #2: F1-D3"]


@pytest.mark.parametrize(
    ("script", "knobs", "expected"),
    [
        ("D3-E2\nF1-D3\nA", {}, [*ENDED, "WHITE WIN!"]),
        ("D3-E2\nF1-D3", {"plays.winner_at_end": True}, [*ENDED, "WHITE WIN!"]),
        ("D3-E2\nF1-D3\nA", {"plays.winner_in_script": "stop"}, [*ENDED, "WHITE WIN!"]),
        ("D3-E2\nF1-D3\nH1-G2", {"plays.winner_in_script": "stop"}, [*ENDED, "WHITE WIN!"]),
        ("D3-E2\nF1-D3\nH1-G2", {"plays.winner_in_script": "go on"},
         [*ENDED, "WHITE WIN!", "ERROR: Source cell holds opponent's piece/tower."]),
        ("D3-E2\nF1-D3\nH1-G2", {"plays.winner_instead": True}, [ENDED[0], "WHITE WIN!"]),
        ("D3-E2\nF1-D3", {"plays.winner_after_a": True, "plays.winner_after_p": True}, ENDED),
    ],
)  # fmt: skip
def test_end_of_the_game_in_the_script(script: str, knobs: KnobValues, expected: list[str]) -> None:
    assert lines_of(script, knobs, ENDING) == expected


def test_either_player_may_have_lost_after_an_action_of_the_script() -> None:
    # White cannot act on its turn before, and black is stuck after its own action.
    board = place(B3="b", H8="w")
    knobs = {"plays.over": "either", "plays.winner_in_script": "stop"}
    assert lines_of("B3-A2\n", knobs, board) == ["BLACK ACTION #1: B3-A2", "BLACK WIN!"]


# Black captures a tower, and promotes.
TRADES = place(B5="b", C4="W", C2="b", H2="w")


@pytest.mark.parametrize(
    ("kept", "promotion", "expected"),
    [
        ("", 2, [1, 1, 3]),
        ("men", 2, [1, 1, 3]),
        ("pieces", 2, [-1, -1, 1]),
        ("pieces", 0, [-1, -1, -1]),
        ("men", 3, [1, 1, 4]),
        ("men", 0, [1, 1, 1]),
    ],
)
def test_cost_that_is_kept(kept: str, promotion: int, expected: list[int]) -> None:
    setting = {"prints.cost_kept": kept, "prints.kept_promotion": promotion}
    output = transcript(
        "B5-D3\nH2-G3\nC2-D1\n", board=TRADES, knobs=with_setting(REFERENCE, setting)
    )
    assert costs(output) == expected


FAULTS = [fault for fault in CATALOGUE.values() if not fault.equivalent]


@given(st.lists(st.sampled_from(FAULTS), max_size=3), st.sampled_from(sorted(SCRIPTS)), st.data())
@settings(max_examples=100)
def test_run_goes_on_from_any_of_its_states(
    faults: list[Fault], name: str, data: st.DataObject
) -> None:
    """What is printed before a state and after resuming from it is the whole output."""
    script, knobs = SCRIPTS[name], knobs_with(faults)
    run = start_run(script, knobs)
    states, pieces = [run.state()], list[str]()
    while (piece := run.next_piece()) is not None:
        pieces.append(piece)
        states.append(run.state())
    at = data.draw(st.integers(0, len(pieces)))
    other = start_run(script, knobs)
    other.resume(states[at])
    rest = list[str]()
    while (piece := other.next_piece()) is not None:
        rest.append(piece)
    assert rest == pieces[at:]
    assert other.state() == run.state()


@pytest.mark.parametrize(
    "line",
    [
        "G6F5",
        "hello",
        "A B",
        "a",
        "p",
        "AP",
        "G6 - F5",
        "G6-F5-E4",
        "G-F5",
        "66-F5",
        "GG6-F5",
        "G6-F5 A",
        "G6-F\u0665",
        "G\u0666-F5",
        "\u00a0G6-F5",
        "\u0410",
        "\x0cA",
    ],
)
def test_malformed_line(line: str) -> None:
    for script in (f"G6-F5\n\n  {line}\r\nA\n", f"G6-F5\n\n  {line}\r\nA\n".encode()):
        with pytest.raises(Malformed) as caught:
            transcript(script)
        assert caught.value.line_number == 3
        assert caught.value.text == line
        assert caught.value.transcript_so_far == OPENING + AFTER_G6_F5
        assert isinstance(caught.value, ValueError)


def test_bytes_that_are_not_utf8_are_malformed() -> None:
    with pytest.raises(Malformed) as caught:
        transcript(b"\xffG6-F5\n")
    assert caught.value.line_number == 1


@pytest.mark.parametrize("after", ["A", "P", "A6-B5", "I9-I9", "hello"])
def test_anything_after_the_command_is_malformed(after: str) -> None:
    with pytest.raises(Malformed) as caught:
        transcript(f"A\n\n{after}\n", knobs=DEPTH_1)
    assert (caught.value.line_number, caught.value.text) == (3, after)
    assert caught.value.transcript_so_far == transcript("A\n\n \n", knobs=DEPTH_1)
    assert len(action_lines(caught.value.transcript_so_far)) == 1


@pytest.mark.parametrize(
    ("script", "status", "output"),
    [
        (b"G6-F5\r\n", 0, OPENING + AFTER_G6_F5),
        (b"G6-F5\nG2-A8\n", 1, OPENING + AFTER_G6_F5 + "ERROR: Target cell is not empty.\n"),
        (b"G6-F5\nhello\n", 2, OPENING + AFTER_G6_F5),
    ],
)
def test_main_prints_the_transcript_and_returns_the_exit_status(
    script: bytes,
    status: int,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(script)))
    assert engine.main() == status
    sys.stdout.flush()
    out, err = capfdbinary.readouterr()
    assert out == output.encode()
    assert (b"line 2" in err) == (status == 2)


def test_program_runs_as_a_module() -> None:
    command = [sys.executable, "-P", "-m", "checkers_cli.faults.engine.program"]
    done = subprocess.run(command, input=b"G6-A9", capture_output=True, cwd=PROJECT, check=False)
    assert done.returncode == 1
    assert done.stdout == (OPENING + "ERROR: Target cell is outside of the board.\n").encode()
    assert done.stderr == b""
