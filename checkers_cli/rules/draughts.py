"""English draughts and its kin: captures are forced, and go on while the same man can capture.

Black begins and goes south, white goes north, as in all diagrams of that game (in the tower game it
is the other way round). Kings are the towers of this game.
"""

from typing import Final

from checkers_cli.rules.actions import NO_ACTION, Action
from checkers_cli.rules.boards import BOARD_SLOTS, Board, board_of
from checkers_cli.rules.native import Bitboard, i64, mypyc_attr
from checkers_cli.rules.state import State, cost_of


class DraughtsRules:
    """A board, and the two points in which these games differ."""

    def __init__(self, size: int, crowned_goes_on: bool, flying: bool) -> None:
        self.board: Final[Board] = board_of(size)
        self.crowned_goes_on: Final = crowned_goes_on  # a man crowned in mid-capture, as a king
        self.flying: Final = flying  # kings go any distance, unless they capture

    def __reduce__(self) -> tuple[object, tuple[int, bool, bool]]:
        return draughts_rules, (self.board.size, self.crowned_goes_on, self.flying)


_rules: Final[dict[tuple[int, bool, bool], DraughtsRules]] = {}


def draughts_rules(size: int, crowned_goes_on: bool = False, flying: bool = False) -> DraughtsRules:
    """The rules on a board of some size, made once; without the two points, english draughts."""
    key = (size, crowned_goes_on, flying)
    if key not in _rules:
        _rules[key] = DraughtsRules(size, crowned_goes_on, flying)
    return _rules[key]


