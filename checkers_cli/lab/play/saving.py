"""Saves the games of a session, without losing anything, and loads them again."""

import os
from pathlib import Path

from checkers_cli.lab.games.game import Draws, Game
from checkers_cli.lab.games.scripts import read_game, script_of
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import write_file
from checkers_cli.util.inputs import STANDARD_INPUT
from checkers_cli.util.text import printable


def save_game(game: Game, name: str) -> None:
    """Write a game into a file, and replace the file if it exists."""
    write_file(Path(_file(name)), script_of(game).encode())


def load_game(name: str, variant: Variant, start: State | None, draws: Draws | None) -> Game:
    """The game of a file, which begins at `start` or where the file says."""
    found = read_game(_path(name), variant, start)
    game = Game(variant, found.start, draws)
    for action in found.actions:
        game.act(action)
    return game


def file_exists(name: str) -> bool:
    """Whether a file of this name exists; a folder does not count."""
    path = os.path.expanduser(name)
    return bool(name) and os.path.lexists(path) and not os.path.isdir(path)


def check_can_save(name: str, loaded: str | None = None) -> None:
    """Raise `UnusableInput` before a game begins if it could not be saved at its end.

    The file that the game was loaded from may be replaced.
    """
    path = os.path.realpath(_file(name))
    if os.path.lexists(path) and (loaded is None or os.path.realpath(_path(loaded)) != path):
        raise UnusableInput(f"{printable(name)}: exists already; choose another name")
    folder = os.path.dirname(path)
    while not os.path.lexists(folder):  # saving will make it
        folder = os.path.dirname(folder)
    if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise UnusableInput(f"{printable(name)}: nothing can be written into that folder")


def _file(name: str) -> str:
    """The path of a file to write."""
    path = _path(name)
    if os.path.isdir(path) or path.endswith("/"):
        raise UnusableInput(f"{printable(name)}: is a directory; name a file in it")
    return path


def _path(name: str) -> str:
    """The path of a file."""
    if not name:
        raise UnusableInput("the name of the file is missing")
    if "\0" in name:
        raise UnusableInput(f"{printable(name)}: no file has such a name")
    if name == STANDARD_INPUT:
        raise UnusableInput("standard input is where entries come from; name a file")
    return os.path.expanduser(name)
