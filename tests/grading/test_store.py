import errno
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from grading.machine import needs_small_disks, on_small_disk
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.store import STORE_FILE, Store, key_of, open_store
from checkers_cli.util.errors import UnusableInput

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)

ANY: Any = object  # whatever is there


def kept(folder: Path, key: str) -> Any:
    with open_store(folder) as store:
        return store.read(key, ANY)


def test_facts_and_blobs_survive_reopening(tmp_path: Path) -> None:
    with open_store(tmp_path / "new" / "report") as store:
        store.put([("a", ["AC", 1.5, None], None), ("b", {"x": "é\udcff"}, b"\0blob" * 100)])
        assert store.read("a", ANY) == ["AC", 1.5, None]
    with open_store(tmp_path / "new" / "report") as store:
        assert store.read("a", ANY) == ["AC", 1.5, None]
        assert store.blob("a") is None
        assert store.read("b", ANY) == {"x": "é\udcff"}
        assert store.blob("b") == b"\0blob" * 100
        assert store.read("c", ANY) is None
        assert store.blob("c") is None


def test_an_empty_blob_differs_from_none(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 1, b"")])
        assert store.blob("a") == b""


def test_a_second_put_replaces_the_first(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 1, b"old")])
        store.put([("a", 2, None)])
        assert (store.read("a", ANY), store.blob("a")) == (2, None)


def test_put_is_atomic(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with pytest.raises(TypeError):
            store.put([("a", 1, None), ("b", object(), None)])
        with pytest.raises(sqlite3.IntegrityError):
            store.put([("a", 1, None), (None, 2, None)])  # type: ignore[list-item]
        assert store.read("a", ANY) is None


def test_fresh_deletes_the_store(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 1, None)])
    with open_store(tmp_path, fresh=True) as store:
        assert store.read("a", ANY) is None


def test_a_second_store_in_one_folder_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 1, None)])
        with pytest.raises(UnusableInput) as caught, open_store(tmp_path, fresh=True):
            pass
        words = f"{tmp_path}: another `checkers grade` is writing this report"
        assert str(caught.value) == words
        assert store.read("a", ANY) == 1
    assert kept(tmp_path, "a") == 1


def test_stored_facts_survive_kill_9(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, sys\n"
        "from checkers_cli.grading.store import Store\n"
        "store = Store(pathlib.Path(sys.argv[1]))\n"
        "for number in range(50): store.put([(str(number), number, b'x' * 1000)])\n"
        "store._connection.execute(\"INSERT INTO facts VALUES ('half', '1', NULL)\")\n"
        "os.kill(os.getpid(), 9)\n"
    )
    command = [sys.executable, "-P", "-c", program, str(tmp_path)]
    assert subprocess.run(command, check=False).returncode == -9
    with open_store(tmp_path) as store:
        assert [store.read(str(number), ANY) for number in range(50)] == list(range(50))
        assert store.read("half", ANY) is None


FILLING = """
import os, sys
from pathlib import Path
from checkers_cli.grading.store import open_store
from checkers_cli.util.errors import UnusableInput
disk, free = Path(sys.argv[1]), int(sys.argv[2])
blob = os.urandom(3000)
with open_store(disk) as store:
    store.put([("0", 0, blob)])
with (disk / "filler").open("wb") as filler:
    space = os.statvfs(disk)
    os.posix_fallocate(filler.fileno(), 0, max(1, space.f_bfree * space.f_frsize - free))
stored = 1
try:
    with open_store(disk) as store:
        while True:
            store.put([(str(stored), stored, blob)])
            stored += 1
except UnusableInput as error:
    print(type(error).__name__, error)
(disk / "filler").unlink()
with open_store(disk) as store:
    assert [store.read(str(n), int) for n in range(stored)] == list(range(stored))
    assert all(store.blob(str(n)) == blob for n in range(stored))
    store.put([("more", 1, blob)])
"""


