from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EXAMPLES, WORKED_EXAMPLE, played_positions

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import final_position
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.games.scripts import read_game, script_of
from checkers_cli.rules.position import Position
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER, VARIANTS, Variant
from checkers_cli.util.errors import CheckersError, UnusableInput

Value = TypeVar("Value")

ENDGAME = "W:WKC4:BB3,F7"


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "game.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def or_error(
    function: Callable[..., Value], *args: object
) -> Value | tuple[str, int, type[CheckersError]]:
    """What a function returns, or the words, the exit status and the kind of its error."""
    try:
        return function(*args)
    except CheckersError as error:
        return str(error), error.exit_status, type(error)


def played(variant: Variant, start: State | None, picks: list[int]) -> Game:
    """A game in which each action is one of those that there are."""
    game = Game(variant, start)
    for pick in picks:
        actions = game.state.actions()
        if actions:
            game.act(actions[pick % len(actions)])
    return game


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=25)
@given(picks=st.lists(st.integers(0, 11), max_size=60), cut=st.integers(0, 10))
def test_a_game_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, name: str, picks: list[int], cut: int
) -> None:
    variant = VARIANTS[name]
    for start in (None, played(variant, None, picks[:cut]).state):
        game = played(variant, start, picks[cut:])
        path = written(tmp_path_factory.getbasetemp(), script_of(game))
        again = read_game(path, variant, start if variant is TOWER else None)
        assert again.states == game.states
        assert [one.name for one in again.actions] == [one.name for one in game.actions]


def test_a_script_names_its_variant_and_start() -> None:
    assert script_of(played(TOWER, None, [0, 0])) == "A6-B5\nB3-C4\n"
    assert script_of(Game(TICTACTOE)) == "# tictactoe\n"
    game = Game(ENGLISH, ENGLISH.read(ENDGAME))
    game.act(game.state.actions()[0])
    assert script_of(game) == f"# english\n# position {ENDGAME}\nC4xA2\n"


@settings(max_examples=25)
@given(position=played_positions(longest=30), picks=st.lists(st.integers(0, 11), max_size=20))
def test_checkers_run_reads_a_tower_game(
    tmp_path_factory: pytest.TempPathFactory, position: Position, picks: list[int]
) -> None:
    game = played(TOWER, position, picks)
    path = written(tmp_path_factory.getbasetemp(), script_of(game))
    assert final_position(Source(path, path), Settings(position)) == (game.state)


def test_every_example_is_a_game() -> None:
    """Also those that end in an error, with the words that `checkers tree` has for it."""
    for path in sorted(EXAMPLES.glob("*.txt")):
        source = Source(str(path), path.name)
        expected = or_error(final_position, source, Settings())
        found = or_error(read_game, str(path), TOWER)
        assert (found.state if isinstance(found, Game) else found) == expected


def test_a_command_at_the_end_is_not_carried_out(tmp_path: Path) -> None:
    for command in "AP":
        assert len(read_game(written(tmp_path, f"G6-F5\n\n{command}\n"), TOWER).actions) == 1


def test_comments_blank_lines_and_other_ways_to_write(tmp_path: Path) -> None:
    text = "# English\r\n# Ünsere Partie\n\n b3-a4 \n# flying\n54 45\nd3:c4\n#"
    game = read_game(written(tmp_path, text), ENGLISH)
    assert [action.name for action in game.actions] == ["B3-A4", "E6-F5", "D3-C4"]


def test_a_script_needs_no_header(tmp_path: Path) -> None:
    assert len(read_game(written(tmp_path, "5\n1\n"), TICTACTOE).actions) == 2
    assert read_game(written(tmp_path, ""), TICTACTOE).actions == []


def test_the_start_that_was_asked_for(tmp_path: Path) -> None:
    start = TOWER.read(WORKED_EXAMPLE)
    assert read_game(written(tmp_path, "A6-B5\n"), TOWER, start).start == start


@pytest.mark.parametrize(
    ("variant", "text", "status", "message"),
    [
        (TOWER, "# english\nB3-A4\n", 2, ":1: this is a game of english, not of tower; ask for"),
        (ENGLISH, "# tower\nB3-A4\n", 2, ":1: this is a game of tower, not of english; ask for"),
        (TOWER, "# anything\n", 2, ":1: '# anything' is neither an action like G6-F5 nor"),
        (TOWER, "G6-F5\n# english\n", 2, ":2: '# english' is neither an action"),
        (TOWER, "G6-F5\nZ9-A1\n", 1, ":2: Z9-A1: Source cell is outside of the board."),
        (TOWER, "A\nA\n", 2, ":2: 'A' stands after the command A"),
        (ENGLISH, "B3-A4\nA\n", 2, ":2: 'A' is neither an action like B3-A4 nor a comment"),
        (ENGLISH, "B3-A4\nG6 F\xff\n", 2, ":2: 'G6 F\\xc3\\xbf' is neither an action"),
        (ENGLISH, "\n# x\nB3-A4\nB3-A4\n", 1, ":4: B3-A4: B3 is empty"),
        (ENGLISH, "\ufeff# english\n", 2, ":1: '\\xef\\xbb\\xbf# english' starts with a byte"),
        (ENGLISH, "# english\n# position x\n", 2, ":2: position: row 1 is 'x'; a row has"),
        (ENGLISH, f"#position {ENDGAME}\n# Position: {ENDGAME}\n", 2, ":2: a second position"),
        (ENGLISH, f"B3-A4\n# position {ENDGAME}\n", 2, ":2: the position comes too late"),
        (ENGLISH, "#" * 2000, 2, "is longer than 1000 bytes"),
        (
            TICTACTOE,
            "1\n1\n",
            1,
            ":2: '1' is not an empty cell; the empty cells are 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (TICTACTOE, "1\n4\n2\n5\n3\n6\n", 1, ":6: 6: the game is over, x has a line"),
        (TICTACTOE, "1-2\n", 2, ":1: '1-2' is neither the number of a cell nor a comment"),
    ],
)
def test_errors_in_a_script_name_its_line(
    tmp_path: Path, variant: Variant, text: str, status: int, message: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(CheckersError) as caught:
        read_game(path, variant)
    assert caught.value.exit_status == status
    assert str(caught.value).startswith(path + ":")
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_two_places_to_begin(tmp_path: Path) -> None:
    path = written(tmp_path, f"# english\n# position {ENDGAME}\n")
    with pytest.raises(UnusableInput, match="leave out --position"):
        read_game(path, ENGLISH, ENGLISH.start)


@pytest.mark.parametrize("variant", [TOWER, ENGLISH])
def test_unreadable_scripts_are_refused(tmp_path: Path, variant: Variant) -> None:
    for path in (tmp_path, tmp_path / "missing.txt"):
        with pytest.raises(UnusableInput, match="directory"):
            read_game(str(path), variant)


@settings(max_examples=25)
@given(raw=st.binary(max_size=40), name=st.sampled_from(sorted(VARIANTS)))
def test_any_bytes_are_a_game_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, name: str
) -> None:
    path = written(tmp_path_factory.getbasetemp(), raw)
    found = or_error(read_game, path, VARIANTS[name])
    assert isinstance(found, Game) or str(found[0]).isprintable()
