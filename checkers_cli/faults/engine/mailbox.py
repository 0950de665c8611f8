"""The board as a list of 64 letters, and the actions on it for any setting of the knobs."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from checkers_cli.faults.engine.knobs import Moves, Tree

Board = list[str]  # letters of `.bwBW` for A1, B1, ..., H1, A2, ..., H8
EMPTY = "."
START = ".w.w.w.ww.w.w.w..w.w.w.w................b.b.b.b..b.b.b.bb.b.b.b."
BLACK, WHITE = "black", "white"
OWNER = {"b": BLACK, "B": BLACK, "w": WHITE, "W": WHITE}
OPPONENT = {BLACK: WHITE, WHITE: BLACK}
MEN = {BLACK: "bB", WHITE: "wW"}
TOWER_OF = {"b": "B", "w": "W"}
NO_MEN = '"7'  # the letters B - 32 and W - 32 of `promotes_again`
FORWARD = {"b": "N", "B": "N", "w": "S", "W": "S"}
STEPS = {"NE": (-1, 1), "SE": (1, 1), "SW": (1, -1), "NW": (-1, -1)}
STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
# Programs that ignore the edges print columns beyond A and H: 'A' - 1 is '@' in C.
CELL_NAMES = {(row, column): f"{'?@ABCDEFGHIJ'[column + 2]}{row + 1}"
         for row in range(8) for column in range(-2, 10)}  # fmt: skip
CELLS = {CELL_NAMES[row, column]: 8 * row + column for row in range(8) for column in range(8)}


class Action:
    """A move or a capture: source, target, captured cells, and its text such as "G6-F5"."""

    __slots__ = ("captured", "name", "source", "target")

    def __init__(self, source: int, target: int, captured: tuple[int, ...], name: str) -> None:
        self.source, self.target, self.captured, self.name = source, target, captured, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"Action{self._values()}"

    def _values(self) -> tuple[int, int, tuple[int, ...], str]:
        return self.source, self.target, self.captured, self.name


class Step:
    """One direction of a man on a cell. -1 is a cell outside of the board."""

    __slots__ = (
        "behind", "captures", "emptied", "jump", "jumped", "landing", "move", "moved", "moves",
        "near", "over",
    )  # fmt: skip

    def __init__(
        self, near: int, behind: int, moves: bool, captures: bool, over: int, landing: int,
        move: Action, jump: Action,
    ) -> None:  # fmt: skip
        self.near, self.behind = near, behind  # the adjacent cell, and the one behind it
        self.moves, self.captures = moves, captures  # whether the man may act that way
        self.over, self.landing = over, landing  # what a capture looks at: without a fault, these
        self.emptied = near  # the cell that a capture empties: without a fault, this one
        self.move, self.jump = move, jump  # both actions
        self.moved = self.jumped = ""  # the letters of the man after them


StepsByCell = tuple[tuple[Step, ...], ...]
# A direction, whether a man may move and capture that way, and slips in what a capture looks at
Way = tuple[str, bool, bool, str, str]
Promotion = tuple[tuple[str, Any], ...]  # knobs of `Moves` by name


class MoveTables:
    """`Moves` precomputed as tables by man and cell."""

    def __init__(
        self, moves: Moves, cells: tuple[int, ...], steps: dict[str, StepsByCell], arranged: str,
        men: str,
    ) -> None:  # fmt: skip
        self.moves = moves
        # Read often, and knobs are slow to read in compiled code:
        self.landing_free, self.forced = moves.landing_free, moves.forced
        self.replaces, self.removes = moves.replaces, moves.removes
        self.slips = bool(moves.removed)  # a capture may empty another cell
        self.promotes_late = moves.promotes_late
        # The letter of a man after an action that ends on a cell, for moves and captures; None if
        # it also depends on where the action begins.
        self.letters = None if moves.demotes else _letters(_promotion(moves))
        self.cells = cells  # in the order of generation
        self.steps = steps
        # What each player's pieces and towers can capture.
        self.prey = {p: (_prey(moves, p, False), _prey(moves, p, True)) for p in MEN}
        self.arranged, self.men = arranged, men
        self.usual = _is_usual(moves)
        self.filtered = bool((moves.edge and not self.usual) or moves.shadowed or moves.forced)
        self.ordered = bool(arranged) or men != "mixed"
        # `cost_changes` and `has_three_moves` hold for these tables.
        self.plain = self.usual and not (
            self.filtered or moves.promotes_late or _removes_by_board(moves)
        )


@lru_cache(maxsize=600)
def _letters(promotion: Promotion) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the letter of each man after a move and after a capture, by the target."""
    moves = Moves(**dict(promotion))
    moved, jumped = (
        {
            man: [_after_action(man, Action(-1, cell, captured, ""), moves) for cell in range(64)]
            for man in EMPTY + "bBwW" + NO_MEN
        }
        for captured in ((), (0,))
    )
    return moved, jumped


