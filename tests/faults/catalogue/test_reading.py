"""Each mistake in reading does what its title says, on scripts checked by hand."""

import pytest
from faults.given import action_lines, faulty, told
from shown import SCRIPTS

from checkers_cli.faults.engine.program import transcript

FIRST = "BLACK ACTION #1: G6-F5"
SECOND = "WHITE ACTION #2: H3-G4"
ILLEGAL = "ERROR: Illegal action."


@pytest.mark.parametrize(
    ("fault", "script", "expected"),
    [
        ("last-line-missed", "G6-F5\nH3-G4\n", [FIRST]),
        ("last-line-missed", "G6-F5\nA\n\n \n", [FIRST]),
        ("first-line-missed", "G6-F5\nC6-B5\n", ["BLACK ACTION #1: C6-B5"]),
        ("unended-line-missed", "G6-F5\nH3-G4", [FIRST]),
        ("unended-line-missed", "G6-F5\nH3-G4\n", [FIRST, SECOND]),
        ("unended-line-missed", "G6-F5\nH3-G4\n  ", [FIRST, SECOND]),
        ("blank-line-ends-input", "G6-F5\n \nH3-G4\n", [FIRST]),
        ("blank-line-ends-input", "G6-F5\nH3-G4\n\n", [FIRST, SECOND]),
        ("a-ignored", "G6-F5\nA\n", [FIRST]),
        ("p-ignored", "G6-F5\nP\n", [FIRST]),
        ("commands-ignored", "G6-F5\nA\n", [FIRST]),
        ("commands-ignored", "G6-F5\nP\n", [FIRST]),
        ("command-with-blanks-missed", "G6-F5\n A\n", [FIRST]),
        ("command-with-blanks-missed", "G6-F5\nA \r\n", [FIRST]),
        ("command-with-cr-missed", "G6-F5\r\nA\r\n", [FIRST]),
        ("lower-case-accepted", "g6-f5\n", ["BLACK ACTION #1: g6-f5"]),
        ("one-digit-read", "G60-F5\n", ["BLACK ACTION #1: G60-F5"]),
        ("rows-for-columns", "G6-F5\n", ["ERROR: Target cell is not empty."]),  # F7-E6
        ("rows-for-columns", "F5-E4\n", ["BLACK ACTION #1: F5-E4"]),  # E6-D5 is legal
        ("goes-on-after-error", "A6-A5\nG6-F5\n", [ILLEGAL, FIRST]),
        ("goes-on-after-error", "A6-A5\nH3-G4\n",
         [ILLEGAL, "ERROR: Source cell holds opponent's piece/tower."]),
        ("turn-lost-after-error", "A6-A5\nB3-A4\n", [ILLEGAL, "WHITE ACTION #1: B3-A4"]),
        ("command-after-error", "A6-A5\nG6-F5\n", [ILLEGAL]),
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
        ("one-digit-read", "G6-F5\nI4-H3\n"),
        ("command-after-error", "G6-F5\nA\n"),
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
