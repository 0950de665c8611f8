"""The transcript's lines, as the rules give them and with knobs changed."""

import pytest
from faults.given import ERRORS, OPENING
from support import action_names, place

from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.mailbox import OPPONENT, Board, start_board
from checkers_cli.faults.engine.printing import Printer, printer
from checkers_cli.faults.engine.program import transcript

INT_MIN = -2147483648
INT_MAX = 2147483647


def printing(**knobs: object) -> Printer:
    """A printer with some knobs changed."""
    setting = {f"prints.{knob}": value for knob, value in knobs.items()}
    return printer(with_setting(REFERENCE, setting).prints)


def printed_cost(board: Board, next_player: str, **knobs: object) -> str:
    """The line with the cost of a board at which that player is to act."""
    stuck = not action_names(board, next_player)
    return printing(**knobs).cost(board, OPPONENT[next_player], stuck)


def test_head_lines_and_board_are_those_of_the_assignment() -> None:
    heads = printing().text(printing().heads(start_board()))
    assert heads + printing().board(start_board()) == OPENING


def test_heads_count_pieces_and_towers() -> None:
    heads = printing().heads(place(A6="B", C8="b", C6="w"))
    assert heads == ["BOARD SIZE: 8x8", "#BLACK PIECES: 2", "#WHITE PIECES: 1"]


def test_printed_cost_of_a_board_without_white_men() -> None:
    board = place(D1="B")
    assert printed_cost(board, "white") == "BOARD COST: 3"
    assert printed_cost(board, "white", limit_printed=True) == f"BOARD COST: {INT_MAX}"
    assert printed_cost(board, "black", limit_printed=True) == "BOARD COST: 3"


def test_printed_cost_of_a_board_with_black_blocked() -> None:
    board = place(A8="b", B7="w", C6="w")
    assert printed_cost(board, "black") == "BOARD COST: -1"
    assert printed_cost(board, "black", limit_printed=True) == f"BOARD COST: {INT_MIN}"


def test_cost_from_the_view_of_whoever_acted() -> None:
    board = place(A8="b", B7="w", C6="w")
    assert printed_cost(board, "white", cost_for="player") == "BOARD COST: -1"
    assert printed_cost(board, "black", cost_for="player") == "BOARD COST: 1"
    # White has acted and black is stuck: -INT_MIN is INT_MIN in C.
    both = printed_cost(board, "black", cost_for="player", limit_printed=True)
    assert both == f"BOARD COST: {INT_MIN}"


@pytest.mark.parametrize(
    ("worths", "expected"),
    [
        ({}, 2 + 3 - 1 - 6),
        ({"black_tower": 1}, 2 + 1 - 1 - 6),
        ({"white_tower": 1}, 2 + 3 - 1 - 2),
        ({"black_tower": 0, "white_tower": 0}, 2 - 1),
        ({"piece": -1, "black_tower": -3, "white_tower": -3}, -2 - 3 + 1 + 6),
    ],
)
def test_printed_cost_follows_the_worths(worths: dict[str, object], expected: int) -> None:
    board = place(A8="b", C8="b", B1="B", A2="w", C2="W", E2="W")
    assert printing(**worths).cost(board, "black", False) == f"BOARD COST: {expected}"


@pytest.mark.parametrize(
    ("knobs", "computed", "expected"),
    [
        ({}, False, "WHITE ACTION #4: A2-B3"),
        ({}, True, "*** WHITE ACTION #4: A2-B3"),
        ({"marks": "all"}, False, "*** WHITE ACTION #4: A2-B3"),
        ({"mark": ""}, True, "WHITE ACTION #4: A2-B3"),
        ({"named": "black"}, False, "BLACK ACTION #4: A2-B3"),
        ({"named": "exchanged"}, True, "*** BLACK ACTION #4: A2-B3"),
        ({"named": "computed black"}, False, "WHITE ACTION #4: A2-B3"),
        ({"named": "computed black"}, True, "*** BLACK ACTION #4: A2-B3"),
        ({"names": ("black", "white")}, False, "white ACTION #4: A2-B3"),
        ({"number_from": 0}, False, "WHITE ACTION #3: A2-B3"),
        ({"numbers": "each side"}, False, "WHITE ACTION #2: A2-B3"),
    ],
)
def test_action_line(knobs: dict[str, object], computed: bool, expected: str) -> None:
    assert printing(**knobs).title("white", 4, "A2-B3", computed) == expected


