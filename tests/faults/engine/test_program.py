"""Whole transcripts of the slow engine, worked out by hand from the rules."""

import io
import subprocess
import sys

import pytest
from faults.given import AFTER_G6_F5, OPENING, action_lines, last_line
from support import PROJECT, place

from checkers_cli.faults.engine import program as engine
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import Malformed, output_pieces, transcript

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
    assert len(pieces) == 1 + 2 + 10 + 1  # the opening, each action, the last newline
    assert pieces[0] == OPENING[:-1]
    assert "".join(pieces) == transcript("G6-F5\nH3-G4\nP")


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
