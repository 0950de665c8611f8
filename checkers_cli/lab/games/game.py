"""A game in play: its actions, and when and how it ends."""

from collections import Counter
from typing import NamedTuple

from checkers_cli.rules.actions import Action
from checkers_cli.rules.state import DRAWN, State
from checkers_cli.rules.variants import TOWER, Variant
from checkers_cli.util.text import plural


class Draws(NamedTuple):
    """When a game is a draw; 0 means never."""

    repetitions: int = 3  # how often the same position occurs
    quiet: int = 40  # moves a side without a capture or a man's move
    rounds: int = 0  # moves a side in all


# The tower game has no draws: it ends only when a player cannot act.
NEVER = Draws(repetitions=0, quiet=0)


def draws_of(variant: Variant) -> Draws:
    """When games of a variant are draws by default."""
    return NEVER if variant is TOWER or not variant.has_men else Draws()


class GameOutcome(NamedTuple):
    """How a game ended."""

    winner: bool | None  # black, or white (False); None is a draw
    reason: str

    @property
    def pdn(self) -> str:
        """The result in PDN: white's points first."""
        return {None: "1/2-1/2", True: "0-1", False: "1-0"}[self.winner]


class Game:
    """A game of some variant, from some position."""

    def __init__(
        self, variant: Variant, start: State | None = None, draws: Draws | None = None
    ) -> None:
        self.variant = variant
        self.draws = draws_of(variant) if draws is None else draws
        self.states = [variant.start if start is None else start]
        self.actions: list[Action] = []
        self._seen = Counter(self.states)
        self._quiet = [0]  # actions since the last capture or man's move, for each state

    @property
    def start(self) -> State:
        """The first position."""
        return self.states[0]

    @property
    def state(self) -> State:
        """The last position."""
        return self.states[-1]

    def act(self, action: Action) -> None:
        """Go on with a legal action."""
        state = self.state
        by_man = not state.towers & action.source
        after = state.after(action)
        self.actions.append(action)
        self.states.append(after)
        self._seen[after] += 1
        self._quiet.append(0 if action.captured or by_man else self._quiet[-1] + 1)

    def undo(self) -> Action:
        """Take the last action back."""
        self._seen[self.states.pop()] -= 1
        self._quiet.pop()
        return self.actions.pop()

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game has ended; None while it goes on."""
        state, draws = self.state, self.draws
        if not state.actions():
            return self._at_the_end(state)
        if draws.repetitions and self._seen[state] >= draws.repetitions:
            return GameOutcome(
                None, f"the same position for the {_ordinal(self._seen[state])} time"
            )
        if draws.quiet and self._quiet[-1] >= 2 * draws.quiet:
            moves = plural(draws.quiet, "move")
            return GameOutcome(None, f"{moves} a side without a capture or a move of a man")
        if draws.rounds and len(self.actions) >= 2 * draws.rounds:
            return GameOutcome(None, plural(draws.rounds, "round"))
        return None

    def _at_the_end(self, state: State) -> GameOutcome:
        if state.fate() == DRAWN:
            return GameOutcome(None, "the board is full")
        if not self.variant.has_men:
            winner = self.variant.player(not state.black_to_act)
            return GameOutcome(not state.black_to_act, f"{winner} has a line")
        own = state.black if state.black_to_act else state.white
        loser = self.variant.player(state.black_to_act)
        reason = f"{loser} cannot act" if own else f"{loser} has no men left"
        return GameOutcome(not state.black_to_act, reason)


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number % 100 in (11, 12, 13) else endings.get(number % 10, "th")
    return f"{number}{ending}"
