"""The board and the list of actions, as plain text or with colours."""

from collections.abc import Sequence

import click

from checkers_cli.rules.actions import Action
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant

TEXT_WIDTH = 80  # of plain text

# Of the sixteen colours that every terminal has. Men of both sides stand out from the green.
_LIGHT, _DARK, _VISITED = "white", "green", "yellow"
_INK = {"b": "black", "w": "bright_white", "x": "cyan", "o": "yellow"}


def board_lines(
    variant: Variant, state: State, last: Action | None = None, colours: bool = False
) -> list[str]:
    """The board; with colours, the cells that the last action visited are marked."""
    if not variant.has_men:
        return _marks(variant, state, colours)
    visited = variant.cells(last.name) if last is not None and colours else []
    letters = [chr(ord("A") + column) for column in range(variant.size)]
    names = "  ".join(letters) if colours else " ".join(letters)
    lines = [f"     {' ' if colours else ''}{names}"]
    for row, men in enumerate(variant.rows(state)):
        cells = [
            _cell((row, column), man, (row, column) in visited, colours)
            for column, man in enumerate(men)
        ]
        joined = "".join(cells) if colours else " ".join(cells).rstrip()
        lines.append(f" {row + 1:2}  {joined}")
    return lines


def _cell(at: tuple[int, int], man: str, visited: bool, colours: bool) -> str:
    """A cell of a game with men; light cells are always empty."""
    dark = sum(at) % 2 == 1
    if not colours:
        return man if dark else " "
    ground = _VISITED if visited else _DARK if dark else _LIGHT
    text = f" {man if man != '.' else ' '} "
    return click.style(text, _INK.get(man.lower()), ground, bold=man.isupper() or None)


def _marks(variant: Variant, state: State, colours: bool) -> list[str]:
    """A board of marks; an empty cell shows the number to enter for it."""
    size = variant.size
    width = len(str(size**2))
    lines = []
    for row, marks in enumerate(variant.rows(state)):
        cells = []
        for column, mark in enumerate(marks):
            empty = mark == "."
            text = f"{row * size + column + 1 if empty else mark:>{width}}"
            if colours:
                text = click.style(text, _INK.get(mark), bold=not empty or None, dim=empty or None)
            cells.append(f" {text} ")
        if row:
            lines.append("  " + "+".join(["-" * (width + 2)] * size))
        lines.append(("  " + "|".join(cells)).rstrip())
    return lines


def action_lines(actions: Sequence[Action], width: int = TEXT_WIDTH, most: int = 0) -> list[str]:
    """The actions with their numbers in columns, in at most `most` lines (0: no limit)."""
    if not actions:
        return []
    digits = len(str(len(actions)))
    entries = [f"{number:{digits}} {action.name}" for number, action in enumerate(actions, 1)]
    wide = max(map(len, entries))
    columns = max(1, (width - 1) // (wide + 3))
    lines = [
        "".join(f"   {entry:{wide}}" for entry in entries[at : at + columns]).rstrip()
        for at in range(0, len(entries), columns)
    ]
    if most and len(lines) > most:
        hidden = len(entries) - columns * (most - 1)
        what = f"... {hidden} more" if most > 1 else f"{hidden} actions"
        lines[most - 1 :] = [f"   {what}: the window is too small"]
    return lines
