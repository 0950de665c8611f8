"""The board as a list of 64 letters, and what men can do on it under any setting of the knobs."""

from functools import lru_cache
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import Moves, Tree

Board = list[str]  # `.bwBW`, A1, B1, ..., H1, A2, ..., H8
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
# The columns beyond A and H are for programs that do not see the board's edge: 'A' - 1 is '@' in C.
CELL_NAMES = {(row, column): f"{'?@ABCDEFGHIJ'[column + 2]}{row + 1}"
         for row in range(8) for column in range(-2, 10)}  # fmt: skip
CELLS = {CELL_NAMES[row, column]: 8 * row + column for row in range(8) for column in range(8)}


class Action(NamedTuple):
    """From where to where, what is captured on the way, and how it is written."""

    source: int
    target: int
    captured: tuple[int, ...]
    name: str


class MoveTables(NamedTuple):
    """`Moves` made ready to be used: tables by man and cell."""

    moves: Moves
    cells: tuple[int, ...]  # in the order in which they are gone through
    steps: dict[str, tuple[tuple["Step", ...], ...]]
    prey: dict[str, str]  # what each player can capture
    arranged: str
    men: str
    plain: bool  # no move but those to the next cell, no capture but over it


# The next cell in a direction and the one behind it, whether the man may move there and capture
# over it, both actions as they are written, and the two cells that a capture looks at, which should
# be the first two. -1: there is none.
Step = tuple[int, int, bool, bool, str, str, int, int]


def start_board() -> Board:
    """The board before the first action."""
    return list(START)


def move_tables(moves: Moves, tree: Tree) -> MoveTables:
    """What the knobs come to."""
    return _rules(moves, tree.cells, tree.skipped, tree.directions, tree.arranged, tree.men)


@lru_cache(maxsize=600)  # there is no end of combinations of faults
def _rules(
    moves: Moves, order: str, skipped: str, directions: str, arranged: str, men: str
) -> MoveTables:
    steps = {
        man: tuple(tuple(_steps(moves, directions, man, cell)) for cell in range(64))
        for man in "bBwW"
    }
    prey = {player: _prey(moves, player) for player in MEN}
    plain = not (
        moves.over_empty
        or moves.towers_slide
        or moves.towers_capture_from_afar
        or moves.straight
        or moves.second_jump
    )
    cells = tuple(cell for cell in _order(order) if not _skipped(cell, skipped))
    return MoveTables(moves, cells, steps, prey, arranged, men, plain)


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
    """The cell so far away in a direction, or in the one that a slip has in its place."""
    if slip.startswith(direction):
        direction = slip.split()[1]
    down, right = STEPS[direction]
    return _cell(row + far * down, column + far * right, wraps)


def _cell(row: int, column: int, wraps: bool) -> int:
    on_board = 0 <= row < 8 and 0 <= column < 8
    cell = 8 * row + column
    return cell if on_board or (wraps and 0 <= row < 8 and 0 <= cell < 64) else -1


def _written(row: int, column: int, down: int, right: int) -> str:
    # Beyond the first and the last row there is no cell and no action, so the name does not matter.
    return f"{CELL_NAMES[row, column]}-{CELL_NAMES.get((row + down, column + right), '')}"


def actions(board: Board, player: str, rules: MoveTables, hunter: str = "") -> list[Action]:
    """All actions of the player, in the order in which the tree has them.

    What can be captured is what `hunter` can capture, who should be the player.
    """
    men, prey = MEN[player], rules.prey[hunter or player]
    steps, plain, landing_free = rules.steps, rules.plain, rules.moves.landing_free
    found: list[Action] = []
    for cell in rules.cells:
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
        if not plain:
            found += _unusual(board, cell, rules)
    if rules.moves.shadowed:
        found = _unshadowed(found, rules.moves.shadowed)
    if rules.moves.forced:
        found = _forced(found, rules.moves.forced)
    return _arranged(board, found, rules) if rules.arranged or rules.men != "mixed" else found


def _unusual(board: Board, cell: int, rules: MoveTables) -> list[Action]:
    """What the man on a cell can do that no rule allows."""
    moves, man = rules.moves, board[cell]
    found: list[Action] = []
    for near, behind, may_move, captures, _, jump, _, _ in rules.steps[man][cell]:
        free = behind >= 0 and board[near] == board[behind] == EMPTY
        if moves.over_empty and captures and free:
            found.append(Action(cell, behind, (), jump))
        if man in "BW":
            found += _far(board, cell, near, rules, may_move and moves.towers_slide, captures)
        if moves.second_jump and captures:
            found += _second_jumps(board, cell, near, behind, rules)
    if moves.straight:
        row, column = divmod(cell, 8)
        for down, right in STRAIGHT:
            near = _cell(row + down, column + right, False)
            if near >= 0 and board[near] == EMPTY:
                found.append(Action(cell, near, (), _written(row, column, down, right)))
    return found


def _far(
    board: Board, cell: int, near: int, rules: MoveTables, slides: bool, captures: bool
) -> list[Action]:
    """Where a tower slides to in the direction of the next cell, and what it captures there."""
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
            and rules.moves.towers_capture_from_afar
            and board[target] in rules.prey[OWNER[board[cell]]]
            and behind >= 0
            and board[behind] == EMPTY
        ):
            name = _written(row, column, (distance + 1) * down, (distance + 1) * right)
            found.append(Action(cell, behind, (target,), name))
    return found


def _second_jumps(
    board: Board, cell: int, near: int, behind: int, rules: MoveTables
) -> list[Action]:
    man = board[cell]
    prey = rules.prey[OWNER[man]]
    if behind < 0 or board[near] not in prey or board[behind] != EMPTY:
        return []
    return [
        Action(cell, target, (near, second), f"{cell_name(cell)}-{cell_name(target)}")
        for second, target, _, captures, *_ in rules.steps[man][behind]
        if captures and target >= 0 and second != near
        and board[second] in prey and board[target] == EMPTY
    ]  # fmt: skip


def cell_name(cell: int) -> str:
    """The name of a cell of the board."""
    return CELL_NAMES[divmod(cell, 8)]


def _unshadowed(found: list[Action], shadowed: str) -> list[Action]:
    """Without the actions in a direction of men that have one in another."""
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


def _arranged(board: Board, found: list[Action], rules: MoveTables) -> list[Action]:
    if rules.men != "mixed":
        first = "BW" if rules.men == "towers first" else "bw"
        found = sorted(found, key=lambda action: board[action.source] not in first)
    if not rules.arranged:
        return found
    captures = rules.arranged.startswith("captures")
    if rules.arranged.endswith("man by man"):
        places = {cell: place for place, cell in enumerate(rules.cells)}
        return sorted(found, key=lambda a: (places[a.source], bool(a.captured) != captures))
    return sorted(found, key=lambda a: bool(a.captured) != captures)


def act(board: Board, action: Action, moves: Moves) -> Board:
    """The new board after an action; the given board stays as it is."""
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
    """The man after its action has ended on that cell."""
    if man == "b" and cell < 8 * (1 + moves.rows_early) and "b" in moves.promotes:
        return "B"
    if man == "w" and cell >= 8 * (7 - moves.rows_early) and "w" in moves.promotes:
        return "W"
    return man
