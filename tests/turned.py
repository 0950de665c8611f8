"""A position seen from the other side, for what must not depend on who is who."""

from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant

_SWAPPED = str.maketrans("bwBW", "wbWB")


def turned(variant: Variant, state: State) -> State:
    """The same position with the colours swapped and the board turned round."""
    rows = [row[::-1].translate(_SWAPPED) for row in variant.rows(state)[::-1]]
    return variant.read(f"{'/'.join(rows)} {variant.player(not state.black_to_act)}")
