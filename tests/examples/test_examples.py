"""The examples and their transcripts; and that those on rules and script form show what they say.

`error-*`, `a-*` and `p-*` have their claims in the two modules next to this one.
"""

from collections.abc import Callable

import pytest
from shown import (
    FURTHEST_ROW,
    GOLDENS,
    OPPONENT,
    PIECE,
    RULE_LINE,
    SCRIPTS,
    TOWER,
    Step,
    colour,
    is_jump,
    men,
    on,
    steps,
)
from support import action_names

from checkers_cli.faults.engine.mailbox import Board
from checkers_cli.faults.engine.program import transcript

FORWARD = {"black": {"NE", "NW"}, "white": {"SE", "SW"}}
ALL_DIRECTIONS = {"NE", "SE", "SW", "NW"}


def jumps_from(board: Board, player: str, cell: str) -> list[str]:
    return [a for a in action_names(board, player) if a[:2] == cell and is_jump(a)]


def test_every_example_has_a_golden_and_every_golden_an_example() -> None:
    assert SCRIPTS.keys() == GOLDENS.keys()
    assert len(SCRIPTS) >= 45


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_the_reference_prints_the_golden(name: str) -> None:
    assert transcript(SCRIPTS[name]).encode("ascii") == GOLDENS[name]


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_goldens_end_in_one_newline_and_no_line_has_trailing_blanks(name: str) -> None:
    lines = GOLDENS[name].decode("ascii").split("\n")
    assert lines[-1] == ""
    assert all(line == line.rstrip() != "" for line in lines[:-1])


def no_action_at_all(name: str) -> None:
    assert SCRIPTS[name].strip() == b""
    assert (len(SCRIPTS[name]) == 0) == (name == "empty")
    assert GOLDENS[name].count(b"\n") == 3 + 18
    assert steps(name) == []


def same_as_plain(name: str) -> None:
    """The transcript is that of the bare lines, each ended by one newline."""
    plain = b"".join(line + b"\n" for line in SCRIPTS[name].split())
    assert plain != SCRIPTS[name]
    assert transcript(plain).encode("ascii") == GOLDENS[name]


def crlf(name: str) -> None:
    same_as_plain(name)
    assert SCRIPTS[name].count(b"\r\n") == SCRIPTS[name].count(b"\n") == len(SCRIPTS[name].split())
    assert b"\r" not in GOLDENS[name]


def no_final_newline(name: str) -> None:
    same_as_plain(name)
    assert SCRIPTS[name].endswith(b"\nA")
    assert b"*** " in GOLDENS[name]


def spaces_and_tabs(name: str) -> None:
    same_as_plain(name)
    lines = SCRIPTS[name].split(b"\n")
    for blank in (b" ", b"\t"):
        assert any(line.startswith(blank) for line in lines)
        assert any(line.endswith(blank) for line in lines)


def blank_lines_between(name: str) -> None:
    same_as_plain(name)
    lines = [line.strip() for line in SCRIPTS[name].strip().split(b"\n")]
    assert lines.count(b"") >= 3
    assert len(steps(name)) == len(lines) - lines.count(b"")


def blank_lines_after_command(name: str) -> None:
    same_as_plain(name)
    after = SCRIPTS[name].partition(b"A\n")[2]
    assert after.strip() == b""
    assert after.count(b"\n") >= 3
    assert b"*** " in GOLDENS[name]


def piece_moves(name: str) -> None:
    played = steps(name)
    assert all(step.man in "bw" and not step.taken for step in played)
    for player, directions in FORWARD.items():
        assert {step.direction for step in played if step.player == player} == directions


def piece_captures(name: str) -> None:
    captures = [s for s in steps(name) if s.taken and s.man == PIECE[colour(name)]]
    assert {step.direction for step in captures} == FORWARD[colour(name)]
    assert all(step.taken.lower() == PIECE[OPPONENT[step.player]] for step in captures)


def tower_moves(name: str) -> None:
    moves = [s for s in steps(name) if not s.taken and s.man == TOWER[colour(name)]]
    assert {step.direction for step in moves} == ALL_DIRECTIONS


def tower_captures(name: str) -> None:
    captures = [s for s in steps(name) if s.taken and s.man == TOWER[colour(name)]]
    assert {step.direction for step in captures} == ALL_DIRECTIONS


def piece_captures_tower(name: str) -> None:
    last = steps(name)[-1]
    assert (last.man, last.taken) == (PIECE[colour(name)], TOWER[OPPONENT[colour(name)]])
    assert men(last.after, last.taken) == men(last.before, last.taken) - 1


def tower_captures_tower(name: str) -> None:
    last = steps(name)[-1]
    assert (last.man, last.taken) == (TOWER[colour(name)], TOWER[OPPONENT[colour(name)]])
    assert men(last.after, last.taken) == men(last.before, last.taken) - 1


