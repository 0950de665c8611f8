import errno
import io
import re
from collections.abc import Callable

import pytest
from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.game import Draws
from checkers_cli.lab.play.players import HUMAN, MACHINE, Players
from checkers_cli.lab.play.screens import DrawnScreen, Screen, TextScreen, read_entry, run_session
from checkers_cli.lab.play.session import PlaySession
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER
from checkers_cli.util.errors import UnusableInput

WIN = "A6-A5\n2\nundo\nA6-B5\nC8-E6\nB5-C6\nC6-E8\n"


def text_screen(write: Callable[[str], object], lines: bytes) -> Screen:
    return TextScreen(write, io.BytesIO(lines), echo=True)


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def drawn_screen(write: Callable[[str], object], lines: bytes) -> Screen:
    return DrawnScreen(lambda text: write(without_colours(text)), io.BytesIO(lines))


def played(
    lines: str,
    players: Players,
    start: str | None = None,
    screen: Callable[[Callable[[str], object], bytes], Screen] = text_screen,
) -> str:
    """All that is written while these lines are entered."""
    out: list[str] = []
    session = PlaySession(players, players.variant.read(start) if start else None)
    run_session(session, screen(out.append, lines.encode()))
    return "".join(out)


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def test_from_a_wrong_entry_to_a_win_in_plain_text(snapshot: SnapshotAssertion) -> None:
    text = played(WIN, Players(level=6), WORKED_EXAMPLE)
    assert "\x1b" not in text
    assert text.endswith("black wins: white has no men left\n")
    assert text == snapshot


def test_two_machines_in_plain_text(snapshot: SnapshotAssertion) -> None:
    assert played("", Players(TICTACTOE, MACHINE, MACHINE, 2)) == snapshot


def test_two_humans_until_the_input_ends(snapshot: SnapshotAssertion) -> None:
    assert played("1\n1\n", Players(ENGLISH, white=HUMAN, draws=Draws(3, 40, 20))) == snapshot


def test_the_same_game_drawn() -> None:
    text = played(WIN + "\n", Players(level=6), WORKED_EXAMPLE, drawn_screen)
    pictures = text.split("\x1b[H\x1b[2J")[1:]
    assert all(picture.startswith("tower: black (human)") for picture in pictures)
    assert not any("\x1b" in picture for picture in pictures)
    assert pictures[-1].endswith("black wins: white has no men left\nblack: C6-E8\ngame over> ")
    assert "A6-A5: Illegal action.\nblack> " in text
    assert "black: A6-B5\nwhite: C6-D7\nblack> " in text  # all since the last entry is there
    assert "white to act, action 2, thinking\n" in text
    # One for each of the eight entries, and one for each of the four times the machine thinks.
    assert len(pictures) == 13


def test_a_drawn_game_that_is_over_can_be_taken_back() -> None:
    text = played("D5-B3\nundo\nquit\n", Players(), "B:WC4:BKD5", drawn_screen)
    assert "taken back: D5-B3\nblack> " in text
    assert text.endswith("black> to continue from here: checkers play --position B:WC4:BKD5\n")


def test_the_end_of_the_input_on_a_terminal() -> None:
    assert played("", Players(), None, drawn_screen).endswith(
        "black> \nthe input has ended; to continue from here: checkers play\n"
    )


@pytest.mark.parametrize(("width", "height"), [(80, 16), (30, 14), (5, 3), (1, 1)])
def test_small_windows(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    text = played("1\nhelp\nquit\n", Players(level=1), None, drawn_screen)
    assert "black to act, action 3" in text
    first = text.split("\x1b[H\x1b[2J")[1]
    if height >= 14:
        assert len(first.splitlines()) <= height


def test_the_board_of_two_machines_stays_in_sight() -> None:
    players = Players(ENGLISH, MACHINE, MACHINE, 1, draws=Draws(rounds=20))
    pictures = played("", players, None, drawn_screen).split("\x1b[H\x1b[2J")[1:]
    assert max(len(picture.splitlines()) for picture in pictures) < 24
    assert re.search(r"20 rounds\nblack: .*\nwhite: .*\n$", pictures[-1])  # what each did last


def test_words_that_take_several_lines_leave_less_for_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "19")
    text = played("what is it that I have to enter here?\n", Players(), None, drawn_screen)
    last = text.split("\x1b[H\x1b[2J")[-1].split("black> ")[0]
    assert "7 actions: the window is too small\n'what is it" in last
    assert sum(-(-max(1, len(line)) // 40) for line in last.splitlines()) < 19


def test_two_machines_rest_between_actions() -> None:
    rests: list[float] = []

    class Watched(DrawnScreen):
        def pause(self, seconds: float) -> None:
            rests.append(seconds)

    session = PlaySession(Players(TOWER, MACHINE, MACHINE, 1, draws=Draws(rounds=2)))
    run_session(session, Watched(len, io.BytesIO()), 0.25)
    assert rests == [0.25] * 3


def test_ctrl_c_leaves_the_screen_in_order() -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    out: list[str] = []
    for screen in (
        DrawnScreen(out.append, Interrupted()),
        TextScreen(out.append, Interrupted(), echo=True),
    ):
        out.clear()
        with pytest.raises(KeyboardInterrupt):
            run_session(PlaySession(Players()), screen)
        text = "".join(out)
        assert text.endswith("\n")
        codes = re.findall(r"\x1b\[[0-9;]*m", text)
        assert not codes or codes[-1] == "\x1b[0m"


def test_entries_of_any_bytes_and_length() -> None:
    stream = io.BytesIO(b"a\r\n\xff\n" + b"x" * 5000 + b"\nlast")
    assert read_entry(stream) == "a\r\n"
    assert read_entry(stream) == "\udcff\n"
    assert read_entry(stream) == "x" * 1000
    assert read_entry(stream) == "last"
    assert read_entry(stream) is None


def test_a_terminal_that_has_gone_is_told_in_a_line() -> None:
    class Gone(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(UnusableInput, match="standard input: input/output error"):
        read_entry(Gone())


def test_echoed_entries_are_printable() -> None:
    text = played("\x1b[2J\n", Players())
    assert "black> \\x1b[2J\n" in text
    assert "\x1b" not in text
