"""A session of play: entries in, replies out. It knows nothing of terminals."""

import re
from collections.abc import Callable
from typing import NamedTuple

from checkers_cli.lab.analysis.report import decision, worth
from checkers_cli.lab.games.game import Game, GameOutcome
from checkers_cli.lab.games.notation import WrongEntry, find_action
from checkers_cli.lab.play.players import Players
from checkers_cli.lab.play.saving import file_exists, load_game, save_game
from checkers_cli.rules.actions import Action
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import TOWER
from checkers_cli.search.searches import SearchResult
from checkers_cli.util.errors import CheckersError
from checkers_cli.util.text import plural, printable

_NUMBER = re.compile(r"[0-9]{1,4}")
_OVER = "the game is over: enter undo, save FILE, load FILE or quit"


class Reply(NamedTuple):
    """The words of a reply, and whether the board should be shown again."""

    words: str
    board: bool = False


class PlaySession:
    """A game between two players, of whom each is a human or the machine."""

    def __init__(self, players: Players, start: State | None = None) -> None:
        self.players = players
        self.variant = players.variant
        self.game = Game(players.variant, start, players.draws)
        self.left = False  # whether the players have left
        self._given_start = start
        self._resigned: GameOutcome | None = None
        self._engine = players.engine()
        self._commands: dict[str, Callable[[str], Reply]] = {
            "undo": self._undo,
            "hint": self._hint,
            "save": self._save,
            "save!": self._save_anyway,
            "load": self._load,
            "resign": self._resign,
            "board": lambda _: Reply("", board=True),
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game has ended; None while it goes on."""
        return self._resigned or self.game.outcome

    @property
    def last(self) -> Action | None:
        """The last action."""
        return self.game.actions[-1] if self.game.actions else None

    @property
    def machine_to_act(self) -> bool:
        """Whether it is the machine's turn."""
        return self.outcome is None and self.players.is_machine(self.game.state.black_to_act)

    @property
    def player(self) -> str:
        """The player to act."""
        return self.variant.player(self.game.state.black_to_act)

    @property
    def status(self) -> str:
        """The player to act, or how the game ended."""
        outcome = self.outcome
        if outcome is None:
            return f"{self.player} to act, action {len(self.game.actions) + 1}"
        if outcome.winner is None:
            return f"draw: {outcome.reason}"
        return f"{self.variant.player(outcome.winner)} wins: {outcome.reason}"

    @property
    def prompt(self) -> str:
        """The prompt for an entry."""
        return f"{self.player}> " if self.outcome is None else "game over> "

    @property
    def listed(self) -> list[Action]:
        """The actions to choose from by number; on a board of marks the numbers are its cells."""
        listing = self.variant.has_men and self.outcome is None and not self.machine_to_act
        return self.game.state.actions() if listing else []

    def act(self) -> Reply:
        """Let the machine act."""
        actions = self.game.state.actions()
        found = None if len(actions) == 1 else self._engine.search(self.game.state).action
        return self._go_on(found or actions[0])

    def enter(self, line: str) -> Reply:
        """Carry out an entry of a human, or say why not."""
        word, *rest = line.strip().split(maxsplit=1) or [""]
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                return command("".join(rest))
            if self.outcome is not None:
                return self._quit("") if not word else Reply(_OVER)
            if not word:
                return Reply("enter a number, an action or a command; help says more")
            return self._go_on(self._chosen(line.strip()))
        except CheckersError as error:
            return Reply(str(error))

    def end_of_input(self) -> Reply:
        """Leave, because the input has ended."""
        if self.outcome is None:
            return self._quit("", "the input has ended; ")
        return self._quit("")

    def _chosen(self, entry: str) -> Action:
        if not (self.variant.has_men and _NUMBER.fullmatch(entry)):
            return find_action(self.variant, self.game.state, entry)
        actions = self.game.state.actions()
        if not 1 <= int(entry) <= len(actions):
            raise WrongEntry(f"there is no action {int(entry)}; they go from 1 to {len(actions)}")
        return actions[int(entry) - 1]

    def _go_on(self, action: Action) -> Reply:
        player = self.player
        self.game.act(action)
        return Reply(f"{player}: {action.name}", board=True)

    def _undo(self, _: str) -> Reply:
        """Back to when a human was last to act."""
        if self._resigned is not None:
            self._resigned = None
            return Reply("the resignation is taken back", board=True)
        game = self.game
        turns = (
            number
            for number in reversed(range(len(game.actions)))
            if not self.players.is_machine(game.states[number].black_to_act)
        )
        back_to = next(turns, None)
        if back_to is None:
            return Reply("you have no action to take back")
        undone = [game.undo().name for _ in range(len(game.actions) - back_to)]
        return Reply(f"taken back: {', '.join(undone)}", board=True)

    def _hint(self, _: str) -> Reply:
        if self.outcome is not None:
            return Reply(_OVER)
        found = self._engine.search(self.game.state)
        line = " ".join(action.name for action in found.line)
        name = found.action.name if found.action else "none"
        return Reply(f"hint: {name}, {self._worth(found)}\nits line: {line}")

    def _worth(self, found: SearchResult) -> str:
        words = worth(self.game, found, self._engine.evaluation)
        if decision(self.game, found) is not None:
            return words
        return f"{words}, looking {plural(found.depth, 'action')} ahead"

    def _resign(self, _: str) -> Reply:
        if self.outcome is not None:
            return Reply(_OVER)
        self._resigned = GameOutcome(not self.game.state.black_to_act, f"{self.player} resigns")
        return Reply("", board=True)

    def _quit(self, _: str, why: str = "") -> Reply:
        self.left = True
        if self.outcome is not None:
            return Reply("")
        return Reply(f"{why}to continue from here: {self.players.continue_command(self.game)}")

    def _save(self, name: str) -> Reply:
        if file_exists(name):
            return Reply(f"{printable(name)} exists already; save! {printable(name)} replaces it")
        return self._save_anyway(name)

    def _save_anyway(self, name: str) -> Reply:
        save_game(self.game, name)
        return Reply(
            f"saved; to continue from there: {self.players.continue_command(self.game, name)}"
        )

    def _load(self, name: str) -> Reply:
        # A tower script does not hold its start, so it begins where this session did.
        self.load(name, self._given_start if self.variant is TOWER else None)
        number = len(self.game.actions)
        actions = plural(number, "action")
        return Reply(f"loaded {printable(name)}: {actions}", board=True)

    def load(self, name: str, start: State | None = None) -> None:
        """Continue the game of a file, which begins at `start` or where the file says."""
        self.game = load_game(name, self.variant, start, self.players.draws)
        self._resigned = None

    def _help(self, _: str) -> Reply:
        entry = (
            "an action or its number: G6-F5, g6 f5, 56 45 (row and column from 0)"
            if self.variant.has_men
            else "the number of an empty cell"
        )
        return Reply(_HELP.format(entry=entry))


_HELP = """\
enter {entry}
  undo         take back your last action
  hint         the best action, with the line that follows
  save FILE    save the game as a script; save! FILE replaces a file
  load FILE    continue the game of a script
  resign       give the game up
  board        show the board
  quit         leave"""
