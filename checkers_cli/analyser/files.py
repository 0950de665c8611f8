"""Writes files so that a reader never sees half of one."""

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path`, folders made, once all of it has been written.

    Whatever goes wrong before that, Ctrl-C included, leaves what was there and nothing else.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))  # a link stays one; what it points to is replaced
    draft = path.with_name(f".checkers-{os.getpid()}.tmp")
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


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """While this lasts, being told to end (SIGTERM) is an exception, so that drafts are removed."""

    def end(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _create(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
