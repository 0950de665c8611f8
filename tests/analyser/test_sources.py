import errno
import io
import os
import subprocess
from pathlib import Path

import pytest

from checkers_cli.analyser.sources import Source, find_scripts
from checkers_cli.util.errors import UnusableInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.txt", "a.txt", "a-out.txt", "orphan-out.txt", "notes.md", ".hidden.txt"):
        (tmp_path / name).write_text("A\n")
    for name in ("sub", ".git"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "c.txt").write_text("A\n")
    return tmp_path


def test_a_folder_gives_its_scripts_by_name(folder: Path) -> None:
    sources, problems = find_scripts([str(folder)])
    names = [source.name for source in sources]
    assert names == ["a.txt", "b.txt", "orphan-out.txt", os.path.join("sub", "c.txt")]
    assert problems == []


def test_arguments_keep_their_order(folder: Path) -> None:
    arguments = [str(folder / "b.txt"), "-", str(folder / "sub"), str(folder / "notes.md")]
    sources, problems = find_scripts(arguments)
    assert [s.name for s in sources] == ["b.txt", "stdin.txt", "c.txt", "notes.md"]
    assert problems == []


def test_arguments_without_scripts_are_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    sources, problems = find_scripts(["-", str(tmp_path / "empty"), "-"])
    assert len(sources) == 1
    assert problems == [
        f"{tmp_path / 'empty'}: no scripts (*.txt) in this folder",
        "standard input: can be read only once",
    ]


@pytest.mark.parametrize(
    ("name", "reason"), [("missing.txt", "no such file"), ("", "is a directory"), ("\0", "null")]
)
def test_a_script_that_cannot_be_opened_is_reported_in_one_line(
    tmp_path: Path, name: str, reason: str
) -> None:
    with pytest.raises(UnusableInput, match=reason) as caught:
        Source(os.path.join(tmp_path, name), name).open()
    assert str(caught.value).isprintable()


def test_an_unreadable_subfolder_does_not_hide_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def deny(path: str) -> object:  # permissions would not stop root
        if path.endswith("sub"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", deny)
    sources, problems = find_scripts([str(folder)])
    assert [source.name for source in sources] == ["a.txt", "b.txt", "orphan-out.txt"]
    assert problems == [f"{folder / 'sub'}: permission denied"]


def test_only_files_are_scripts(folder: Path) -> None:
    os.mkfifo(folder / "fifo.txt")  # would be waited for
    (folder / "folder.txt").mkdir()
    (folder / "link.txt").symlink_to(folder / "b.txt")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    (folder / "sub" / "up").symlink_to(folder)
    *names, last = [source.name for source in find_scripts([str(folder)])[0]]
    assert names == ["a.txt", "b.txt", "link.txt", "loop.txt", "orphan-out.txt"]
    assert last == os.path.join("sub", "c.txt")


def test_deep_folders(tmp_path: Path) -> None:
    deep = os.path.join(tmp_path, *["d"] * 1200)  # Python's stack has a thousand frames
    subprocess.run(["mkdir", "-p", deep], check=True)
    try:
        Path(deep, "x.txt").touch()
        (source,) = find_scripts([str(tmp_path)])[0]
    finally:
        subprocess.run(["rm", "-r", tmp_path / "d"], check=True)  # pytest could not
    assert source.path == os.path.join(deep, "x.txt")


def test_a_folder_can_be_left_out(folder: Path) -> None:
    sources, _ = find_scripts([str(folder)], leaving_out=str(folder / "sub"))
    assert [source.name for source in sources] == ["a.txt", "b.txt", "orphan-out.txt"]
    everything, _ = find_scripts([str(folder)], leaving_out=str(folder))
    assert len(everything) == 4


def test_names_that_are_no_names(tmp_path: Path) -> None:
    sources, problems = find_scripts(["", f"{tmp_path}/missing/", f"{tmp_path}/missing/.."])
    assert [source.name for source in sources] == ["script.txt", "script.txt"]
    assert problems == ["an empty argument names no script"]


class Broken(io.BytesIO):
    def readline(self, size: int | None = -1) -> bytes:
        raise OSError(errno.EIO, "Input/output error")


def test_reading_that_breaks_off_is_told() -> None:
    with pytest.raises(UnusableInput, match="disk/script: input/output error"):
        list(Source("disk/script", "script").statements(Broken()))


def test_standard_input_has_a_name_for_messages() -> None:
    assert Source("-", "stdin.txt").label == "standard input"
