import errno
import os
import pickle
import tempfile
from pathlib import Path

import pytest

from checkers_cli.util import disk
from checkers_cli.util.disk import (
    NoSpace,
    compiler_lacks_space,
    is_full,
    lack_of_space,
    naming_full_disk,
    no_space,
    unusable,
)
from checkers_cli.util.errors import EXIT_BAD_INPUT, UnusableInput

FULL = OSError(errno.ENOSPC, "No space left on device")
QUOTA = OSError(errno.EDQUOT, "Disk quota exceeded")
DENIED = PermissionError(errno.EACCES, "Permission denied")
AGAIN = "free some space and run the same command again"


def test_a_full_disk_is_told_from_other_errors() -> None:
    assert is_full(FULL)
    assert is_full(QUOTA)
    assert not is_full(DENIED)
    assert not is_full(ValueError("28"))
    assert not is_full(OSError("without a number"))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (FULL, f"a\\nb: the disk is full; {AGAIN}"),
        (QUOTA, f"a\\nb: the disk quota is used up; {AGAIN}"),
        (DENIED, "a\\nb: cannot be written: permission denied"),
        (ValueError("embedded null byte"), "a\\nb: cannot be written: embedded null byte"),
    ],
)
def test_messages_are_one_line(error: Exception, message: str) -> None:
    found = unusable("a\nb", error, "cannot be written: ")
    assert str(found) == message
    assert found.exit_status == EXIT_BAD_INPUT


def test_the_error_survives_the_way_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(no_space("report")))
    assert type(error) is NoSpace
    assert error.problem == "report: the disk is full"
    assert str(error) == f"report: the disk is full; {AGAIN}"


def test_only_errors_of_a_full_disk_are_named() -> None:
    with pytest.raises(NoSpace, match=r"^/scratch: the disk is full"), naming_full_disk("/scratch"):
        raise FULL
    with pytest.raises(PermissionError), naming_full_disk("/scratch"):
        raise DENIED


def test_a_lack_of_space_is_found_by_trying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lack_of_space(str(tmp_path), 1000) == 0
    assert lack_of_space(str(tmp_path / "none"), 1000) == 0
    assert list(tmp_path.iterdir()) == []

    def refuse(descriptor: int, start: int, size: int) -> None:
        raise QUOTA

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    assert lack_of_space(str(tmp_path), 1000) == errno.EDQUOT

    def fail(**_: object) -> None:
        raise FULL

    monkeypatch.setattr(tempfile, "TemporaryFile", fail)
    assert lack_of_space(str(tmp_path), 1000) == errno.ENOSPC


TOLD = "ld: final link failed: No space left on device"


@pytest.mark.parametrize(
    ("messages", "free", "is_told"),
    [
        (TOLD, 0, True),
        (TOLD, 1 << 20, True),
        ("a.s: Disk quota exceeded", 1 << 20, True),
        (TOLD, 1 << 30, False),  # the source can contain these words
        ("error: 'x' undeclared", 1 << 20, False),
        ("ld terminated with signal 7 [Bus error]", 0, True),
    ],
)
def test_a_compiler_without_space(
    messages: str, free: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(folder: str, size: int) -> int:
        return errno.ENOSPC if folder == "/full" and size > free else 0

    monkeypatch.setattr(disk, "lack_of_space", lacks)
    found = compiler_lacks_space(messages, ["/empty", "/full"])
    assert (found is not None) is is_told
    if found is not None:
        assert isinstance(found, UnusableInput)
        assert found.problem == "/full: the disk is full"
