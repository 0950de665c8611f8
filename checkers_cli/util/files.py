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

# Drafts carry the number of the process that began it all, which its workers inherit.
_SESSION = os.getpid()
_numbers = itertools.count()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path`, folders made, once all of it has been written.

    Whatever goes wrong before that, Ctrl-C included, leaves what was there and nothing else.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))  # a link stays one; what it points to is replaced
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    draft = path.with_name(f".checkers-{_SESSION}-{os.getpid()}-{next(_numbers)}.tmp")
    try:
        with _create(draft) as stream:
            with suppress(OSError):
                draft.chmod(stat.S_IMODE(path.stat().st_mode))  # who could read it still can
            yield stream
        draft.replace(path)
    except BaseException:
        with suppress(OSError):  # what went wrong first is what matters
            draft.unlink()
        raise


def sweep(folders: Iterable[Path]) -> None:
    """Remove what workers that were killed could not remove themselves."""
    for folder in folders:
        for draft in folder.glob(f".checkers-{_SESSION}-*.tmp"):
            with suppress(OSError):
                draft.unlink()


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """While this lasts, being told to end is an exception, so that nothing is left behind.

    That is SIGTERM, and SIGHUP, which comes when the terminal goes away (not under nohup).
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
