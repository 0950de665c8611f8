import errno
import os
import signal
import stat
import time
from pathlib import Path

import pytest

from checkers_cli.util.disk import NoSpace
from checkers_cli.util.files import ending_cleanly, replacing, sweep, write_file


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_folders_are_made_and_the_file_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.txt"
    for text in (b"first", b"second"):
        with replacing(path) as stream:
            stream.write(text)
        assert path.read_bytes() == text
    assert names_in(path.parent) == ["file.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_interruption_leaves_what_was_there(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")

    def write_and_fail() -> None:
        with replacing(path) as stream:
            stream.write(b"half of it")
            raise error

    with pytest.raises(error):
        write_and_fail()
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_what_was_there_and_names_the_file(tmp_path: Path, number: int) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    with pytest.raises(OSError) as caught, replacing(path):  # noqa: PT011 - its number is below
        raise OSError(number, "an error of writing names no file")
    assert (caught.value.errno, caught.value.filename) == (number, str(path))
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["file.txt"]


def test_a_full_disk_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, mode: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(NoSpace) as caught:
        write_file(tmp_path / "file.txt", b"text")
    assert caught.value.problem == f"{tmp_path / 'file.txt'}: the disk is full"


def test_a_folder_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file.txt").mkdir()
    with pytest.raises(OSError, match="directory"), replacing(tmp_path / "file.txt") as stream:
        stream.write(b"text")
    assert names_in(tmp_path) == ["file.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, file = tmp_path / "link.txt", tmp_path / "file.txt"
    link.symlink_to(file)
    with replacing(link) as stream:
        stream.write(b"text")
    assert link.is_symlink()
    assert file.read_bytes() == b"text"


def test_a_link_to_itself_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with replacing(tmp_path / "loop") as stream:
        stream.write(b"text")
    assert (tmp_path / "loop").read_bytes() == b"text"


def test_drafts_of_killed_workers_are_swept_away(tmp_path: Path) -> None:
    ours = tmp_path / f".checkers-{os.getpid()}-123.tmp"
    other = tmp_path / ".checkers-1-123.tmp"
    ours.touch()
    other.touch()
    sweep([tmp_path])
    assert names_in(tmp_path) == [other.name]


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with replacing(path) as stream:
        stream.write(b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with replacing(tmp_path / "file.txt") as stream:
        stream.write(b"text")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_a_reader_has_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        with replacing(path) as stream:
            stream.write(b"new")
            stream.flush()
            assert path.read_bytes() == b"old"
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new"


def test_two_in_one_folder_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    with replacing(first) as one, replacing(second) as other:
        one.write(b"one")
        other.write(b"the other")
        one.write(b" and only one")
    assert first.read_bytes() == b"one and only one"
    assert second.read_bytes() == b"the other"
    assert names_in(tmp_path) == ["first.txt", "second.txt"]


def test_a_failed_draft_does_not_harm_another_in_the_folder(tmp_path: Path) -> None:
    def write_and_fail() -> None:
        with replacing(tmp_path / "second.txt") as other:
            other.write(b"half")
            raise ValueError("half of it")

    with replacing(tmp_path / "first.txt") as one:
        one.write(b"one")
        with pytest.raises(ValueError, match="half"):
            write_and_fail()
    assert (tmp_path / "first.txt").read_bytes() == b"one"
    assert names_in(tmp_path) == ["first.txt"]


def test_being_told_to_end_is_an_exception(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)

    def write_and_be_told_to_end() -> None:
        with ending_cleanly(), replacing(tmp_path / "file.txt") as stream:
            stream.write(b"half")
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)

    with pytest.raises(SystemExit) as caught:
        write_and_be_told_to_end()
    assert caught.value.code == 143
    assert names_in(tmp_path) == []
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("letter", ["x", "\N{CJK UNIFIED IDEOGRAPH-8DF3}"])
def test_a_very_long_name(tmp_path: Path, letter: str) -> None:
    path = tmp_path / (letter * (250 // len(letter.encode())) + ".txt")
    with replacing(path) as stream:
        stream.write(b"text")
    assert path.read_bytes() == b"text"
