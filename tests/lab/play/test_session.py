from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.game import Draws
from checkers_cli.lab.play.players import HUMAN, MACHINE, Players
from checkers_cli.lab.play.session import PlaySession
from checkers_cli.rules.variants import ENGLISH, FLYING, TICTACTOE, TOWER, VARIANTS, Variant

TWO = Players(white=HUMAN)


def session_of(players: Players = TWO, start: str | None = None) -> PlaySession:
    return PlaySession(players, players.variant.read(start) if start else None)


def names(session: PlaySession) -> list[str]:
    return [action.name for action in session.game.actions]


@pytest.mark.parametrize("entry", ["7", " 7 ", "007", "G6-F5", "g6 f5", "56 45", "G6:f5"])
def test_an_action_can_be_typed_in_many_ways(entry: str) -> None:
    session = session_of()
    assert session.enter(entry) == ("black: G6-F5", True)
    assert names(session) == ["G6-F5"]
    assert session.status == "white to act, action 2"


def test_on_a_board_of_marks_a_number_is_a_cell() -> None:
    session = session_of(Players(TICTACTOE, white=HUMAN), "x../.../...")
    assert session.listed == []
    assert session.enter("3").words == "o: 3"
    assert (
        session.enter("1").words
        == "'1' is not an empty cell; the empty cells are 2, 4, 5, 6, 7, 8, 9"
    )


def test_wrong_entries(snapshot: SnapshotAssertion) -> None:
    session = session_of()
    entries = ["", "0", "8", "G6", "G6-G5", "B3-A4", "I9-J10", "99 88", "A6-B5-C4", "-1", "save",
               "load", "load nothing/here", "undo", "\x1b[2J"]  # fmt: skip
    replies = [session.enter(entry) for entry in entries]
    assert not any(reply.board for reply in replies)
    assert session.game.actions == []
    shown = [f"{entry!r}: {reply.words}" for entry, reply in zip(entries, replies, strict=True)]
    assert shown == snapshot


def test_captures_may_be_forced() -> None:
    forced = session_of(Players(ENGLISH, white=HUMAN), "W:WC4,A8:BB3,F7")
    assert forced.enter("A8-B7").words == "A8-B7: a capture is forced, and must be made to its end"


def test_undo_goes_back_to_ones_own_last_turn() -> None:
    session = session_of(Players(level=1))
    session.enter("1")
    assert session.machine_to_act
    assert session.act().words == "white: B3-C4"
    session.enter("1")
    session.act()
    assert session.enter("undo").board
    assert names(session) == ["A6-B5", "B3-C4"]
    session.enter("UNDO")
    assert session.game.actions == []
    assert session.enter("undo").words == "you have no action to take back"


def test_undo_of_two_humans_is_one_action() -> None:
    session = session_of()
    for entry in ("1", "1", "undo"):
        session.enter(entry)
    assert len(session.game.actions) == 1
    assert session.player == "white"


def test_undo_does_not_take_back_the_machines_first_action() -> None:
    session = session_of(Players(black=MACHINE, white=HUMAN, level=1))
    session.act()
    assert session.enter("undo").words == "you have no action to take back"
    assert len(session.game.actions) == 1


def test_a_hint_has_its_line_and_changes_nothing() -> None:
    session = session_of(TWO._replace(level=6), "B:WB7,D7:BKB5,C8")
    assert session.enter("hint").words == (
        "hint: C8-E6, black wins\nits line: C8-E6 B7-C8 B5-C6 C8-D7 C6-E8"
    )
    assert session.game.actions == []
    first = session_of(TWO._replace(level=1)).enter("hint").words
    assert first == "hint: A6-B5, even, looking 1 action ahead\nits line: A6-B5"
    ahead = session_of(TWO._replace(level=2), "B:WC6,B1:BKA6,C8,H7,F7").enter("hint").words
    assert ", black is ahead by 4 points, looking 2 actions ahead\n" in ahead
    marks = PlaySession(Players(TICTACTOE, level=9), TICTACTOE.read("xox/oxx/o.. o"))
    assert marks.enter("hint").words.startswith("hint: 9, drawn\n")  # and not 9 actions ahead


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("evaluation", ["material", "contest", "positional"])
def test_machines_play_everything_to_an_end(name: str, evaluation: str) -> None:
    players = Players(VARIANTS[name], MACHINE, MACHINE, 1, evaluation, Draws(rounds=10))
    session = session_of(players)
    while session.machine_to_act:
        session.act()
    assert session.status.startswith(("draw: ", "black wins: ", "white wins: ", "x wins", "o wins"))


