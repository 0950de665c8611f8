import json
from pathlib import Path

import pytest
from lab.played import match_of, settings_of

from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.journal import (
    GAMES_FILE,
    PDN_FILE,
    RESULTS_FILE,
    SETTINGS_FILE,
    open_journal,
)
from checkers_cli.lab.match.matches import Match
from checkers_cli.util.errors import UnusableInput

WINNERS = [True, None, False]


def written(folder: Path, settings: MatchSettings) -> Match:
    """A folder with three of four games."""
    match = match_of(settings, WINNERS)
    with open_journal(str(folder), settings) as journal:
        for record in match.records:
            journal.append(record)
    return match


def read(folder: Path, settings: MatchSettings) -> Match:
    match = match_of(settings, [])
    with open_journal(str(folder), settings) as journal:
        journal.read_into(match)
    return match


def test_written_records_are_read_back(tmp_path: Path) -> None:
    folder, settings = tmp_path / "a" / "b", settings_of()
    match = written(folder, settings)
    assert read(folder, settings).records == match.records
    assert json.loads((folder / SETTINGS_FILE).read_bytes())["games"] == 4


def test_a_game_is_on_disk_as_soon_as_it_is_played(tmp_path: Path) -> None:
    settings = settings_of()
    with open_journal(str(tmp_path), settings) as journal:
        for number, record in enumerate(match_of(settings, WINNERS).records, 1):
            journal.append(record)
            assert (tmp_path / GAMES_FILE).read_bytes().count(b"\n") == number


@pytest.mark.parametrize("torn", [1, 50, 10_000])
def test_a_torn_last_line_is_dropped(tmp_path: Path, torn: int) -> None:
    settings = settings_of()
    match = written(tmp_path, settings)
    whole = (tmp_path / GAMES_FILE).read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    cut = whole[: -min(torn, len(last) - 1)]
    (tmp_path / GAMES_FILE).write_bytes(cut)
    again = match_of(settings, [])
    with open_journal(str(tmp_path), settings) as journal:
        journal.read_into(again)
        assert again.records == match.records[:2]
        journal.append(match.records[2])
    assert (tmp_path / GAMES_FILE).read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (settings_of(seed=1), "seed: 0 there, 1 here"),
        (settings_of(games=6), "games: 4 there, 6 here"),
        (settings_of(variant="tower"), "variant: contest there, tower here"),
        (settings_of("random", "random"), "there, random random here"),
        (settings_of(sprt=Sprt(0, 5)), "sprt: not set there, 0 5 here"),
        (settings_of()._replace(programs={"move time": 2}), "move time: not set there, 2 here"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, other: MatchSettings, message: str) -> None:
    written(tmp_path, settings_of())
    with pytest.raises(UnusableInput, match=message) as raised:
        read(tmp_path, other)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b'{"number": 1}', b"\xff", b"[" * 10**5])
def test_damage_in_the_middle_is_said_with_its_line(tmp_path: Path, line: bytes) -> None:
    written(tmp_path, settings_of())
    lines = (tmp_path / GAMES_FILE).read_bytes().split(b"\n")
    lines[1] = line
    (tmp_path / GAMES_FILE).write_bytes(b"\n".join(lines))
    with pytest.raises(UnusableInput, match=r"games\.jsonl:2: not a record of game 2"):
        read(tmp_path, settings_of())


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2.0},
        {"winner": "black"},
        {"winner": 1},
        {"winner": []},
        {"reason": 3},
        {"forfeit": "overslept"},
        {"forfeit": []},
        {"forfeit": "illegal", "winner": None},
        {"opening": "four"},
        {"opening": 3},
        {"opening": -1},
        {"actions": []},
        {"actions": [1, 2, 3, 4]},
        {"seconds": []},
        {"seconds": ["a", "b"]},
        {"seconds": [float("nan"), 1]},
        {"seconds": [-1, 1]},
        {"pdn": None},
        {"pdn": "\ud800"},
    ],
)
def test_a_record_that_was_changed_by_hand_is_damage(
    tmp_path: Path, change: dict[str, object]
) -> None:
    written(tmp_path, settings_of())
    lines = (tmp_path / GAMES_FILE).read_bytes().split(b"\n")
    lines[1] = json.dumps(json.loads(lines[1]) | change).encode()
    (tmp_path / GAMES_FILE).write_bytes(b"\n".join(lines))
    with pytest.raises(UnusableInput, match=r"games\.jsonl:2: not a record of game 2"):
        read(tmp_path, settings_of())


def test_games_in_another_order_are_damage(tmp_path: Path) -> None:
    written(tmp_path, settings_of())
    lines = (tmp_path / GAMES_FILE).read_bytes().splitlines(keepends=True)
    (tmp_path / GAMES_FILE).write_bytes(b"".join([lines[0], lines[2], lines[1]]))
    with pytest.raises(UnusableInput, match=":2: not a record of game 2"):
        read(tmp_path, settings_of())


def test_games_without_settings_and_settings_that_are_none(tmp_path: Path) -> None:
    written(tmp_path, settings_of())
    for text in ("[]", "[" * 10**5):
        (tmp_path / SETTINGS_FILE).write_text(text)
        with pytest.raises(UnusableInput, match=r"match\.json: not the settings of a match"):
            read(tmp_path, settings_of())
    (tmp_path / SETTINGS_FILE).unlink()
    with pytest.raises(UnusableInput, match=r"has games in it, but no match\.json"):
        read(tmp_path, settings_of())


def test_a_folder_of_a_match_is_locked(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import fcntl, sys; stream = open(sys.argv[1], 'ab+'); "
        "fcntl.lockf(stream, fcntl.LOCK_EX); print('locked', flush=True); sys.stdin.read()"
    )
    written(tmp_path, settings_of())
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / GAMES_FILE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(UnusableInput, match="another match is being played there"):
            read(tmp_path, settings_of())
        other.communicate(b"")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableInput, match="file: a file, not a folder"):
        read(tmp_path / "file", settings_of())
    with pytest.raises(UnusableInput, match="not a directory"):
        read(tmp_path / "file" / "below", settings_of())


def test_a_device_is_no_file_of_games(tmp_path: Path) -> None:
    (tmp_path / GAMES_FILE).symlink_to("/dev/null")  # /dev/full would be read for ever
    with pytest.raises(UnusableInput, match=r"games\.jsonl: not a regular file"):
        read(tmp_path, settings_of())


def test_games_and_results_are_written(tmp_path: Path) -> None:
    settings = settings_of()
    match = match_of(settings, WINNERS)
    with open_journal(str(tmp_path), settings) as journal:
        journal.write_games(match.records)
        journal.write_results({"games": 3})
    assert (tmp_path / PDN_FILE).read_text() == "pdn\n" * 3
    assert json.loads((tmp_path / RESULTS_FILE).read_text()) == {"games": 3}
