"""Each `error-*` example fails at the check in its name, for the reason in its name."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from shown import GOLDENS, OPPONENT, PIECE, RULE_LINE, SCRIPTS, TOWER, is_jump, men, on, steps
from support import action_names

from checkers_cli.faults.engine.mailbox import Board, start_board

MESSAGES = {
    1: "ERROR: Source cell is outside of the board.",
    2: "ERROR: Target cell is outside of the board.",
    3: "ERROR: Source cell is empty.",
    4: "ERROR: Target cell is not empty.",
    5: "ERROR: Source cell holds opponent's piece/tower.",
    6: "ERROR: Illegal action.",
}
FORWARD = {"black": -1, "white": 1}


class Failed(NamedTuple):
    """The action that was refused, where and for whom; and the lines of the script after it."""

    board: Board
    player: str
    source: str
    target: str
    unread: list[str]

    @property
    def action(self) -> str:
        return f"{self.source}-{self.target}"

    @property
    def man(self) -> str:
        return on(self.board, self.source)

    @property
    def way(self) -> tuple[int, int]:
        """How many rows southward and columns eastward the action would go."""
        return int(self.target[1:]) - int(self.source[1:]), ord(self.target[0]) - ord(
            self.source[0]
        )

    def path(self) -> str:
        """What is on the cells of a diagonal way, from the first after the source on."""
        south, east = self.way
        assert abs(south) == abs(east) > 0
        row, column = int(self.source[1]), ord(self.source[0])
        return "".join(
            on(self.board, f"{chr(column + i * east // abs(east))}{row + i * south // abs(south)}")
            for i in range(1, abs(south) + 1)
        )


def failed(name: str) -> Failed:
    played = steps(name)
    board = played[-1].after if played else start_board()
    lines = SCRIPTS[name].decode("ascii").split()
    source, target = lines[len(played)].split("-")
    player = "white" if len(played) % 2 else "black"
    return Failed(board, player, source, target, lines[len(played) + 1 :])


def conditions(case: Failed) -> set[int]:
    """All checks that fail, each looked at for itself."""
    board = case.board
    on_board = {cell: re.fullmatch("[A-H][1-8]", cell) for cell in (case.source, case.target)}
    man = on(board, case.source) if on_board[case.source] else None
    taken = on_board[case.target] and on(board, case.target) != "."
    anyones = action_names(board, "black") + action_names(board, "white")
    holds = {
        1: not on_board[case.source],
        2: not on_board[case.target],
        3: man == ".",
        4: taken,
        5: man in (PIECE[OPPONENT[case.player]], TOWER[OPPONENT[case.player]]),
        6: case.action not in anyones,  # even if it were that man's turn
    }
    return {number for number, fails in holds.items() if fails}


NAMES = sorted(name for name in SCRIPTS if name.startswith("error-"))


@pytest.mark.parametrize("name", NAMES)
def test_the_error_in_the_name_is_the_last_line_right_after_a_board(name: str) -> None:
    lines = GOLDENS[name].decode("ascii").splitlines()
    assert lines[-2:] == [RULE_LINE, MESSAGES[int(name.split("-")[1])]]
    assert "ERROR" not in "".join(lines[:-1])
    assert "***" not in "".join(lines)
    assert int(name.split("-")[1]) == min(conditions(failed(name)))


def test_every_order_that_can_decide_is_shown() -> None:
    shown = {(int(name[6]), int(name[15])) for name in NAMES if name[8:14] == "before"}
    together = {(1, 2), (1, 4), (2, 3), (2, 5), (3, 4), (4, 5)}
    assert shown == together | {(i, 6) for i in range(1, 6)}


def test_each_error_is_shown_for_both_players() -> None:
    shown = {(failed(name).player, int(name.split("-")[1])) for name in NAMES}
    assert shown == {(player, number) for player in OPPONENT for number in MESSAGES}


def later_condition_holds(name: str) -> bool:
    match = re.match(r"error-(\d)-before-(\d)(?:-(black|white))?$", name)
    assert match
    return {int(match[1]), int(match[2])} <= conditions(failed(name)) and (
        match[3] in (None, failed(name).player)
    )


def only(case: Failed) -> bool:
    """The way is that of a move or a jump, so that nothing but the name's reason fails."""
    return abs(case.way[0]) == abs(case.way[1]) in (1, 2)


def is_light(cell: str) -> bool:
    return (ord(cell[0]) - ord("A") + int(cell[1]) - 1) % 2 == 0


def just_left(case: Failed) -> bool:
    return any(step.action[:2] == case.source for step in steps("error-3-source-just-left"))


def was_captured(case: Failed) -> bool:
    last = steps("error-3-source-was-captured")[-1]
    return on(last.before, case.source) == last.taken != "" and on(last.after, case.source) == "."


def landing_taken(case: Failed) -> bool:
    return case.man == "b" and case.way[0] == -2 and case.path() == "ww"


def of_opponents_tower(player: str) -> Callable[[Failed], bool]:
    opponent = OPPONENT[player]
    return lambda case: (
        case.player == player
        and case.man == TOWER[opponent]
        and case.action in action_names(case.board, opponent)
    )


def second_jump(case: Failed) -> bool:
    last = steps("error-5-second-jump-by-the-same-side")[-1]
    again = case.action in action_names(case.board, last.player) and is_jump(case.action)
    return bool(last.taken) and last.target == case.source and again


