"""Stores results in an SQLite file at once, so that interrupted grading can continue.

The key of a result is a digest of everything that it depends on: sources, commands, toolchain,
case, limits, the code of this program. After a change of these, the result is made again.
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
from checkers_cli.util.disk import lack_of_space, no_space, unusable
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

STORE_FILE = "work.sqlite"
_START_OVER = "--fresh starts over"
# Bytes. SQLite reports a want of space as an I/O error, too: of quota, or for its shared memory.
_NEEDED = 256 << 10
_SCHEMA = 1  # a file with another version is deleted
# Errors of the store itself, which must not be recorded as an error of one submission.
BROKEN = (sqlite3.Error, UnusableInput)

T = TypeVar("T")


def key_of(*parts: object) -> str:
    """A digest of JSON values."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class Store:
    """Facts (JSON) and blobs by key; safe to use from several threads."""

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self.path = folder / STORE_FILE
        self._lock = threading.Lock()
        self._lock_file = _locked(folder)
        try:
            self._begin(fresh)
        except BaseException as error:
            os.close(self._lock_file)
            if isinstance(error, OSError):
                raise unusable(str(self.path), error) from None
            raise

    def _begin(self, fresh: bool) -> None:
        if fresh:
            self._delete()
        try:
            self._open()
        except sqlite3.DatabaseError:  # not ours, of another version, or damaged
            self._delete()
            self._open()

    def _open(self) -> None:
        try:
            self._connection = sqlite3.connect(self.path, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise self.unusable(error) from None
        try:
            self._prepare()
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.OperationalError):
                raise self.unusable(error) from None
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

    def _delete(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(STORE_FILE + suffix).unlink(missing_ok=True)

    def unusable(self, error: sqlite3.Error, advice: str = "") -> UnusableInput:
        """The error for the user; the advice is left out if the disk is full."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without its details
        if code == sqlite3.SQLITE_FULL:
            return no_space(str(self.path))
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            number = lack_of_space(str(self.path.parent), _NEEDED)
            if number:
                return no_space(str(self.path), number)
        return UnusableInput(f"{printable(str(self.path))}: {error}{advice}")

    def knows(self, key: str) -> bool:
        """Whether there is a fact with this key."""
        return self._fact(key) is not None

    def read(self, key: str, kind: type[T]) -> T | None:
        """The fact with this key, as a value of this type; None if there is none."""
        fact = self._fact(key)
        with self._reading():
            return None if fact is None else from_data(kind, json.loads(fact))

    def _fact(self, key: str) -> str | None:
        with self._lock:
            row = self._connection.execute("SELECT fact FROM facts WHERE key = ?", [key]).fetchone()
        return None if row is None else row[0]

    def blob(self, key: str) -> bytes | None:
        """The blob with this key, or None."""
        with self._lock:
            row = self._connection.execute("SELECT blob FROM facts WHERE key = ?", [key]).fetchone()
        with self._reading():
            return None if row is None or row[0] is None else zlib.decompress(row[0])

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn errors in decoding stored data into an `UnusableInput` of one line."""
        try:
            yield
        except (zlib.error, ValueError, TypeError) as error:
            words = f"damaged ({printable(str(error))[:80]})"
            raise UnusableInput(f"{printable(str(self.path))}: {words}; {_START_OVER}") from None

    def put(self, items: list[tuple[str, Any, bytes | None]]) -> None:
        """Store keys, facts and blobs in one transaction."""
        rows = [
            (key, json.dumps(to_data(fact)), None if blob is None else zlib.compress(blob, 1))
            for key, fact, blob in items
        ]
        with self._lock, self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file, and release the lock of the folder."""
        with self._lock:
            self._connection.close()
        os.close(self._lock_file)


def _locked(folder: Path) -> int:
    """A locked descriptor that keeps other graders out of a report folder until it is closed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f".{STORE_FILE}.lock"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise unusable(str(folder), error) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        busy = "another `checkers grade` is writing this report"
        words = busy if isinstance(error, BlockingIOError) else reason(error)
        raise UnusableInput(f"{printable(str(folder))}: {words}") from None
    return descriptor


@contextmanager
def open_store(folder: Path, fresh: bool = False) -> Iterator[Store]:
    """Open the store in a report folder."""
    store = Store(folder, fresh)
    try:
        yield store
    except sqlite3.Error as error:
        raise store.unusable(error, f"; {_START_OVER}") from None
    finally:
        store.close()
