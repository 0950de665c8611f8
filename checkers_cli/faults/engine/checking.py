"""Checks an action of the script, for any setting of the knobs."""

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

SOMETHING, FOREIGN = "?", "!"  # what a cell outside of the board may hold


def check_action(
    board: Board, player: str, source: str, target: str, knobs: Knobs, tables: MoveTables
) -> int | Action:
    """Return the number of the first check that fails, or the action to carry out."""
    checks = knobs.checks
    man = _on(board, source, knobs, "source")
    legal: Action | None = None
    looked = False  # for a legal action
    whose = player if checks.turn and checks.mover == "player" else OWNER.get(man, player)
    made = (
        checks.check_1, checks.check_2, checks.check_3, checks.check_4, checks.check_5,
        checks.check_6,
    )  # fmt: skip
    for check in checks.order:
        if not made[check - 1]:
            continue
        if check == 1:
            fails = not _on_board(source, knobs, "source")
        elif check == 2:
            fails = not _on_board(target, knobs, "target")
        elif check == 3:
            fails = man == EMPTY
        elif check == 4:
            fails = _on(board, target, knobs, "target") != EMPTY
        elif check == 5:
            fails = checks.turn and _is_opponents(man, player, checks.opponents)
        else:
            legal, looked = _legal(board, whose, source, target, tables), True
            fails = legal is None
        if fails:
            return check
    if not looked:
        legal = _legal(board, whose, source, target, tables)
    return legal or _unchecked(source, target)


def _on(board: Board, name: str, knobs: Knobs, which: str) -> str:
    """Return what is on a cell, for a cell outside of the board what the program finds there."""
    if name in CELLS:
        return board[CELLS[name]]
    beyond = knobs.checks.beyond
    if beyond == "nothing" or not _on_board(name, knobs, which):
        return EMPTY
    if beyond == "array":
        cell = 8 * (int(name[1]) - 1) + ord(name[0]) - ord("A")
        return board[cell] if 0 <= cell < 64 else SOMETHING
    return SOMETHING if beyond == "something" else FOREIGN


def _on_board(name: str, knobs: Knobs, which: str) -> bool:
    checks = knobs.checks
    if checks.bounded not in ("both", which):
        return name in CELLS
    if len(name) != 2 or name[0] not in checks.columns or name[1] not in checks.rows:
        return False
    return checks.light or name not in CELLS or sum(divmod(CELLS[name], 8)) % 2 == 1


def _is_opponents(man: str, player: str, seen: str) -> bool:
    theirs = MEN[OPPONENT[player]]
    if man not in OWNER and man not in (EMPTY, SOMETHING):  # a letter that stands for no man
        return True
    if seen == "all":
        return man in theirs
    if seen == "pieces":
        return man == theirs[0]
    return man not in MEN[player] if seen == "not mine" else man != MEN[player][0]


def _legal(
    board: Board, player: str, source: str, target: str, tables: MoveTables
) -> Action | None:
    if source not in CELLS or target not in CELLS:
        return None
    cells = CELLS[source], CELLS[target]
    found = actions(board, player, tables, source=cells[0])
    return next((action for action in found if action.target == cells[1]), None)


def _unchecked(source: str, target: str) -> Action:
    """Return an illegal action, as a program without check 6 carries it out."""
    if source not in CELLS or target not in CELLS:
        return Action(-1, -1, (), "")
    start, end = CELLS[source], CELLS[target]
    jump = abs(start // 8 - end // 8) == abs(start % 8 - end % 8) == 2
    return Action(start, end, ((start + end) // 2,) if jump else (), "")
