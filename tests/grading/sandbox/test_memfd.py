import os
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.sandbox.memfd import Descriptors, Held, all_of


def read(fd: int) -> bytes:
    with open(fd, "rb") as stream:
        return stream.read()


@given(st.binary(max_size=5000))
def test_every_reader_gets_all_of_it(content: bytes) -> None:
    with Held(content) as held:
        assert read(held.open()) == content
        assert read(held.open()) == content
        assert held.content() == content
        assert held.size == len(content)


def test_readers_do_not_share_where_they_are() -> None:
    with Held(b"abcdef") as held:
        first, second = held.open(), held.open()
        assert os.read(first, 4) == b"abcd"
        assert read(second) == b"abcdef"
        assert read(first) == b"ef"


def test_a_large_one() -> None:
    content = bytes(range(256)) * (1 << 15)
    with Held(content) as held:
        assert read(held.open()) == content


def test_nobody_can_change_it() -> None:
    with Held(b"script") as held:
        fd = held.open()
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
        assert held.content() == b"script"


def test_what_is_opened_is_not_passed_on_by_accident() -> None:
    with Held(b"") as held:
        fd = held.open()
        assert not os.get_inheritable(fd)
        os.close(fd)


def test_letting_go_twice_closes_nothing_of_others() -> None:
    held = Held(b"text")
    held.close()
    other = os.open(os.devnull, os.O_RDONLY)
    held.close()
    os.fstat(other)
    os.close(other)


def test_descriptors_are_closed_at_the_end_of_a_run() -> None:
    with Held(b"text") as held, ExitStack() as stack:
        files = Descriptors(stack)
        opened = [files.empty(), files.of(held), files.of(held, passed=True), files.null()]
        assert files.passed == [opened[2]]
        assert os.read(opened[3], 1) == b""
        stack.close()
        for fd in opened:
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.fstat(fd)


def test_only_what_is_there_is_passed_on() -> None:
    with ExitStack() as stack:
        files = Descriptors(stack)
        report = files.empty()
        files.pass_on(report, -1)
        assert files.passed == [report]


def test_what_came_back_is_read_from_its_beginning() -> None:
    with ExitStack() as stack:
        fd = Descriptors(stack).empty()
        assert all_of(fd) == b""
        os.write(fd, b"first ")
        os.write(fd, b"second")
        assert all_of(fd) == all_of(fd) == b"first second"
