"""The file system and environment that a submission sees inside bubblewrap.

A submission sees what it needs: the compiler, the C library, the standard library of Python. It
does not see this program, other packages of Python, or anything else that somebody keeps below
/usr.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from fnmatch import fnmatchcase

WORK = "/work"  # the working folder inside the sandbox
_SCRATCH = 64 << 20  # bytes for each private file system
_SYSTEM = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/usr/lib32", "/usr/libx32")
_WHOLE = ("/usr/bin", "/usr/local/bin", "/usr/include", "/usr/local/include")
_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64")
_LOCAL = ("/usr/local/lib", "/usr/local/lib64")  # where others than the distribution put things
_TOOLS = ("/usr/libexec", "/usr/local/libexec")
# Folders with libraries, and those that compilers and interpreters have below them.
_OF_LIBRARIES = ("*-linux-*", "lib[0-9]*", "locale")
_OF_COMPILERS = ("gcc*", "llvm*", "clang*", "tcc*", "bfd-plugins", "ld*")
_OF_TOOLS = (*_OF_COMPILERS, "python[23]*", "debug", "valgrind")
_LIBRARY = re.compile(r"(lib.*|ld-.*)\.so(\..*)?")
_PACKAGES = ("site-packages", "dist-packages")  # of Python
_ETC = ("/etc/alternatives", "/etc/ld.so.cache")
_DEVICES = ("null", "zero", "full", "random", "urandom")
# Files in /proc that are the same for all processes of the machine, and change: one program could
# tell another something by them. The list has what an ordinary user can read.
_COUNTERS = (
    "buddyinfo", "diskstats", "interrupts", "key-users", "loadavg", "locks", "meminfo",
    "sched_debug", "schedstat", "softirqs", "stat", "swaps", "timer_stats", "uptime", "vmstat",
    "zoneinfo",
)  # fmt: skip
_COUNTER_FOLDERS = ("fs", "pressure", "sys")
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": WORK,
    "LANG": "C.UTF-8",
    "TMPDIR": "/tmp",  # noqa: S108 - a private one
}


class Extent(Enum):
    """How much of the system a command needs. Every mount takes time."""

    PROGRAM = "libraries"
    COMPILER = "a compiler"
    EVERYTHING = "Python and tools, too"

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of folders with libraries and tools."""
        more = {Extent.PROGRAM: (), Extent.COMPILER: _OF_COMPILERS, Extent.EVERYTHING: _OF_TOOLS}
        return (*_OF_LIBRARIES, *more[self])


def view(hidden: Sequence[str], extent: Extent, masked: bool = False) -> list[str]:
    """The options of bubblewrap: the system read-only, small private folders, nothing else.

    `hidden` files and folders are replaced by empty ones. `masked` leaves it to the warden to hide
    parts of /proc, which takes less time.
    """
    slim = extent is Extent.PROGRAM
    words = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"]
    words += ["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"]
    shown = []
    for path in visible_folders(extent):
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
            shown.append(f"{path}/")
    for path in () if slim else _ETC:
        words += ["--ro-bind-try", path, path]
    empty: list[str] = []
    for path in sorted({f"{path}/" for path in (*_covered(shown, extent), *hidden)}):
        if path.startswith(tuple(shown)) and not path.startswith(tuple(empty)):
            words += _emptied(path.rstrip("/"))
            empty.append(path)
    words += ["--proc", "/proc"]
    if masked:
        words += ["--cap-add", "CAP_SYS_ADMIN"]  # in its own namespaces, and for the warden only
    else:
        # Hide the warden: the times of its children would tell a run about earlier runs.
        for name in ("1", *_COUNTERS, *_COUNTER_FOLDERS):
            words += _emptied(f"/proc/{name}")
    # Read-only, so that a run can change neither its oom_score_adj nor its recorded memory peak.
    words += ["--remount-ro", "/proc"]
    for name in _DEVICES[:1] if slim else _DEVICES:
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    words += ["--symlink", "/proc/self/fd", "/dev/fd"]
    for path in ("/tmp", "/dev/shm", WORK):  # noqa: S108 - private ones
        words += ["--size", str(_SCRATCH), "--tmpfs", path]
    return [*words, "--chdir", WORK]


def _emptied(path: str) -> list[str]:
    """The options that put an empty file or folder in the place of another one."""
    if os.path.isdir(path):
        return ["--tmpfs", path, "--remount-ro", path]
    return ["--ro-bind", os.devnull, path] if os.path.exists(path) else []


def visible_folders(extent: Extent) -> Iterator[str]:
    """The parts of the system that are visible; links are copied as links."""
    slim = extent is Extent.PROGRAM
    for path in (*_SYSTEM, *(_WHOLE[:1] if slim else _WHOLE)):
        if os.path.isdir(path):
            yield path
    for path in _LIBRARIES:
        if os.path.islink(path) or _has_libraries(path):
            yield path
        else:
            yield from _folders(path, extent.folders)
    for path in () if slim else _TOOLS:
        yield from _folders(path, extent.folders)


def _covered(shown: Iterable[str], extent: Extent) -> Iterator[str]:
    """Folders inside visible ones that are replaced by empty ones."""
    for path in shown:
        parent, name = os.path.split(path.rstrip("/"))
        if path.rstrip("/") in _LOCAL:
            wanted = set(_folders(path.rstrip("/"), extent.folders))
            yield from (one for one in _folders(path.rstrip("/"), ("*",)) if one not in wanted)
        for folder in _folders(path.rstrip("/"), ("python[23]*",)):
            yield from (f"{folder}/{one}" for one in _PACKAGES)
        if fnmatchcase(name, "python[23]*") and parent:
            yield from (f"{path}{one}" for one in _PACKAGES)


def _folders(path: str, patterns: Iterable[str]) -> list[str]:
    """The folders in a folder whose names match one of the patterns."""
    found = []
    with suppress(OSError), os.scandir(path) as entries:
        found = [
            entry.path
            for entry in entries
            if any(fnmatchcase(entry.name, pattern) for pattern in patterns)
            and entry.is_dir(follow_symlinks=False)
        ]
    return sorted(found)


def _has_libraries(path: str) -> bool:
    """Whether libraries are in the folder itself, not in a folder of the architecture below it."""
    with suppress(OSError), os.scandir(path) as entries:
        return any(_LIBRARY.fullmatch(entry.name) for entry in entries)
    return False
