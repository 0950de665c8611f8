"""Keeps results as they come in one SQLite file, so that grading can go on where it was.

Everything is kept under a digest of all that it depends on (sources, commands, toolchain, case,
limits, the version of this program): what has changed has another key, and is done anew.
"""

import fcntl
import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from checkers_cli.util.data import from_data, to_data
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

STORE_FILE = "work.sqlite"
_ANEW = "--fresh begins anew"
_SCHEMA = 1  # a file with another one is begun anew
# What says that the store itself is of no use: no submission is to blame for that.
BROKEN = (sqlite3.Error, UnusableInput)

T = TypeVar("T")


def key_of(*parts: object) -> str:
    """A digest of values that JSON can hold."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class Store:
    """Facts and blobs by key; all threads may use it."""

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self.path = folder / STORE_FILE
        self._lock = threading.Lock()
        self._guard = _guard(folder)
        try:
            self._begin(fresh)
        except BaseException as error:
            os.close(self._guard)
            if isinstance(error, OSError):
                raise UnusableInput(f"{printable(str(self.path))}: {reason(error)}") from None
            raise

    def _begin(self, fresh: bool) -> None:
        if fresh:
            self._forget()
        try:
            self._open()
        except sqlite3.DatabaseError:  # not ours, of another version, or damaged
            self._forget()
            self._open()

    def _open(self) -> None:
        try:
            self._connection = sqlite3.connect(self.path, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise UnusableInput(f"{printable(str(self.path))}: {error}") from None
        try:
            self._prepare()
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.OperationalError):
                raise UnusableInput(f"{printable(str(self.path))}: {error}") from None
            raise

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _SCHEMA):
            raise sqlite3.DatabaseError("of another version")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, fact TEXT NOT NULL, "
            "blob BLOB) WITHOUT ROWID"
        )
        self._connection.execute(f"PRAGMA user_version = {_SCHEMA}")
        self._connection.commit()

    def _forget(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(STORE_FILE + suffix).unlink(missing_ok=True)

    def knows(self, key: str) -> bool:
        """Whether there is a fact under a key."""
        return self._fact(key) is not None

    def read(self, key: str, kind: type[T]) -> T | None:
        """The fact of this kind under a key, or None."""
        fact = self._fact(key)
        with self._reading():
            return None if fact is None else from_data(kind, json.loads(fact))

    def _fact(self, key: str) -> str | None:
        with self._lock:
            row = self._connection.execute("SELECT fact FROM facts WHERE key = ?", [key]).fetchone()
        return None if row is None else row[0]

    def blob(self, key: str) -> bytes | None:
        """The bytes that were put with a fact, or None."""
        with self._lock:
            row = self._connection.execute("SELECT blob FROM facts WHERE key = ?", [key]).fetchone()
        with self._reading():
            return None if row is None or row[0] is None else zlib.decompress(row[0])

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Says in a line that what is there is not what was put there."""
        try:
            yield
        except (zlib.error, ValueError, TypeError) as error:
            words = f"damaged ({printable(str(error))[:80]})"
            raise UnusableInput(f"{printable(str(self.path))}: {words}; {_ANEW}") from None

    def put(self, items: list[tuple[str, Any, bytes | None]]) -> None:
        """Keep some facts, each with its bytes if it has any: all of them or, cut short, none."""
        rows = [
            (key, json.dumps(to_data(fact)), None if blob is None else zlib.compress(blob, 1))
            for key, fact, blob in items
        ]
        with self._lock, self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file; another may open it now."""
        with self._lock:
            self._connection.close()
        os.close(self._guard)


def _guard(folder: Path) -> int:
    """What keeps a second grader out of a report folder for as long as it is open."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f".{STORE_FILE}.lock"
        guard = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UnusableInput(f"{printable(str(folder))}: {reason(error)}") from None
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(guard)
        busy = "another `checkers grade` is writing this report"
        words = busy if isinstance(error, BlockingIOError) else reason(error)
        raise UnusableInput(f"{printable(str(folder))}: {words}") from None
    return guard


@contextmanager
def open_store(folder: Path, fresh: bool = False) -> Iterator[Store]:
    """The store in a report folder, for as long as it is needed."""
    store = Store(folder, fresh)
    try:
        yield store
    except sqlite3.Error as error:
        raise UnusableInput(f"{printable(str(store.path))}: {error}; {_ANEW}") from None
    finally:
        store.close()