def backward(player: str, over: str) -> Callable[[Failed], bool]:
    return lambda case: (
        case.man == PIECE[player]
        and case.player == player
        and case.way[0] == -FORWARD[player] * len(over + ".")
        and case.path() == over + "."
    )


def over_own_man(player: str) -> Callable[[Failed], bool]:
    return lambda case: (
        case.man == PIECE[player] == case.path()[0]
        and case.path()[1:] == "."
        and case.way[0] == 2 * FORWARD[player]
    )


def over_own_tower(case: Failed) -> bool:
    """Were it the opponent's, the tower could be captured."""
    return case.path() == TOWER[case.player] + "." and case.man in (
        TOWER[case.player],
        PIECE[case.player],
    )


def unread_would_be_legal(case: Failed) -> bool:
    """Were the failed line left out, the game would go on."""
    return case.unread[0] in action_names(case.board, case.player) and len(case.unread) > 1


def acts_twice(case: Failed) -> bool:
    return case.player == "white" and case.action in action_names(case.board, "black")


def stuck(case: Failed, has_men: bool) -> bool:
    count = men(case.board, PIECE[case.player] + TOWER[case.player])
    return action_names(case.board, case.player) == [] and (count > 0) == has_men


REASONS: dict[str, Callable[[Failed], bool]] = {
    "1-source-column-i": lambda case: case.source[0] == "I" and case.source[1] in "12345678",
    "1-source-row-0": lambda case: case.source == "A0",
    "1-source-row-9": lambda case: case.source == "A9",
    "1-source-row-10": lambda case: case.source == "A10",
    "1-source-lower-case": lambda case: (
        case.action == "g6-F5" and "G6-F5" in action_names(case.board, case.player)
    ),
    "2-target-column-i": lambda case: case.target == "I4" and only(case),
    "2-target-row-0": lambda case: case.target == "A0" and only(case),
    "2-target-row-9": lambda case: case.target[1:] == "9" and only(case),
    "2-target-row-10": lambda case: case.target == "A10" and case.man == PIECE[case.player],
    "2-target-lower-case": lambda case: (
        case.action == "G6-f5" and "G6-F5" in action_names(case.board, case.player)
    ),
    "3-light-cell-source-black": lambda case: case.player == "black" and is_light(case.source),
    "3-light-cell-source-white": lambda case: case.player == "white" and is_light(case.source),
    "3-source-just-left": just_left,
    "3-source-was-captured": was_captured,
    "3-stops-command-a": lambda case: case.unread == ["A"],
    "4-target-own-man": lambda case: on(case.board, case.target) == case.man and only(case),
    "4-capture-landing-taken": landing_taken,
    "4-source-is-target": lambda case: case.source == case.target,
    "4-stops-command-p": lambda case: case.unread == ["P"],
    "5-black-moves-white-piece": lambda case: (
        case.player == "black" and case.action in action_names(case.board, "white")
    ),
    "5-black-acts-twice": acts_twice,
    "5-opponents-tower-black": of_opponents_tower("black"),
    "5-opponents-tower-white": of_opponents_tower("white"),
    "5-second-jump-by-the-same-side": second_jump,
    "5-after-the-last-man-was-captured": lambda case: stuck(case, has_men=False),
    "6-piece-moves-backward-black": backward("black", ""),
    "6-piece-moves-backward-white": backward("white", ""),
    "6-piece-captures-backward-black": backward("black", "w"),
    "6-piece-captures-backward-white": backward("white", "b"),
    "6-sideways": lambda case: case.way[0] == 0 and not is_light(case.target),
    "6-straight-forward": lambda case: case.way == (-2, 0) and not is_light(case.target),
    "6-light-cell-target": lambda case: is_light(case.target),
    "6-capture-over-an-empty-cell": lambda case: case.path() == ".." and case.man == "b",
    "6-capture-over-own-man-black": over_own_man("black"),
    "6-capture-over-own-man-white": over_own_man("white"),
    "6-capture-over-own-tower": over_own_tower,
    "6-two-jumps-in-one-action": lambda case: case.man == "w" and case.path() == "b.b.",
    "6-tower-moves-two-cells": lambda case: case.man == "W" and case.path() == "..",
    "6-tower-moves-three-cells": lambda case: case.man == "W" and case.path() == "...",
    "6-over-the-edge": lambda case: case.action == "H7-A7",  # in an array A7 follows H6
    "6-tower-captures-from-afar": lambda case: case.man == "B" and case.path() == ".w.",
    "6-blocked-player-acts": lambda case: stuck(case, has_men=True),
    "6-late-in-a-long-game": lambda case: len(steps("error-6-late-in-a-long-game")) > 100,
    "6-nothing-after-is-read": unread_would_be_legal,
}


def test_no_error_example_is_unclaimed() -> None:
    assert {name for name in NAMES if "-before-" not in name} == {f"error-{n}" for n in REASONS}


@pytest.mark.parametrize("name", [name for name in NAMES if "-before-" in name])
def test_the_later_error_holds_too(name: str) -> None:
    assert later_condition_holds(name)


@pytest.mark.parametrize("name", sorted(REASONS))
def test_the_action_fails_for_the_reason_in_the_name(name: str) -> None:
    assert REASONS[name](failed(f"error-{name}"))
