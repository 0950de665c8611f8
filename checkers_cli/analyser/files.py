"""Writes files so that a reader never sees half of one."""

import os
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
        path = path.resolve()  # a link stays one; what it points to is replaced
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        with _create(draft) as stream:
            yield stream
        draft.replace(path)
    except BaseException:
        with suppress(OSError):  # what went wrong first is what matters
            draft.unlink()
        raise


def _create(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