def _is_usual(moves: Moves) -> bool:
    """Tell whether men only move to an adjacent cell and jump over an adjacent man."""
    return not (
        moves.over_empty
        or moves.towers_slide
        or moves.towers_capture_from_afar
        or moves.straight
        or moves.second_jump
    )


def _removes_by_board(moves: Moves) -> bool:
    """Tell whether it depends on the board which cell a capture empties."""
    return " column " in moves.removed


def start_board() -> Board:
    """Return the board before the first action."""
    return list(START)


def has_men(board: Board, player: str) -> bool:
    """Tell whether a player has any men left."""
    return any(man in MEN[player] for man in board)


def move_tables(moves: Moves, tree: Tree) -> MoveTables:
    """Return the tables for these knobs; equal knobs share them."""
    directions = (tree.directions_black, tree.directions_white)
    return _rules(moves, tree.cells, tree.skipped, directions, tree.arranged, tree.men)


@lru_cache(maxsize=600)  # bounded, because combinations of faults are not
def _rules(
    moves: Moves, order: str, skipped: str, directions: tuple[str, str], arranged: str, men: str
) -> MoveTables:
    steps = {man: _steps(moves, directions[man in "wW"], man) for man in "bBwW"}
    cells = tuple(cell for cell in _order(order) if not _skipped(cell, skipped))
    return MoveTables(moves, cells, steps, arranged, men)


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


def _prey(moves: Moves, player: str, tower: bool) -> str:
    theirs = MEN[OPPONENT[player]]
    over_towers = moves.tower_captors in ("all", "towers" if tower else "pieces", player)
    own = {"": "", "towers": MEN[player][1], "all": MEN[player]}[moves.over_own]
    return (theirs if over_towers else theirs[0]) + own


def _steps(moves: Moves, directions: str, man: str) -> StepsByCell:
    """Return the steps of a man by cell, in the order of these directions."""
    tower, colour = man in "BW", man.lower()
    moves_back = colour in (moves.towers_move_backward if tower else moves.pieces_move_backward)
    captures_back = colour in (
        moves.towers_capture_backward if tower else moves.pieces_capture_backward
    )
    ways: list[Way] = []
    for direction in directions.split() if moves.towers_act or not tower else ():
        forward = direction[0] == FORWARD[man]
        may_move = direction in moves.moves and (forward or moves_back)
        may_capture = direction in moves.captures and (forward or captures_back)
        if may_move or may_capture:
            looks = moves.looks if moves.looks.startswith(direction) else ""
            lands = moves.lands if moves.lands.startswith(direction) else ""
            ways.append((direction, may_move, may_capture, looks, lands))
    # Other actions at an edge are filtered, see `_filtered`.
    edge = moves.edge if _is_usual(moves) else ""
    removed = "" if _removes_by_board(moves) else moves.removed
    return _made_steps(man, tuple(ways), moves.wraps, edge, removed, _promotion(moves))


@lru_cache(maxsize=2400)
def _made_steps(
    man: str, ways: tuple[Way, ...], wraps: str, edge: str, removed: str, promotion: Promotion
) -> StepsByCell:
    """Return the steps of a man by cell; the arguments are all that matters for them.

    Most faults leave most steps as they are, so few have to be made for a new program.
    """
    common = Moves(wraps=wraps, edge=edge, removed=removed, **dict(promotion))
    by_way = [
        (replace(common, looks=looks, lands=lands), direction, may_move, may_capture)
        for direction, may_move, may_capture, looks, lands in ways
    ]
    return tuple(
        tuple(
            step
            for moves, direction, may_move, may_capture in by_way
            if (step := _step(moves, man, cell, direction, may_move, may_capture)) is not None
        )
        for cell in range(64)
    )


