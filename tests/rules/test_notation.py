import pytest
from hypothesis import given
from support import WORKED_EXAMPLE, any_positions

from checkers_cli.rules.notation import BadPosition, fen, grid, parse_position
from checkers_cli.rules.position import START, Position

GRID = "......../......../......../......../......../B.w...../.w....../..b....."


def test_the_start_as_a_fen() -> None:
    assert fen(START) == (
        "B:WB1,D1,F1,H1,A2,C2,E2,G2,B3,D3,F3,H3:BA6,C6,E6,G6,B7,D7,F7,H7,A8,C8,E8,G8"
    )


@pytest.mark.parametrize(
    "text",
    [
        f"{GRID} black",
        f"{GRID}/b",
        f"  BLACK\n{GRID}\n".replace("/", "\r\n"),
        GRID.replace("/", " ") + " Black",
        "B:BC8,KA6:WB7,C6",
        " B : W C6 , B7 : B KA6 , C8 . ",
        "B:WC6,B7:BKA6,C8\n",
    ],
)
def test_a_position_can_be_written_in_many_ways(text: str) -> None:
    assert fen(parse_position(text)) == WORKED_EXAMPLE


@given(any_positions())
def test_written_positions_are_read_back(position: Position) -> None:
    assert parse_position(fen(position)) == position
    side = "black" if position.black_to_act else "white"
    assert parse_position("\n".join(grid(position)) + f"\n{side}") == position
    assert parse_position(fen(position)).cost == position.cost


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "row 1"),
        ("black", "this one has 0"),
        (GRID, "does not say who is to act"),
        (f"{GRID} black white", "more than once"),
        (f"{GRID}/........ black", "this one has 9"),
        (GRID.replace("B.w", "B.x") + " black", "row 6 is 'B.x.....'"),
        (GRID.replace("B.w", "B.w.") + " black", "row 6"),
        ("b......./" + "/".join(["........"] * 7) + " black", "A1 is a light cell"),
        (".b....../" + "/".join(["........"] * 7) + " black", "b on B1 would have become a tower"),
        ("B:W:W", "is not a FEN"),
        ("B:WA2", "is not a FEN"),
        ("X:WA2:BC2", "is not a FEN"),
        ("B:W18,24:B1", "'18' is not a cell"),
        ("B:WA2:BA2", "A2 is taken twice"),
        ("B:WA1:B", "A1 is a light cell"),
        ("B:WA8:B", "w on A8 would have become a tower"),
        ("B:WKK8:B", "'KK8' is not a cell"),
        ("B:Wa2:B", "'a2' is not a cell"),
    ],
)
def test_wrong_positions_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem) as caught:
        parse_position(text)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == 2
