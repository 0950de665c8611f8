"""How many ways there are to act so many times in a row: the check sum of a game's actions."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules import mailbox

from checkers_cli.installation import is_compiled
from checkers_cli.rules.boards import LARGEST, SMALLEST
from checkers_cli.rules.draughts import Draughts, draughts_start, make_draughts
from checkers_cli.rules.state import perft
from checkers_cli.rules.tictactoe import TicTacToe, grid_of
from checkers_cli.rules.variants import CONTEST, FLYING, VARIANTS, DraughtsVariant

DRAUGHTS = [game for game in VARIANTS.values() if isinstance(game, DraughtsVariant)]

# One file a game, one number a line: from depth 1 on. Those of tower and english are known from
# elsewhere; contest and flying were counted by the mailbox too, to the last line; so was
# tictactoe, and tictactoe4 to depth 6, from where on one can calculate (see below).
NUMBERS = {path.stem: path.read_text().split() for path in Path(__file__).parent.glob("perft/*")}
QUICK = 200_000  # paths that pure Python counts in a second, also on a busy machine
LONG = 2_000_000  # what it counts in some seconds; the rest is for the compiled engine
VERY_LONG = 60_000_000  # what that one counts in some seconds


def cases() -> list[object]:
    """A game and a depth for each number, as far as this form of the engine can go."""
    quick, long = (VERY_LONG, 10 * VERY_LONG) if is_compiled() else (QUICK, LONG)
    return [
        pytest.param(
            game, depth, int(paths), marks=[pytest.mark.slow] if int(paths) > quick else []
        )
        for game, numbers in NUMBERS.items()
        for depth, paths in enumerate(numbers, 1)
        if int(paths) <= long
    ]


@pytest.mark.parametrize(("game", "depth", "paths"), cases())
def test_perft_from_the_start(game: str, depth: int, paths: int) -> None:
    assert perft(VARIANTS[game].start, depth) == paths


def test_every_game_has_its_numbers() -> None:
    assert set(NUMBERS) == set(VARIANTS)


def test_four_in_a_row_by_calculation() -> None:
    """Up to the seventh mark nothing can end a game; then x can have one of ten lines."""
    numbers = [int(paths) for paths in NUMBERS["tictactoe4"]]
    free = 1
    for depth, paths in enumerate(numbers[:7]):
        free *= 16 - depth
        assert paths == free
    lines = 10 * (4 * 3 * 2) * (12 * 11 * 10)  # which line, x's four marks on it, o's three
    assert numbers[7] == (free - lines) * 9


@pytest.mark.parametrize("variant", DRAUGHTS, ids=lambda one: one.name)
@pytest.mark.parametrize(("size", "depth"), [(4, 12), (6, 6), (8, 5), (10, 4)])
def test_the_mailbox_counts_the_same(variant: DraughtsVariant, size: int, depth: int) -> None:
    here, there = draughts_start(variant.rules(size)), mailbox.draughts_start(variant.name, size)
    assert picture(here) == there
    counted = [perft(here, levels) for levels in range(1, depth + 1)]
    assert counted == [mailbox.perft(there, levels) for levels in range(1, depth + 1)]


@pytest.mark.parametrize(("game", "size", "depth"), [("tictactoe", 3, 5), ("tictactoe4", 4, 3)])
def test_the_mailbox_counts_marks_the_same(game: str, size: int, depth: int) -> None:
    assert mailbox.perft(mailbox.Marks(size), depth) == int(NUMBERS[game][depth - 1])


@pytest.mark.slow
def test_the_mailbox_plays_tic_tac_toe_to_the_end() -> None:
    counted = [mailbox.perft(mailbox.Marks(3), depth) for depth in range(1, 10)]
    assert counted == [int(paths) for paths in NUMBERS["tictactoe"]]


def kind_of(state: Draughts) -> str:
    """The name of the game that a position belongs to."""
    size = state.rules.board.size
    return next(variant.name for variant in DRAUGHTS if variant.rules(size) is state.rules)


def picture(state: Draughts) -> mailbox.Draughts:
    """The mailbox's picture of a position."""
    board = state.rules.board
    men = {}
    for square, cell in board.places.items():
        bit = 1 << square
        if (state.black | state.white) & bit:
            man = "b" if state.black & bit else "w"
            men[cell] = man.upper() if state.towers & bit else man
    return mailbox.Draughts(kind_of(state), board.size, men, state.black_to_act)


@st.composite
def boards(draw: st.DrawFn) -> Draughts:
    """Any board of any size at all: men and kings anywhere they may stand, either side to act."""
    variant = draw(st.sampled_from(DRAUGHTS))
    rules = variant.rules(draw(st.sampled_from([8, *range(SMALLEST, LARGEST + 1)])))
    density = draw(st.integers(1, 8))
    random = draw(st.randoms(use_true_random=False))
    men = {"b": 0, "w": 0, "B": 0, "W": 0, ".": 0}
    for square in rules.board.places:
        man = random.choice("bbwwBW" + "." * density)
        bit = 1 << square
        crowned = {"b": rules.board.last_row, "w": rules.board.first_row}.get(man, 0)
        men[man.upper() if bit & crowned else man] |= bit
    black, white = men["b"] | men["B"], men["w"] | men["W"]
    return make_draughts(rules, black, white, men["B"] | men["W"], draw(st.booleans()))


@settings(max_examples=500)
@given(boards())
def test_the_mailbox_sees_the_same_actions_and_what_they_lead_to(state: Draughts) -> None:
    there = picture(state)
    after = {act.name: there.after(act) for act in there.acts()}
    actions = state.actions()
    assert sorted(action.name for action in actions) == sorted(after)
    assert len(actions) == len(after)
    for action in actions:
        child = state.after(action)
        assert picture(child) == after[action.name]
        assert child == make_draughts(
            child.rules, child.black, child.white, child.towers, child.black_to_act
        )
        assert child.cost == sum(
            {"b": 1, "B": 3, "w": -1, "W": -3}[man] for man in after[action.name].men.values()
        )


@given(st.sampled_from([3, 4]), st.integers(0, 16), st.randoms(use_true_random=False))
def test_the_mailbox_sees_the_same_marks(size: int, marks: int, random: Random) -> None:
    state, there = TicTacToe(grid_of(size), 0, 0, True), mailbox.Marks(size)
    for _ in range(marks):
        names = [str(row * size + column + 1) for row, column in there.acts()]
        assert [action.name for action in state.actions()] == names
        if not names:
            break
        at = random.randrange(len(names))
        state, there = state.after(state.actions()[at]), there.after(there.acts()[at])


def test_the_draughts_variants_differ_in_two_points() -> None:
    """A man crowned in mid-capture stops, but for contest; a king flies, but not to capture."""
    for variant in DRAUGHTS:
        rules = variant.rules(8)
        bits = {name: 1 << square for name, square in rules.board.squares.items()}
        capture = make_draughts(rules, bits["A6"], bits["B7"] | bits["D7"], 0, True)
        name = "A6xC8xE6" if variant is CONTEST else "A6xC8"
        assert [action.name for action in capture.actions()] == [name]
        king = make_draughts(rules, bits["A2"], bits["D5"], bits["A2"], True)
        names = ["A2-B1", "A2-B3", "A2-C4"] if variant is FLYING else ["A2-B1", "A2-B3"]
        assert [action.name for action in king.actions()] == names