def _promotion(moves: Moves) -> Promotion:
    """Return the knobs that decide what a man is after an action."""
    return (
        ("promotes_by_move", moves.promotes_by_move),
        ("promotes_by_capture", moves.promotes_by_capture),
        ("promotes", moves.promotes),
        ("rows_early", moves.rows_early),
        ("promotes_captors", moves.promotes_captors),
        ("promotes_late", moves.promotes_late),
        ("promotes_again", moves.promotes_again),
        ("demotes", moves.demotes),
    )


def _step(
    moves: Moves, man: str, cell: int, direction: str, may_move: bool, may_capture: bool
) -> Step | None:
    row, column = divmod(cell, 8)
    down, right = STEPS[direction]
    wraps = moves.wraps == "all"
    near = _cell(row + down, column + right, wraps)
    if near < 0:
        return None
    lands_beyond = bool(moves.wraps)
    behind = _cell(row + 2 * down, column + 2 * right, lands_beyond)
    over = _looked_at(row, column, direction, 1, moves.looks, wraps)
    landing = _looked_at(row, column, direction, 2, moves.lands, lands_beyond)
    move = Action(cell, near, (), _written(row, column, down, right))
    jump = Action(cell, behind, (near,), _written(row, column, 2 * down, 2 * right))
    if moves.wraps == "landing" and behind >= 0:  # such programs name a cell by its place
        jump = Action(cell, behind, (near,), f"{cell_name(cell)}-{cell_name(behind)}")
    if moves.edge:
        may_move = may_move and not _at_edge(move, moves.edge)
        may_capture = may_capture and behind >= 0 and not _at_edge(jump, moves.edge)
    step = Step(near, behind, may_move, may_capture, over, landing, move, jump)
    step.moved, step.jumped = _after_action(man, move, moves), _after_action(man, jump, moves)
    if moves.removed:
        step.emptied = _removed([], man, jump, near, moves)
    return step


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


def actions(
    board: Board, player: str, tables: MoveTables, hunter: str = "", source: int = -1,
    arranged: bool = True,
) -> list[Action]:  # fmt: skip
    """Return all actions of the player in the order of the tree's children.

    `hunter` is the player whose prey can be captured. Without a fault that is the player. Only the
    actions of the man on the cell `source` are returned if it is given, and those of all men in the
    order of the board if they need not be `arranged`.
    """
    men, prey_of, steps = MEN[player], tables.prey[hunter or player], tables.steps
    one_man = source >= 0 and tables.forced != "player"
    found: list[Action] = []
    for cell in (source,) if one_man else tables.cells:
        man = board[cell]
        if man == EMPTY or man not in men:
            continue
        prey = prey_of[man in "BW"]
        for step in steps[man][cell]:
            if board[step.near] == EMPTY:
                if step.moves:
                    found.append(step.move)
            elif _can_jump(board, step, prey, tables):
                found.append(step.jump)
        if not tables.usual:
            found += _unusual(board, cell, tables)
    if tables.filtered:
        found = _filtered(found, tables.moves)
    if source >= 0:
        return [action for action in found if action.source == source]
    return _arranged(board, found, tables) if tables.ordered and arranged else found


def _can_jump(board: Board, step: Step, prey: str, tables: MoveTables) -> bool:
    """Tell whether a man can capture, if the adjacent cell is taken."""
    if not step.captures or step.behind < 0 or step.over < 0 or board[step.over] not in prey:
        return False
    return not tables.landing_free or (step.landing >= 0 and board[step.landing] == EMPTY)


def can_act(board: Board, player: str, tables: MoveTables) -> bool:
    """Tell whether a player has any action."""
    if not tables.usual:
        return bool(actions(board, player, tables))
    men, prey_of, steps = MEN[player], tables.prey[player], tables.steps
    for cell in tables.cells:
        man = board[cell]
        if man == EMPTY or man not in men:
            continue
        prey = prey_of[man in "BW"]
        for step in steps[man][cell]:
            if board[step.near] == EMPTY:
                if step.moves:
                    return True
            elif _can_jump(board, step, prey, tables):
                return True
    return False


