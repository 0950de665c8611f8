"""The evaluation `positional`: men are worth more the further they advance, and with support."""

from typing import Final

from checkers_cli.rules.boards import Board, count_bits
from checkers_cli.rules.native import Bitboard, i64
from checkers_cli.rules.state import State
from checkers_cli.search.evaluation import Evaluation

UNIT: Final = 100  # values are hundredths of a point

MAN: Final = 200  # 2 at home
ADVANCE: Final = 150  # up to 3.5 on the row before the last: it is about to be a king
KING: Final = 500  # 5 on the edge, where it can be shut in
CENTRE: Final = 100  # up to 6 in the middle, from where it reaches everything
SUPPORT: Final = 10  # 0.1 for a friend behind it: with both sides of it held it cannot be jumped
GUARD: Final = 25  # 0.25 for each man that has stayed on the back row: no kings for the other side


class Positional(Evaluation):
    """Men by their advance, kings by their distance from the edge, friends, the back row."""

    def __init__(self, board: Board, black_goes_north: bool) -> None:
        super().__init__("positional", UNIT)
        size = board.size
        self._short: Final[i64] = board.short
        self._long: Final[i64] = board.long
        self._black_goes_north: Final[bool] = black_goes_north
        rows = board.rows
        self._to_south: Final = rows  # from a home in the north, row by row
        self._to_north: Final = rows[::-1]
        self._advance: Final = [MAN + ADVANCE * row // (size - 2) for row in range(size)]
        inmost = size // 2 - 1  # where the number of rows is odd, the very middle is a light cell
        self._rings: Final = [0] * (inmost + 1)  # by distance from the edge
        for square, (row, column) in board.places.items():
            distance = min(row, column, size - 1 - row, size - 1 - column)
            self._rings[distance] |= 1 << square
        self._king: Final = [KING + CENTRE * ring // inmost for ring in range(inmost + 1)]

    def value(self, state: State) -> i64:
        """What black's men are worth, less what white's are."""
        north: Bitboard = state.black if self._black_goes_north else state.white
        south: Bitboard = state.white if self._black_goes_north else state.black
        kings: Bitboard = state.towers
        # A friend behind a man that goes north stands to the south-east or south-west of it.
        supported: i64 = count_bits(north & (north >> self._long)) + count_bits(
            north & (north >> self._short)
        )
        supported -= count_bits(south & (south << self._long)) + count_bits(
            south & (south << self._short)
        )
        value: i64 = SUPPORT * supported
        value += self._men(north & ~kings, self._to_north) + self._kings(north & kings)
        value -= self._men(south & ~kings, self._to_south) + self._kings(south & kings)
        return value if self._black_goes_north else -value

    def _men(self, men: Bitboard, rows: list[int]) -> i64:
        """What men are worth, row by row from their home."""
        home: Bitboard = rows[0]
        worth: i64 = GUARD * count_bits(men & home)
        row: i64 = 0
        while men:
            here: Bitboard = rows[row]
            here &= men
            if here:
                advance: i64 = self._advance[row]
                worth += advance * count_bits(here)
                men ^= here
            row += 1
        return worth

    def _kings(self, kings: Bitboard) -> i64:
        """What kings are worth, by their distance from the edge."""
        worth: i64 = 0
        ring: i64 = 0
        while kings:
            here: Bitboard = self._rings[ring]
            here &= kings
            king: i64 = self._king[ring]
            worth += king * count_bits(here)
            kings ^= here
            ring += 1
        return worth
