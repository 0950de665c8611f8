"""Each mistake in reading does what its title says, on scripts checked by hand."""

import pytest
from faults.given import action_lines, faulty, told
from shown import SCRIPTS

from checkers_cli.faults.engine.program import transcript

FIRST = "BLACK ACTION #1: G6-F5"
SECOND = "WHITE ACTION #2: H3-G4"
ILLEGAL = "ERROR: Illegal action."
OUTSIDE = "ERROR: Source cell is outside of the board."
COMPUTED = "*** BLACK ACTION #1: A6-B5"  # of A at the start
ANSWER = "*** WHITE ACTION #2: B3-C4"  # of A after A6-B5 and after a first action that is an error


@pytest.mark.parametrize(
    ("fault", "script", "expected"),
    [
        ("last-line-missed", "G6-F5\nH3-G4\n", [FIRST]),
        ("last-line-missed", "G6-F5\nA\n\n \n", [FIRST]),
        ("first-line-missed", "G6-F5\nC6-B5\n", ["BLACK ACTION #1: C6-B5"]),
        ("unended-line-missed", "G6-F5\nH3-G4", [FIRST]),
        ("unended-line-missed", "G6-F5\nH3-G4\n", [FIRST, SECOND]),
        ("unended-line-missed", "G6-F5\nH3-G4\n  ", [FIRST, SECOND]),
        ("blank-line-ends-script", "G6-F5\n \nH3-G4\n", [FIRST]),
        ("blank-line-ends-script", "G6-F5\nH3-G4\n\n", [FIRST, SECOND]),
        ("a-ignored", "G6-F5\nA\n", [FIRST]),
        ("p-ignored", "G6-F5\nP\n", [FIRST]),
        ("commands-ignored", "G6-F5\nA\n", [FIRST]),
        ("commands-ignored", "G6-F5\nP\n", [FIRST]),
        ("command-with-blanks-missed", "G6-F5\n A\n", [FIRST]),
        ("command-with-blanks-missed", "G6-F5\nA \r\n", [FIRST]),
        ("command-with-cr-missed", "G6-F5\r\nA\r\n", [FIRST]),
        ("command-with-trailing-blanks-missed", "G6-F5\nA \n", [FIRST]),
        ("command-with-trailing-characters-missed", "G6-F5\r\nA\r\n", [FIRST]),
        ("command-with-trailing-characters-missed", "G6-F5\nA\t\n", [FIRST]),
        ("lower-case-accepted", "g6-f5\n", ["BLACK ACTION #1: g6-f5"]),
        ("lower-case-made-upper", "g6-f5\n", [FIRST]),
        ("blank-line-repeats", "G6-F5\n\nH3-G4\n", [FIRST, "ERROR: Source cell is empty."]),
        ("blank-line-repeats", "\nG6-F5\n", [OUTSIDE]),
        ("blank-line-repeats", "A\n\n", [COMPUTED]),
        ("blank-line-counts", "\nG6-F5\n", ["BLACK ACTION #2: G6-F5"]),
        ("blank-line-counts", "G6-F5\n \nH3-G4\n", [FIRST, "WHITE ACTION #3: H3-G4"]),
        ("one-digit-read", "G60-F5\n", ["BLACK ACTION #1: G60-F5"]),
        ("rows-for-columns", "G6-F5\n", ["ERROR: Target cell is not empty."]),  # F7-E6
        ("rows-for-columns", "F5-E4\n", ["BLACK ACTION #1: F5-E4"]),  # E6-D5 is legal
        ("goes-on-after-error", "A6-A5\nG6-F5\n", [ILLEGAL, FIRST]),
        ("goes-on-after-error", "A6-A5\nH3-G4\n",
         [ILLEGAL, "ERROR: Source cell holds opponent's piece/tower."]),
        ("turn-lost-after-error", "A6-A5\nB3-A4\n", [ILLEGAL, "WHITE ACTION #1: B3-A4"]),
        ("command-after-error", "A6-A5\nG6-F5\n", [ILLEGAL]),
        ("command-after-error-next-turn", "A6-A5\nG6-F5\nA\n", [ILLEGAL, ANSWER]),
        ("blank-line-is-a", "\nG6-F5\n", [COMPUTED]),
        ("indented-line-ends-script", "G6-F5\n H3-G4\n", [FIRST]),
        ("indented-line-is-a", " G6-F5\nH3-G4\n", [COMPUTED]),
        ("indented-line-missed", " A6-B5\nG6-F5\n A\n", [FIRST]),
        ("trailing-characters-missed", "A6-B5 \nG6-F5\n", [FIRST]),
        ("trailing-characters-end-script", "G6-F5\r\nH3-G4\r\n", [FIRST]),
        ("trailing-characters-end-script", "G6-F5\nH3-G4\nA \n",
         [FIRST, SECOND, "*** BLACK ACTION #3: F5-H3"]),
        ("long-row-ends-script", "G6-F5\nA10-B5\n", [FIRST]),
        ("long-row-is-a", "A10-B5\n", [COMPUTED]),
        ("long-row-missed", "A10-B5\nG6-F5\n", [FIRST]),
        ("lower-case-ends-script", "G6-F5\nh3-G4\n", [FIRST]),
        ("lower-case-is-a", "a6-B5\n", [COMPUTED]),
        ("lower-case-missed", "a6-B5\nG6-F5\n", [FIRST]),
        ("cells-by-place", "A10-B5\n", ["ERROR: Target cell is outside of the board."]),
        ("cells-by-place", "G6-F50\n", ["BLACK ACTION #1: G6-F50"]),
        ("odd-lines-end-script", "G6-F5\n\nH3-G4\n", [FIRST]),
        ("odd-lines-end-script", "G6-F5 \n H3-G4\n", [FIRST]),
        ("odd-characters-end-script", "G6-F5 \nH3-G4\n", [FIRST]),
        ("odd-line-is-a", " G6-F5\nB3-C4\n", [COMPUTED]),
        ("odd-line-is-a-goes-on", "\nB3-C4\n\nC6-D5\n", [COMPUTED, "WHITE ACTION #2: B3-C4"]),
        ("column-a-at-end", "A6-B5\n", ["BLACK ACTION #1: A6-B5", ANSWER]),
        ("column-a-at-end", "A6-A5\n", [ILLEGAL]),
        ("column-a-after-error", "A6-A5\n", [ILLEGAL, COMPUTED]),
        ("column-a-after-error", "A6-A5\nG6-F5\nP\n", [ILLEGAL, COMPUTED]),
        ("column-a-after-error", "A6-B5\n", ["BLACK ACTION #1: A6-B5"]),
        ("column-a-after-error-next-turn", "A6-A5\n", [ILLEGAL, ANSWER]),
        ("column-a-after-error-next-turn", "A9-A5\n", [OUTSIDE, ANSWER]),
        ("column-a-at-end-and-after-error", "A6-B5\n", ["BLACK ACTION #1: A6-B5", ANSWER]),
        ("column-a-at-end-and-after-error", "A6-A5\n", [ILLEGAL, COMPUTED]),
        ("column-a-at-end-and-after-error-next-turn", "A6-A5\n", [ILLEGAL, ANSWER]),
        ("column-a-at-once", "A6-B5\nB3-A4\n", [COMPUTED]),
        ("last-line-twice", "G6-F5\n", [FIRST, "ERROR: Source cell is empty."]),
        ("last-line-twice", "A\n", [COMPUTED, ANSWER]),
        ("last-action-twice", "G6-F5\n", [FIRST, "ERROR: Source cell is empty."]),
    ],
)  # fmt: skip
def test_output_of_a_program_with_the_fault(fault: str, script: str, expected: list[str]) -> None:
    assert told(faulty(fault, script)) == expected


