import pytest

from checkers_cli.rules.state import DRAWN, LOST
from checkers_cli.rules.variants import TICTACTOE, TICTACTOE4


def test_any_empty_cell_may_be_marked() -> None:
    state = TICTACTOE.read("x../.o./... x")
    assert [one.name for one in state.actions()] == ["2", "3", "4", "6", "7", "8", "9"]
    assert TICTACTOE.write(state.after(state.actions()[0])) == "xx./.o./... o"


@pytest.mark.parametrize("board", ["xxx/oo./...", "xo./xo./x..", "x.o/ox./..x", "..x/oxo/x.."])
def test_a_line_ends_the_game(board: str) -> None:
    state = TICTACTOE.read(f"{board} o")
    assert state.actions() == []
    assert state.fate() == LOST


def test_a_full_board_is_a_draw() -> None:
    state = TICTACTOE.read("xox/xoo/oxx o")
    assert state.actions() == []
    assert state.fate() == DRAWN


def test_on_four_by_four_cells_three_are_no_line() -> None:
    assert len(TICTACTOE4.read("xxx./ooo./..../.... x").actions()) == 10
    assert TICTACTOE4.read("xxxx/ooo./..../.... o").actions() == []
    assert TICTACTOE4.read("x.../ox../oox./...x o").actions() == []
