import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import WORKED_EXAMPLE, played_positions
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.play.board_text import action_lines, board_lines
from checkers_cli.rules.position import Position
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TICTACTOE4, TOWER, Variant

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    ("variant", "position"),
    [
        (TOWER, WORKED_EXAMPLE),
        (ENGLISH, "W:WKC4:BB3,F7"),
        (TICTACTOE, "x.o/.x./..."),
        (TICTACTOE4, "xxx./ooo./x.../...."),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
@pytest.mark.parametrize("colours", [False, True], ids=["plain", "coloured"])
def test_boards(
    variant: Variant, position: str, colours: bool, snapshot: SnapshotAssertion
) -> None:
    state = variant.read(position)
    last = state.actions()[0]
    lines = board_lines(variant, state.after(last), last, colours)
    assert "\n".join(lines).replace("\x1b", "^") == snapshot


@given(played_positions(longest=30))
def test_colours_change_no_cell(position: Position) -> None:
    plain = board_lines(TOWER, position)
    coloured = [ESCAPES.sub("", line) for line in board_lines(TOWER, position, None, True)]
    assert [line.replace(".", " ").split() for line in plain] == [line.split() for line in coloured]


@given(played_positions(longest=30), st.integers(0, 200), st.integers(0, 6))
def test_a_list_fits_where_it_can(position: Position, width: int, most: int) -> None:
    actions = position.actions()
    lines = action_lines(actions, width, most)
    if most:
        assert len(lines) <= most
    if width > 12:
        assert all(len(line) <= max(width, 38) for line in lines)
    shown = re.findall(r"(\d+) ([A-H]\d-[A-H]\d)", "\n".join(lines))
    hidden = re.search(r"(\d+) (?:more|actions): the window is too small", "\n".join(lines))
    assert hidden is None or ("more" in hidden[0]) == bool(shown)
    assert len(shown) + (int(hidden[1]) if hidden else 0) == len(actions)
    assert all(actions[int(number) - 1].name == name for number, name in shown)
