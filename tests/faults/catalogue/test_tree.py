"""Each mistake in the tree does what its title says, on boards checked by hand."""

import re

import pytest
from faults.given import faulty, told
from shown import SCRIPTS, is_jump, steps
from support import place

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

# White has no men, so that every action of black's wins, and the first of them is taken.
ALONE = place(C4="b")
MIXED = place(C4="B", A6="b", G6="b")
# Either action of black's loses its only man.
LOST = place(C4="b", E2="w", A2="w")
# To the north-east black is captured, to the north-west it is not.
TRAP = place(C4="b", E2="w")
# C6-E4 captures white's last man. C2-D1 promotes, but then white captures C6; C6-B5 is worth 3, as
# black promotes with its next action.
WIN = place(C2="b", C6="b", D5="w")


@pytest.mark.parametrize(
    ("fault", "board", "right", "wrong"),
    [
        ("ties-right", ALONE, "C4-D3", "C4-B3"),
        ("black-ties-right", ALONE, "C4-D3", "C4-B3"),
        ("white-ties-right", ALONE, "C4-D3", "C4-D3"),
        ("children-after-the-first", MIXED, "C4-D3", "C4-D3"),
        # C4-D3 loses a man; of the three others, which are worth the same, the last comes second.
        ("children-after-the-first", place(C4="b", E2="w", G6="b"), "C4-B3", "G6-F5"),
        ("leaves-before-capture", TRAP, "C4-B3", "C4-B3"),  # white captures above the leaves
        ("last-if-all-lose", LOST, "C4-D3", "C4-B3"),
        ("last-if-all-lose", ALONE, "C4-D3", "C4-D3"),
        ("nothing-if-all-lose", LOST, "C4-D3", None),
        ("root-exchanged", TRAP, "C4-B3", "C4-D3"),
        ("black-minimises", TRAP, "C4-B3", "C4-D3"),
        ("white-maximises", TRAP, "C4-B3", "C4-D3"),  # white would not capture: 0 either way
        ("one-player-acts", TRAP, "C4-B3", "C4-D3"),  # and captures E2 at the next step
        ("player-acts-twice", TRAP, "C4-B3", "C4-D3"),
        ("root-maximises", TRAP, "C4-B3", "C4-B3"),
        ("black-exchanged-at-level-0", TRAP, "C4-B3", "C4-D3"),
        ("exchanged-at-level-1", TRAP, "C4-B3", "C4-D3"),  # as if white would not capture
        ("white-exchanged-at-level-1", TRAP, "C4-B3", "C4-D3"),
        ("black-exchanged-at-level-1", TRAP, "C4-B3", "C4-B3"),
        ("max-by-level", TRAP, "C4-B3", "C4-B3"),
        ("depth-1", WIN, "C6-E4", "C2-D1"),
        ("depth-2", WIN, "C6-E4", "C6-E4"),
        ("stuck-worth-0", WIN, "C6-E4", "C6-B5"),
        ("stuck-worth-material", WIN, "C6-E4", "C6-B5"),
        ("stuck-sign-flipped", WIN, "C6-E4", "C6-B5"),
        ("stuck-always-int-min", WIN, "C6-E4", "C6-B5"),
        ("stuck-worth-0-at-level-1", WIN, "C6-E4", "C6-B5"),
        ("stuck-worth-0-at-level-2", WIN, "C6-E4", "C6-E4"),
        ("stuck-worth-0-for-white", WIN, "C6-E4", "C6-B5"),
        ("stuck-worth-0-for-black", WIN, "C6-E4", "C6-E4"),
        ("stuck-worth-0-at-level-2", LOST, "C4-D3", "C4-D3"),
        ("negation-overflows", WIN, "C6-E4", "C6-B5"),
        ("blocked-not-stuck", WIN, "C6-E4", "C6-E4"),  # white has no men left
        ("values-not-used", WIN, "C6-E4", "C2-D1"),
        ("first-capture-taken", WIN, "C6-E4", "C6-E4"),
        ("walk-columns", MIXED, "C4-D3", "A6-B5"),
        ("walk-backward", MIXED, "C4-D3", "G6-H5"),
        ("walk-rows-upward", MIXED, "C4-D3", "A6-B5"),
        ("walk-columns-upward", place(C2="b", C8="b"), "C2-D1", "C8-D7"),
        ("walk-rows-leftward", place(A6="b", G6="b"), "A6-B5", "G6-H5"),
        ("pieces-first", MIXED, "C4-D3", "A6-B5"),
        ("towers-first", place(C4="b", A6="B"), "C4-D3", "A6-B5"),
        ("column-a-not-walked", place(A6="b", G6="b"), "A6-B5", "G6-H5"),
        ("column-h-not-walked", place(H4="b", G6="b"), "H4-G3", "G6-H5"),
        ("row-1-not-walked", place(B1="B", G6="b"), "B1-C2", "G6-H5"),
        ("row-8-not-walked", place(A8="b"), "A8-B7", None),
        ("tree-for-white", TRAP, "C4-B3", "E2-F3"),  # E2-D3 would lose white's man
        ("tree-for-black", TRAP, "C4-B3", "C4-B3"),
    ],
)
def test_choice_of_black(fault: str, board: Board, right: str, wrong: str | None) -> None:
    assert told(transcript("A", board=board)) == [f"*** BLACK ACTION #1: {right}"]
    chosen = f"*** BLACK ACTION #1: {wrong}" if wrong else "WHITE WIN!"
    assert told(faulty(fault, "A", board)) == [chosen]


