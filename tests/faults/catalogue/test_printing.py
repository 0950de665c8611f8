"""Each mistake in printing does what its title says, on scripts checked by hand."""

import re

import pytest
from faults.given import AFTER_G6_F5, OPENING, faulty, told
from support import place

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

WORKED_EXAMPLE = place(A6="B", C8="b", C6="w", B7="w")
BLOCKED = place(A8="b", B7="w", C6="w")
LOST = place(C4="b", E2="w", A2="w")
DELIMITER = "=" * 37 + "\n"
BOARD = OPENING[OPENING.index("     A") :]


@pytest.mark.parametrize(
    ("fault", "script", "board", "expected"),
    [
        ("numbers-from-0", "C4-D3\nE2-C4", LOST,
         ["BLACK ACTION #0: C4-D3", "WHITE ACTION #1: E2-C4"]),
        ("numbers-by-side", "C4-D3\nE2-C4", LOST,
         ["BLACK ACTION #1: C4-D3", "WHITE ACTION #1: E2-C4"]),
        ("computed-numbered-apart", "C4-D3\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "*** WHITE ACTION #1: E2-C4"]),
        ("computed-not-counted", "C4-D3\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "*** WHITE ACTION #1: E2-C4"]),
        ("computed-not-counted", "P", LOST,
         ["*** BLACK ACTION #0: C4-D3", "*** WHITE ACTION #0: E2-C4", "WHITE WIN!"]),
        # Of the 30 nodes of the tree the root is no action.
        ("nodes-counted", "A", WORKED_EXAMPLE, ["*** BLACK ACTION #30: A6-B5"]),
        ("names-exchanged", "C4-D3\nA", LOST,
         ["WHITE ACTION #1: C4-D3", "*** BLACK ACTION #2: E2-C4"]),
        ("always-black-named", "C4-D3\nE2-C4", LOST,
         ["BLACK ACTION #1: C4-D3", "BLACK ACTION #2: E2-C4"]),
        ("computed-named-black", "C4-D3\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "*** BLACK ACTION #2: E2-C4"]),
        ("p-named-from-black", "C4-D3\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "*** WHITE ACTION #2: E2-C4"]),
        ("p-named-from-black", "C4-D3\nP", LOST,
         ["BLACK ACTION #1: C4-D3", "*** BLACK ACTION #2: E2-C4", "WHITE WIN!"]),
        ("names-lower-case", "C4-D3", LOST, ["black ACTION #1: C4-D3"]),
        ("mark-missing", "A", LOST, ["BLACK ACTION #1: C4-D3"]),
        ("mark-on-all", "C4-D3", LOST, ["*** BLACK ACTION #1: C4-D3"]),
        ("no-winner", "A", BLOCKED, []),
        ("other-winner", "A", BLOCKED, ["BLACK WIN!"]),
        ("blocked-player-wins", "A", BLOCKED, ["BLACK WIN!"]),
        ("blocked-player-wins", "C4-D3\nE2-C4\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "WHITE ACTION #2: E2-C4", "WHITE WIN!"]),
        ("captured-player-wins", "A", BLOCKED, ["WHITE WIN!"]),
        ("captured-player-wins", "C4-D3\nE2-C4\nA", LOST,
         ["BLACK ACTION #1: C4-D3", "WHITE ACTION #2: E2-C4", "BLACK WIN!"]),
        ("error-6-missing", "A8-B8", BLOCKED, []),
        ("error-1-missing", "A8-B8", BLOCKED, ["ERROR: Illegal action."]),
        ("error-1-missing", "A9-B8", BLOCKED, []),
        ("error-not-printed", "A8-B8", BLOCKED, []),
        ("attempt-printed", "A8-B8", BLOCKED, ["BLACK ACTION #1: A8-B8", "ERROR: Illegal action."]),
    ],
)  # fmt: skip
def test_lines_between_boards(fault: str, script: str, board: Board, expected: list[str]) -> None:
    assert told(faulty(fault, script, board)) == expected


@pytest.mark.parametrize(
    ("fault", "script", "expected"),
    [
        ("no-delimiter", "G6-F5", OPENING + AFTER_G6_F5.removeprefix(DELIMITER)),
        ("no-delimiter-when-computed", "G6-F5", OPENING + AFTER_G6_F5),
        ("delimiter-at-start", "", DELIMITER + OPENING),
        ("delimiter-at-end", "", OPENING + DELIMITER),
        ("delimiter-before-error", "I4-J5",
         OPENING + DELIMITER + "ERROR: Source cell is outside of the board.\n"),
        ("no-heads", "", BOARD),
        ("no-heads-without-actions", "", ""),
        ("no-heads-without-actions", "G6-F5", OPENING + AFTER_G6_F5),
        ("blank-line-without-actions", "", "\n"),
        ("no-size", "", OPENING.removeprefix("BOARD SIZE: 8x8\n")),
        ("white-counted-first", "",
         "BOARD SIZE: 8x8\n#WHITE PIECES: 12\n#BLACK PIECES: 12\n" + BOARD),
        ("board-before-action", "G6-F5",
         OPENING + DELIMITER + "BLACK ACTION #1: G6-F5\nBOARD COST: 0\n" + BOARD),
        ("empty-as-blank", "", OPENING.replace(".", " ")),
        ("no-row-numbers", "", re.sub(r"(?m)^ \d \|", "   |", OPENING)),
        ("row-without-blank", "", re.sub(r"(?m)^ (\d) \|", r"\1 |", OPENING)),
        ("trailing-blanks", "G6-F5", (OPENING + AFTER_G6_F5).replace("\n", " \n")),
        ("trailing-blanks-in-rows", "", OPENING.replace(" |\n", " | \n")),
        ("crlf", "", OPENING.replace("\n", "\r\n")),
        ("no-final-newline", "", OPENING[:-1]),
        ("blank-lines-between", "G6-F5", f"{OPENING}\n{AFTER_G6_F5}\n"),
        ("blank-line-after-heads", "", OPENING.replace(BOARD, "\n" + BOARD)),
        ("blank-line-at-end", "G6-F5", f"{OPENING}{AFTER_G6_F5}\n"),
        ("cells-without-blanks", "", re.sub(r" ([.bw]) ", r"\1", OPENING)),
    ],
)  # fmt: skip
def test_whole_output(fault: str, script: str, expected: str) -> None:
    assert faulty(fault, script) == expected


def test_delimiters_before_computed_actions_and_the_winner() -> None:
    right = transcript("C4-D3\nP", board=LOST)
    scripted, computed = right.split(DELIMITER)[:2], right.split(DELIMITER)[2:]
    missing = faulty("no-delimiter-when-computed", "C4-D3\nP", LOST)
    assert missing == DELIMITER.join(scripted) + "".join(computed)
    winner = faulty("delimiter-before-winner", "C4-D3\nP", LOST)
    assert winner == right.replace("WHITE WIN!", DELIMITER + "WHITE WIN!")


WORDINGS = {
    "error-1-wording": ("I4-J5", "ERROR: Source cell is outside of the board.",
                        "ERROR: Source cell is outside the board."),
    "error-2-wording": ("G6-I4", "ERROR: Target cell is outside of the board.",
                        "ERROR: Target cell is outside the board."),
    "error-3-wording": ("B5-A4", "ERROR: Source cell is empty.", "ERROR: Source cell is empty"),
    "error-4-wording": ("A8-B7", "ERROR: Target cell is not empty.",
                        "ERROR: Target cell is not empty"),
    "error-5-wording": ("B3-A4", "ERROR: Source cell holds opponent's piece/tower.",
                        "ERROR: Source cell holds opponents piece/tower."),
    "error-6-wording": ("A6-A5", "ERROR: Illegal action.", "ERROR: Illegal action!"),
    "size-wording": ("", "BOARD SIZE: 8x8", "BOARD SIZE: 8 x 8"),
    "black-count-wording": ("", "#BLACK PIECES: 12", "BLACK PIECES: 12"),
    "white-count-wording": ("", "#WHITE PIECES: 12", "WHITE PIECES: 12"),
    "columns-wording": ("G6-F5", "     A   B", "    A   B"),
    "rule-wording": ("G6-F5", "   +---", "  +---"),
    "delimiter-wording": ("G6-F5", "=" * 37, "=" * 36),
    "cost-wording": ("G6-F5", "BOARD COST: 0", "COST: 0"),
    "title-wording": ("G6-F5", "ACTION #1:", "ACTION 1:"),
    "mark-wording": ("A", "*** BLACK", "***BLACK"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WORDINGS)
def test_wording_of_a_line(fault: str) -> None:
    script, right, wrong = WORDINGS[fault]
    expected = transcript(script).replace(right, wrong)
    assert expected != transcript(script)
    assert faulty(fault, script) == expected


@pytest.mark.parametrize(
    ("fault", "player"), [("white-wins-wording", "black"), ("black-wins-wording", "white")]
)
def test_wording_of_the_winner_line(fault: str, player: str) -> None:
    board = place()
    right = transcript("A", board=board, player=player)
    assert faulty(fault, "A", board, player) == right.replace("WIN!", "WINS!") != right


def test_every_wording_fault_has_a_test() -> None:
    learned = {
        fault.id for fault in CATALOGUE.values() if fault.learned and fault.family == "printing"
    }
    assert learned == {*WORDINGS, "white-wins-wording", "black-wins-wording"}


@pytest.mark.parametrize(
    ("fault", "if_black_wins", "if_white_wins"),
    [
        ("no-winner", "", ""),
        ("other-winner", "WHITE WIN!\n", "BLACK WIN!\n"),
        ("black-never-wins", "", "WHITE WIN!\n"),
        ("white-never-wins", "BLACK WIN!\n", ""),
        ("winner-always-black", "BLACK WIN!\n", "BLACK WIN!\n"),
        ("winner-always-white", "WHITE WIN!\n", "WHITE WIN!\n"),
        ("winner-by-cost", "WHITE WIN!\n", "BLACK WIN!\n"),  # the loser has a tower
    ],
)
def test_winner_that_is_printed(fault: str, if_black_wins: str, if_white_wins: str) -> None:
    black = place(A8="B", B7="w", C6="w")
    white = place(H1="W", G2="b", F3="b")
    for board, player, expected in (
        (white, "white", if_black_wins),
        (black, "black", if_white_wins),
    ):
        opening = transcript("", board=board, player=player)
        assert faulty(fault, "A", board, player) == opening + expected
