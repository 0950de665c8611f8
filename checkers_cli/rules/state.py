"""The interface of all games: what a search may know of a position."""

from typing import Final

from checkers_cli.rules.actions import Action
from checkers_cli.rules.native import Bitboard, i64, mypyc_attr

# What the game is worth to the player to act when there is no action left.
LOST: Final = -1
DRAWN: Final = 0


@mypyc_attr(acyclic=True)
class State:
    """A position of some game: black's men, white's, which of them are towers, who is to act.

    An immutable value. A game is a class below this one that knows its actions. The cost is that
    of the tower game, b + 3B - w - 3W, for every game with men; it follows from the rest, and is
    carried along because an action changes it little, which is cheaper than counting bits.
    """

    __slots__ = ("black", "black_to_act", "cost", "towers", "white")

    def __init__(
        self, black: Bitboard, white: Bitboard, towers: Bitboard, black_to_act: bool, cost: i64
    ) -> None:
        self.black: Final = black
        self.white: Final = white
        self.towers: Final = towers
        self.black_to_act: Final = black_to_act
        self.cost: Final = cost

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.same(other)

    def __hash__(self) -> int:
        return hash((self.black, self.white, self.towers, self.black_to_act))

    def same(self, other: "State") -> bool:
        """Whether two positions of one game are equal."""
        return (
            self.black == other.black
            and self.white == other.white
            and self.towers == other.towers
            and self.black_to_act == other.black_to_act
        )

    def slot(self, slots: i64) -> i64:
        """Where to look this position up in a table of so many slots, at most 2 to the 24th.

        No product here needs more than 63 bits, so that both forms of the engine agree.
        """
        mixed: i64 = self.black % slots * 0x3C6EF372FE
        mixed ^= self.white % slots * 0x5A827999B7
        mixed ^= self.towers % slots * 0x6ED9EBA141
        if self.black_to_act:
            mixed ^= 0x2545F4914F6C
        return mixed % slots

    def actions(self) -> list[Action]:
        """All legal actions, in the order of the game's rules; none if the game is over."""
        raise NotImplementedError

    def after(self, action: Action) -> "State":
        """The position that a legal action leads to."""
        raise NotImplementedError

    def fate(self) -> i64:
        """What a position without actions means to the player to act: LOST or DRAWN."""
        return LOST


def cost_of(black: int, white: int, towers: int) -> int:
    """What men on a board cost: b + 3B - w - 3W."""
    return (
        black.bit_count()
        + 2 * (black & towers).bit_count()
        - white.bit_count()
        - 2 * (white & towers).bit_count()
    )


def perft(state: State, depth: i64) -> i64:
    """How many ways there are to act `depth` times in a row: the move generator's check sum."""
    actions = state.actions()
    paths: i64 = len(actions)
    if depth > 1:
        paths = 0
        for action in actions:
            paths += perft(state.after(action), depth - 1)
    return paths
