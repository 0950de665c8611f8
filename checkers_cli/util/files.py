"""Writes files so that a reader never sees half of one."""

import errno
import itertools
import os
import signal
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from checkers_cli.util.disk import is_full, unusable
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

# Drafts are named after the first process, because `sweep` runs there. Workers inherit the number.
_SESSION = os.getpid()
_numbers = itertools.count()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content replaces the file `path` when the block ends; folders are made.

    If anything goes wrong before that, Ctrl-C included, the old file stays and no draft is left.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))  # keep the link, replace its target
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    draft = path.with_name(f".checkers-{_SESSION}-{os.getpid()}-{next(_numbers)}.tmp")
    try:
        with _create(draft) as stream:
            with suppress(OSError):
                draft.chmod(stat.S_IMODE(path.stat().st_mode))  # readers keep their access
            yield stream
        draft.replace(path)
    except BaseException as error:
        with suppress(OSError):  # the first error is the one to report
            draft.unlink()
        if isinstance(error, OSError) and is_full(error) and error.filename in (None, str(draft)):
            error.filename = str(path)  # errors of writing name no file
        raise


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file; `UnusableInput` says why it cannot be written."""
    try:
        with replacing(path) as stream:
            stream.write(data)
    except (OSError, ValueError) as error:
        raise unusable(str(path), error, "cannot be written: ") from None


def make_folder(folder: Path, option: str) -> None:
    """Make the folder that an option names, so that a failure is reported before the work."""
    name = f"{option}: {printable(str(folder))}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UnusableInput(f"{name}: is a file, not a folder") from None
    except (OSError, ValueError) as error:
        raise UnusableInput(f"{name}: {reason(error)}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UnusableInput(f"{name}: permission denied")


def sweep(folders: Iterable[Path]) -> None:
    """Remove the drafts of workers that were killed."""
    for folder in folders:
        for draft in folder.glob(f".checkers-{_SESSION}-*.tmp"):
            with suppress(OSError):
                draft.unlink()


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `SystemExit` inside the block, so that clean-up code runs.

    SIGHUP comes when the terminal is closed; under nohup it stays ignored.
    """

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    heeded = [signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        heeded.append(signal.SIGHUP)
    before = [signal.signal(number, end) for number in heeded]
    try:
        yield
    finally:
        for number, handler in zip(heeded, before, strict=True):
            signal.signal(number, handler)


def _create(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
