"""Random balanced openings; the same seed gives the same openings."""

from collections.abc import Sequence
from random import Random

from checkers_cli.rules.actions import Action
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant
from checkers_cli.search.evaluation import MATERIAL, OUTCOME
from checkers_cli.search.searches import NEGASCOUT, Engine, SearchPlan
from checkers_cli.util.errors import UnusableInput

Opening = tuple[str, ...]  # the names of actions, from the start

_DEPTH = 4  # of the search that decides whether an opening is balanced
_DEEPER = 7  # without men: only a win counts, and wins come late
_MAN = 1  # the largest difference of a balanced position
_TRIES = 300  # in a row without a new opening, after which the search for more stops


def make_openings(variant: Variant, seed: int, plies: int, count: int) -> list[Opening]:
    """`count` openings of so many plies, to different positions if there are enough of them.

    If there are not, the openings repeat in the same order.
    """
    random = Random(f"openings {seed}")  # noqa: S311 - reproducible, not secret
    engine = _judge(variant)
    found: list[Opening] = []
    seen: set[State] = set()
    tries = 0
    while len(found) < count and tries < _TRIES:
        tries += 1
        names, state = random_line(variant.start, plies, random)
        if len(names) < plies or state in seen:
            continue
        seen.add(state)
        if _is_balanced(engine, state):
            found.append(names)
            tries = 0
    if not found:
        raise UnusableInput(
            f"--opening: no {plies} random plies of {variant.name} were found "
            "after which neither side is ahead; try another number"
        )
    return [found[number % len(found)] for number in range(count)]


def random_line(state: State, plies: int, random: Random) -> tuple[Opening, State]:
    """Random actions from a position, fewer if the game ends, and where they lead."""
    names = []
    for _ in range(plies):
        actions = state.actions()
        if not actions:
            break
        action = random.choice(actions)
        names.append(action.name)
        state = state.after(action)
    return tuple(names), state


def _judge(variant: Variant) -> Engine:
    if not variant.has_men:
        return Engine(OUTCOME, SearchPlan(NEGASCOUT, _DEEPER, table=True))
    # Quiescence: in the middle of an exchange, the side that captured last seems to be ahead.
    return Engine(MATERIAL, SearchPlan(NEGASCOUT, _DEPTH, quiescence=True))


def _is_balanced(engine: Engine, state: State) -> bool:
    """Whether the game goes on, and neither side is more than a man ahead."""
    return bool(state.actions()) and abs(engine.search(state).value) <= _MAN


def actions_of(start: State, names: Sequence[str]) -> list[Action]:
    """The actions of these names, one after the other from a position."""
    actions = []
    for name in names:
        action = next(one for one in start.actions() if one.name == name)
        actions.append(action)
        start = start.after(action)
    return actions
