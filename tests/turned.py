"""A position seen from the other side, for what must not depend on who is who."""

from hypothesis import strategies as st

from checkers_cli.rules.boards import LARGEST, SMALLEST
from checkers_cli.rules.draughts import Draughts, draughts_start, make_draughts
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import CONTEST, Variant

_SWAPPED = str.maketrans("bwBW", "wbWB")


def turned(variant: Variant, state: State) -> State:
    """The same position with the colours swapped and the board turned round."""
    rows = [row[::-1].translate(_SWAPPED) for row in variant.rows(state)[::-1]]
    return variant.read(f"{'/'.join(rows)} {variant.player(not state.black_to_act)}")


@st.composite
def draughts_of_all_sizes(draw: st.DrawFn) -> Draughts:
    """A position that a random game leads to, on a board of any size."""
    state = draughts_start(CONTEST.rules(draw(st.integers(SMALLEST, LARGEST))))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 60))):
        actions = state.actions()
        if not actions:
            break
        state = state.after(random.choice(actions))
    return state


def turned_draughts(state: Draughts) -> Draughts:
    """The same as `turned`, on a board of any size."""
    board = state.rules.board
    squares = {place: square for square, place in board.places.items()}

    def bits(men: int) -> int:
        last = board.size - 1
        places = (board.places[square] for square in board.places if men >> square & 1)
        return sum(1 << squares[last - row, last - column] for row, column in places)

    black, white, kings = bits(state.white), bits(state.black), bits(state.towers)
    return make_draughts(state.rules, black, white, kings, not state.black_to_act)
