"""A second, slow and plain implementation of the tower game, its transcript and its tree.

Written from RULES.md alone and sharing no code with the fast engine, so that each can check the
other. Every decision of the rules is one constant or one small function.
"""

import re
import sys

Board = list[list[str]]
Cell = tuple[int, int]  # row index, column index, both from 0 at A1

# Board and men
START = ".w.w.w.w w.w.w.w. .w.w.w.w ........ ........ b.b.b.b. .b.b.b.b b.b.b.b."
EMPTY = "."
OWNER = {"b": "black", "B": "black", "w": "white", "W": "white"}
OPPONENT = {"black": "white", "white": "black"}
TOWER_OF = {"b": "B", "w": "W"}
FORWARD = {"black": -1, "white": 1}  # change of the row index: north is toward row 1
FURTHEST_ROW = {"black": 0, "white": 7}
# Cells in row-major order. A text is on the board only if it is exactly one of the 64 names.
CELLS = {"ABCDEFGH"[col] + "12345678"[row]: (row, col) for row in range(8) for col in range(8)}
NAMES = {cell: name for name, cell in CELLS.items()}
# Order of one man's actions: north-east, south-east, south-west, north-west
DIRECTIONS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
# Cost
WORTH = {"b": 1, "B": 3, "w": -1, "W": -3}
INT_MIN, INT_MAX = -2147483648, 2147483647
COST_OF_STUCK = {"black": INT_MIN, "white": INT_MAX}
# Per reading: whether a stuck next player sets the printed cost, and that of a full-depth leaf.
LIMITS_PRINTED = {"formula": False, "limits": True}
LIMITS_AT_LEAF = {"formula": False, "limits": True}
# Script
AROUND_A_LINE = " \t\r"
ACTION_SHAPE = re.compile(r"([A-Za-z][0-9]+)-([A-Za-z][0-9]+)")
COMPUTE, PLAY_ON = "A", "P"
ERRORS: dict[int, str] = {
    1: "ERROR: Source cell is outside of the board.",
    2: "ERROR: Target cell is outside of the board.",
    3: "ERROR: Source cell is empty.",
    4: "ERROR: Target cell is not empty.",
    5: "ERROR: Source cell holds opponent's piece/tower.",
    6: "ERROR: Illegal action.",
}
# Transcript
DELIMITER = "=" * 37
COMPUTED_MARK = "*** "
COLUMN_LINE = "     A   B   C   D   E   F   G   H"
RULE_LINE = "   +---+---+---+---+---+---+---+---+"
WINNER_LINE = {"black": "WHITE WIN!", "white": "BLACK WIN!"}  # by the player who cannot act


class Malformed(ValueError):
    """A line of the script that is neither an action nor a command, or follows the command."""

    def __init__(self, line_number: int, text: str, transcript_so_far: str) -> None:
        super().__init__(f"line {line_number}: malformed input: {text!a}")
        self.line_number = line_number
        self.text = text
        self.transcript_so_far = transcript_so_far


def start() -> Board:
    """The board before the first action."""
    return [list(row) for row in START.split()]


def at(board: Board, cell: Cell) -> str:
    """What is on the cell, one of `.bwBW`."""
    return board[cell[0]][cell[1]]


def may_go(man: str, direction: Cell) -> bool:
    """Whether this man acts in that direction: a tower in any, a piece only forward."""
    return man in TOWER_OF.values() or direction[0] == FORWARD[OWNER[man]]


def destination(board: Board, source: Cell, direction: Cell) -> Cell | None:
    """Where the man on `source` ends in that direction: the move, or else the capture."""
    near = (source[0] + direction[0], source[1] + direction[1])
    behind = (source[0] + 2 * direction[0], source[1] + 2 * direction[1])
    if not may_go(at(board, source), direction) or near not in NAMES:
        return None
    if at(board, near) == EMPTY:
        return near
    opposing = OWNER[at(board, near)] != OWNER[at(board, source)]
    landing_free = behind in NAMES and at(board, behind) == EMPTY
    return behind if opposing and landing_free else None


