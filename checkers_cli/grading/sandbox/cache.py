"""Empties the machine's cache of the files that submissions see."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from checkers_cli.grading.sandbox.view import Extent, visible_folders

# In the folder for temporary files: programs have been run on hidden cases since the last time.
_MARK = "checkers-hidden-cases"
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


def forget_reads(folders: Iterable[str] | None = None) -> None:
    """Drop the contents of files from memory, so that nobody can tell who has read which.

    The kernel tells each program whether a page that it reads had to come from the disk. So a
    program could note what is in a hidden script by what it reads, and read the note when it is
    handed in again. Files in use stay in memory; those are the same ones each time.
    """
    for top in folders or visible_folders(Extent.EVERYTHING):
        for folder, _, names in os.walk(top):
            for name in names:
                with suppress(OSError):
                    _forget(os.path.join(folder, name))


def forget_notes(leaves_notes: bool) -> None:
    """Call `forget_reads` if programs may have left notes; `leaves_notes` says that some will now.

    Also a grading without hidden cases must not read notes of one with them.
    """
    mark = Path(tempfile.gettempdir(), _MARK)
    if leaves_notes or mark.exists():
        forget_reads()
        with suppress(OSError):  # the mark of another user stays, which costs only time
            mark.touch() if leaves_notes else mark.unlink()


def _forget(path: str) -> None:
    file = os.open(path, _FLAGS)
    try:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(file)
