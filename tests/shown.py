"""What the example scripts and their golden transcripts show, read from the text alone."""

from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from checkers_cli.faults.engine.mailbox import CELLS, Board

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = {path.stem: path.read_bytes() for path in (ROOT / "examples").glob("*.txt")}
GOLDENS = {path.stem: path.read_bytes() for path in (ROOT / "expected_output").glob("*.txt")}
OPPONENT = {"black": "white", "white": "black"}
PIECE = {"black": "b", "white": "w"}
TOWER = {"black": "B", "white": "W"}
FURTHEST_ROW = {"black": "1", "white": "8"}
RULE_LINE = "   +---+---+---+---+---+---+---+---+"


class Step(NamedTuple):
    """One action as the transcript shows it, with the board that it came from."""

    player: str
    action: str
    cost: int
    before: Board
    after: Board

    @property
    def man(self) -> str:
        return on(self.before, self.action[:2])

    @property
    def target(self) -> str:
        return self.action[3:]

    @property
    def direction(self) -> str:
        return ("N" if self.action[4] < self.action[1] else "S") + (
            "E" if self.action[3] > self.action[0] else "W"
        )

    @property
    def taken(self) -> str:
        """The man in the middle of a jump; empty text for a move."""
        if not is_jump(self.action):
            return ""
        middle = [chr((ord(self.action[i]) + ord(self.action[i + 3])) // 2) for i in (0, 1)]
        return on(self.before, "".join(middle))


def on(board: Board, cell: str) -> str:
    return board[CELLS[cell]]


def is_jump(action: str) -> bool:
    return abs(int(action[1]) - int(action[4])) == 2


def men(board: Board, kinds: str) -> int:
    return sum(board.count(kind) for kind in kinds)


def printed_board(block: str) -> Board:
    rows = [line for line in block.splitlines() if line[:2].strip().isdigit()]
    return [man for row in rows for man in row[4:].replace("|", " ").split()]


def steps(name: str) -> list[Step]:
    blocks = GOLDENS[name].decode("ascii").split("=" * 37 + "\n")
    found = []
    for before, block in pairwise(blocks):
        title, cost = block.splitlines()[:2]
        player = title.removeprefix("*** ").split()[0].lower()
        boards = printed_board(before), printed_board(block)
        found.append(Step(player, title.split()[-1], int(cost.split()[-1]), *boards))
    return found


def colour(name: str) -> str:
    return name.rsplit("-", 1)[1]
