"""The contest protocol: a board in, an action out.

A request is the player (`w` or `b`), the size of the board, and its rows of `_wbWB`. An answer is
the number of hops, and the cells that the man stands on, each as row and column from 0.
"""

import re
from typing import NamedTuple

from checkers_cli.lab.games.notation import WrongEntry, find_action
from checkers_cli.rules.actions import Action
from checkers_cli.rules.boards import LARGEST, LETTERS, SMALLEST, board_of
from checkers_cli.rules.draughts import Draughts, DraughtsRules, make_draughts
from checkers_cli.rules.notation import EMPTY, man_at, player
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import CONTEST, Variant, cells_of
from checkers_cli.search.evaluations import evaluation_on
from checkers_cli.search.searches import Engine, SearchPlan
from checkers_cli.util.errors import EXIT_DIFFERENT, CheckersError, UnusableInput
from checkers_cli.util.text import quoted

EMPTY_CELL = "_"  # in this protocol
_PLAYERS = {"b": True, "w": False}
_NUMBER = re.compile(r"[0-9]{1,3}")
_MEN = set("bwBW")


class BadRequest(UnusableInput, ValueError):
    """A text that is not a request, or an impossible board; its message says why."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"request, line {line}: {problem}")


class NoAction(CheckersError, ValueError):
    """The player of a valid request cannot act, so there is no answer."""

    exit_status = EXIT_DIFFERENT


class BadAnswer(CheckersError, ValueError):
    """A text that is not an answer, or an illegal action; its message says why."""

    exit_status = EXIT_DIFFERENT


def parse_request(text: str) -> Draughts:
    """The position of a request; `BadRequest` if it is wrong, `NoAction` if no action is legal."""
    lines = _lines(text)
    if lines and lines[0] not in _PLAYERS:
        raise BadRequest(1, f"the player is {quoted(lines[0])}; it must be w or b")
    if len(lines) < 2:
        missing = "the size" if lines else "the player"
        raise BadRequest(len(lines) + 1, f"{missing} is missing; a request is player, size, rows")
    size = int(lines[1]) if _NUMBER.fullmatch(lines[1]) else 0
    if not SMALLEST <= size <= LARGEST:
        raise BadRequest(
            2, f"the size is {quoted(lines[1])}; it must be a number from {SMALLEST} to {LARGEST}"
        )
    rules = CONTEST.rules(size)
    state = _position(rules, _rows(lines[2:], size), _PLAYERS[lines[0]])
    if not state.actions():
        own = state.black if state.black_to_act else state.white
        why = "cannot act" if own else "has no men"
        raise NoAction(f"request: {player(state.black_to_act)} {why}: there is no answer")
    return state


def _lines(text: str) -> list[str]:
    """The lines without blanks at their ends, and without empty lines at the end."""
    return [line.strip() for line in text.rstrip().split("\n")] if text.strip() else []


def _rows(lines: list[str], size: int) -> list[str]:
    """The rows of a request, checked for their size and characters."""
    for number, row in enumerate(lines[:size], 3):
        if len(row) != size or not set(row) <= _MEN | {EMPTY_CELL, EMPTY}:
            raise BadRequest(
                number, f"the row is {quoted(row)}; it must have {size} characters out of _wbWB"
            )
    if len(lines) < size:
        raise BadRequest(
            len(lines) + 3, f"a row is missing; a board of size {size} has {size} of them"
        )
    if len(lines) > size:
        raise BadRequest(
            size + 3, f"{quoted(lines[size])} comes after the {size} rows of the board"
        )
    return lines


def _position(rules: DraughtsRules, rows: list[str], black_to_act: bool) -> Draughts:
    """The position of checked rows; a man on a wrong cell is a `BadRequest`."""
    squares = {place: square for square, place in rules.board.places.items()}
    crown_rows = {"b": len(rows) - 1, "w": 0}
    black = white = kings = 0
    for row, cells in enumerate(rows):
        for column, man in enumerate(cells):
            if man not in _MEN:
                continue
            if (row, column) not in squares:
                raise BadRequest(
                    row + 3,
                    f"{man} stands on the light cell {row} {column}; men are on dark cells, "
                    "where row + column is odd",
                )
            if crown_rows.get(man) == row:
                raise BadRequest(
                    row + 3,
                    f"the man {man} on {row} {column} would have become a king there; "
                    f"write {man.upper()}",
                )
            bit = 1 << squares[row, column]
            black |= bit if man in "bB" else 0
            white |= bit if man in "wW" else 0
            kings |= bit if man.isupper() else 0
    return make_draughts(rules, black, white, kings, black_to_act)


class BotChoice(NamedTuple):
    """The action that a bot chose, and why; as text, a line for standard error."""

    action: Action
    score: str
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"score {self.score}, depth {self.depth}, {self.nodes:,} nodes"


def choose_action(state: Draughts, name: str, depth: int, seconds: float) -> BotChoice:
    """The best action of a position that has one, by an evaluation, within a depth and a time."""
    evaluation = evaluation_on(name, state.rules.board, black_goes_north=False)
    plan = SearchPlan(depth=depth, seconds=seconds, table=True, ordering=True, shortest=True)
    result = Engine(evaluation, plan).search(state)
    if result.action is None:
        raise ValueError("there is no action to think about")
    if result.winner is None:
        value = result.value if state.black_to_act else -result.value
        score = f"{value / evaluation.unit:+.2f}"
    else:
        score = "won" if result.winner == state.black_to_act else "lost"
    return BotChoice(result.action, score, result.depth, result.nodes)


def request_of(state: State, size: int) -> str:
    """A position of any game with men as a request to a program."""
    rows = [[EMPTY_CELL] * size for _ in range(size)]
    for square, (row, column) in board_of(size).places.items():
        man = man_at(state, square)
        rows[row][column] = EMPTY_CELL if man == EMPTY else man
    lines = ["b" if state.black_to_act else "w", str(size), *map("".join, rows)]
    return "\n".join(lines) + "\n"


def answer_of(action: Action) -> str:
    """An action as an answer."""
    cells = cells_of(action.name)
    lines = [str(len(cells) - 1), *(f"{row} {column}" for row, column in cells)]
    return "\n".join(lines) + "\n"


def read_answer(text: str, state: State, variant: Variant) -> Action:
    """The legal action of an answer; `BadAnswer` if there is none."""
    cells = _answered_cells(text, variant.size)
    for action in state.actions():
        if cells_of(action.name) == cells:
            return action
    entry = "-".join(f"{LETTERS[column]}{row + 1}" for row, column in cells)
    try:
        meant = find_action(variant, state, entry)
    except WrongEntry as error:
        raise BadAnswer(f"illegal: {error}") from None
    raise BadAnswer(f"illegal: {entry} leaves out cells on the way; write all of {meant.name}")


def _answered_cells(text: str, size: int) -> list[tuple[int, int]]:
    """The cells that an answer names."""
    lines = _lines(text)
    if not lines:
        raise BadAnswer("malformed: the answer is empty")
    if not _NUMBER.fullmatch(lines[0]) or int(lines[0]) < 1:
        raise BadAnswer(
            f"malformed: the first line is {quoted(lines[0])}; it must be the number of hops"
        )
    wanted = int(lines[0]) + 1
    if len(lines) - 1 != wanted:
        raise BadAnswer(
            f"malformed: the number of hops is {int(lines[0])}, so {wanted} cells must follow, "
            f"each in a line; there are {len(lines) - 1}"
        )
    return [_cell(line, size) for line in lines[1:]]


def _cell(line: str, size: int) -> tuple[int, int]:
    words = line.split()
    if len(words) != 2 or not all(map(_NUMBER.fullmatch, words)):
        raise BadAnswer(f"malformed: {quoted(line)} is not a cell; it must be a row and a column")
    row, column = map(int, words)
    if row >= size or column >= size:
        raise BadAnswer(f"malformed: {row} {column} is outside of the board")
    return row, column
