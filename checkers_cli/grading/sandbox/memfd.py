"""Files in memory: what goes into a sandbox and what comes back, without a path on any disk."""

import fcntl
import os
from contextlib import ExitStack

# Names that fcntl has from Python 3.12 on only.
_ADD_SEALS = 1033
_NOTHING_CHANGES = 0x1 | 0x2 | 0x4 | 0x8  # no more seals, no shrinking, growing or writing


class Held:
    """Bytes held in a file in memory that nobody can change, to be opened any number of times."""

    def __init__(self, content: bytes, executable: bool = False) -> None:
        self.executable = executable
        self.size = len(content)
        self._fd = os.memfd_create("held", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        _write(self._fd, content)
        fcntl.fcntl(self._fd, _ADD_SEALS, _NOTHING_CHANGES)

    def open(self) -> int:
        """A new descriptor that reads from the beginning."""
        return os.open(f"/proc/self/fd/{self._fd}", os.O_RDONLY | os.O_CLOEXEC)

    def content(self) -> bytes:
        """The bytes again."""
        return os.pread(self._fd, self.size, 0)

    def close(self) -> None:
        """Let go of it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> "Held":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]


class Descriptors:
    """Descriptors of one run, closed at its end, and which of them are passed on."""

    def __init__(self, stack: ExitStack) -> None:
        self.passed: list[int] = []
        self._stack = stack

    def empty(self) -> int:
        """A new file in memory, for what comes back."""
        fd = os.memfd_create("out", os.MFD_CLOEXEC)
        self._stack.callback(os.close, fd)
        return fd

    def of(self, held: Held, passed: bool = False) -> int:
        """A descriptor from which something held can be read."""
        fd = held.open()
        self._stack.callback(os.close, fd)
        if passed:
            self.passed.append(fd)
        return fd

    def copy(self, held: Held) -> int:
        """A file of its own with the same content.

        Whoever has it can change its mode, times and attributes, and nobody else must see that.
        """
        return self.of(self._stack.enter_context(Held(held.content())))

    def null(self) -> int:
        """Nothing to read."""
        fd = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        self._stack.callback(os.close, fd)
        return fd

    def pass_on(self, *descriptors: int) -> None:
        """Let the command that is started have these."""
        self.passed += [fd for fd in descriptors if fd >= 0]


def all_of(fd: int) -> bytes:
    """Everything that is in a file in memory."""
    size = os.fstat(fd).st_size
    return os.pread(fd, size, 0) if size else b""
