"""The folder of a match: its settings, a line for each finished game, and the results.

A match that was interrupted, even by a kill, can be continued. Games are recorded in their order,
so the records are the beginning of the match, and the rest is played as if nothing had happened.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from checkers_cli.lab.match.fixtures import MatchSettings
from checkers_cli.lab.match.matches import GameRecord, Match
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.text import printable, reason

SETTINGS_FILE = "match.json"
GAMES_FILE = "games.jsonl"
PDN_FILE = "games.pdn"
RESULTS_FILE = "results.json"
_ELSEWHERE = "give another folder, or remove this one"


class Journal:
    """The records of a match on disk."""

    def __init__(self, folder: Path, stream: BinaryIO) -> None:
        self.folder = folder
        self._stream = stream

    def read_into(self, match: Match) -> None:
        """Add the recorded games to a match; an incomplete last line, left by a kill, is cut off.

        `UnusableInput` if the file holds something else than records of this match.
        """
        self._stream.seek(0)
        whole = 0
        for number, line in enumerate(self._stream, 1):
            if not line.endswith(b"\n"):
                break
            match.add(self._record(match, number, line))
            whole += len(line)
        self._stream.truncate(whole)
        self._stream.seek(whole)

    def _record(self, match: Match, number: int, line: bytes) -> GameRecord:
        try:
            record = GameRecord.of(json.loads(line))
            fixture = match.fixtures[number - 1]
            of_this = record[:3] == fixture[:3] and record.opening == len(fixture.opening)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            of_this = False
        if not of_this:
            path = printable(str(self.folder / GAMES_FILE))
            raise UnusableInput(f"{path}:{number}: not a record of game {number}; {_ELSEWHERE}")
        return record

    def append(self, record: GameRecord) -> None:
        """Record a game. It is flushed at once, so that a kill does not lose it."""
        self._stream.write(record.line.encode() + b"\n")
        self._stream.flush()

    def write_games(self, records: Iterable[GameRecord]) -> None:
        """Write all games for programs that read PDN."""
        with replacing(self.folder / PDN_FILE) as stream:
            for record in records:
                stream.write(record.pdn.encode())

    def write_results(self, results: Mapping[str, Any]) -> None:
        """Write the results as JSON."""
        _write_json(self.folder / RESULTS_FILE, results)


@contextmanager
def open_journal(path: str, settings: MatchSettings) -> Iterator[Journal]:
    """The folder of a new or interrupted match; `UnusableInput` if it holds another match."""
    stream = _opened(Path(path))
    with stream:
        _lock(stream, path)
        _settle(Path(path), settings)
        yield Journal(Path(path), stream)


def _opened(folder: Path) -> BinaryIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / GAMES_FILE).exists() and not (folder / GAMES_FILE).is_file():
            raise UnusableInput(f"--out: {printable(str(folder / GAMES_FILE))}: not a regular file")
        return (folder / GAMES_FILE).open("ab+")
    except FileExistsError:
        raise UnusableInput(f"--out: {printable(str(folder))}: a file, not a folder") from None
    except OSError as error:
        place = printable(str(error.filename or folder))
        raise UnusableInput(f"--out: {place}: {reason(error)}") from None


def _lock(stream: BinaryIO, path: str) -> None:
    """Lock the folder against a second process.

    `lockf`, because a `flock` would be inherited by the workers and outlive a killed parent.
    """
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UnusableInput(
            f"--out: {printable(path)}: another match is being played there"
        ) from None


def _settle(folder: Path, settings: MatchSettings) -> None:
    """Store the settings of a new match, or compare them with the stored ones."""
    path = folder / SETTINGS_FILE
    wanted = json.loads(json.dumps(settings.to_json()))
    try:
        kept = json.loads(path.read_bytes())
        if not isinstance(kept, dict):
            raise ValueError
    except FileNotFoundError:
        if os.path.getsize(folder / GAMES_FILE):
            raise UnusableInput(
                f"--out: {printable(str(folder))}: has games in it, but no {SETTINGS_FILE}; "
                f"{_ELSEWHERE}"
            ) from None
        _write_json(path, wanted)
        return
    except (ValueError, RecursionError):
        raise UnusableInput(
            f"{printable(str(path))}: not the settings of a match; {_ELSEWHERE}"
        ) from None
    for name in [*wanted, *kept]:
        if kept.get(name) != wanted.get(name):
            raise UnusableInput(
                f"--out: {printable(str(folder))}: holds another match; {name}: "
                f"{_value(kept.get(name))} there, {_value(wanted.get(name))} here"
            )


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(one) for one in value)
    return "not set" if value is None else str(value)


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    with replacing(path) as stream:
        stream.write(json.dumps(data, indent=2).encode() + b"\n")
