"""The tower game: a position is who stands where, and who is to act; plain integers."""

from typing import Final

from checkers_cli.rules.actions import (
    NORTH_EAST_CAPTURES,
    NORTH_EAST_MOVES,
    NORTH_WEST_CAPTURES,
    NORTH_WEST_MOVES,
    SLOTS,
    SOUTH_EAST_CAPTURES,
    SOUTH_EAST_MOVES,
    SOUTH_WEST_CAPTURES,
    SOUTH_WEST_MOVES,
    Action,
)
from checkers_cli.rules.native import Bitboard, i64, mypyc_attr
from checkers_cli.rules.squares import BOARD, ROW_1, ROW_8
from checkers_cli.rules.state import State, cost_of


@mypyc_attr(acyclic=True, free_list_len=1)
class Position(State):
    """A position of the tower game."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type["Position"], tuple[int, int, int, bool, int]]:
        # Compiled classes have no state that pickle could find; worker processes need it.
        return Position, (self.black, self.white, self.towers, self.black_to_act, self.cost)

    def actions(self) -> list[Action]:
        """All actions of the player to act, in the order that the rules prescribe."""
        return legal_actions(self)

    def after(self, action: Action) -> "Position":
        """The position that a legal action leads to."""
        towers: Bitboard = self.towers
        cost: i64 = self.cost
        captured: Bitboard = action.captured
        if self.black_to_act:
            if captured:
                cost += 3 if towers & captured else 1
                towers &= ~captured
            if towers & action.source:
                towers ^= action.path
            elif action.target & ROW_1:
                towers |= action.target
                cost += 2
            return Position(self.black ^ action.path, self.white & ~captured, towers, False, cost)
        if captured:
            cost -= 3 if towers & captured else 1
            towers &= ~captured
        if towers & action.source:
            towers ^= action.path
        elif action.target & ROW_8:
            towers |= action.target
            cost -= 2
        return Position(self.black & ~captured, self.white ^ action.path, towers, True, cost)


def make_position(black: int, white: int, towers: int, black_to_act: bool) -> Position:
    """A position from its men alone, with the cost counted: b + 3B - w - 3W."""
    return Position(black, white, towers, black_to_act, cost_of(black, white, towers))


START: Final = make_position(0b1111_1111_0_1111 << 22, 0b1111_0_1111_1111, 0, True)


def legal_actions(position: Position) -> list[Action]:
    """All actions of the player to act, in the order that the rules prescribe.

    That is row by row from A1, and for each man north-east, south-east, south-west, north-west.
    Each mask below holds the men that can go one way: a shift brings the cell in that direction
    under the man, so that one `&` asks all men at once whether it is empty (or holds a foe).
    """
    own: Bitboard
    foe: Bitboard
    north: Bitboard
    south: Bitboard
    if position.black_to_act:
        own, foe = position.black, position.white
        north, south = own, own & position.towers
    else:
        own, foe = position.white, position.black
        north, south = own & position.towers, own
    empty: Bitboard = BOARD & ~(own | foe)

    move_ne: Bitboard = north & (empty << 4)
    move_se: Bitboard = south & (empty >> 5)
    move_sw: Bitboard = south & (empty >> 4)
    move_nw: Bitboard = north & (empty << 5)
    capture_ne: Bitboard = north & (foe << 4) & (empty << 8)
    capture_se: Bitboard = south & (foe >> 5) & (empty >> 10)
    capture_sw: Bitboard = south & (foe >> 4) & (empty >> 8)
    capture_nw: Bitboard = north & (foe << 5) & (empty << 10)

    actions: list[Action] = []
    able: Bitboard = (
        (move_ne | move_se | move_sw | move_nw)
        | (capture_ne | capture_se | capture_sw | capture_nw)
    )  # fmt: skip
    while able:
        man: Bitboard = able & -able
        able ^= man
        slot: i64 = man % SLOTS
        if move_ne & man:
            actions.append(NORTH_EAST_MOVES[slot])
        elif capture_ne & man:
            actions.append(NORTH_EAST_CAPTURES[slot])
        if move_se & man:
            actions.append(SOUTH_EAST_MOVES[slot])
        elif capture_se & man:
            actions.append(SOUTH_EAST_CAPTURES[slot])
        if move_sw & man:
            actions.append(SOUTH_WEST_MOVES[slot])
        elif capture_sw & man:
            actions.append(SOUTH_WEST_CAPTURES[slot])
        if move_nw & man:
            actions.append(NORTH_WEST_MOVES[slot])
        elif capture_nw & man:
            actions.append(NORTH_WEST_CAPTURES[slot])
    return actions


def can_act(position: Position) -> bool:
    """Whether the player to act has any action; one who has none has lost."""
    return bool(legal_actions(position))
