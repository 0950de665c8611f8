"""The board as a list of 64 letters, and the actions on it for any setting of the knobs."""

from functools import lru_cache
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import Moves, Tree

Board = list[str]  # letters of `.bwBW` for A1, B1, ..., H1, A2, ..., H8
EMPTY = "."
START = ".w.w.w.ww.w.w.w..w.w.w.w................b.b.b.b..b.b.b.bb.b.b.b."
BLACK, WHITE = "black", "white"
OWNER = {"b": BLACK, "B": BLACK, "w": WHITE, "W": WHITE}
OPPONENT = {BLACK: WHITE, WHITE: BLACK}
MEN = {BLACK: "bB", WHITE: "wW"}
TOWER_OF = {"b": "B", "w": "W"}
FORWARD = {"b": "N", "B": "N", "w": "S", "W": "S"}
STEPS = {"NE": (-1, 1), "SE": (1, 1), "SW": (1, -1), "NW": (-1, -1)}
STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
# Programs that ignore the edges print columns beyond A and H: 'A' - 1 is '@' in C.
CELL_NAMES = {(row, column): f"{'?@ABCDEFGHIJ'[column + 2]}{row + 1}"
         for row in range(8) for column in range(-2, 10)}  # fmt: skip
CELLS = {CELL_NAMES[row, column]: 8 * row + column for row in range(8) for column in range(8)}


class Action(NamedTuple):
    """A move or a capture: source, target, captured cells, and its text such as "G6-F5"."""

    source: int
    target: int
    captured: tuple[int, ...]
    name: str


class MoveTables(NamedTuple):
    """`Moves` precomputed as tables by man and cell."""

    moves: Moves
    cells: tuple[int, ...]  # in the order of generation
    steps: dict[str, tuple[tuple["Step", ...], ...]]
    prey: dict[str, str]  # the men that each player can capture
    arranged: str
    men: str
    usual: bool  # men only move to an adjacent cell and jump over an adjacent man


# One direction of a man on a cell: the adjacent cell and the one behind it, whether the man may
# move and capture that way, the texts of both actions, and the two cells that a capture looks at.
# Without a fault these are the first two. -1 is a cell outside of the board.
Step = tuple[int, int, bool, bool, str, str, int, int]


def start_board() -> Board:
    """Return the board before the first action."""
    return list(START)


def has_men(board: Board, player: str) -> bool:
    """Tell whether a player has any men left."""
    return any(man in MEN[player] for man in board)


def move_tables(moves: Moves, tree: Tree) -> MoveTables:
    """Return the tables for these knobs; equal knobs share them."""
    return _rules(moves, tree.cells, tree.skipped, tree.directions, tree.arranged, tree.men)


@lru_cache(maxsize=600)  # bounded, because combinations of faults are not
def _rules(
    moves: Moves, order: str, skipped: str, directions: str, arranged: str, men: str
) -> MoveTables:
    steps = {
        man: tuple(tuple(_steps(moves, directions, man, cell)) for cell in range(64))
        for man in "bBwW"
    }
    prey = {player: _prey(moves, player) for player in MEN}
    usual = not (
        moves.over_empty
        or moves.towers_slide
        or moves.towers_capture_from_afar
        or moves.straight
        or moves.second_jump
    )
    cells = tuple(cell for cell in _order(order) if not _skipped(cell, skipped))
    return MoveTables(moves, cells, steps, prey, arranged, men, usual)


def _order(cells: str) -> tuple[int, ...]:
    rows = columns = range(8)
    return {
        "rows": tuple(8 * row + column for row in rows for column in columns),
        "backward": tuple(range(63, -1, -1)),
        "rows upward": tuple(8 * row + column for row in reversed(rows) for column in columns),
        "rows leftward": tuple(8 * row + column for row in rows for column in reversed(columns)),
        "columns": tuple(8 * row + column for column in columns for row in rows),
        "columns upward": tuple(8 * row + column for column in columns for row in reversed(rows)),
    }[cells]


def _skipped(cell: int, skipped: str) -> bool:
    return bool(skipped) and skipped in CELL_NAMES[divmod(cell, 8)]


def _prey(moves: Moves, player: str) -> str:
    theirs = MEN[OPPONENT[player]]
    own = {"": "", "towers": MEN[player][1], "all": MEN[player]}[moves.over_own]
    return (theirs if moves.over_towers else theirs[0]) + own


