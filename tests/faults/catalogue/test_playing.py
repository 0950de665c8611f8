"""Each mistake in playing on does what its title says, on boards checked by hand."""

import pytest
from faults.given import action_lines, faulty, last_line, told
from shown import SCRIPTS
from support import place

from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

# Black moves to D3 and is captured: white wins after two actions.
LOST = place(C4="b", E2="w", A2="w")
TWO = ["*** BLACK ACTION #1: C4-D3", "*** WHITE ACTION #2: E2-C4"]
BLOCKED = place(A8="b", B7="w", C6="w")
LAST_CAPTURE = place(B3="b", C2="w")


@pytest.mark.parametrize(
    ("fault", "command", "count"),
    [
        ("p-as-a", "P", 1),
        ("p-plays-9", "P", 9),
        ("p-plays-11", "P", 11),
        ("p-plays-20", "P", 20),
        ("a-as-p", "A", 10),
        ("a-as-p", "P", 10),
        ("p-plays-11", "A", 1),
    ],
)
def test_number_of_computed_actions(fault: str, command: str, count: int) -> None:
    lines = action_lines(faulty(fault, f"G6-F5\n{command}\n"))[1:]
    players = ("WHITE", "BLACK")
    assert [line.split(":")[0] for line in lines] == [
        f"*** {players[place % 2]} ACTION #{place + 2}" for place in range(count)
    ]


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_depth_of_the_trees_of_p(depth: int) -> None:
    fault = f"p-depth-{depth}"
    same = {1: "depth-1", 2: "depth-2", 4: "depth-4"}[depth]
    assert faulty(fault, "P") == faulty(same, "P") != transcript("P")
    assert faulty(fault, "A") == transcript("A")


def test_trees_of_p_that_are_used_up() -> None:
    """The second and the third action are found with trees of depth 2 and 1."""
    lines = action_lines(faulty("p-goes-on-in-tree", "P"))
    script = ""
    for number, line in enumerate(lines):
        shallow = number % 3
        command = f"{script}A"
        found = faulty(f"depth-{3 - shallow}", command) if shallow else transcript(command)
        assert line == action_lines(found)[-1]
        script += line.split(": ")[1] + "\n"


@pytest.mark.parametrize(
    ("fault", "number"), [("other-player-after-end", 1), ("other-player-after-end-counted", 2)]
)
def test_the_other_player_acts_after_the_end(fault: str, number: int) -> None:
    winner, action, *_ = told(faulty(fault, "P", BLOCKED))
    assert winner == "WHITE WIN!"
    assert action.startswith(f"*** WHITE ACTION #{number}: ")


def test_one_player_makes_all_computed_actions() -> None:
    lines = action_lines(faulty("p-one-side", "G6-F5\nP\n"))[1:]
    assert len(lines) == 10
    assert {line.split()[1] for line in lines} == {"WHITE"}


