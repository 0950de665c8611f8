"""The evaluation `contest`: what men are worth by their kind, their place and their safety."""

from typing import Final

from checkers_cli.rules.boards import Board, count_bits
from checkers_cli.rules.native import Bitboard, i64
from checkers_cli.rules.state import State
from checkers_cli.search.evaluation import Evaluation

UNIT: Final = 4  # values are quarters of a point: whole numbers, which a null window needs

MAN: Final = 20  # 5: the measure of all others
KING: Final = 31  # 7.75: half as much again, for it goes both ways
BACK_ROW: Final = 16  # 4: keeps the other side from getting kings, nearly worth a man
MIDDLE_BOX: Final = 10  # 2.5: a man in the middle can go either way
MIDDLE_SIDES: Final = 2  # 0.5: as far forward, but with one way to go
VULNERABLE: Final = -12  # -3: can be captured now; less than a man, for it may be an exchange
PROTECTED: Final = 12  # 3: nothing can capture it before it or a friend moves


class Contest(Evaluation):
    """The worth of black's men minus that of white's."""

    def __init__(self, board: Board, black_goes_north: bool) -> None:
        super().__init__("contest", UNIT)
        half, size = board.size // 2, board.size
        middle = range((size - 1) // 2, half + 1)  # two rows, or one where their number is odd
        box = range(half - 2, size - half + 2)
        cells = {1 << square: place for square, place in board.places.items()}
        self._dark: Final[i64] = board.dark
        self._short: Final[i64] = board.short
        self._long: Final[i64] = board.long
        self._black_goes_north: Final[bool] = black_goes_north
        self._box: Final[i64] = sum(
            bit for bit, (row, column) in cells.items() if row in middle and column in box
        )
        self._sides: Final[i64] = sum(
            bit for bit, (row, column) in cells.items() if row in middle and column not in box
        )
        last, first = board.last_row, board.first_row
        self._black_home: Final[i64] = last if black_goes_north else first
        self._white_home: Final[i64] = first if black_goes_north else last

    def value(self, state: State) -> i64:
        """What black's men are worth, less what white's are."""
        north: Bitboard = state.black if self._black_goes_north else state.white
        south: Bitboard = state.white if self._black_goes_north else state.black
        north |= state.towers
        south |= state.towers
        black: i64 = self._worth(
            state.black, state.white & north, state.white & south, state, self._black_home
        )
        white: i64 = self._worth(
            state.white, state.black & north, state.black & south, state, self._white_home
        )
        return black - white

    def _worth(
        self, own: Bitboard, foe_north: Bitboard, foe_south: Bitboard, state: State, home: Bitboard
    ) -> i64:
        """What one player's men are worth, given the foes that can go north and those south."""
        short: i64 = self._short
        long: i64 = self._long
        empty: Bitboard = self._dark & ~(state.black | state.white)
        vulnerable: Bitboard = own & (
            ((foe_north >> long) & (empty << long))
            | ((foe_north >> short) & (empty << short))
            | ((foe_south << short) & (empty >> short))
            | ((foe_south << long) & (empty >> long))
        )
        # A man is protected if on either diagonal one neighbour is a friend, or the edge.
        other: Bitboard = self._dark & ~own
        exposed: Bitboard = own & (
            ((other << long) & (other >> long)) | ((other << short) & (other >> short))
        )
        men: Bitboard = own & ~state.towers
        return (
            MAN * count_bits(men)
            + KING * count_bits(own & state.towers)
            + BACK_ROW * count_bits(own & home)
            + MIDDLE_BOX * count_bits(own & self._box)
            + MIDDLE_SIDES * count_bits(own & self._sides)
            + VULNERABLE * count_bits(vulnerable)
            + PROTECTED * count_bits(own & ~exposed)
        )
