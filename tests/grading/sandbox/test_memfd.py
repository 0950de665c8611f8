import errno
import os
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.sandbox.memfd import Descriptors, MemoryFile, read_all
from checkers_cli.util.disk import NoSpace


def read(fd: int) -> bytes:
    with open(fd, "rb") as stream:
        return stream.read()


@given(st.binary(max_size=5000))
def test_every_open_reads_the_whole_content(content: bytes) -> None:
    with MemoryFile(content) as file:
        assert read(file.open()) == content
        assert read(file.open()) == content
        assert file.content() == content
        assert file.size == len(content)


def test_descriptors_have_separate_offsets() -> None:
    with MemoryFile(b"abcdef") as file:
        first, second = file.open(), file.open()
        assert os.read(first, 4) == b"abcd"
        assert read(second) == b"abcdef"
        assert read(first) == b"ef"


def test_a_large_memory_file() -> None:
    content = bytes(range(256)) * (1 << 15)
    with MemoryFile(content) as file:
        assert read(file.open()) == content


def test_a_memory_file_without_space_is_reported_and_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = os.listdir("/proc/self/fd")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail)
        with pytest.raises(NoSpace) as caught:
            MemoryFile(b"script")
    assert str(caught.value).startswith("files in memory: no memory is left; free some space")
    assert os.listdir("/proc/self/fd") == before


def test_a_memory_file_cannot_be_changed() -> None:
    with MemoryFile(b"script") as file:
        fd = file.open()
        again = os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
        for attempt in (
            lambda: os.pwrite(again, b"X", 0),
            lambda: os.pwrite(again, b"X", 100),
            lambda: os.truncate(again, 0),
            lambda: os.truncate(again, 1000),
        ):
            with pytest.raises(PermissionError):
                attempt()
        os.close(again)
        os.close(fd)
        assert file.content() == b"script"


def test_opened_descriptors_are_not_inheritable() -> None:
    with MemoryFile(b"") as file:
        fd = file.open()
        assert not os.get_inheritable(fd)
        os.close(fd)


def test_closing_twice_does_not_close_a_reused_descriptor() -> None:
    file = MemoryFile(b"text")
    file.close()
    other = os.open(os.devnull, os.O_RDONLY)
    file.close()
    os.fstat(other)
    os.close(other)


def test_a_report_can_be_written_but_not_shortened() -> None:
    with ExitStack() as stack:
        fd = Descriptors(stack).report()
        os.write(fd, b"first ")
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, b"second ")
        os.pwrite(fd, b"third", 0)
        for length in (0, 3):
            with pytest.raises(PermissionError):
                os.truncate(fd, length)
        with pytest.raises(PermissionError):
            os.open(f"/proc/self/fd/{fd}", os.O_WRONLY | os.O_TRUNC)
        assert read_all(fd) == b"first second third"


def test_descriptors_are_closed_at_the_end_of_a_run() -> None:
    with MemoryFile(b"text") as file, ExitStack() as stack:
        files = Descriptors(stack)
        opened = [files.empty(), files.open(file), files.open(file, passed=True), files.null()]
        assert files.passed == [opened[2]]
        assert os.read(opened[3], 1) == b""
        stack.close()
        for fd in opened:
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.fstat(fd)


def test_missing_descriptors_are_not_passed_on() -> None:
    with ExitStack() as stack:
        files = Descriptors(stack)
        report = files.empty()
        files.pass_on(report, -1)
        assert files.passed == [report]


def test_read_all_ignores_the_offset() -> None:
    with ExitStack() as stack:
        fd = Descriptors(stack).empty()
        assert read_all(fd) == b""
        os.write(fd, b"first ")
        os.write(fd, b"second")
        assert read_all(fd) == read_all(fd) == b"first second"