def cost_changes(
    board: Board, player: str, tables: MoveTables, hunter: str, worth: dict[str, int],
    taken: dict[str, int],
) -> list[int]:  # fmt: skip
    """Return by how much each of `actions` changes the cost; the tables must be plain.

    `worth` is what each letter adds to the cost, `taken` what it loses when it is captured.
    """
    men, prey_of, steps = MEN[player], tables.prey[hunter], tables.steps
    removes, replaces = tables.removes, tables.replaces
    found: list[int] = []
    for cell in tables.cells:
        man = board[cell]
        if man == EMPTY or man not in men:
            continue
        prey, left = prey_of[man in "BW"], worth[man] if replaces else 0
        for step in steps[man][cell]:
            if board[step.near] == EMPTY:
                if step.moves:
                    found.append(worth[step.moved] - left)
            elif _can_jump(board, step, prey, tables):
                change = worth[step.jumped] - left - worth[board[step.behind]]
                if removes and step.emptied >= 0:
                    change -= taken[board[step.emptied]]
                found.append(change)
    return found


def has_three_moves(board: Board, player: str, tables: MoveTables) -> bool:
    """Tell whether three men can move to three cells; the tables must be plain.

    Then the player can still act after any action of the opponent, because that takes away one cell
    and one man at most.
    """
    men, steps = MEN[player], tables.steps
    targets: list[int] = []
    for cell in tables.cells:
        man = board[cell]
        if man == EMPTY or man not in men:
            continue
        for step in steps[man][cell]:
            if step.moves and board[step.near] == EMPTY and step.near not in targets:
                targets.append(step.near)
                if len(targets) == 3:
                    return True
                break
    return False


def _filtered(found: list[Action], moves: Moves) -> list[Action]:
    """Drop the actions that a slip takes away."""
    if moves.edge:
        found = [action for action in found if not _at_edge(action, moves.edge)]
    if moves.shadowed:
        found = _unshadowed(found, moves.shadowed)
    return _forced(found, moves.forced) if moves.forced else found


def _unusual(board: Board, cell: int, tables: MoveTables) -> list[Action]:
    """Return the actions of the man on a cell that the rules do not allow."""
    moves, man = tables.moves, board[cell]
    found: list[Action] = []
    over_empty = moves.over_empty == "all" or (moves.over_empty != "" and man in "BW")
    for step in tables.steps[man][cell]:
        near, behind = step.near, step.behind
        free = behind >= 0 and board[near] == board[behind] == EMPTY
        if step.captures and free and over_empty:
            found.append(Action(cell, behind, (), step.jump.name))
        if man in "BW":
            found += _far(board, cell, step, tables)
        if moves.second_jump and step.captures:
            found += _second_jumps(board, cell, near, behind, tables)
    if moves.straight:
        row, column = divmod(cell, 8)
        for down, right in STRAIGHT:
            back = man in TOWER_OF and down == (1 if FORWARD[man] == "N" else -1)
            if (right and moves.straight != "all") or (back and moves.straight == "ahead"):
                continue
            near = _cell(row + down, column + right, False)
            if near >= 0 and board[near] == EMPTY:
                found.append(Action(cell, near, (), _written(row, column, down, right)))
    return found


def _far(board: Board, cell: int, step: Step, tables: MoveTables) -> list[Action]:
    """Return the moves and captures over a distance of a tower, in the direction of a step."""
    slides = step.moves and tables.moves.towers_slide
    captures = step.captures and tables.moves.towers_capture_from_afar
    row, column = divmod(cell, 8)
    down, right = step.near // 8 - row, step.near % 8 - column
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
            and board[target] in tables.prey[OWNER[board[cell]]][1]
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
    prey = tables.prey[OWNER[man]][man in "BW"]
    if behind < 0 or board[near] not in prey or board[behind] != EMPTY:
        return []
    return [
        Action(cell, step.behind, (near, step.near), f"{cell_name(cell)}-{cell_name(step.behind)}")
        for step in tables.steps[man][behind]
        if step.captures and step.behind >= 0 and step.near != near
        and board[step.near] in prey and board[step.behind] == EMPTY
    ]  # fmt: skip