@pytest.mark.parametrize(
    ("knobs", "row", "lines"),
    [
        ({}, " 8 | b | . | b | . | b | . | b | . |", 18),
        ({"empty": " "}, " 8 | b |   | b |   | b |   | b |   |", 18),
        ({"between": "|"}, " 8 | b|.|b|.|b|.|b|. |", 18),
        ({"row": "   | {men} |"}, "   | b | . | b | . | b | . | b | . |", 18),
        ({"rules_between": False}, " 8 | b | . | b | . | b | . | b | . |", 11),
        ({"blank_after_boards": True}, " 8 | b | . | b | . | b | . | b | . |", 19),
    ],
)
def test_rows_of_the_board(knobs: dict[str, object], row: str, lines: int) -> None:
    board = printing(**knobs).board(start_board()).splitlines()
    assert row in board
    assert len(board) == lines


def test_board_upside_down_has_row_8_at_the_top() -> None:
    right, turned_round = (
        printing().board(start_board()).splitlines(),
        printing(upside_down=True).board(start_board()).splitlines(),
    )
    assert turned_round[2].startswith(" 8 | b |")
    assert turned_round[2::2] == right[2::2][::-1]
    assert turned_round[:2] == right[:2]


@pytest.mark.parametrize(("number", "text"), ERRORS.items())
def test_error_lines(number: int, text: str) -> None:
    assert printing().error(number) == f"{text}\n"
    assert printing(delimits_errors=True).error(number) == f"{'=' * 37}\n{text}\n"
    assert printing(error_printed=False).error(number) == ""
    assert printing(**{f"error_{number}": "no\n\n"}).error(number) == "no\n\n"


def test_winner_line_names_the_other_player() -> None:
    assert printing().winner("black") == "WHITE WIN!\n"
    assert printing().winner("white") == "BLACK WIN!\n"
    assert printing(delimits_winner=True).winner("white") == f"{'=' * 37}\nBLACK WIN!\n"


@pytest.mark.parametrize(
    ("value", "if_black_wins", "if_white_wins"),
    [
        ("other", "WHITE WIN!\n", "BLACK WIN!\n"),
        ("none", "", ""),
        ("black only", "BLACK WIN!\n", ""),
        ("white only", "", "WHITE WIN!\n"),
        ("black", "BLACK WIN!\n", "BLACK WIN!\n"),
        ("white", "WHITE WIN!\n", "WHITE WIN!\n"),
    ],
)
def test_winner_that_is_printed(value: str, if_black_wins: str, if_white_wins: str) -> None:
    assert printing(winner=value).winner("white") == if_black_wins
    assert printing(winner=value).winner("black") == if_white_wins


def test_texts_with_newlines_of_their_own_get_the_line_ends_of_the_program() -> None:
    crlf = printing(line_end="\r\n", black_wins="\nBLACK\n\n")
    assert crlf.winner("white") == "\r\nBLACK\r\n\r\n"
    assert crlf.refusal("no") == "no"
    assert crlf.error(3) == "ERROR: Source cell is empty.\r\n"
    assert printing(trailing=" ").refusal("no\n") == "no \n"


@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({"trailing": " "}, OPENING.replace("\n", " \n")),
        ({"line_end": "\r\n"}, OPENING.replace("\n", "\r\n")),
        ({"final_newline": False}, OPENING[:-1]),
        ({"blank_at_end": True}, OPENING + "\n"),
        ({"delimits_end": True}, OPENING + "=" * 37 + "\n"),
        ({"delimits_start": True}, "=" * 37 + "\n" + OPENING),
        ({"blank_after_heads": True}, OPENING.replace("12\n     A", "12\n\n     A")),
        ({"heads": ""}, OPENING[OPENING.index("     A") :]),
        ({"without_actions": ""}, ""),
        ({"without_actions": "\n"}, "\n"),
        ({"without_actions": "nothing", "final_newline": False}, "nothing"),
    ],
)
def test_line_ends_and_the_end_of_the_output(knobs: dict[str, object], expected: str) -> None:
    setting = {f"prints.{knob}": value for knob, value in knobs.items()}
    assert transcript("", knobs=with_setting(REFERENCE, setting)) == expected


def test_heading_of_a_script_with_actions_is_as_ever() -> None:
    knobs = with_setting(REFERENCE, {"prints.without_actions": ""})
    assert transcript("G6-F5\n", knobs=knobs) == transcript("G6-F5\n")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("script", ["G6-F5\nA6-A5\n", "A\n", ""])
def test_last_newline_alone_is_missing(script: str, end: str) -> None:
    setting = {"prints.final_newline": False, "prints.line_end": end}
    expected = transcript(script)[:-1].replace("\n", end)
    assert transcript(script, knobs=with_setting(REFERENCE, setting)) == expected


def test_printed_value_replaces_the_cost() -> None:
    assert printing().cost(start_board(), "black", False, 7) == "BOARD COST: 7"
    for_player = printing(cost_for="player")
    assert for_player.cost(start_board(), "white", False, 7) == "BOARD COST: -7"
