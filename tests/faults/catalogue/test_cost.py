"""Each mistake in the cost does what its title says, on boards checked by hand."""

import pytest
from faults.given import costs, faulty, told
from shown import SCRIPTS
from support import place

from checkers_cli.faults.engine.knobs import reference_knobs
from checkers_cli.faults.engine.program import transcript

INT_MAX = 2147483647
# After C2-B1: one piece and two towers of black, one piece and one tower of white: 1 + 6 - 1 - 3.
BOARD = place(C2="b", A8="b", G1="B", A6="w", H8="W")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("tower-worth-0", 0),
        ("tower-worth-1", 1),
        ("tower-worth-2", 2),
        ("tower-worth-4", 4),
        ("tower-worth-1-printed", 1),
        ("tower-worth-1-in-tree", 3),
        ("black-tower-worth-1", 1 + 2 - 1 - 3),
        ("white-tower-worth-1", 1 + 6 - 1 - 1),
        ("black-tower-worth-2", 1 + 4 - 1 - 3),
        ("white-tower-worth-2", 1 + 6 - 1 - 2),
        ("cost-sign-flipped", -3),
        ("cost-before-action", 2 + 3 - 1 - 3),
        ("cost-before-scripted-action", 2 + 3 - 1 - 3),
        ("cost-before-computed-action", 3),
        ("cost-before-promotion", 2 + 3 - 1 - 3),
        ("cost-before-promotion-in-script", 2 + 3 - 1 - 3),
        ("cost-before-promotion-when-computed", 3),
        ("cost-for-player", 3),
    ],
)
def test_printed_cost(fault: str, expected: int) -> None:
    assert costs(transcript("C2-B1", board=BOARD)) == [3]
    assert costs(faulty(fault, "C2-B1", BOARD)) == [expected]


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("cost-before-scripted-action", 3),
        ("cost-before-computed-action", 1),
        ("cost-before-promotion", 1),
        ("cost-before-promotion-in-script", 3),
        ("cost-before-promotion-when-computed", 1),
    ],
)
def test_printed_cost_of_a_computed_action(fault: str, expected: int) -> None:
    assert costs(faulty(fault, "A", place(C2="b"))) == [expected]


def test_a_captured_tower_counts_1_in_a_cost_that_is_kept() -> None:
    board = place(C6="b", D5="W", H8="w")
    assert costs(transcript("C6-E4", board=board)) == [0]
    assert costs(faulty("captured-tower-counts-1", "C6-E4", board)) == [-2]
    assert costs(faulty("captured-tower-counts-1-in-tree", "C6-E4", board)) == [0]


def test_printed_cost_after_an_action_of_white() -> None:
    assert costs(transcript("C2-B1\nA6-B7", board=BOARD)) == [3, 3]
    assert costs(faulty("cost-for-player", "C2-B1\nA6-B7", BOARD)) == [3, -3]


@pytest.mark.parametrize(("fault", "expected"), [("limit-printed", INT_MAX), ("limit-at-leaf", 3)])
def test_limit_is_printed(fault: str, expected: int) -> None:
    assert costs(faulty(fault, "B3-D1", place(B3="b", C2="w"))) == [expected]


# Black has time to promote (D3-E2, then E2-F1: +2) or to capture (G6-E4: +1), not for both.
EITHER = place(D3="b", G6="b", H7="b", F5="w", A2="w")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("tower-worth-1-in-tree", "G6-E4"),
        ("tower-worth-1", "G6-E4"),
        ("tower-worth-1-printed", "D3-E2"),
        ("tower-worth-0-in-tree", "G6-E4"),
        ("tower-worth-2-in-tree", "D3-E2"),  # +1 either way: the left-most
        ("black-tower-worth-1-in-tree", "G6-E4"),
        ("white-tower-worth-1-in-tree", "D3-E2"),
    ],
)
def test_choice_of_the_tree(fault: str, expected: str) -> None:
    assert told(transcript("A", board=EITHER)) == ["*** BLACK ACTION #1: D3-E2"]
    assert told(faulty(fault, "A", EITHER)) == [f"*** BLACK ACTION #1: {expected}"]


@pytest.mark.parametrize("player", ["black", "white"])
def test_leaves_at_the_limit_change_the_choice(player: str) -> None:
    script = SCRIPTS[f"a-immobility-level-3-readings-differ-{player}"]
    limits = transcript(script, knobs=reference_knobs(limits=True))
    assert told(faulty("limit-at-leaf", script)) == told(limits) != told(transcript(script))
    assert told(faulty("limit-printed", script)) == told(transcript(script))


# Black captures a tower, white moves, black promotes.
TRADES = place(B5="b", C4="W", C2="b", H2="w")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("cost-kept", [-1, -1, 1]),
        ("cost-kept-promotion-3", [-1, -1, 2]),
        ("cost-kept-tower-3-promotion-0", [1, 1, 1]),
        ("cost-kept-tower-3-promotion-3", [1, 1, 4]),
    ],
)
def test_cost_that_is_kept_from_action_to_action(fault: str, expected: list[int]) -> None:
    script = "B5-D3\nH2-G3\nC2-D1\n"
    assert costs(transcript(script, board=TRADES)) == [1, 1, 3]
    assert costs(faulty(fault, script, TRADES)) == expected
    assert faulty(fault, "G6-F5\nH3-G4\nF5-H3\n") == transcript("G6-F5\nH3-G4\nF5-H3\n")