@pytest.mark.parametrize(
    ("fault", "script", "board", "expected"),
    [
        ("end-not-final", "P", LOST, TWO + ["WHITE WIN!"] * 8),
        ("end-not-final", "A", BLOCKED, ["WHITE WIN!"]),
        ("blocked-not-over", "P", BLOCKED, []),
        ("blocked-not-over", "A", BLOCKED, []),
        ("blocked-not-over", "P", LOST, [*TWO, "WHITE WIN!"]),
        ("only-towers-is-over", "A", place(C4="B", A2="w"), ["WHITE WIN!"]),
        ("only-towers-is-over", "A", place(C4="B", B5="b", A4="w"), ["WHITE WIN!"]),
        ("only-towers-is-over", "A", BLOCKED, ["WHITE WIN!"]),
        ("winner-after-a", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-after-a", "B3-D1", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1"]),
        ("winner-after-tenth", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1"]),
        ("winner-without-command", "B3-D1", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-without-command", "B3-A2", LAST_CAPTURE, ["BLACK ACTION #1: B3-A2"]),
        ("winner-without-command", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1"]),
        ("only-captures-is-over", "A", place(A8="b", B7="w"), ["WHITE WIN!"]),
        ("winner-when-decided", "P", LOST, ["WHITE WIN!"]),
        ("winner-when-white-wins", "P", LOST, ["WHITE WIN!"]),
        ("winner-when-won", "P", LOST, [TWO[0], "WHITE WIN!"]),
        ("winner-when-black-wins", "P", LOST, [*TWO, "WHITE WIN!"]),
        ("winner-when-black-wins", "P", LAST_CAPTURE, ["BLACK WIN!"]),
        ("winner-after-action-when-decided", "P", LOST, [TWO[0], "WHITE WIN!"]),
        ("winner-after-action-when-lost", "P", LOST, [TWO[0], "WHITE WIN!"]),
        ("winner-after-action-when-white-wins", "A", LOST, [TWO[0], "WHITE WIN!"]),
        ("winner-after-action-when-won", "P", LOST, [*TWO, "WHITE WIN!"]),
        ("winner-after-action-when-black-wins", "A", LAST_CAPTURE,
         ["*** BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-in-script", "B3-D1\nP", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-in-script", "B3-D1\nA2-A3", LAST_CAPTURE,
         ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-in-script", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1"]),
        ("winner-in-script-goes-on", "B3-D1\nA", LAST_CAPTURE,
         ["BLACK ACTION #1: B3-D1", "BLACK WIN!", "BLACK WIN!"]),
        ("winner-in-script-goes-on", "B3-D1\nA2-A3", LAST_CAPTURE,
         ["BLACK ACTION #1: B3-D1", "BLACK WIN!", "ERROR: Source cell is empty."]),
        ("winner-in-place-of-next-action", "B3-D1\nA2-A3", LAST_CAPTURE,
         ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-in-place-of-next-action", "B3-D1", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1"]),
        ("winner-at-once", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-at-once", "B3-D1\nA", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-after-commands", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-after-commands", "B3-D1", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1"]),
        ("winner-at-every-end", "B3-D1", LAST_CAPTURE, ["BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-at-every-end", "A", LAST_CAPTURE, ["*** BLACK ACTION #1: B3-D1", "BLACK WIN!"]),
        ("winner-instead-of-last-action", "A", LAST_CAPTURE, ["BLACK WIN!"]),
        ("winner-instead-of-last-action", "B3-D1\nA", LAST_CAPTURE, ["BLACK WIN!"]),
        ("winner-instead-of-last-action", "P", LOST, [TWO[0], "WHITE WIN!"]),
        ("either-player-stuck", "A", place(C4="b", A8="w"), ["BLACK WIN!"]),
        ("either-player-stuck", "C4-D3", place(C4="b", A8="w"), ["BLACK ACTION #1: C4-D3"]),
        ("either-player-stuck-in-script", "B3-A2", place(B3="b", B1="w"),
         ["BLACK ACTION #1: B3-A2", "WHITE WIN!"]),
        ("either-player-stuck-at-once", "A", place(C4="b", A8="w"), ["BLACK WIN!"]),
        ("captor-goes-on", "C8-E6\nE6-C4", place(C8="b", D7="w", D5="w"),
         ["BLACK ACTION #1: C8-E6", "BLACK ACTION #2: E6-C4"]),
        ("captor-goes-on", "C8-B7\nD7-C8", place(C8="b", D7="w", D5="w"),
         ["BLACK ACTION #1: C8-B7", "WHITE ACTION #2: D7-C8"]),
    ],
)  # fmt: skip
def test_output_of_a_program_with_the_fault(
    fault: str, script: str, board: Board, expected: list[str]
) -> None:
    assert told(faulty(fault, script, board)) == expected


def test_a_stuck_player_passes() -> None:
    lines = told(faulty("stuck-player-passes", "P", LOST))
    assert lines[:2] == TWO
    assert len(lines) == 10
    assert all(" WHITE ACTION #" in line for line in lines[2:])


def test_player_to_act_has_lost_if_neither_can_act() -> None:
    nobody = place()
    assert told(faulty("stuck-player-passes", "P", nobody)) == ["WHITE WIN!"]
    assert told(faulty("stuck-player-passes", "P", nobody, "white")) == ["BLACK WIN!"]


@pytest.mark.parametrize("winner", ["black", "white"])
def test_winner_is_printed_after_the_tenth_action(winner: str) -> None:
    script = SCRIPTS[f"p-tenth-action-finishes-by-block-{winner}"]
    assert "WIN" not in transcript(script)
    expected = f"{transcript(script)}{winner.upper()} WIN!\n"
    assert faulty("winner-after-tenth", script) == expected
    assert faulty("winner-always-after-p", script) == expected


def test_winner_is_printed_although_the_game_goes_on() -> None:
    assert last_line(faulty("winner-always-after-p", "P")) in ("BLACK WIN!", "WHITE WIN!")
    assert faulty("winner-after-tenth", "P") == transcript("P")
    assert told(faulty("winner-always-after-p", "P", LOST)) == [*TWO, "WHITE WIN!"]