def _steps(moves: Moves, directions: str, man: str, cell: int) -> list[Step]:
    row, column = divmod(cell, 8)
    tower, colour = man in "BW", man.lower()
    moves_back = colour in (moves.towers_move_backward if tower else moves.pieces_move_backward)
    captures_back = colour in (
        moves.towers_capture_backward if tower else moves.pieces_capture_backward
    )
    found = []
    for direction in directions.split():
        down, right = STEPS[direction]
        forward = direction[0] == FORWARD[man]
        acts = moves.towers_act or not tower
        near = _cell(row + down, column + right, moves.wraps)
        if near < 0:
            continue
        found.append(
            (
                near,
                _cell(row + 2 * down, column + 2 * right, moves.wraps),
                acts and direction in moves.moves and (forward or moves_back),
                acts and direction in moves.captures and (forward or captures_back),
                _written(row, column, down, right),
                _written(row, column, 2 * down, 2 * right),
                _looked_at(row, column, direction, 1, moves.looks, moves.wraps),
                _looked_at(row, column, direction, 2, moves.lands, moves.wraps),
            )
        )
    return [step for step in found if step[2] or step[3]]


def _looked_at(row: int, column: int, direction: str, far: int, slip: str, wraps: bool) -> int:
    """Return the cell `far` steps away; a slip "SW SE" looks in the SE instead of the SW."""
    if slip.startswith(direction):
        direction = slip.split()[1]
    down, right = STEPS[direction]
    return _cell(row + far * down, column + far * right, wraps)


def _cell(row: int, column: int, wraps: bool) -> int:
    on_board = 0 <= row < 8 and 0 <= column < 8
    cell = 8 * row + column
    return cell if on_board or (wraps and 0 <= row < 8 and 0 <= cell < 64) else -1


def _written(row: int, column: int, down: int, right: int) -> str:
    # No action leads beyond the first or the last row, so the missing name is never printed.
    return f"{CELL_NAMES[row, column]}-{CELL_NAMES.get((row + down, column + right), '')}"


def actions(board: Board, player: str, tables: MoveTables, hunter: str = "") -> list[Action]:
    """Return all actions of the player in the order of the tree's children.

    `hunter` is the player whose prey can be captured. Without a fault that is the player.
    """
    men, prey = MEN[player], tables.prey[hunter or player]
    steps, usual, landing_free = tables.steps, tables.usual, tables.moves.landing_free
    found: list[Action] = []
    for cell in tables.cells:
        man = board[cell]
        if man not in men:
            continue
        for near, behind, moves, captures, name, jump, over, landing in steps[man][cell]:
            if board[near] == EMPTY:
                if moves:
                    found.append(Action(cell, near, (), name))
            elif (
                captures and behind >= 0 and over >= 0 and board[over] in prey
                and (not landing_free or (landing >= 0 and board[landing] == EMPTY))
            ):  # fmt: skip
                found.append(Action(cell, behind, (near,), jump))
        if not usual:
            found += _unusual(board, cell, tables)
    if tables.moves.shadowed:
        found = _unshadowed(found, tables.moves.shadowed)
    if tables.moves.forced:
        found = _forced(found, tables.moves.forced)
    return _arranged(board, found, tables) if tables.arranged or tables.men != "mixed" else found


def _unusual(board: Board, cell: int, tables: MoveTables) -> list[Action]:
    """Return the actions of the man on a cell that the rules do not allow."""
    moves, man = tables.moves, board[cell]
    found: list[Action] = []
    for near, behind, may_move, captures, _, jump, _, _ in tables.steps[man][cell]:
        free = behind >= 0 and board[near] == board[behind] == EMPTY
        if moves.over_empty and captures and free:
            found.append(Action(cell, behind, (), jump))
        if man in "BW":
            found += _far(board, cell, near, tables, may_move and moves.towers_slide, captures)
        if moves.second_jump and captures:
            found += _second_jumps(board, cell, near, behind, tables)
    if moves.straight:
        row, column = divmod(cell, 8)
        for down, right in STRAIGHT:
            near = _cell(row + down, column + right, False)
            if near >= 0 and board[near] == EMPTY:
                found.append(Action(cell, near, (), _written(row, column, down, right)))
    return found