def test_the_winner_is_named_with_the_reason() -> None:
    session = session_of(TWO, "B:WC4:BKD5")
    session.enter("D5-B3")
    assert session.status == "black wins: white has no men left"
    assert session.prompt == "game over> "
    for entry in ("1", "hint", "resign", "D5-C4"):
        assert session.enter(entry).words.startswith("the game is over: enter undo")
    assert session.enter("undo").board
    assert session.outcome is None
    session.enter("1")
    assert session.outcome is None
    assert not session.left


def test_an_empty_line_leaves_a_game_that_is_over() -> None:
    session = session_of(TWO, "B:WC4:BKD5")
    session.enter("D5-B3")
    assert session.enter("") == ("", False)
    assert session.left


def test_resigning_can_be_taken_back() -> None:
    session = session_of()
    session.enter("1")
    session.enter("resign")
    assert session.status == "black wins: white resigns"
    session.enter("undo")
    assert session.status == "white to act, action 2"


def test_a_draw() -> None:
    session = session_of(TWO._replace(draws=Draws(repetitions=2)), "B:WKA2:BKH7")
    for entry in ("H7-G8", "A2-B1", "G8-H7", "B1-A2"):
        session.enter(entry)
    assert session.status == "draw: the same position for the 2nd time"


@pytest.mark.parametrize("word", ["quit", "Exit", None])
def test_leaving_says_how_to_go_on(word: str | None) -> None:
    session = session_of(TWO, WORKED_EXAMPLE)
    reply = session.end_of_input() if word is None else session.enter(word)
    command = f"to continue from here: checkers play --white human --position {WORKED_EXAMPLE}"
    assert reply.words == ("the input has ended; " if word is None else "") + command
    assert session.left


def test_help(snapshot: SnapshotAssertion) -> None:
    assert session_of().enter("help").words == snapshot
    assert (
        session_of(Players(TICTACTOE)).enter("?").words.startswith("enter the number of an empty")
    )


@pytest.mark.parametrize("variant", [TOWER, FLYING, TICTACTOE], ids=lambda variant: variant.name)
def test_save_and_load(variant: Variant, tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    start = "B:WKF7:BKH7,A6" if variant.has_men else "x../.../..."
    session = session_of(Players(variant, white=HUMAN), start)
    session.enter("2")
    assert session.enter(f"save {file}").words.startswith("saved; to continue from there: checkers")
    states = session.game.states[:]
    session.enter("resign")
    assert session.enter(f"save  {file}").words == (
        f"{file} exists already; save! {file} replaces it"
    )
    assert session.enter(f"load {file}").words == f"loaded {file}: 1 action"
    assert session.game.states == states
    assert session.outcome is None
    session.enter("undo")
    assert session.enter(f"save! {file}").words.startswith("saved")
    assert session.enter(f"load {file}").words == f"loaded {file}: 0 actions"


def test_a_bad_file_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("G6-F5\nG6-F5\n")
    session = session_of()
    session.enter("1")
    reply = session.enter(f"load {tmp_path}/bad")
    assert reply == (f"{tmp_path}/bad:2: G6-F5: Source cell is empty.", False)
    assert len(session.game.actions) == 1


words = st.one_of(
    st.sampled_from(["undo", "hint", "resign", "board", "help", "save", "load", "save! "]),
    st.integers(-1, 12).map(str),
    st.from_regex(r"[a-jA-J]?[0-9]{1,2}[- x][a-jA-J]?[0-9]{1,2}", fullmatch=True),
    st.text(max_size=8),
)


@settings(max_examples=60)
@given(st.sampled_from(sorted(VARIANTS)), st.booleans(), st.lists(words, max_size=25))
def test_whatever_is_entered_is_answered(name: str, machine: bool, lines: list[str]) -> None:
    session = session_of(Players(VARIANTS[name], HUMAN, MACHINE if machine else HUMAN, 1))
    for line in lines:
        if session.machine_to_act:
            session.act()
        elif not session.left:
            number = len(session.game.actions)
            reply = session.enter(line)
            assert reply.words or reply.board or session.left
            assert reply.board or len(session.game.actions) == number
            assert reply.words.isprintable() or "\n" in reply.words
    while session.enter("undo").board:
        pass
    assert session.game.actions == []
