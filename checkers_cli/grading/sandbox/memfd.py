"""Files in memory, for the input and output of a sandbox: they have no path on any disk."""

import fcntl
import os
from contextlib import ExitStack

from checkers_cli.util.disk import NoSpace, is_full

# The module `fcntl` has these constants only from Python 3.12 on.
_F_ADD_SEALS = 1033
_SEAL_SEAL, _SEAL_SHRINK, _SEAL_GROW, _SEAL_WRITE = 0x1, 0x2, 0x4, 0x8
_ALL_SEALS = _SEAL_SEAL | _SEAL_SHRINK | _SEAL_GROW | _SEAL_WRITE


class MemoryFile:
    """A sealed file in memory: its content cannot change, and it can be opened many times."""

    def __init__(self, content: bytes, executable: bool = False) -> None:
        self.executable = executable
        self.size = len(content)
        self._fd = os.memfd_create("checkers", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            _write(self._fd, content)
            fcntl.fcntl(self._fd, _F_ADD_SEALS, _ALL_SEALS)
        except BaseException:
            self.close()
            raise

    def open(self) -> int:
        """Open a new descriptor that reads from the start; the caller closes it."""
        return os.open(f"/proc/self/fd/{self._fd}", os.O_RDONLY | os.O_CLOEXEC)

    def content(self) -> bytes:
        """The bytes of the file."""
        return os.pread(self._fd, self.size, 0)

    def close(self) -> None:
        """Close the descriptor; further calls do nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> "MemoryFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write(fd: int, content: bytes) -> None:
    view = memoryview(content)
    try:
        while view:
            view = view[os.write(fd, view) :]
    except OSError as error:
        if is_full(error):
            raise NoSpace("files in memory: no memory is left") from None
        raise


class Descriptors:
    """The descriptors of one run: closed at its end, and some of them inherited by the command."""

    def __init__(self, stack: ExitStack) -> None:
        self.passed: list[int] = []
        self._stack = stack

    def empty(self) -> int:
        """A new empty file in memory, for output."""
        fd = os.memfd_create("out", os.MFD_CLOEXEC)
        self._stack.callback(os.close, fd)
        return fd

    def report(self) -> int:
        """The same, but what is written stays: the file never shrinks, and is written at its end.

        A program that clears the flag O_APPEND can still overwrite it.
        """
        fd = os.memfd_create("out", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self._stack.callback(os.close, fd)
        fcntl.fcntl(fd, _F_ADD_SEALS, _SEAL_SEAL | _SEAL_SHRINK)
        fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND)
        return fd

    def open(self, file: MemoryFile, passed: bool = False) -> int:
        """A descriptor to read a file from; `passed` if the command inherits it."""
        fd = file.open()
        self._stack.callback(os.close, fd)
        if passed:
            self.passed.append(fd)
        return fd

    def copy(self, file: MemoryFile) -> int:
        """A descriptor of a new file with the same content.

        A command can change the mode, times and attributes of its input; with a file of its own, no
        other run sees that.
        """
        return self.open(self._stack.enter_context(MemoryFile(file.content())))

    def null(self) -> int:
        """A descriptor of `/dev/null`, for empty input."""
        fd = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        self._stack.callback(os.close, fd)
        return fd

    def pass_on(self, *descriptors: int) -> None:
        """Let the command inherit these descriptors; -1 stands for none."""
        self.passed += [fd for fd in descriptors if fd >= 0]


def read_all(fd: int) -> bytes:
    """The whole content of a file in memory, wherever its offset is."""
    size = os.fstat(fd).st_size
    return os.pread(fd, size, 0) if size else b""