def _far(
    board: Board, cell: int, near: int, tables: MoveTables, slides: bool, captures: bool
) -> list[Action]:
    """Return the moves and captures over a distance of a tower, in the direction of `near`."""
    row, column = divmod(cell, 8)
    down, right = near // 8 - row, near % 8 - column
    found: list[Action] = []
    for distance in range(2, 8):
        if board[8 * (row + (distance - 1) * down) + column + (distance - 1) * right] != EMPTY:
            break
        target = _cell(row + distance * down, column + distance * right, False)
        if target < 0:
            break
        behind = _cell(row + (distance + 1) * down, column + (distance + 1) * right, False)
        if board[target] == EMPTY:
            if slides:
                name = _written(row, column, distance * down, distance * right)
                found.append(Action(cell, target, (), name))
        elif (
            captures
            and tables.moves.towers_capture_from_afar
            and board[target] in tables.prey[OWNER[board[cell]]]
            and behind >= 0
            and board[behind] == EMPTY
        ):
            name = _written(row, column, (distance + 1) * down, (distance + 1) * right)
            found.append(Action(cell, behind, (target,), name))
    return found


def _second_jumps(
    board: Board, cell: int, near: int, behind: int, tables: MoveTables
) -> list[Action]:
    man = board[cell]
    prey = tables.prey[OWNER[man]]
    if behind < 0 or board[near] not in prey or board[behind] != EMPTY:
        return []
    return [
        Action(cell, target, (near, second), f"{cell_name(cell)}-{cell_name(target)}")
        for second, target, _, captures, *_ in tables.steps[man][behind]
        if captures and target >= 0 and second != near
        and board[second] in prey and board[target] == EMPTY
    ]  # fmt: skip


def cell_name(cell: int) -> str:
    """Return the name of a cell, such as "G6"."""
    return CELL_NAMES[divmod(cell, 8)]


def _unshadowed(found: list[Action], shadowed: str) -> list[Action]:
    """Drop the actions in the second direction of men that have one in the first."""
    first, second = (STEPS[direction] for direction in shadowed.split())
    having = {action.source for action in found if _direction(action) == first}
    return [a for a in found if not (_direction(a) == second and a.source in having)]


def _direction(action: Action) -> tuple[int, int]:
    down = action.target // 8 - action.source // 8
    right = action.target % 8 - action.source % 8
    return ((down > 0) - (down < 0), (right > 0) - (right < 0))


def _forced(found: list[Action], who: str) -> list[Action]:
    if who == "player":
        return [action for action in found if action.captured] or found
    captors = {action.source for action in found if action.captured}
    return [action for action in found if action.captured or action.source not in captors]


def _arranged(board: Board, found: list[Action], tables: MoveTables) -> list[Action]:
    if tables.men != "mixed":
        first = "BW" if tables.men == "towers first" else "bw"
        found = sorted(found, key=lambda action: board[action.source] not in first)
    if not tables.arranged:
        return found
    captures = tables.arranged.startswith("captures")
    if tables.arranged.endswith("man by man"):
        places = {cell: place for place, cell in enumerate(tables.cells)}
        return sorted(found, key=lambda a: (places[a.source], bool(a.captured) != captures))
    return sorted(found, key=lambda a: bool(a.captured) != captures)


def act(board: Board, action: Action, moves: Moves) -> Board:
    """Return a new board after an action; the given board is not changed."""
    after = board.copy()
    man = board[action.source]
    if moves.promotes_late:
        for cell in (*range(8), *range(56, 64)):
            after[cell] = _promoted(after[cell], cell, moves)
        man = after[action.source]
    if moves.replaces:
        after[action.source] = EMPTY
    if moves.removes:
        for cell in action.captured:
            after[cell] = EMPTY
    if action.captured and moves.promotes_captors:
        man = TOWER_OF.get(man, man)
    elif (
        man in TOWER_OF
        and not moves.promotes_late
        and (moves.promotes_by_capture if action.captured else moves.promotes_by_move)
    ):
        man = _promoted(man, action.target, moves)
    after[action.target] = man
    return after


def _promoted(man: str, cell: int, moves: Moves) -> str:
    """Return the man after its action has ended on a cell: promoted or as it was."""
    if man == "b" and cell < 8 * (1 + moves.rows_early) and "b" in moves.promotes:
        return "B"
    if man == "w" and cell >= 8 * (7 - moves.rows_early) and "w" in moves.promotes:
        return "W"
    return man
