"""What a program reads, with each knob of reading."""

import pytest

from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.reading import (
    ACTION,
    COMMAND,
    END,
    MALFORMED,
    REFUSED,
    TAKEN,
    cell_as_read,
    statements,
)

KINDS = {
    ACTION: "action",
    COMMAND: "command",
    TAKEN: "taken",
    END: "end",
    REFUSED: "refused",
    MALFORMED: "malformed",
}


def read(script: str | bytes, **knobs: object) -> list[str]:
    """The statements as words."""
    setting = {f"reads.{knob}": value for knob, value in knobs.items()}
    found = statements(script, with_setting(REFERENCE, setting))
    return [f"{KINDS[one.kind]} {one.text.strip()}".rstrip() for one in found]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("", []),
        ("\n \n", []),
        ("G6-F5\nA\n", ["action G6-F5", "command A"]),
        (" G6-F5\t\r\n\r\n P", ["action G6-F5", "command P"]),
        (b"A10-g6\nhello\n", ["action A10-g6", "malformed hello"]),
        (b"\xff\n", ["malformed \\xff"]),
    ],
)
def test_statements_of_the_reference(script: str | bytes, expected: list[str]) -> None:
    assert read(script) == expected


def test_a_statement_has_its_line_and_its_cells() -> None:
    action = statements("\n G6-F5")[0]
    assert (action.line_number, action.text, action.cells) == (2, "G6-F5", ("G6", "F5"))
    assert action.content == (2, "G6-F5", ("G6", "F5"))


ACTIONS = ["action G6-F5", "action H3-G4"]


@pytest.mark.parametrize(
    ("knobs", "script", "expected"),
    [
        ({"first_line": False}, "G6-F5\nH3-G4\n", ["action H3-G4"]),
        ({"last_line": False}, "G6-F5\nH3-G4\n\n", ["action G6-F5"]),
        ({"unended_line": False}, "G6-F5\nH3-G4", ["action G6-F5"]),
        ({"unended_line": False}, "G6-F5\nH3-G4\n", ACTIONS),
        ({"most_actions": 1}, "G6-F5\nH3-G4\n", ["action G6-F5"]),
        ({"repeats": "line"}, "G6-F5\nH3-G4\n", [*ACTIONS, "action H3-G4"]),
        ({"repeats": "line"}, "G6-F5\nA\n", ["action G6-F5", "command A", "taken A"]),
        ({"repeats": "action"}, "G6-F5\n", ["action G6-F5", "action G6-F5"]),
        ({"repeats": "action"}, "G6-F5\nA\n", ["action G6-F5", "command A"]),
        ({"blank": "end"}, "G6-F5\n \nH3-G4\n", ["action G6-F5", "end"]),
        ({"blank": "A"}, "G6-F5\n\nH3-G4\n", ["action G6-F5", "taken A", "action H3-G4"]),
        ({"blank": "P"}, "G6-F5\n\n", ["action G6-F5", "taken P"]),
        ({"blank": "text", "refusal": "no"}, "\nG6-F5\n", ["refused no", "action G6-F5"]),
        ({"leading": "end"}, "G6-F5\n H3-G4\n", ["action G6-F5", "end H3-G4"]),
        ({"leading": "miss"}, "\tG6-F5\nH3-G4 \n", ["action H3-G4"]),
        ({"leading": "A"}, " G6-F5\n", ["taken A"]),
        ({"leading": "A", "goes_on": True}, " G6-F5\n", ["taken A", "action G6-F5"]),
        ({"leading": "A", "goes_on": True}, " G6-F5\n H3-G4\n", ["taken A", "action G6-F5"]),
        ({"leading": "end"}, "G6-F5\n\nH3-G4\n", ACTIONS),
        ({"trailing": "end"}, "G6-F5 \nH3-G4\n", ["action G6-F5", "end G6-F5"]),
        ({"trailing": "miss"}, "G6-F5\r\nH3-G4\n", ["action H3-G4"]),
        ({"trailing": "text", "refusal": "no"}, "G6-F5 \n", ["refused no"]),
        ({"trailing": "end"}, "G6-F5\nA \n", ["action G6-F5", "command A"]),
        ({"trailing": "end"}, " G6-F5\nH3-G4\n", ACTIONS),
        ({"long_row": "end"}, "G6-F5\nA10-B5\nH3-G4\n", ["action G6-F5", "end A10-B5"]),
        ({"long_row": "miss"}, "A10-B5\nG6-F5\n", ["action G6-F5"]),
        ({"long_row": "A"}, "A10-B5\n", ["taken A"]),
        ({"long_row": "text", "refusal": "no"}, "G6-F15\n", ["refused no"]),
        ({"lower_case": "end"}, "G6-F5\nh3-G4\n", ["action G6-F5", "end h3-G4"]),
        ({"lower_case": "P"}, "h3-G4\n", ["taken P"]),
        ({"lower_case": "miss"}, "g6-F5\nG6-F5\n", ["action G6-F5"]),
        ({"command_blanks": "miss"}, "G6-F5\nA \n", ["action G6-F5"]),
        ({"command_blanks": "miss"}, "G6-F5 \r\nA\r\n", ["action G6-F5", "command A"]),
        ({"command_blanks": "end"}, " P\n", ["end P"]),
        ({"command_blanks": "miss", "command_indented": False}, " A\n", ["command A"]),
        ({"command_blanks": "miss", "command_indented": False}, " A \n", []),
        ({"command_cr": "miss"}, "G6-F5\r\nA\r\n", ["action G6-F5"]),
        ({"command_cr": "miss"}, "A \n", ["command A"]),
        ({"command_cr": "text", "refusal": "no"}, "A\r\n", ["refused no"]),
    ],
)
def test_statements_with_a_knob_changed(
    knobs: dict[str, object], script: str, expected: list[str]
) -> None:
    assert read(script, **knobs) == expected


def test_cells_by_place_are_the_letters_that_stand_there() -> None:
    knobs = with_setting(REFERENCE, {"reads.long_row": "by place"})
    assert [one.cells for one in statements("A10-B5\nB5-A10\nG6-F5\n", knobs)] == [
        ("A1", "-B"),
        ("B5", "A1"),
        ("G6", "F5"),
    ]


@pytest.mark.parametrize(
    ("knob", "value", "text", "expected"),
    [
        ("lower_case", "upper", "g6", "G6"),
        ("long_row", "first digit", "A10", "A1"),
        ("long_row", "first digit", "A06", "A0"),
        ("exchanged", True, "G6", "F7"),
        ("exchanged", True, "A1", "A1"),
        ("exchanged", True, "I4", "I4"),
    ],
)
def test_cell_that_is_read_from_a_text(knob: str, value: object, text: str, expected: str) -> None:
    assert cell_as_read(text, REFERENCE) == text
    assert cell_as_read(text, with_setting(REFERENCE, {f"reads.{knob}": value})) == expected