def legal_actions(board: Board, player: str) -> list[str]:
    """All actions of the player, row-major by source cell, then by direction."""
    actions = []
    for name, source in CELLS.items():
        if OWNER.get(at(board, source)) != player:
            continue
        for direction in DIRECTIONS:
            target = destination(board, source, direction)
            if target is not None:
                actions.append(f"{name}-{NAMES[target]}")
    return actions


def promoted(man: str, row: int) -> str:
    """The man after its action, move or capture, has ended on that row."""
    return TOWER_OF[man] if man in TOWER_OF and row == FURTHEST_ROW[OWNER[man]] else man


def act(board: Board, action: str) -> Board:
    """The new board after a legal action; the given board stays as it is."""
    source, target = (CELLS[name] for name in action.split("-"))
    after = [list(row) for row in board]
    after[source[0]][source[1]] = EMPTY
    after[target[0]][target[1]] = promoted(at(board, source), target[0])
    if abs(target[0] - source[0]) == 2:  # a jump: the man in the middle is captured
        after[(source[0] + target[0]) // 2][(source[1] + target[1]) // 2] = EMPTY
    return after


def error_of(board: Board, player: str, source: str, target: str) -> int | None:
    """The number of the first check that fails, or None for a legal action."""
    if source not in CELLS:
        return 1
    if target not in CELLS:
        return 2
    if at(board, CELLS[source]) == EMPTY:
        return 3
    if at(board, CELLS[target]) != EMPTY:
        return 4
    if OWNER[at(board, CELLS[source])] != player:
        return 5
    if f"{source}-{target}" not in legal_actions(board, player):
        return 6
    return None


def cost(board: Board) -> int:
    """The cost by the formula b + 3B - w - 3W."""
    return sum(WORTH[man] for row in board for man in row if man != EMPTY)


def cost_or_limit(board: Board, next_player: str, limits: bool) -> int:
    """The formula, unless limits hold and the next player has no action."""
    if limits and not legal_actions(board, next_player):
        return COST_OF_STUCK[next_player]
    return cost(board)


def printed_cost(board: Board, next_player: str, reading: str) -> int:
    """The cost a transcript shows for a board at which `next_player` is to act."""
    return cost_or_limit(board, next_player, LIMITS_PRINTED[reading])


class Node:
    """One board of the explicit tree; equal boards reached along two ways are two nodes."""

    def __init__(self, action: str | None, board: Board, player: str) -> None:
        self.action = action  # what led here; None at the root
        self.board = board
        self.player = player  # who is to act on this board
        self.value = 0  # until propagated
        self.children: list[Node] = []


def grow(node: Node, depth: int) -> None:
    """Make all descendants down to `depth` actions below the node."""
    if depth == 0:
        return
    for action in legal_actions(node.board, node.player):  # the children stay in this order
        child = Node(action, act(node.board, action), OPPONENT[node.player])
        node.children.append(child)
        grow(child, depth - 1)


def best_value(node: Node) -> int:
    """The best value among the children: black takes the maximum, white the minimum."""
    values = [child.value for child in node.children]
    return max(values) if node.player == "black" else min(values)


def propagate(node: Node, depth: int, reading: str) -> None:
    """Set the values from the leaves, `depth` actions below, up to the node."""
    for child in node.children:
        propagate(child, depth - 1, reading)
    if depth == 0:
        node.value = cost_or_limit(node.board, node.player, LIMITS_AT_LEAF[reading])
    elif not node.children:  # stuck above the full depth: the limit, in either reading
        node.value = COST_OF_STUCK[node.player]
    else:
        node.value = best_value(node)


def tree(board: Board, player: str, depth: int = 3, reading: str = "formula") -> Node:
    """The explicit tree, made first and then given its values."""
    root = Node(None, board, player)
    grow(root, depth)
    propagate(root, depth, reading)
    return root


def chosen(node: Node) -> Node | None:
    """The left-most child with the best value, also when all lose; None without children."""
    return next((child for child in node.children if child.value == best_value(node)), None)


def count(node: Node) -> int:
    """The number of nodes, the given one included."""
    return 1 + sum(count(child) for child in node.children)


def board_lines(board: Board) -> list[str]:
    """The printed board."""
    lines = [COLUMN_LINE, RULE_LINE]
    for number, row in enumerate(board, start=1):
        lines += [f" {number} | {' | '.join(row)} |", RULE_LINE]
    return lines


class Game:
    """A game under way and the lines printed so far."""

    def __init__(self, board: Board, player: str, reading: str, depth: int) -> None:
        self.board, self.player, self.reading, self.depth = board, player, reading, depth
        self.number = 0
        men = [OWNER[man] for row in board for man in row if man != EMPTY]
        self.lines = ["BOARD SIZE: 8x8", f"#BLACK PIECES: {men.count('black')}"]
        self.lines += [f"#WHITE PIECES: {men.count('white')}", *board_lines(board)]

    def do(self, action: str, mark: str = "") -> None:
        """Carry out and print one legal action."""
        self.number += 1
        title = f"{mark}{self.player.upper()} ACTION #{self.number}: {action}"
        self.board, self.player = act(self.board, action), OPPONENT[self.player]
        shown = printed_cost(self.board, self.player, self.reading)
        self.lines += [DELIMITER, title, f"BOARD COST: {shown}", *board_lines(self.board)]

    def compute(self, actions: int) -> None:
        """Carry out computed actions, a new tree for each, or print the winner and stop."""
        for _ in range(actions):
            choice = chosen(tree(self.board, self.player, self.depth, self.reading))
            if choice is None or choice.action is None:
                self.lines.append(WINNER_LINE[self.player])
                return
            self.do(choice.action, COMPUTED_MARK)

    def text(self) -> str:
        """The transcript so far, ending in one newline."""
        return "\n".join(self.lines) + "\n"


def transcript(
    script: bytes | str,
    *,
    board: Board | None = None,
    player: str = "black",
    reading: str = "formula",
    depth: int = 3,
    actions: int = 10,
) -> str:
    """The whole printed output for a script; raises Malformed at a malformed line."""
    if depth < 1:  # a tree without children would look like a lost game
        raise ValueError("depth must be at least 1")
    # Bytes that are not UTF-8 become backslashes, which no action or command has.
    text = script if isinstance(script, str) else script.decode("utf-8", "backslashreplace")
    game = Game(start() if board is None else board, player, reading, depth)
    command_done = False
    for line_number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(AROUND_A_LINE)
        if line == "":
            continue
        shape = ACTION_SHAPE.fullmatch(line)
        if line in (COMPUTE, PLAY_ON) and not command_done:
            game.compute(1 if line == COMPUTE else actions)
            command_done = True
        elif shape is None or command_done:  # the command is the last thing in a script
            raise Malformed(line_number, line, game.text())
        else:
            error = error_of(game.board, game.player, shape[1], shape[2])
            if error is not None:
                game.lines.append(ERRORS[error])
                break  # nothing after it is read
            game.do(line)
    return game.text()


def main() -> int:
    """Print the transcript of standard input; 0, 1 after one of the six errors, 2 if malformed."""
    try:
        output = transcript(sys.stdin.buffer.read())
        status = 1 if output.splitlines()[-1] in ERRORS.values() else 0
    except Malformed as malformed:
        sys.stderr.write(f"{malformed}\n")
        output, status = malformed.transcript_so_far, 2
    sys.stdout.buffer.write(output.encode("ascii"))
    return status


if __name__ == "__main__":
    sys.exit(main())
