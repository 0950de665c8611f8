from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.game import Draws
from checkers_cli.lab.play.players import HUMAN, MACHINE, Seats
from checkers_cli.lab.play.session import Sitting
from checkers_cli.rules.variants import ENGLISH, FLYING, TICTACTOE, TOWER, VARIANTS, Variant

TWO = Seats(white=HUMAN)


def sitting_of(seats: Seats = TWO, start: str | None = None) -> Sitting:
    return Sitting(seats, seats.variant.read(start) if start else None)


def names(sitting: Sitting) -> list[str]:
    return [action.name for action in sitting.game.actions]


@pytest.mark.parametrize("entry", ["7", " 7 ", "007", "G6-F5", "g6 f5", "56 45", "G6:f5"])
def test_one_action_in_many_ways(entry: str) -> None:
    sitting = sitting_of()
    assert sitting.enter(entry) == ("black: G6-F5", True)
    assert names(sitting) == ["G6-F5"]
    assert sitting.status == "white to act, action 2"


def test_on_a_board_of_marks_a_number_is_a_cell() -> None:
    sitting = sitting_of(Seats(TICTACTOE, white=HUMAN), "x../.../...")
    assert sitting.listed == []
    assert sitting.enter("3").words == "o: 3"
    assert sitting.enter("1").words == "'1' is no empty cell; these are: 2, 4, 5, 6, 7, 8, 9"


def test_wrong_entries(snapshot: SnapshotAssertion) -> None:
    sitting = sitting_of()
    entries = ["", "0", "8", "G6", "G6-G5", "B3-A4", "I9-J10", "99 88", "A6-B5-C4", "-1", "save",
               "load", "load nothing/here", "undo", "\x1b[2J"]  # fmt: skip
    replies = [sitting.enter(entry) for entry in entries]
    assert not any(reply.board for reply in replies)
    assert sitting.game.actions == []
    shown = [f"{entry!r}: {reply.words}" for entry, reply in zip(entries, replies, strict=True)]
    assert shown == snapshot


def test_captures_may_be_forced() -> None:
    forced = sitting_of(Seats(ENGLISH, white=HUMAN), "W:WC4,A8:BB3,F7")
    assert forced.enter("A8-B7").words == "A8-B7: a capture must be made, and made to its end"


def test_undo_goes_back_to_ones_own_last_turn() -> None:
    sitting = sitting_of(Seats(level=1))
    sitting.enter("1")
    assert sitting.machine_to_act
    assert sitting.act().words == "white: B3-C4"
    sitting.enter("1")
    sitting.act()
    assert sitting.enter("undo").board
    assert names(sitting) == ["A6-B5", "B3-C4"]
    sitting.enter("UNDO")
    assert sitting.game.actions == []
    assert sitting.enter("undo").words == "there is nothing of yours to take back"


def test_undo_of_two_humans_is_one_action() -> None:
    sitting = sitting_of()
    for entry in ("1", "1", "undo"):
        sitting.enter(entry)
    assert len(sitting.game.actions) == 1
    assert sitting.player == "white"


def test_what_the_machine_began_with_is_not_ones_own() -> None:
    sitting = sitting_of(Seats(black=MACHINE, white=HUMAN, level=1))
    sitting.act()
    assert sitting.enter("undo").words == "there is nothing of yours to take back"
    assert len(sitting.game.actions) == 1


def test_a_hint_has_its_line_and_changes_nothing() -> None:
    sitting = sitting_of(TWO._replace(level=6), "B:WB7,D7:BKB5,C8")
    assert sitting.enter("hint").words == (
        "hint: C8-E6, black wins\nits line: C8-E6 B7-C8 B5-C6 C8-D7 C6-E8"
    )
    assert sitting.game.actions == []
    first = sitting_of(TWO._replace(level=1)).enter("hint").words
    assert first == "hint: A6-B5, even, looking 1 action ahead\nits line: A6-B5"
    ahead = sitting_of(TWO._replace(level=2), "B:WC6,B1:BKA6,C8,H7,F7").enter("hint").words
    assert ", black is ahead by 4 points, looking 2 actions ahead\n" in ahead
    marks = Sitting(Seats(TICTACTOE, level=9), TICTACTOE.read("xox/oxx/o.. o"))
    assert marks.enter("hint").words.startswith("hint: 9, drawn\n")  # and not 9 actions ahead


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("evaluation", ["material", "contest", "positional"])
def test_machines_play_everything_to_an_end(name: str, evaluation: str) -> None:
    seats = Seats(VARIANTS[name], MACHINE, MACHINE, 1, evaluation, Draws(rounds=10))
    sitting = sitting_of(seats)
    while sitting.machine_to_act:
        sitting.act()
    assert sitting.status.startswith(("draw: ", "black wins: ", "white wins: ", "x wins", "o wins"))


