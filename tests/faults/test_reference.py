"""The slow reference against values worked out by hand from RULES.md."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from checkers_cli.faults import reference
from checkers_cli.faults.reference import (
    ERRORS,
    Board,
    Malformed,
    act,
    chosen,
    cost,
    count,
    error_of,
    legal_actions,
    printed_cost,
    start,
    transcript,
    tree,
)

INT_MIN = -2147483648
INT_MAX = 2147483647
ROOT = Path(__file__).resolve().parents[2]

OPENING = """\
BOARD SIZE: 8x8
#BLACK PIECES: 12
#WHITE PIECES: 12
     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 2 | w | . | w | . | w | . | w | . |
   +---+---+---+---+---+---+---+---+
 3 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 6 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
 7 | . | b | . | b | . | b | . | b |
   +---+---+---+---+---+---+---+---+
 8 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
"""
AFTER_G6_F5 = """\
=====================================
BLACK ACTION #1: G6-F5
BOARD COST: 0
     A   B   C   D   E   F   G   H
   +---+---+---+---+---+---+---+---+
 1 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 2 | w | . | w | . | w | . | w | . |
   +---+---+---+---+---+---+---+---+
 3 | . | w | . | w | . | w | . | w |
   +---+---+---+---+---+---+---+---+
 4 | . | . | . | . | . | . | . | . |
   +---+---+---+---+---+---+---+---+
 5 | . | . | . | . | . | b | . | . |
   +---+---+---+---+---+---+---+---+
 6 | b | . | b | . | b | . | . | . |
   +---+---+---+---+---+---+---+---+
 7 | . | b | . | b | . | b | . | b |
   +---+---+---+---+---+---+---+---+
 8 | b | . | b | . | b | . | b | . |
   +---+---+---+---+---+---+---+---+
