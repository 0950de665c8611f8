import errno
import signal

import pytest

from checkers_cli.grading.sandbox.jobs import Ended, signal_name


def ended(why: str, status: int) -> Ended:
    return Ended(why, status, 0, 0, 0, b"", b"")


@pytest.mark.parametrize(
    ("why", "status", "words"),
    [
        ("ended", 0, "exit status 0"),
        ("ended", 139, "exit status 139"),
        ("ended", -11, "signal SIGSEGV"),
        ("ended", -32, "signal 32"),
        ("cpu", 0, "stopped: CPU time ran out"),
        ("wall", 0, "stopped: time ran out"),
        ("memory", 0, "stopped: memory ran out"),
        ("inodes", 0, "stopped: too many files"),
        ("start", errno.ENOENT, "could not be started: No such file or directory"),
    ],
)
def test_the_end_of_a_command_in_words(why: str, status: int, words: str) -> None:
    assert ended(why, status).words == words


def test_only_a_command_that_ended_by_itself_has_a_signal() -> None:
    assert ended("ended", -signal.SIGABRT).signal == signal.SIGABRT
    assert ended("ended", 134).signal == 0
    assert ended("cpu", -signal.SIGKILL).signal == 0


def test_every_signal_has_a_name() -> None:
    assert signal_name(11) == "SIGSEGV"
    assert signal_name(31) == "SIGSYS"
    assert signal_name(signal.SIGRTMIN) == "SIGRTMIN"
    assert signal_name(signal.SIGRTMIN + 3) == "SIGRTMIN+3"
    assert signal_name(32) == "signal 32"
    names = [signal_name(number) for number in range(1, 65)]
    assert len(set(names)) == 64