@pytest.mark.parametrize(
    ("fault", "script"),
    [
        ("a-ignored", "G6-F5\nP\n"),
        ("p-ignored", "G6-F5\nA\n"),
        ("command-with-blanks-missed", " G6-F5 \r\nA\r\n"),
        ("command-with-cr-missed", " G6-F5\r\n A \n"),
        ("command-with-trailing-blanks-missed", "G6-F5\r\n A\r\n"),
        ("command-with-trailing-characters-missed", "G6-F5 \n A\n"),
        ("one-digit-read", "G6-F5\nI4-H3\n"),
        ("command-after-error", "G6-F5\nA\n"),
        ("blank-line-is-a", " G6-F5 \nH3-G4\n"),
        ("indented-line-ends-script", "G6-F5 \n\nH3-G4\n"),
        ("trailing-characters-missed", " G6-F5\n\n A \n"),
        ("long-row-is-p", "I4-A9\n"),
        ("lower-case-is-p", "I4-A9\n"),
        ("column-a-at-end", "A6-B5\nA\n"),
        ("column-a-at-end", "A6-B5\nB3-C4\n"),
        ("column-a-after-error", "G6-G5\n"),
        ("last-action-twice", "G6-F5\nA\n"),
        ("script-read-after-command", "G6-F5\nA\n\n"),
    ],
)
def test_fault_does_not_show_in_other_scripts(fault: str, script: str) -> None:
    assert faulty(fault, script) == transcript(script)


def test_a_command_after_an_error_is_carried_out_on_the_board_at_hand() -> None:
    computed = told(transcript("A"))
    assert told(faulty("command-after-error", "A6-A5\nG6-F5\nA\n")) == [ILLEGAL, *computed]


def test_only_the_first_hundred_lines_are_read() -> None:
    script = SCRIPTS["long-game-300-actions"]
    assert len(action_lines(transcript(script))) > 300
    right = action_lines(transcript(script))[:100]
    assert action_lines(faulty("hundred-actions-at-most", script)) == right


@pytest.mark.parametrize(
    ("fault", "script"),
    [
        ("blank-line-refused", "G6-F5\n\nA\n"),
        ("indented-line-refused", "G6-F5\n A\n"),
        ("trailing-characters-refused", "G6-F5\nH3-G4\r\n"),
        ("long-row-refused", "G6-F5\nA10-B5\n"),
        ("lower-case-refused", "G6-F5\nh3-g4\n"),
        ("command-with-blanks-refused", "G6-F5\nA \n"),
        ("command-with-cr-refused", "G6-F5\nP\r\n"),
        ("odd-lines-refused", "G6-F5\nH3-G4 \nA\n"),
    ],
)
def test_refused_line_ends_the_output_with_a_message(fault: str, script: str) -> None:
    assert faulty(fault, script) == transcript("G6-F5\n") + "Unknown command\n"


@pytest.mark.parametrize("fault", ["blank-line-is-p", "indented-line-is-p", "odd-line-is-p"])
def test_odd_line_plays_on(fault: str) -> None:
    script = " G6-F5\n" if fault == "indented-line-is-p" else "\nG6-F5\n"
    assert faulty(fault, script) == transcript("P")


def test_script_is_read_on_after_an_odd_line_that_plays_on() -> None:
    assert faulty("odd-line-is-p-goes-on", "\nI4-J5\n") == f"{transcript('P')}{OUTSIDE}\n"
