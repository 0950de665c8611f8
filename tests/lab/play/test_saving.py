import os
import re
from pathlib import Path

import pytest
from support import WORKED_EXAMPLE, CommandLine

from checkers_cli.lab.games.game import Draws, Game
from checkers_cli.lab.play.saving import check_can_save, file_exists, load_game, save_game
from checkers_cli.rules.variants import ENGLISH, TOWER, Variant
from checkers_cli.util.errors import UnusableInput


def game_of(variant: Variant, start: str | None = None) -> Game:
    game = Game(variant, variant.read(start) if start else None)
    for _ in range(2):
        game.act(game.state.actions()[-1])
    return game


@pytest.mark.parametrize("start", [None, "B:WKF7:BKH7,A6"])
@pytest.mark.parametrize("variant", [TOWER, ENGLISH], ids=lambda variant: variant.name)
def test_kept_and_fetched(variant: Variant, start: str | None, tmp_path: Path) -> None:
    game, name = game_of(variant, start), str(tmp_path / "game.txt")
    save_game(game, name)
    given = game.start if variant is TOWER else None
    again = load_game(name, variant, given, Draws(rounds=1))
    assert again.states == game.states
    assert again.outcome is not None


def test_a_tower_game_is_a_script_that_run_reads(tmp_path: Path, cli: CommandLine) -> None:
    game = game_of(TOWER, WORKED_EXAMPLE)
    save_game(game, str(tmp_path / "game.txt"))
    result = cli("run", tmp_path / "game.txt", "--position", WORKED_EXAMPLE)
    assert result.exit_code == 0
    assert "ACTION #2" in result.stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "name of the file is missing"),
        ("-", "name a file"),
        ("a\0b", "no file has such a name"),
        ("/dev/null", "not a regular file"),
    ],
)
def test_names_that_cannot_be(name: str, words: str) -> None:
    with pytest.raises(UnusableInput, match=words):
        save_game(game_of(TOWER), name)


@pytest.mark.parametrize("name", ["folder", "folder/", "free/", ".", "..", "/"])
def test_a_folder_is_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert not file_exists(name)  # nobody is told that it would be replaced
    for refuse in (check_can_save, lambda name: save_game(game_of(TOWER), name)):
        with pytest.raises(UnusableInput, match=f"{re.escape(name)}: is a directory; name a file"):
            refuse(name)
    assert os.listdir() == ["folder"]


def test_a_name_must_be_free(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    os.symlink(tmp_path / "nowhere", tmp_path / "link")
    assert file_exists(str(taken))
    assert file_exists(str(tmp_path / "link"))
    assert not file_exists(str(tmp_path / "free"))
    assert not file_exists("")
    check_can_save(str(tmp_path / "a" / "b" / "free"))
    check_can_save(str(taken), loaded=f"{tmp_path}/./taken")
    with pytest.raises(UnusableInput, match="exists already"):
        check_can_save(str(taken), loaded=str(tmp_path / "free"))
    with pytest.raises(UnusableInput, match="nothing can be written"):
        check_can_save(str(taken / "free"))


def test_home_is_where_it_is_for_shells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    save_game(game_of(TOWER), "~/game.txt")
    assert (tmp_path / "game.txt").exists()