@mypyc_attr(acyclic=True, free_list_len=1)
class Draughts(State):
    """A position of english draughts, or of one of its kin."""

    __slots__ = ("rules",)

    def __init__(
        self,
        rules: DraughtsRules,
        black: Bitboard,
        white: Bitboard,
        towers: Bitboard,
        black_to_act: bool,
        cost: i64,
    ) -> None:
        super().__init__(black, white, towers, black_to_act, cost)
        self.rules: Final = rules

    def __reduce__(self) -> tuple[type["Draughts"], tuple[DraughtsRules, int, int, int, bool, int]]:
        men = (self.black, self.white, self.towers, self.black_to_act, self.cost)
        return Draughts, (self.rules, *men)

    def actions(self) -> list[Action]:
        """All captures if there are any, else all moves: row by row, for each man clockwise."""
        board = self.rules.board
        own: Bitboard
        foe: Bitboard
        north: Bitboard
        south: Bitboard
        if self.black_to_act:
            own, foe = self.black, self.white
            north, south = own & self.towers, own
        else:
            own, foe = self.white, self.black
            north, south = own, own & self.towers
        empty: Bitboard = board.dark & ~(own | foe)
        short: i64 = board.short
        long: i64 = board.long
        able: Bitboard = (
            (north & (foe << short) & (empty << (2 * short)))
            | (south & (foe >> long) & (empty >> (2 * long)))
            | (south & (foe >> short) & (empty >> (2 * short)))
            | (north & (foe << long) & (empty << (2 * long)))
        )
        actions: list[Action] = []
        if able:
            while able:
                man: Bitboard = able & -able
                able ^= man
                king = self.towers & man != 0
                self._capture(actions, NO_ACTION, man, king, foe, empty | man)
            return actions
        if self.rules.flying:
            self._slides(actions, north, south, empty)
            return actions
        move_ne: Bitboard = north & (empty << short)
        move_se: Bitboard = south & (empty >> long)
        move_sw: Bitboard = south & (empty >> short)
        move_nw: Bitboard = north & (empty << long)
        able = move_ne | move_se | move_sw | move_nw
        while able:
            man = able & -able
            able ^= man
            slot: i64 = man % BOARD_SLOTS
            if move_ne & man:
                actions.append(board.moves_ne[slot])
            if move_se & man:
                actions.append(board.moves_se[slot])
            if move_sw & man:
                actions.append(board.moves_sw[slot])
            if move_nw & man:
                actions.append(board.moves_nw[slot])
        return actions

    def _capture(
        self,
        found: list[Action],
        so_far: Action,
        at: Bitboard,
        king: bool,
        foe: Bitboard,
        empty: Bitboard,
    ) -> None:
        """Find all captures of one man that go on from a cell, or else end there."""
        board = self.rules.board
        slot: i64 = at % BOARD_SLOTS
        ended = True
        if king or not self.black_to_act:
            ended = self._hop(found, so_far, board.captures_ne[slot], king, foe, empty)
        if king or self.black_to_act:
            if not self._hop(found, so_far, board.captures_se[slot], king, foe, empty):
                ended = False
            if not self._hop(found, so_far, board.captures_sw[slot], king, foe, empty):
                ended = False
        if (king or not self.black_to_act) and not self._hop(
            found, so_far, board.captures_nw[slot], king, foe, empty
        ):
            ended = False
        if ended:
            found.append(so_far)

    def _hop(
        self,
        found: list[Action],
        so_far: Action,
        hop: Action,
        king: bool,
        foe: Bitboard,
        empty: Bitboard,
    ) -> bool:
        """Go on with one hop if it is possible; return whether it is not."""
        if not (hop.captured & foe and hop.target & empty):
            return True
        whole = hop if so_far is NO_ACTION else _joined(so_far, hop)
        crowned = not king and hop.target & self._crown_row() != 0
        if crowned and not self.rules.crowned_goes_on:
            found.append(whole)
        else:
            self._capture(
                found, whole, hop.target, king or crowned, foe & ~hop.captured, empty | hop.captured
            )
        return False

    def _crown_row(self) -> Bitboard:
        """Where men of the player to act become kings."""
        board = self.rules.board
        return board.last_row if self.black_to_act else board.first_row

    def _slides(
        self, found: list[Action], north: Bitboard, south: Bitboard, empty: Bitboard
    ) -> None:
        """All moves under the rule that kings slide."""
        board = self.rules.board
        men: Bitboard = north | south
        while men:
            man: Bitboard = men & -men
            men ^= man
            slot: i64 = man % BOARD_SLOTS
            far = self.towers & man != 0
            if north & man:
                _slide(found, board.slides_ne[slot], empty, far)
            if south & man:
                _slide(found, board.slides_se[slot], empty, far)
                _slide(found, board.slides_sw[slot], empty, far)
            if north & man:
                _slide(found, board.slides_nw[slot], empty, far)

    def after(self, action: Action) -> "Draughts":
        """The position that a legal action leads to."""
        captured: Bitboard = action.captured
        towers: Bitboard = self.towers
        cost: i64 = 0
        left: Bitboard = captured
        while left:
            man: Bitboard = left & -left
            left ^= man
            cost += 3 if towers & man else 1
        towers &= ~captured
        if towers & action.source:
            towers = towers & ~action.source | action.target
        elif action.path & self._crown_row():
            towers |= action.target
            cost += 2
        if self.black_to_act:
            black: Bitboard = self.black & ~action.source | action.target
            white: Bitboard = self.white & ~captured
            return Draughts(self.rules, black, white, towers, False, self.cost + cost)
        white = self.white & ~action.source | action.target
        black = self.black & ~captured
        return Draughts(self.rules, black, white, towers, True, self.cost - cost)


def _joined(so_far: Action, hop: Action) -> Action:
    """A capture that goes on with one more hop."""
    name = so_far.name + hop.name[hop.name.index("x") :]
    captured: Bitboard = so_far.captured | hop.captured
    return Action(name, so_far.source, hop.target, captured, so_far.path)


def _slide(found: list[Action], way: list[Action], empty: Bitboard, far: bool) -> None:
    """The moves of one man along a way: one cell, or a king all cells up to the next man."""
    for action in way:
        if not action.target & empty:
            return
        found.append(action)
        if not far:
            return


def make_draughts(
    rules: DraughtsRules, black: int, white: int, towers: int, black_to_act: bool
) -> Draughts:
    """A position from its men alone, with the cost counted: b + 3B - w - 3W."""
    return Draughts(rules, black, white, towers, black_to_act, cost_of(black, white, towers))


def draughts_start(rules: DraughtsRules) -> Draughts:
    """Black's men on the first rows, white's on the last, two rows (or three) between them."""
    rows = rules.board.rows
    filled = len(rows) // 2 - 1
    black, white = sum(rows[:filled]), sum(rows[-filled:])
    return make_draughts(rules, black, white, 0, black_to_act=True)