"""


def place(**men: str) -> Board:
    """A board with just these men: place(A6="B", C8="b")."""
    board = [["."] * 8 for _ in range(8)]
    for cell, man in men.items():
        board[int(cell[1]) - 1]["ABCDEFGH".index(cell[0])] = man
    return board


def action_lines(output: str) -> list[str]:
    """The lines that name an action."""
    return [line for line in output.splitlines() if " ACTION #" in line]


def last_line(output: str) -> str:
    """The last line, which must end in exactly one newline."""
    assert output.endswith("\n")
    assert not output.endswith("\n\n")
    return output.split("\n")[-2]


def perft(board: Board, player: str, depth: int) -> int:
    """The number of action sequences of that length."""
    if depth == 0:
        return 1
    other = "white" if player == "black" else "black"
    return sum(perft(act(board, a), other, depth - 1) for a in legal_actions(board, player))


# Actions
def test_start_actions_of_black_in_order() -> None:
    expected = ["A6-B5", "C6-D5", "C6-B5", "E6-F5", "E6-D5", "G6-H5", "G6-F5"]
    assert legal_actions(start(), "black") == expected


def test_start_actions_of_white_in_order() -> None:
    expected = ["B3-C4", "B3-A4", "D3-E4", "D3-C4", "F3-G4", "F3-E4", "H3-G4"]
    assert legal_actions(start(), "white") == expected


def test_tower_goes_clockwise_from_north_east() -> None:
    board = place(C4="W")
    assert legal_actions(board, "white") == ["C4-D3", "C4-D5", "C4-B5", "C4-B3"]
    assert legal_actions(board, "black") == []


def test_moves_and_captures_are_mixed_by_direction() -> None:
    # NE capture, SE move, SW capture of a tower, NW blocked by an own piece.
    board = place(C4="B", D3="w", B5="W", B3="b")
    actions = legal_actions(board, "black")
    assert actions == ["B3-C2", "B3-A2", "C4-E2", "C4-D5", "C4-A6"]


def test_piece_neither_moves_nor_captures_backward() -> None:
    board = place(C4="b", D5="w", B5="w")
    assert legal_actions(board, "black") == ["C4-D3", "C4-B3"]
    assert legal_actions(place(C4="w", D3="b", B3="B"), "white") == ["C4-D5", "C4-B5"]


def test_no_jump_over_own_man_over_two_or_off_the_board() -> None:
    assert legal_actions(place(C4="b", D3="b"), "black") == ["D3-E2", "D3-C2", "C4-B3"]
    assert legal_actions(place(C4="b", D3="w", E2="w", B3="w", A2="b"), "black") == ["A2-B1"]
    assert legal_actions(place(B3="b", A2="w", C2="W", D1="w"), "black") == []


def test_act_leaves_the_given_board_alone() -> None:
    board = start()
    after = act(board, "G6-F5")
    assert board == start()
    assert after[5][6] == "."
    assert after[4][5] == "b"


def test_capture_removes_only_the_jumped_man() -> None:
    board = place(C4="B", D3="W", D5="w")
    assert act(board, "C4-E2") == place(E2="B", D5="w")
    assert act(board, "C4-E6") == place(E6="B", D3="W")


def test_only_one_jump_a_turn() -> None:
    board = place(C8="b", D7="w", D5="w")
    assert legal_actions(board, "black") == ["C8-E6", "C8-B7"]
    assert act(board, "C8-E6") == place(E6="b", D5="w")
    assert error_of(board, "black", "C8", "C4") == 6
    # E6 could go on over D5, but it is white's turn.
    output = transcript("C8-E6\nE6-C4\n", board=board)
    assert last_line(output) == "ERROR: Source cell holds opponent's piece/tower."


def test_captures_are_optional() -> None:
    output = transcript("G6-F5\nH3-G4\nA6-B5\n")
    assert action_lines(output)[-1] == "BLACK ACTION #3: A6-B5"
    board = act(act(start(), "G6-F5"), "H3-G4")
    expected = ["F5-H3", "F5-E4", "A6-B5", "C6-D5", "C6-B5", "E6-D5", "F7-G6", "H7-G6"]
    assert legal_actions(board, "black") == expected


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        (place(C2="b"), "C2-B1", place(B1="B")),
        (place(B3="b", C2="w"), "B3-D1", place(D1="B")),
        (place(B7="w"), "B7-A8", place(A8="W")),
        (place(C6="w", D7="b"), "C6-E8", place(E8="W")),
        (place(C2="B"), "C2-B1", place(B1="B")),
        (place(B3="b"), "B3-A2", place(A2="b")),
        (place(C6="w"), "C6-B7", place(B7="w")),
        (place(C2="W"), "C2-D1", place(D1="W")),
    ],
)
def test_promotion(before: Board, action: str, after: Board) -> None:
    assert act(before, action) == after


def test_promoted_tower_turns_back() -> None:
    assert legal_actions(act(place(C2="b"), "C2-B1"), "black") == ["B1-C2", "B1-A2"]


@pytest.mark.parametrize(("depth", "expected"), [(1, 7), (2, 49), (3, 379), (4, 2872), (5, 23582)])
def test_perft(depth: int, expected: int) -> None:
    assert perft(start(), "black", depth) == expected


# Errors
@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("I4", "J5", 1),  # and 2
        ("A0", "A6", 1),  # and 4
        ("A9", "B5", 1),
        ("A10", "B5", 1),
        ("g6", "F5", 1),
        ("A06", "B5", 1),
        ("B5", "I4", 2),  # and 3
        ("G6", "f5", 2),
        ("A6", "B05", 2),
        ("B3", "A0", 2),  # and 5
        ("A4", "A6", 3),  # and 4
        ("A1", "B5", 3),  # a light cell
        ("B5", "B5", 3),
        ("B3", "D3", 4),  # and 5
        ("A6", "A6", 4),
        ("A8", "B7", 4),  # and 6
        ("B3", "A4", 5),  # legal for white
        ("B3", "B5", 5),  # and 6
        ("A6", "A5", 6),  # a light cell
        ("A6", "C4", 6),
        ("A6", "B5", None),
    ],
)
def test_first_failing_check(source: str, target: str, expected: int | None) -> None:
    assert error_of(start(), "black", source, target) == expected


def test_piece_backward_is_illegal() -> None:
    assert error_of(place(C4="b"), "black", "C4", "D5") == 6
    assert error_of(place(C4="B"), "black", "C4", "D5") is None


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("I4-J5", "ERROR: Source cell is outside of the board."),
        ("G6-A9", "ERROR: Target cell is outside of the board."),
        ("B5-A6", "ERROR: Source cell is empty."),
        ("B3-A6", "ERROR: Target cell is not empty."),
        ("B3-A4", "ERROR: Source cell holds opponent's piece/tower."),
        ("A6-B4", "ERROR: Illegal action."),
    ],
)
def test_error_is_the_last_line_and_ends_reading(action: str, message: str) -> None:
    assert transcript(f"{action}\nhello\nA\n") == f"{OPENING}{message}\n"
    assert message in ERRORS.values()


def test_error_on_an_early_turn_of_white() -> None:
    expected = OPENING + AFTER_G6_F5 + "ERROR: Target cell is not empty.\n"
    assert transcript("G6-F5\nG2-A8\nP\n") == expected


# Cost and readings
def test_cost_counts_towers_three_times() -> None:
    assert cost(start()) == 0
    assert cost(place(A8="b", C8="b", B1="B")) == 5
    assert cost(place(A2="w", C2="w", B7="W", H8="b")) == -4


def test_printed_cost_of_a_board_without_white_men() -> None:
    board = place(D1="B")
    assert printed_cost(board, "white", "formula") == 3
    assert printed_cost(board, "white", "limits") == INT_MAX
    assert printed_cost(board, "black", "limits") == 3


def test_printed_cost_of_a_board_with_black_blocked() -> None:
    board = place(A8="b", B7="w", C6="w")
    assert printed_cost(board, "black", "formula") == -1
    assert printed_cost(board, "black", "limits") == INT_MIN


def test_printed_cost_in_the_transcript() -> None:
    board = place(B3="b", C2="w")
    assert "\nBOARD COST: 3\n" in transcript("B3-D1", board=board)
    limits = transcript("B3-D1", board=board, reading="limits")
    assert "\nBOARD COST: 2147483647\n" in limits
    assert "WIN" not in limits


def test_unknown_reading_is_refused() -> None:
    with pytest.raises(KeyError):
        tree(start(), "black", 1, "formulae")


# Tree
def test_worked_example() -> None:
    root = tree(place(A6="B", C8="b", C6="w", B7="w"), "black")
    assert count(root) == 30
    assert root.value == 1
    assert root.action is None
    assert [(child.action, child.value) for child in root.children] == [("A6-B5", 1), ("C8-D7", 0)]
    best = chosen(root)
    assert best is root.children[0]
    assert best.player == "white"
    assert best.board == place(B5="B", C8="b", C6="w", B7="w")


def test_tree_of_the_start_has_a_node_for_every_way() -> None:
    assert count(tree(start(), "black", 3)) == 1 + 7 + 49 + 379


def test_left_most_of_equals_for_both_players() -> None:
    for player, expected in (("black", "A6-B5"), ("white", "B3-C4")):
        root = tree(start(), player, 1)
        assert {child.value for child in root.children} == {0}
        best = chosen(root)
        assert best is not None
        assert best.action == expected


def test_white_takes_the_minimum() -> None:
    # B3-C4 and B3-A4 keep 0; H7-G8 promotes to -2.
    root = tree(place(B3="w", H7="w", H1="b", F1="b"), "white", 1)
    assert [(child.action, child.value) for child in root.children] == [
        ("B3-C4", 0),
        ("B3-A4", 0),
        ("H7-G8", -2),
    ]
    assert root.value == -2
    assert chosen(root) is root.children[2]


def test_left_most_also_when_all_lose() -> None:
    # After either move the other side captures the last man; both values are the limit.
    black = tree(place(C4="b", E2="w", A2="w"), "black")
    assert [(child.action, child.value) for child in black.children] == [
        ("C4-D3", INT_MIN),
        ("C4-B3", INT_MIN),
    ]
    assert chosen(black) is black.children[0]
    white = tree(place(F5="w", D7="b", H7="b"), "white")
    assert [(child.action, child.value) for child in white.children] == [
        ("F5-G6", INT_MAX),
        ("F5-E6", INT_MAX),
    ]
    assert chosen(white) is white.children[0]


def test_stuck_at_the_full_depth_depends_on_the_reading() -> None:
    # C2 promotes (3), C6 captures the last white piece (2 by the formula).
    board = place(C2="b", C6="b", D5="w")
    formula = tree(board, "black", 1)
    values = {child.action: child.value for child in formula.children}
    assert values == {"C2-D1": 3, "C2-B1": 3, "C6-E4": 2, "C6-B5": 1}
    limits = tree(board, "black", 1, "limits")
    values = {child.action: child.value for child in limits.children}
    assert values == {"C2-D1": 3, "C2-B1": 3, "C6-E4": INT_MAX, "C6-B5": 1}
    for reading, expected in (("formula", "C2-D1"), ("limits", "C6-E4")):
        output = transcript("A", board=board, depth=1, reading=reading)
        assert action_lines(output) == [f"*** BLACK ACTION #1: {expected}"]


@pytest.mark.parametrize("reading", ["formula", "limits"])
def test_stuck_above_the_full_depth_is_the_limit_in_both_readings(reading: str) -> None:
    root = tree(place(C2="b", C6="b", D5="w"), "black", 2, reading)
    assert root.children[2].action == "C6-E4"
    assert root.children[2].children == []
    assert root.children[2].value == INT_MAX
    assert tree(place(C2="w"), "black", 1, reading).value == INT_MIN
    assert chosen(tree(place(C2="w"), "black", 1, reading)) is None


# Transcript and commands
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


def test_numbers_start_from_one_with_white() -> None:
    output = transcript("B3-A4\nA6-B5\nA", player="white", depth=1)
    # A4 cannot capture B5, as C6 is taken: all are worth 0, and row 1 has no action.
    assert action_lines(output) == [
        "WHITE ACTION #1: B3-A4",
        "BLACK ACTION #2: A6-B5",
        "*** WHITE ACTION #3: A2-B3",
    ]


def test_a_computes_one_action_after_the_script() -> None:
    output = transcript("G6-F5\nH3-G4\nA", depth=1)
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
    lines = action_lines(transcript("G6-F5\nP\n", depth=1))
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
    assert "WIN" not in transcript("P", board=board, actions=2)
    assert last_line(transcript("P", board=board, actions=3)) == "WHITE WIN!"


def test_the_depth_is_three() -> None:
    by_depth = {depth: transcript("P", depth=depth) for depth in (1, 2, 3, 4)}
    assert [depth for depth, output in by_depth.items() if output == transcript("P")] == [3]


def test_depth_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        transcript("A", depth=0)


# Malformed input
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


def test_bytes_that_are_no_text_are_malformed() -> None:
    with pytest.raises(Malformed) as caught:
        transcript(b"\xffG6-F5\n")
    assert caught.value.line_number == 1


@pytest.mark.parametrize("after", ["A", "P", "A6-B5", "I9-I9", "hello"])
def test_anything_after_the_command_is_malformed(after: str) -> None:
    with pytest.raises(Malformed) as caught:
        transcript(f"A\n\n{after}\n", depth=1)
    assert (caught.value.line_number, caught.value.text) == (3, after)
    assert caught.value.transcript_so_far == transcript("A\n\n \n", depth=1)
    assert len(action_lines(caught.value.transcript_so_far)) == 1


# The program
@pytest.mark.parametrize(
    ("script", "status", "output"),
    [
        (b"G6-F5\r\n", 0, OPENING + AFTER_G6_F5),
        (b"G6-F5\nG2-A8\n", 1, OPENING + AFTER_G6_F5 + "ERROR: Target cell is not empty.\n"),
        (b"G6-F5\nhello\n", 2, OPENING + AFTER_G6_F5),
    ],
)
def test_main(
    script: bytes,
    status: int,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(script)))
    assert reference.main() == status
    sys.stdout.flush()
    out, err = capfdbinary.readouterr()
    assert out == output.encode()
    assert (b"line 2" in err) == (status == 2)


def test_as_a_module() -> None:
    command = [sys.executable, "-P", "-m", "checkers_cli.faults.reference"]
    done = subprocess.run(command, input=b"G6-A9", capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stdout == (OPENING + "ERROR: Target cell is outside of the board.\n").encode()
    assert done.stderr == b""