@pytest.mark.parametrize(
    ("fault", "board", "right", "wrong"),
    [
        ("ties-right", place(C4="w"), "C4-D5", "C4-B5"),
        ("white-ties-right", place(C4="w"), "C4-D5", "C4-B5"),
        ("black-ties-right", place(C4="w"), "C4-D5", "C4-D5"),
        ("nothing-if-all-lose", place(F5="w", D7="b", H7="b"), "F5-G6", None),
        ("last-if-all-lose", place(F5="w", D7="b", H7="b"), "F5-G6", "F5-E6"),
        ("root-maximises", place(F5="w", D7="b"), "F5-G6", "F5-E6"),
        # The capture of black's last man is INT_MIN, which is right for black.
        ("stuck-always-int-min", place(D5="w", E6="b"), "D5-F7", "D5-F7"),
    ],
)
def test_choice_of_white(fault: str, board: Board, right: str, wrong: str | None) -> None:
    assert told(transcript("A", board=board, player="white")) == [f"*** WHITE ACTION #1: {right}"]
    chosen = f"*** WHITE ACTION #1: {wrong}" if wrong else "BLACK WIN!"
    assert told(faulty(fault, "A", board, "white")) == [chosen]


ORDERS = sorted(fault for fault in CATALOGUE if re.match("directions-[ns][ew]-", fault))


@pytest.mark.parametrize("fault", ORDERS)
def test_tower_takes_the_first_direction(fault: str) -> None:
    targets = {"ne": "C4-D3", "se": "C4-D5", "sw": "C4-B5", "nw": "C4-B3"}
    first = targets[fault.split("-")[1]]
    for player, tower in (("black", "B"), ("white", "W")):
        other = "black" if player == "white" else "white"
        expected = targets["ne"] if fault.endswith(f"-for-{other}") else first
        assert told(faulty(fault, "A", place(C4=tower), player)) == [
            f"*** {player.upper()} ACTION #1: {expected}"
        ]


def test_every_wrong_order_of_directions_is_a_fault() -> None:
    assert len(ORDERS) == 3 * 23
    assert "directions-ne-se-sw-nw" not in ORDERS


@pytest.mark.parametrize(
    ("fault", "black", "white"),
    [
        ("directions-forward-first", "C4-D3", "C4-D5"),
        ("directions-forward-first-west", "C4-B3", "C4-B5"),
        ("directions-forward-first-around", "C4-D3", "C4-B5"),
        ("directions-east-first", "C4-D3", "C4-D5"),
        ("directions-west-first", "C4-B3", "C4-B5"),
    ],
)
def test_tower_goes_forward_first(fault: str, black: str, white: str) -> None:
    assert told(faulty(fault, "A", place(C4="B"))) == [f"*** BLACK ACTION #1: {black}"]
    assert told(faulty(fault, "A", place(C4="W"), "white")) == [f"*** WHITE ACTION #1: {white}"]


def test_the_first_capture_is_taken_where_it_should_be_declined() -> None:
    script = SCRIPTS["a-capture-declined-black"]
    assert not is_jump(steps("a-capture-declined-black")[-1].action)
    assert is_jump(told(faulty("first-capture-taken", script))[-1].split()[-1])


@pytest.mark.parametrize("player", ["black", "white"])
def test_blocked_players_are_not_seen_as_lost(player: str) -> None:
    blocked = SCRIPTS[f"a-immobility-level-1-blocked-{player}"]
    assert faulty("blocked-not-stuck", blocked) != transcript(blocked)
    captured_out = SCRIPTS[f"a-immobility-level-1-captured-out-{player}"]
    assert faulty("blocked-not-stuck", captured_out) == transcript(captured_out)