def capture_optional(name: str) -> None:
    declined = {
        step.player
        for step in steps(name)
        if not step.taken and any(map(is_jump, action_names(step.before, step.player)))
    }
    assert declined == {"black", "white"}


def no_second_jump(name: str) -> None:
    first, between, second = steps(name)[-3:]
    assert first.player == colour(name)
    assert first.taken
    assert second.action in jumps_from(first.after, first.player, first.target)
    assert between.player == OPPONENT[first.player]
    assert second.taken


def check_promotion(step: Step, player: str) -> None:
    assert step.man == PIECE[player]
    assert step.target[1] == FURTHEST_ROW[player]
    assert on(step.after, step.target) == TOWER[player]


def promotion_by_move(name: str) -> None:
    check_promotion(steps(name)[-1], colour(name))
    assert not steps(name)[-1].taken


def promotion_by_capture(name: str) -> None:
    check_promotion(steps(name)[-1], colour(name))
    assert steps(name)[-1].taken


def promoted_does_not_capture_on(name: str) -> None:
    promotion, following = steps(name)[-2:]
    check_promotion(promotion, colour(name))
    assert promotion.taken
    assert jumps_from(promotion.after, promotion.player, promotion.target)
    assert following.player == OPPONENT[colour(name)]


def tower_back(name: str) -> None:
    last = steps(name)[-1]
    assert last.man == on(last.after, last.target) == TOWER[colour(name)]
    assert last.target[1] == FURTHEST_ROW[OPPONENT[colour(name)]]


def cost_with_towers(name: str) -> None:
    last = steps(name)[-1]
    b, tower_b, w, tower_w = (men(last.after, kind) for kind in "bBwW")
    assert tower_b
    assert tower_w
    assert last.cost == b + 3 * tower_b - w - 3 * tower_w


def cost_negative(name: str) -> None:
    last = steps(name)[-1]
    b, tower_b, w, tower_w = (men(last.after, kind) for kind in "bBwW")
    assert last.cost == b + 3 * tower_b - w - 3 * tower_w < 0
    assert last.cost != (b + tower_b) - (w + tower_w)
    assert f"BOARD COST: -{abs(last.cost)}\n".encode() in GOLDENS[name]


def finished_without_command(name: str) -> None:
    last = steps(name)[-1]
    loser = OPPONENT[last.player]
    assert len(SCRIPTS[name].split()) == len(steps(name))
    assert b"***" not in GOLDENS[name]
    assert action_names(last.after, loser) == []
    assert (men(last.after, PIECE[loser] + TOWER[loser]) > 0) == ("by-block" in name)
    assert GOLDENS[name].decode("ascii").splitlines()[-1] == RULE_LINE


def long_game(name: str) -> None:
    assert len(steps(name)) >= int(name.split("-")[2])
    assert GOLDENS[name].endswith(b" WIN!\n")


CLAIMS: dict[str, Callable[[str], None]] = {
    "empty": no_action_at_all,
    "blank-lines-only": no_action_at_all,
    "crlf-line-ends": crlf,
    "no-final-newline": no_final_newline,
    "spaces-and-tabs-around-lines": spaces_and_tabs,
    "blank-lines-between-actions": blank_lines_between,
    "blank-lines-after-command": blank_lines_after_command,
    "piece-moves-both-directions": piece_moves,
    "capture-optional": capture_optional,
    "cost-with-towers-of-both-sides": cost_with_towers,
    "cost-negative": cost_negative,
    "finished-by-block-without-command": finished_without_command,
    "finished-by-last-capture-without-command": finished_without_command,
    "long-game-100-actions": long_game,
    "long-game-300-actions": long_game,
}
FOR_BOTH: dict[str, Callable[[str], None]] = {
    "piece-captures-both-directions": piece_captures,
    "tower-moves-four-directions": tower_moves,
    "tower-captures-four-directions": tower_captures,
    "piece-captures-tower": piece_captures_tower,
    "tower-captures-tower": tower_captures_tower,
    "no-second-jump": no_second_jump,
    "promotion-by-move": promotion_by_move,
    "promotion-by-capture": promotion_by_capture,
    "promoted-man-does-not-capture-on": promoted_does_not_capture_on,
    "tower-back-on-own-side": tower_back,
}
CLAIMS |= {f"{stem}-{player}": claim for stem, claim in FOR_BOTH.items() for player in OPPONENT}


def test_no_example_is_unclaimed() -> None:
    elsewhere = ("error-", "a-", "p-")
    assert CLAIMS.keys() == {name for name in SCRIPTS if not name.startswith(elsewhere)}


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_the_example_shows_what_its_name_says(name: str) -> None:
    CLAIMS[name](name)
