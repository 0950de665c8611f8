"""Actions as people type them: `G6-F5`, `c3xe5xg7`, or `56 45` (row and column from 0)."""

import re

from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import Position
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant
from checkers_cli.util.errors import EXIT_DIFFERENT, CheckersError
from checkers_cli.util.text import quoted

_CELL = re.compile(r"[A-J](10|[1-9])|[0-9]{2}")


class WrongEntry(CheckersError, ValueError):
    """An entry that is not a legal action; its message says why."""

    exit_status = EXIT_DIFFERENT


def find_action(variant: Variant, state: State, text: str) -> Action:
    """The legal action that an entry means; `WrongEntry` if there is none."""
    actions = state.actions()
    if not variant.has_men:
        return _marked(actions, text)
    cells = _cells_of(text)
    found = [one for one in actions if variant.cells(one.name) == cells]
    if not found and len(cells) == 2:  # cells between may be left out if there is only one way
        found = [one for one in actions if _ends(variant, one) == cells]
    if len(found) > 1:
        ways = " or ".join(one.name for one in found)
        raise WrongEntry(f"{text.strip()} can go {len(found)} ways: write {ways}")
    if not found:
        raise WrongEntry(f"{_named(cells)}: {_why_not(variant, state, cells)}")
    return found[0]


def _ends(variant: Variant, action: Action) -> list[tuple[int, int]]:
    cells = variant.cells(action.name)
    return [cells[0], cells[-1]]


def _marked(actions: list[Action], text: str) -> Action:
    for action in actions:
        if action.name == text.strip():
            return action
    free = ", ".join(action.name for action in actions)
    raise WrongEntry(f"{quoted(text.strip())} is not an empty cell; the empty cells are {free}")


def _cells_of(text: str) -> list[tuple[int, int]]:
    words = re.split(r"[-x:,\s]+", text.strip().upper().replace("X", "x"))
    if len(words) < 2 or not all(_CELL.fullmatch(word) for word in words):
        raise WrongEntry(
            f"{quoted(text.strip())} is not an action; write one like G6-F5, "
            "or rows and columns from 0 like 56 45"
        )
    return [_cell(word) for word in words]


def _cell(word: str) -> tuple[int, int]:
    if word.isdecimal():
        return int(word[0]), int(word[1])
    return int(word[1:]) - 1, ord(word[0]) - ord("A")


def _name(cell: tuple[int, int]) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def _named(cells: list[tuple[int, int]]) -> str:
    return "-".join(map(_name, cells))


def _why_not(variant: Variant, state: State, cells: list[tuple[int, int]]) -> str:
    """Why an action is illegal, in a few words."""
    if isinstance(state, Position):
        try:
            checked_action(state, _name(cells[0]), _name(cells[1]))
        except IllegalAction as error:
            return str(error)
        return "an action is one move or one jump, from one cell to another"
    rows = variant.rows(state)
    for row, column in cells:
        if row >= variant.size or column >= variant.size:
            return f"{_name((row, column))} is outside of the board"
    source, target = (rows[row][column] for row, column in (cells[0], cells[-1]))
    own = "bB" if state.black_to_act else "wW"
    if source == ".":
        return f"{_name(cells[0])} is empty"
    if source not in own:
        return f"{_name(cells[0])} holds a man of the other player"
    if target != "." and cells[0] != cells[-1]:
        return f"{_name(cells[-1])} is not empty"
    if any(action.captured for action in state.actions()):
        return "a capture is forced, and must be made to its end"
    return "this man cannot go there"
