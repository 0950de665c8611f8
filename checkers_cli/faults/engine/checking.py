"""Reads and checks an action of the script, for any setting of the knobs."""

from checkers_cli.faults.engine.knobs import Knobs
from checkers_cli.faults.engine.mailbox import (
    CELLS,
    EMPTY,
    MEN,
    OPPONENT,
    OWNER,
    Action,
    Board,
    MoveTables,
    actions,
)


def cell_as_read(text: str, knobs: Knobs) -> str:
    """Return the cell that a program reads from a text."""
    reads = knobs.reads
    if reads.upper_cased:
        text = text.upper()
    if reads.one_digit:
        text = text[:2]
    if reads.exchanged and text in CELLS:
        text = f"{'ABCDEFGH'[int(text[1]) - 1]}{'ABCDEFGH'.index(text[0]) + 1}"
    return text


def check_action(
    board: Board, player: str, source: str, target: str, knobs: Knobs, tables: MoveTables
) -> int | Action:
    """Return the number of the first check that fails, or the action to carry out."""
    checks = knobs.checks
    man, other = _on(board, source), _on(board, target)
    whose = player if checks.turn else OWNER.get(man, player)
    found: Action | None = None
    for check in checks.order:
        if check == 6:
            found = _legal(board, whose, source, target, tables)
        fails = {
            1: not _on_board(source, knobs),
            2: not _on_board(target, knobs),
            3: man == EMPTY,
            4: other != EMPTY,
            5: checks.turn and _is_opponents(man, player, checks.opponents),
            6: found is None,
        }
        if fails[check]:
            return check
    return found or _legal(board, whose, source, target, tables) or _unchecked(source, target)


def _on(board: Board, name: str) -> str:
    """Return the man on a cell; a cell outside of the board counts as empty."""
    return board[CELLS[name]] if name in CELLS else EMPTY


def _on_board(name: str, knobs: Knobs) -> bool:
    checks = knobs.checks
    if len(name) != 2 or name[0] not in checks.columns or name[1] not in checks.rows:
        return False
    return checks.light or name not in CELLS or sum(divmod(CELLS[name], 8)) % 2 == 1


def _is_opponents(man: str, player: str, seen: str) -> bool:
    theirs = MEN[OPPONENT[player]]
    return {
        "all": man in theirs,
        "pieces": man == theirs[0],
        "not my piece": man != MEN[player][0],
        "not mine": man not in MEN[player],
    }[seen]


def _legal(
    board: Board, player: str, source: str, target: str, tables: MoveTables
) -> Action | None:
    if source not in CELLS or target not in CELLS:
        return None
    cells = CELLS[source], CELLS[target]
    return next((a for a in actions(board, player, tables) if (a.source, a.target) == cells), None)


def _unchecked(source: str, target: str) -> Action:
    """Return an illegal action, as a program without check 6 carries it out."""
    if source not in CELLS or target not in CELLS:
        return Action(-1, -1, (), "")
    start, end = CELLS[source], CELLS[target]
    jump = abs(start // 8 - end // 8) == abs(start % 8 - end % 8) == 2
    return Action(start, end, ((start + end) // 2,) if jump else (), "")
