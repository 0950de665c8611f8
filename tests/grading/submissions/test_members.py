import os
import socket
from pathlib import Path

import pytest

from checkers_cli.grading.submissions.members import (
    Bounds,
    Member,
    Notes,
    Refused,
    folder_members,
    out_of_bounds,
    read_file,
    unique_members,
)


def names_in(folder: Path, bounds: Bounds | None = None) -> tuple[list[str], tuple[str, ...]]:
    notes = Notes()
    members = folder_members(str(folder), notes, bounds or Bounds())
    return [member.name for member in members], notes.lines()


def test_folder_members_leave_out_litter(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.c").write_bytes(b"main")
    (tmp_path / "run").write_bytes(b"#!")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "evil.c").touch()
    (tmp_path / "main.o").touch()
    members = folder_members(str(tmp_path), notes := Notes())
    assert [(m.name, m.size, m.executable, m.read(10)) for m in members] == [
        ("run", 2, True, b"#!"),
        ("src/main.c", 4, False, b"main"),
    ]
    assert set(notes.lines()) == {
        "left out, hidden or system files: .git",
        "left out, made by a tool: main.o",
    }


def test_only_regular_files_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.c").touch()
    (tmp_path / "link.c").symlink_to("/etc/passwd")
    (tmp_path / "linked").symlink_to("/etc")
    (tmp_path / "broken").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.c")
    monkeypatch.chdir(tmp_path)  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.c")
        names, notes = names_in(tmp_path)
    assert names == ["a.c"]
    assert {note.partition(":")[0] for note in notes} == {
        "left out, a link",
        "left out, not a regular file",
    }


def test_reading_a_link_or_a_pipe_fails_at_once(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "missing", "."):
        with pytest.raises(OSError, match=r".+"):
            read_file(str(tmp_path / name), 10)


def test_reads_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "sparse.c"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)
    (member,) = folder_members(str(tmp_path), Notes())
    assert member.read_start(3) == bytes(3)
    with pytest.raises(Refused, match=r"sparse.c is larger than 1 MB"):
        member.read(1_000_000)


def test_folders_are_bounded(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*"abcde")
    deep.mkdir(parents=True)
    (deep / "deep.c").touch()
    (tmp_path / "top.c").touch()
    assert names_in(tmp_path, Bounds(depth=5)) == (
        ["top.c"],
        ("left out, nested too deeply: a/b/c/d/e",),
    )
    assert names_in(tmp_path, Bounds(depth=6))[0] == ["a/b/c/d/e/deep.c", "top.c"]
    with pytest.raises(Refused, match="more than 1 files"):
        names_in(tmp_path, Bounds(entries=1))


def test_unusual_file_names_are_kept(tmp_path: Path) -> None:
    names = [b"-o.c", b"a\nb.c", b"\xff\xfe.c", b"'\"$(x).c", b"a\\..\\b.c", b" .c"]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).touch()
    assert sorted(os.fsencode(name) for name in names_in(tmp_path)[0]) == sorted(names)


def test_names_too_long_or_too_deep_are_out_of_bounds() -> None:
    assert out_of_bounds("a/" * 15 + "b") == ""
    assert out_of_bounds("a/" * 16 + "b") == "nested too deeply"
    assert out_of_bounds("é" * 100) == ""
    assert out_of_bounds("x/" + "é" * 100 + "\udcff") == "with too long a name"


def member(name: str, data: bytes = b"") -> Member:
    return Member(name, len(data), False, lambda most: data[:most])


def test_duplicate_members_and_conflicting_names() -> None:
    notes = Notes()
    unique = unique_members(
        [member("b", b"1"), member("a/x"), member("b", b"2"), member("B")], notes
    )
    assert [(m.name, m.read_start(9)) for m in unique] == [("B", b""), ("a/x", b""), ("b", b"2")]
    assert notes.lines() == ("b occurs more than once; the last one counts",)
    with pytest.raises(Refused, match="a/b both as a file and as a folder"):
        unique_members([member("a/b/c/d"), member("a/b")], notes)
