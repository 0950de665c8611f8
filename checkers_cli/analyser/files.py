"""Writes files so that a reader never sees half of one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path`, folders made, once all of it has been written.

    Whatever goes wrong before that, Ctrl-C included, leaves what was there and nothing else.
    """
    path = path.resolve()  # a symbolic link stays one; its target is replaced
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as stream:
            yield stream
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
