"""What several test modules need: the project's folders, strategies, the two engines' pictures."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result
from hypothesis import strategies as st

from checkers_cli.cli import checkers
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.engine.mailbox import CELLS, Action, Board, actions, move_tables
from checkers_cli.faults.engine.tree import Node
from checkers_cli.rules.notation import grid
from checkers_cli.rules.position import START, Position, legal_actions, make_position
from checkers_cli.rules.squares import NAMES, ROW_1, ROW_8
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant

PROJECT = Path(__file__).parents[1]
EXAMPLES = PROJECT / "examples"
GOLDENS = PROJECT / "expected_output"
EXAMPLE_NAMES = sorted(path.name for path in EXAMPLES.glob("*.txt"))

WORKED_EXAMPLE = "B:WC6,B7:BKA6,C8"

# -P: the installed package, never the sources in the folder that pytest is started in.
PROGRAM = [sys.executable, "-P", "-m", "checkers_cli"]
# A game that can go on for ever: two towers that walk to and fro.
SHUFFLE_START = "B:WKA2:BKH7"
SHUFFLE_SCRIPT = b"H7-G8\nA2-B1\nG8-H7\nB1-A2\n"

# As on any machine, whatever this one has set.
os.environ.pop("PYTHONUNBUFFERED", None)


def shell(line: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a line of bash in which `checkers` is the program under test."""
    program = f"checkers() {{ '{sys.executable}' -P -m checkers_cli \"$@\"; }}\n"
    return subprocess.run(
        ["bash", "-c", program + line],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


class CommandLine:
    """Calls `checkers` in this process."""

    def __call__(self, *args: object, stdin: bytes | str = b"") -> Result:
        result = CliRunner().invoke(checkers, [str(arg) for arg in args], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        return result


def board_of(position: State) -> Board:
    """The mailbox engine's picture of a position."""
    return [man for row in grid(position) for man in row]


def player_of(position: State) -> str:
    """The mailbox engine's name of the player to act."""
    return "black" if position.black_to_act else "white"


def place(**men: str) -> Board:
    """A board with just these men: place(A6="B", C8="b")."""
    board = ["."] * 64
    for cell, man in men.items():
        board[CELLS[cell]] = man
    return board


RIGHT_RULES = move_tables(REFERENCE.script, REFERENCE.tree)


def action_names(board: Board, player: str) -> list[str]:
    """The mailbox engine's legal actions, as they are written."""
    return [action.name for action in actions(board, player, RIGHT_RULES)]


def named(board: Board, player: str, name: str) -> Action:
    """The mailbox engine's legal action of that name."""
    return next(action for action in actions(board, player, RIGHT_RULES) if action.name == name)


@st.composite
def played_positions(draw: st.DrawFn, longest: int = 100) -> Position:
    """A position that a random game leads to."""
    position = START
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, longest))):
        actions = legal_actions(position)
        if not actions:
            break
        position = position.after(random.choice(actions))
    return position


@st.composite
def played_states(draw: st.DrawFn, variant: Variant, longest: int = 60) -> State:
    """A position that a random game of a variant leads to."""
    state = variant.start
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, longest))):
        actions = state.actions()
        if not actions:
            break
        state = state.after(random.choice(actions))
    return state


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Any board at all: men of both kinds anywhere a piece may stand, either side to act."""
    density = draw(st.integers(1, 12))
    black = white = towers = 0
    random = draw(st.randoms(use_true_random=False))
    for square in NAMES:
        bit = 1 << square
        man = random.choice("bwBW" + "." * density)
        if (man == "b" and bit & ROW_1) or (man == "w" and bit & ROW_8):
            man = man.upper()
        black |= bit if man in "bB" else 0
        white |= bit if man in "wW" else 0
        towers |= bit if man in "BW" else 0
    return make_position(black, white, towers, draw(st.booleans()))


cells = st.one_of(
    st.sampled_from([c + r for c in "ABCDEFGH" for r in "12345678"]),
    st.from_regex(r"[A-Za-z][0-9]{1,3}", fullmatch=True),
)


def node_count(node: Node) -> int:
    """The number of nodes of a tree of the slow engine, the given one included."""
    return 1 + sum(node_count(child) for child in node.children)