def cell_name(cell: int) -> str:
    """Return the name of a cell, such as "G6"."""
    return CELL_NAMES[divmod(cell, 8)]


def _unshadowed(found: list[Action], shadowed: str) -> list[Action]:
    """Drop the actions in the second direction of men that have one in the first."""
    first, second = (STEPS[direction] for direction in shadowed.split())
    having = {action.source for action in found if _direction(action) == first}
    return [a for a in found if not (_direction(a) == second and a.source in having)]


def _at_edge(action: Action, edge: str) -> bool:
    """Tell whether an action is missing by a slip of `Moves.edge`."""
    direction, ends = edge.split()
    if not any(end in CELL_NAMES[divmod(action.target, 8)] for end in ends):
        return False
    if direction == "x":
        return bool(action.captured)
    return direction == "*" or _direction(action) == STEPS[direction]


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
    if tables.arranged == "after first":
        return found[:1] + found[:0:-1]
    captures = tables.arranged.startswith("captures")
    if tables.arranged.endswith("man by man"):
        places = {cell: place for place, cell in enumerate(tables.cells)}
        return sorted(found, key=lambda a: (places[a.source], bool(a.captured) != captures))
    return sorted(found, key=lambda a: bool(a.captured) != captures)


def act(board: Board, action: Action, tables: MoveTables) -> Board:
    """Return a new board after an action; the given board is not changed."""
    after = board.copy()
    source, target, captured = action.source, action.target, action.captured
    man = board[source]
    if tables.promotes_late:
        for cell in (*range(8), *range(56, 64)):
            after[cell] = _promoted(after[cell], cell, tables.moves)
        man = after[source]
    if tables.replaces:
        after[source] = EMPTY
    if tables.removes:
        for cell in captured:
            emptied = cell
            if tables.slips:
                emptied = _removed(board, board[source], action, cell, tables.moves)
            if emptied >= 0:
                after[emptied] = EMPTY
    letters = tables.letters
    if letters is None:
        after[target] = _after_action(man, action, tables.moves)
    else:
        after[target] = letters[1 if captured else 0][man][target]
    return after


def _after_action(man: str, action: Action, moves: Moves) -> str:
    """Return the letter of a man after its action."""
    furthest = 0 if man in "bB" else 7
    if man in "BW":
        if moves.demotes and action.source // 8 == furthest:
            return man.lower()
        again = moves.promotes_again and action.target // 8 == furthest
        return chr(ord(man) - 32) if again else man
    if action.captured and moves.promotes_captors:
        return TOWER_OF.get(man, man)
    if (
        man in TOWER_OF
        and not moves.promotes_late
        and (moves.promotes_by_capture if action.captured else moves.promotes_by_move)
    ):
        return _promoted(man, action.target, moves)
    return man


def _removed(board: Board, man: str, action: Action, captured: int, moves: Moves) -> int:
    """Return the cell that a capture empties, with a slip of `Moves.removed`; -1 for none.

    The board matters only if `_removes_by_board`.
    """
    row, column = divmod(action.source, 8)
    down, right = _direction(action)
    men, taken, instead = moves.removed.split()
    if taken == "backward":
        forward = -1 if man in "bB" else 1
        slips = man.lower() in men and down == -forward
        return _cell(row + forward, column + right, False) if slips else captured
    if men not in ("all", "towers" if man in "BW" else "pieces"):
        return captured
    if taken == "column":
        first = _cell(row + (1 if instead == "S" else -1), column + right, False)
        prey = _prey(moves, OWNER.get(man, BLACK), True)
        return first if first >= 0 and board[first] in prey else captured
    if (down, right) != STEPS[taken]:
        return captured
    if instead == "none":
        return -1
    down, right = STEPS[instead]
    return _cell(row + down, column + right, False)


def _promoted(man: str, cell: int, moves: Moves) -> str:
    """Return the man after its action has ended on a cell: promoted or as it was."""
    if man == "b" and cell < 8 * (1 + moves.rows_early) and "b" in moves.promotes:
        return "B"
    if man == "w" and cell >= 8 * (7 - moves.rows_early) and "w" in moves.promotes:
        return "W"
    return man
