"""Games as scripts, for any variant: one action a line.

A tower game is a script as `checkers run` reads it, and nothing else. A game of another variant
names the variant in its first line, and its start if that is not the usual one:

    # english
    # position W:WKC4:BB3,F7
    C4xA2

All other lines that begin with # are for people.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, cast

from checkers_cli.analyser.sources import Source
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.notation import WrongEntry, find_action
from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.notation import BadPosition
from checkers_cli.rules.position import Position
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import TOWER, VARIANTS, Variant
from checkers_cli.script.parser import LONGEST_LINE, MalformedScript, Statement, malformed
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import reason

COMMENT = b"#"
_POSITION = re.compile(r"#\s*position\b[\s:]*(.*)", re.IGNORECASE)
_CELL = r"(?:[A-Z][0-9]{1,2}|[0-9]{2})"
_WITH_MEN = re.compile(rf"{_CELL}(?:[-x:,\s]+{_CELL})+", re.IGNORECASE)
_WITH_MARKS = re.compile(r"[0-9]{1,3}")


def script_of(game: Game) -> str:
    """A game as a script for `read_game`; `checkers run` reads that of a tower game too.

    The script of a tower game does not hold its start: --position gives it.
    """
    variant = game.variant
    lines = [action.name for action in game.actions]
    if variant is not TOWER:
        if game.start != variant.start:
            lines.insert(0, f"# position {variant.write(game.start)}")
        lines.insert(0, f"# {variant.name}")
    return "".join(line + "\n" for line in lines)


def read_game(path: str, variant: Variant, start: State | None = None) -> Game:
    """The game of a script (`-` is standard input); `UnusableInput` says what is wrong with it.

    The game begins at `start`, or where the script says, or at the usual start. A command at the
    end of a tower script is not carried out.
    """
    source = Source(path, path)
    try:
        with source.open() as stream:
            if variant is TOWER:
                return _tower_game(source, stream, start)
            return _GameReader(source, variant, start).read(stream)
    except MalformedScript as error:
        _check_header(source, variant, error.line, error.text)
        raise UnusableInput(f"{source.label}:{error}") from None


def _tower_game(source: Source, stream: BinaryIO, start: State | None) -> Game:
    """A tower game, by the reader of the script language."""
    game = Game(TOWER, start)
    for statement in source.statements(stream):
        if not statement.command:
            game.act(_tower_action(source, game.state, statement))
    return game


def _tower_action(source: Source, state: State, statement: Statement) -> Action:
    try:
        return checked_action(cast(Position, state), statement.source, statement.target)
    except IllegalAction as error:
        action = f"{statement.source}-{statement.target}"
        raise IllegalAction(error.error, f"{source.label}:{statement.line}: {action}: ") from None


class _GameReader:
    """Reads a game of a variant other than tower, line by line."""

    def __init__(self, source: Source, variant: Variant, start: State | None) -> None:
        self.source = source
        self.variant = variant
        self.given = start is not None
        self.has_position = False  # whether the script names its start
        self.game = Game(variant, start)

    def read(self, stream: BinaryIO) -> Game:
        """The game, as far as the script goes."""
        for number, text in _lines(self.source, stream):
            if text.startswith(COMMENT):
                _check_header(self.source, self.variant, number, text)
                self._comment(number, text)
            else:
                self._act(number, text)
        return self.game

    def _where(self, number: int) -> str:
        return f"{self.source.label}:{number}"

    def _comment(self, number: int, text: bytes) -> None:
        """Read a comment, which may name the start of the game."""
        match = _POSITION.fullmatch(text.decode("utf-8", "backslashreplace"))
        if match is None:
            return
        problem = ""
        if self.game.actions:
            problem = "the position comes too late; it must stand above all actions"
        elif self.has_position:
            problem = "a second position; a game begins once"
        elif self.given:
            problem = "the game has a position of its own; leave out --position"
        if problem:
            raise UnusableInput(f"{self._where(number)}: {problem}")
        try:
            self.game = Game(self.variant, self.variant.read(match[1]))
        except BadPosition as error:
            raise UnusableInput(f"{self._where(number)}: {error}") from None
        self.has_position = True

    def _act(self, number: int, text: bytes) -> None:
        """Play the action of a line."""
        variant, state = self.variant, self.game.state
        entry = text.decode("ascii", "backslashreplace")
        pattern = _WITH_MEN if variant.has_men else _WITH_MARKS
        if not pattern.fullmatch(entry):
            example = "an action like B3-A4" if variant.has_men else "the number of a cell"
            raise MalformedScript(number, text, f"is neither {example} nor a comment after #")
        if not state.actions() and (outcome := self.game.outcome) is not None:
            over = f"{entry}: the game is over, {outcome.reason}"
            raise WrongEntry(f"{self._where(number)}: {over}")
        try:
            self.game.act(find_action(variant, state, entry))
        except WrongEntry as error:
            raise WrongEntry(f"{self._where(number)}: {error}") from None


def _lines(source: Source, stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers; none is read beyond `LONGEST_LINE`."""
    number = 0
    while True:
        try:
            raw = stream.readline(LONGEST_LINE + 2)  # with room for the line's end
        except OSError as error:
            raise UnusableInput(f"{source.label}: {reason(error)}") from None
        if not raw:
            return
        number += 1
        if len(raw.rstrip(b"\r\n")) > LONGEST_LINE:
            raise MalformedScript(number, raw, f"is longer than {LONGEST_LINE} bytes")
        text = raw.strip()
        if number == 1 and text.startswith(b"\xef\xbb\xbf"):
            raise malformed(number, text, "")
        if text:
            yield number, text


def _check_header(source: Source, variant: Variant, number: int, text: bytes) -> None:
    """Raise `UnusableInput` if the first line names another variant than the one asked for."""
    if number != 1 or not text.startswith(COMMENT):
        return
    name = text[1:].strip().lower().decode("ascii", "replace")
    if name in VARIANTS and name != variant.name:
        raise UnusableInput(
            f"{source.label}:1: this is a game of {name}, not of {variant.name}; "
            f"ask for --variant {name}"
        )
