"""Full disks and exceeded quotas: recognised, and reported in one line that says what to do."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

RUN_AGAIN = "free some space and run the same command"
_WORDS = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}
_COMPILING = 8 << 20  # bytes: more than a compiler needs
_LITTLE = 64 << 10  # bytes: a linker that has less can crash without a word


class NoSpace(UnusableInput):
    """A file or folder cannot be written, because there is no space for it."""

    def __init__(self, problem: str, advice: str = f"{RUN_AGAIN} again") -> None:
        super().__init__(problem, advice)
        self.problem = problem

    def __str__(self) -> str:
        return "; ".join(self.args)


def is_full(error: BaseException) -> bool:
    """Whether an error says that a disk is full."""
    return isinstance(error, OSError) and error.errno in _WORDS


def no_space(place: str, number: int | None = errno.ENOSPC) -> NoSpace:
    """The error for the user; `number` is that of the system's error."""
    return NoSpace(f"{printable(place)}: {_WORDS[number or errno.ENOSPC]}")


def unusable(place: str, error: Exception, doing: str = "") -> UnusableInput:
    """The error for the user about a file or folder; `doing` says what failed."""
    if isinstance(error, OSError) and is_full(error):
        return no_space(place, error.errno)
    return UnusableInput(f"{printable(place)}: {doing}{reason(error)}")


@contextmanager
def naming_full_disk(place: str) -> Iterator[None]:
    """Turn the error of a full disk into one that names a file or folder; others stay."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise no_space(place, error.errno) from None
        raise


def lack_of_space(folder: str, size: int) -> int:
    """The number of the error if `size` more bytes have no space in a folder; 0 if they have.

    For errors of others that do not tell, such as those of SQLite and of compilers.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as stream:
            os.posix_fallocate(stream.fileno(), 0, size)
    except OSError as error:
        return error.errno or 0 if is_full(error) else 0
    return 0


def compiler_lacks_space(messages: str, folders: list[str]) -> NoSpace | None:
    """The error for the user if a compiler failed for want of space in one of the folders.

    Its messages alone prove nothing, because a source can contain such words.
    """
    told = any(os.strerror(number) in messages for number in _WORDS)
    found = ((folder, lack_of_space(folder, _COMPILING if told else _LITTLE)) for folder in folders)
    return next((no_space(folder, number) for folder, number in found if number), None)
