"""Temporary folders that the next start removes if their maker was killed.

The maker of a folder holds a lock on it (`flock`), which the kernel releases when the maker ends in
whatever way. A folder that has the mark of this module and that nobody holds is left over.
"""

import errno
import fcntl
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import count, islice

from checkers_cli.util.disk import lack_of_space, naming_full_disk, no_space
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import reason

PREFIX = "checkers-"
_NAME = re.compile(rf"{PREFIX}[a-z0-9_]{{8}}")  # as `mkdtemp` makes them
# The mark of a folder whose maker holds a lock. Older versions made folders without a lock, and
# those may be in use. The sticky bit changes nothing else for the owner of a folder.
_MARK = stat.S_ISVTX
_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ATTEMPTS = 100
# Bounds for a sweep, because a program that runs without bubblewrap can make such folders, too.
# What is left after a sweep is removed by later ones.
_MOST_LISTED = 100_000  # names in the temporary folder
_MOST_FOLDERS = 1000
_MOST_IN_A_FOLDER = 20_000
_MOST_REMOVED = 100_000
_MOST_OF_ONES_OWN = 1_000_000  # entries: a process that was left behind may go on making files
_AT_ONCE = 1000  # names in memory

_held: set[int] = set()  # descriptors with a lock


@contextmanager
def temporary_folder(mode: int = 0o700) -> Iterator[str]:
    """The path of a new folder, which is removed at the end of the block."""
    path, descriptor = _make(mode)
    try:
        yield path
    finally:
        if descriptor in _held:  # not in a forked process: the folder is that of its parent
            _empty(descriptor, _MOST_OF_ONES_OWN)
            with suppress(OSError):
                os.rmdir(path)
            _held.remove(descriptor)
            os.close(descriptor)


def sweep_folders(owners: Collection[int]) -> None:
    """Remove the temporary folders of these users that no process holds."""
    with suppress(OSError):
        top = os.open(tempfile.gettempdir(), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with os.scandir(top) as entries:
                names = [e.name for e in islice(entries, _MOST_LISTED) if _NAME.fullmatch(e.name)]
            left = _MOST_REMOVED
            for name in names[:_MOST_FOLDERS]:
                with suppress(OSError):
                    left -= _sweep(top, name, owners, min(left, _MOST_IN_A_FOLDER))
        finally:
            os.close(top)


def _make(mode: int) -> tuple[str, int]:
    """Make a folder, and return its path and the descriptor that holds it."""
    top = _top()
    for _ in range(_ATTEMPTS):
        with naming_full_disk(top):
            path = tempfile.mkdtemp(prefix=PREFIX)
        with suppress(FileNotFoundError):  # a sweep can remove a folder before it is locked
            # Not inheritable: a child process would hold the folder after the death of its maker.
            descriptor = os.open(path, _FLAGS)
            if _lock(descriptor) is not False and _same(os.lstat(path), os.fstat(descriptor)):
                os.fchmod(descriptor, _MARK | mode)
                _held.add(descriptor)
                return path, descriptor
            os.close(descriptor)
        with suppress(OSError):
            os.rmdir(path)
    raise OSError(errno.EAGAIN, "Temporary folders vanish", top)


def _top() -> str:
    """The folder for temporary folders; `UnusableInput` if there is none."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError as error:  # it also tries /tmp, /var/tmp and the current folder
        usual = os.environ.get("TMPDIR") or "/tmp"  # noqa: S108 - only to name it
        number = lack_of_space(usual, 1)
        raise no_space(usual, number) if number else UnusableInput(reason(error)) from None


def _lock(descriptor: int) -> bool | None:
    """Lock a folder; False if another process holds it, None if there are no locks here."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def _sweep(top: int, name: str, owners: Collection[int], most: int) -> int:
    """Remove a folder if it is left over; returns how many entries were removed, at most `most`."""
    before = os.lstat(name, dir_fd=top)
    if not stat.S_ISDIR(before.st_mode) or before.st_uid not in owners:
        return 0
    descriptor = os.open(name, _FLAGS, dir_fd=top)
    try:
        if not _lock(descriptor):
            return 0
        # Only now nothing changes any more: the maker marks a folder after it has locked it.
        found = os.fstat(descriptor)
        if not _same(found, os.lstat(name, dir_fd=top)) or found.st_uid not in owners:
            return 0
        removed = _empty(descriptor, most) if found.st_mode & _MARK else 0
        with suppress(OSError):
            os.rmdir(name, dir_fd=top)
        return removed
    finally:
        os.close(descriptor)


def _empty(top: int, most: int) -> int:
    """Remove what is in an open folder, at most `most` entries; returns how many were removed.

    Inner folders are moved to the top before they are emptied. So any depth needs two descriptors,
    and no path that a link could lead elsewhere.
    """
    removed = 0
    fresh = (f"{secrets.token_hex(8)}-{number}" for number in count())
    with suppress(OSError):
        _allow(top)
    while removed < most:
        before = removed
        for name, is_folder in _entries(top, most - removed):
            with suppress(OSError):
                if is_folder:
                    removed += _empty_inner(top, name, fresh, most - removed)
                    os.rmdir(name, dir_fd=top)
                else:
                    os.unlink(name, dir_fd=top)
                removed += 1
        if removed == before:  # nothing is left, or nothing can be removed
            break
    return removed


def _empty_inner(top: int, name: str, fresh: Iterator[str], most: int) -> int:
    """Empty a folder in `top`; folders in it are moved to `top`. Returns how many it removed."""
    removed = 0
    folder = _open_inner(top, name)
    try:
        while entries := _entries(folder, most - removed):
            before = removed
            for inner, is_folder in entries:
                with suppress(OSError):
                    if is_folder:
                        os.close(_open_inner(folder, inner))  # moving needs access to it
                        os.rename(inner, next(fresh), src_dir_fd=folder, dst_dir_fd=top)
                    else:
                        os.unlink(inner, dir_fd=folder)
                    removed += 1
            if removed == before:
                break
    finally:
        os.close(folder)
    return removed


def _entries(folder: int, most: int) -> list[tuple[str, bool]]:
    """The first names in an open folder, and whether each is a folder."""
    try:
        with os.scandir(folder) as entries:
            some = islice(entries, max(0, min(most, _AT_ONCE)))
            return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in some]
    except OSError:
        return []


def _open_inner(folder: int, name: str) -> int:
    """Open a folder, and allow its owner to empty it; links are not followed."""
    try:
        descriptor = os.open(name, _FLAGS, dir_fd=folder)
    except PermissionError:
        # By a descriptor, because a path could be that of a link by now.
        unreadable = os.open(name, os.O_PATH | _FLAGS, dir_fd=folder)
        try:
            os.chmod(f"/proc/self/fd/{unreadable}", 0o700)
        finally:
            os.close(unreadable)
        descriptor = os.open(name, _FLAGS, dir_fd=folder)
    try:
        _allow(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _allow(folder: int) -> None:
    """Let the owner of an open folder remove what is in it."""
    found = os.fstat(folder)
    if found.st_uid == os.geteuid() and found.st_mode & 0o700 != 0o700:
        os.fchmod(folder, found.st_mode & _MARK | 0o700)


def _let_go() -> None:
    """Close the locks that a forked process has inherited."""
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()


os.register_at_fork(after_in_child=_let_go)