@needs_small_disks
@pytest.mark.parametrize("free", [0, 4096, 20_000, 40_000, 100_000, 400_000])
def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path, free: int) -> None:
    command = [sys.executable, "-P", "-c", FILLING, str(tmp_path), str(free)]
    done = subprocess.run(
        on_small_disk(tmp_path, 1 << 20, command), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    advice = "free some space and run the same command again"
    assert done.stdout == f"NoSpace {tmp_path / STORE_FILE}: the disk is full; {advice}\n"


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CANTOPEN])
@pytest.mark.parametrize("number", [errno.EDQUOT, 0])
def test_an_exceeded_quota_is_told_from_other_errors(
    tmp_path: Path, code: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite reports it as an I/O error."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    monkeypatch.setattr("checkers_cli.grading.store.lack_of_space", lambda folder, size: number)
    with pytest.raises(UnusableInput) as caught, open_store(tmp_path):
        raise error
    words = "the disk quota is used up; free" if number else "disk I/O error; --fresh starts over"
    assert str(caught.value).startswith(f"{tmp_path / STORE_FILE}: {words}")


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\0" * 300])
def test_a_file_that_is_not_a_store_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / STORE_FILE).write_bytes(content)
    with open_store(tmp_path) as store:
        assert store.read("a", ANY) is None
        store.put([("a", 1, None)])
    assert kept(tmp_path, "a") == 1


def test_a_store_of_another_version_is_replaced(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 1, None)])
    connection = sqlite3.connect(tmp_path / STORE_FILE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert kept(tmp_path, "a") is None


def test_a_damaged_page_is_reported_in_one_line(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([(str(number), "fact" * 50, os.urandom(500)) for number in range(500)])
    path = tmp_path / STORE_FILE
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    with pytest.raises(UnusableInput) as caught:
        kept(tmp_path, "7")
    assert str(caught.value).startswith(f"{path}: ")
    assert "malformed" in str(caught.value)


@pytest.mark.parametrize(
    ("fact", "blob"), [("{", None), ("[1", b"x"), ("3", b"not packed"), ("3", "text")]
)
def test_damaged_contents_are_reported_in_one_line(tmp_path: Path, fact: str, blob: Any) -> None:
    with open_store(tmp_path):
        pass
    with sqlite3.connect(tmp_path / STORE_FILE) as connection:
        connection.execute("INSERT INTO facts VALUES ('a', ?, ?)", [fact, blob])
    connection.close()
    with pytest.raises(UnusableInput) as caught, open_store(tmp_path) as store:
        store.read("a", ANY) and store.blob("a")
    assert str(caught.value).startswith(f"{tmp_path / STORE_FILE}: damaged (")
    assert str(caught.value).endswith("; --fresh starts over")


def test_a_fact_of_the_wrong_type_is_reported_as_damage(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.put([("a", 7, None), ("b", "seven", None)])
        assert (store.read("a", int), store.read("c", int)) == (7, None)
        assert (store.knows("a"), store.knows("c")) == (True, False)
        with pytest.raises(UnusableInput, match="--fresh starts over"):
            store.read("b", int)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_instead_of_the_store_is_reported_in_one_line(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / STORE_FILE).mkdir()
    with pytest.raises(UnusableInput, match=STORE_FILE), open_store(tmp_path, fresh):
        pass
    (tmp_path / STORE_FILE).rmdir()
    assert kept(tmp_path, "a") is None  # the failed attempt keeps nobody out


def test_a_file_instead_of_the_report_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "report").touch()
    with pytest.raises(UnusableInput, match="report: file exists"), open_store(tmp_path / "report"):
        pass


def test_several_threads_can_use_the_store(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def use(store: Store, thread: int) -> None:
        try:
            for number in range(30):
                store.put([(f"{thread}-{number}", [thread, number], b"blob")])
                assert store.read(f"{thread}-{number}", ANY) == [thread, number]
        except BaseException as error:
            failures.append(error)

    with open_store(tmp_path) as store:
        threads = [threading.Thread(target=use, args=(store, number)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures
        assert store.read("5-29", ANY) == [5, 29]


@given(st.lists(json_values, max_size=4), st.lists(json_values, max_size=4))
def test_keys_are_equal_only_for_equal_parts(first: list[Any], second: list[Any]) -> None:
    assert key_of(*first) == key_of(*first)
    if repr(first) != repr(second) and first != second:
        assert key_of(*first) != key_of(*second)


def test_parts_of_a_key_are_separated() -> None:
    assert key_of("ab", "c") != key_of("a", "bc") != key_of(["ab", "c"])
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1})
    assert len(key_of()) == 64