def test_the_winner_is_named_with_the_reason() -> None:
    sitting = sitting_of(TWO, "B:WC4:BKD5")
    sitting.enter("D5-B3")
    assert sitting.status == "black wins: white has no men left"
    assert sitting.prompt == "game over> "
    for entry in ("1", "hint", "resign", "D5-C4"):
        assert sitting.enter(entry).words.startswith("the game is over: enter undo")
    assert sitting.enter("undo").board
    assert sitting.outcome is None
    sitting.enter("1")
    assert sitting.outcome is None
    assert not sitting.left


def test_an_empty_line_leaves_a_game_that_is_over() -> None:
    sitting = sitting_of(TWO, "B:WC4:BKD5")
    sitting.enter("D5-B3")
    assert sitting.enter("") == ("", False)
    assert sitting.left


def test_resigning_can_be_taken_back() -> None:
    sitting = sitting_of()
    sitting.enter("1")
    sitting.enter("resign")
    assert sitting.status == "black wins: white resigns"
    sitting.enter("undo")
    assert sitting.status == "white to act, action 2"


def test_a_draw() -> None:
    sitting = sitting_of(TWO._replace(draws=Draws(repetitions=2)), "B:WKA2:BKH7")
    for entry in ("H7-G8", "A2-B1", "G8-H7", "B1-A2"):
        sitting.enter(entry)
    assert sitting.status == "draw: the same position for the 2nd time"


@pytest.mark.parametrize("word", ["quit", "Exit", None])
def test_leaving_says_how_to_go_on(word: str | None) -> None:
    sitting = sitting_of(TWO, WORKED_EXAMPLE)
    reply = sitting.end_of_input() if word is None else sitting.enter(word)
    command = f"to go on from here: checkers play --white human --position {WORKED_EXAMPLE}"
    assert reply.words == ("the input has ended; " if word is None else "") + command
    assert sitting.left


def test_help(snapshot: SnapshotAssertion) -> None:
    assert sitting_of().enter("help").words == snapshot
    assert sitting_of(Seats(TICTACTOE)).enter("?").words.startswith("enter the number of an empty")


@pytest.mark.parametrize("variant", [TOWER, FLYING, TICTACTOE], ids=lambda variant: variant.name)
def test_save_and_load(variant: Variant, tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    start = "B:WKF7:BKH7,A6" if variant.has_men else "x../.../..."
    sitting = sitting_of(Seats(variant, white=HUMAN), start)
    sitting.enter("2")
    assert sitting.enter(f"save {file}").words.startswith("saved; to go on from there: checkers")
    states = sitting.game.states[:]
    sitting.enter("resign")
    assert sitting.enter(f"save  {file}").words == (
        f"{file} is there already; save! {file} would replace it"
    )
    assert sitting.enter(f"load {file}").words == f"loaded {file}: 1 action"
    assert sitting.game.states == states
    assert sitting.outcome is None
    sitting.enter("undo")
    assert sitting.enter(f"save! {file}").words.startswith("saved")
    assert sitting.enter(f"load {file}").words == f"loaded {file}: 0 actions"


def test_a_bad_file_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("G6-F5\nG6-F5\n")
    sitting = sitting_of()
    sitting.enter("1")
    reply = sitting.enter(f"load {tmp_path}/bad")
    assert reply == (f"{tmp_path}/bad:2: G6-F5: Source cell is empty.", False)
    assert len(sitting.game.actions) == 1


words = st.one_of(
    st.sampled_from(["undo", "hint", "resign", "board", "help", "save", "load", "save! "]),
    st.integers(-1, 12).map(str),
    st.from_regex(r"[a-jA-J]?[0-9]{1,2}[- x][a-jA-J]?[0-9]{1,2}", fullmatch=True),
    st.text(max_size=8),
)


@settings(max_examples=60)
@given(st.sampled_from(sorted(VARIANTS)), st.booleans(), st.lists(words, max_size=25))
def test_whatever_is_entered_is_answered(name: str, machine: bool, lines: list[str]) -> None:
    sitting = sitting_of(Seats(VARIANTS[name], HUMAN, MACHINE if machine else HUMAN, 1))
    for line in lines:
        if sitting.machine_to_act:
            sitting.act()
        elif not sitting.left:
            number = len(sitting.game.actions)
            reply = sitting.enter(line)
            assert reply.words or reply.board or sitting.left
            assert reply.board or len(sitting.game.actions) == number
            assert reply.words.isprintable() or "\n" in reply.words
    while sitting.enter("undo").board:
        pass
    assert sitting.game.actions == []
