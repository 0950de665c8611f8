"""Control groups (cgroups v2) of the kernel, which count and limit what a run uses.

A group can be made where this process may write: as root, or below a group that was delegated, as
systemd and rootless containers do it. Where none can be made, the warden counts by itself.
"""

import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from checkers_cli.grading.limits import Limits

_NAME = "checkers-"
_NEEDED = ("memory", "pids")
_ATTEMPTS, _PAUSE = 500, 0.002  # to remove a group: a process takes a while to end
_DELEGATE = "systemd-run --user --scope -p Delegate=yes"


class NoGroups(Exception):
    """Why no control group can be made here, and what would help."""


class Groups:
    """A place in the tree of control groups where groups can be made."""

    def __init__(self, parent: Path) -> None:
        self.parent = parent

    @contextmanager
    def group(self, limits: Limits) -> Iterator[tuple[int, int]]:
        """A new group: a descriptor of its folder, and one to put processes into it."""
        path = self.parent / f"{_NAME}{os.getpid()}-{secrets.token_hex(6)}"
        path.mkdir()
        folder = join = -1
        try:
            # What a program prints counts as its memory, too.
            _write(path / "memory.max", limits.memory or "max")
            _write(path / "pids.max", limits.processes)
            _write(path / "memory.oom.group", 1)
            with suppress(FileNotFoundError):  # a kernel without swap
                _write(path / "memory.swap.max", 0)
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            join = os.open(path / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
            yield folder, join
        finally:
            for descriptor in (folder, join):
                if descriptor >= 0:
                    os.close(descriptor)
            _remove(path)

    def sweep(self) -> None:
        """Remove groups that a killed grader has left."""
        for path in self.parent.glob(f"{_NAME}*-*"):
            owner = path.name.removeprefix(_NAME).partition("-")[0]
            if owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
                _remove(path)


def open_groups() -> Groups:
    """The place for groups of this process; `NoGroups` if there is none."""
    own = _own_group()
    parent = next(filter(_can_have_groups, [own, *own.parents]), None)
    if parent is None:
        parent = _with_controllers(own)
    groups = Groups(parent)
    groups.sweep()
    return groups


def has_reached_its_limit(folder: int) -> bool:
    """Whether the memory limit of a group itself was reached, given a descriptor of its folder.

    If not, a kill for lack of memory was due to the whole machine, or to a group above.
    """
    with suppress(OSError), open("memory.events", opener=_opener(folder)) as stream:
        for line in stream:
            name, _, count = line.partition(" ")
            if name == "oom":
                return int(count) > 0
    return True


def _opener(folder: int) -> Callable[[str, int], int]:
    return lambda name, flags: os.open(name, flags, dir_fd=folder)


def _own_group() -> Path:
    """The folder of the group in which this process is."""
    top = root = ""
    with suppress(OSError), open("/proc/self/mountinfo", encoding="utf-8") as stream:
        for line in stream:
            words = line.split()
            if "cgroup2" in words[words.index("-") :]:
                root, top = words[3:5]
    if not top:
        raise NoGroups("cgroups v2 are not mounted: boot with systemd.unified_cgroup_hierarchy=1")
    controllers = _words(Path(top, "cgroup.controllers"))
    if not set(_NEEDED) <= controllers:
        raise NoGroups(
            "cgroups v2 have no memory controller here: boot with "
            "systemd.unified_cgroup_hierarchy=1 (and cgroup_enable=memory)"
        )
    with suppress(OSError), open("/proc/self/cgroup", encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("0::"):
                inside = os.path.relpath(line[3:].rstrip("\n"), root)
                if not inside.startswith(".."):
                    return Path(top, inside)
    return Path(top)


def _can_have_groups(path: Path) -> bool:
    """Whether groups can be made in a group, and the kernel then counts their memory."""
    if not set(_NEEDED) <= _words(path / "cgroup.subtree_control"):
        return False
    return os.access(path, os.W_OK) and os.access(path / "cgroup.procs", os.W_OK)


def _with_controllers(own: Path) -> Path:
    """Make a group ready that has no processes but this one and its children.

    A group with limits for its children must have no processes of its own, so they move down.
    """
    if not os.access(own / "cgroup.subtree_control", os.W_OK):
        how = "as root" if os.geteuid() == 0 else f"with `{_DELEGATE} checkers grade ...`"
        raise NoGroups(f"control groups cannot be made here: start it {how}")
    inside = own / f"{_NAME}grader"
    try:
        processes = (own / "cgroup.procs").read_text(encoding="ascii").split()
        if not all(_is_ours(pid) for pid in processes):
            raise NoGroups(f"other programs are in this control group: use `{_DELEGATE}`")
        inside.mkdir(exist_ok=True)
        for pid in processes:
            with suppress(ProcessLookupError):
                _write(inside / "cgroup.procs", pid)
        _write(own / "cgroup.subtree_control", " ".join(f"+{name}" for name in _NEEDED))
    except OSError as error:
        raise NoGroups(f"control groups cannot be made here: {error.strerror}") from None
    return own


def _is_ours(pid: str) -> bool:
    if int(pid) == os.getpid():
        return True
    with suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stream:
        return int(stream.read().rpartition(")")[2].split()[1]) == os.getpid()
    return False


def _words(path: Path) -> set[str]:
    try:
        return set(path.read_text(encoding="ascii").split())
    except OSError:
        return set()


def _write(path: Path, value: object) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def _remove(path: Path) -> None:
    """Remove a group, and what is still in it."""
    for _ in range(_ATTEMPTS):
        with suppress(OSError):
            path.rmdir()
            return
        for pid in sorted(_words(path / "cgroup.procs")):
            with suppress(OSError, ValueError):
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(_PAUSE)
