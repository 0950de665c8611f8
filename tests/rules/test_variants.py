import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import played_states

from checkers_cli.rules.notation import BadPosition
from checkers_cli.rules.variants import CONTEST, ENGLISH, TICTACTOE, TICTACTOE4, TOWER, VARIANTS


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(data=st.data())
def test_written_positions_are_read_back(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    state = data.draw(played_states(variant))
    assert variant.read(variant.write(state)) == state
    side = variant.player(state.black_to_act)
    assert variant.read(f"{'/'.join(variant.rows(state))} {side}") == state


def test_a_fen_may_have_the_numbers_that_draughts_players_use() -> None:
    assert ENGLISH.read("B:WK30,21:B1,K12") == ENGLISH.read("B:WKC8,A6:BB1,KH3")
    for number in ("33", "0", "001999"):
        with pytest.raises(BadPosition, match=f"'{number}' is not a cell"):
            ENGLISH.read(f"B:W{number}:B1")
    with pytest.raises(BadPosition, match="'21' is not a cell"):
        TOWER.read("B:W21:B1")


def test_pieces_do_not_stand_where_they_would_be_crowned() -> None:
    with pytest.raises(BadPosition, match="b on A8 would have become a tower"):
        CONTEST.read("B:WD5:BA8")
    with pytest.raises(BadPosition, match="w on B1 would have become a tower"):
        ENGLISH.read("B:WB1:BD5")


@pytest.mark.parametrize("text", ["", "xo", "xxx/ooo", "xxx/ooo/..z", "xxx/oo/... o"])
def test_a_board_of_tictactoe_that_is_none(text: str) -> None:
    with pytest.raises(BadPosition, match="3 rows of 3 characters"):
        TICTACTOE.read(text)


def test_who_is_to_act_follows_from_the_marks() -> None:
    assert TICTACTOE.read("x../.../...").black_to_act is False
    assert TICTACTOE.read("x../.o./...").black_to_act is True
    with pytest.raises(BadPosition, match="more than once"):
        TICTACTOE.read("x../.o./... x o")


@pytest.mark.parametrize("text", ["xxx/oo./... x", "xxx/ooo/...", "xx./ooo/x.. o"])
def test_a_line_ends_the_game_so_nobody_who_has_one_is_to_act(text: str) -> None:
    with pytest.raises(BadPosition, match=r"[xo] has a line and is to act"):
        TICTACTOE.read(text)


def test_cells_of_actions() -> None:
    assert TOWER.cells("G6-F5") == [(5, 6), (4, 5)]
    assert ENGLISH.cells("B1xD3xB5") == [(0, 1), (2, 3), (4, 1)]
    assert TICTACTOE4.cells("9") == [(2, 0)]


def test_players_have_names() -> None:
    assert [TOWER.player(True), TICTACTOE.player(False)] == ["black", "o"]
