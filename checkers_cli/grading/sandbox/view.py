"""What a submission sees of the machine, and as whom it runs."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

WORK = "/work"  # where commands run, inside
_SCRATCH = 64 << 20  # bytes for each private file system
_UNPRIVILEGED = 65534  # nobody, where the password file does not say otherwise
# Parts of the system that are shown, read-only; where they are links, the links are.
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin")
_ETC = ("/etc/alternatives", "/etc/ld.so.cache")
_DEVICES = ("null", "zero", "full", "random", "urandom")
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": WORK,
    "LANG": "C.UTF-8",
    "TMPDIR": "/tmp",  # noqa: S108 - a private one
}


def view(hidden: Sequence[str], slim: bool = False) -> list[str]:
    """What can be seen inside: the system read-only, small private folders, nothing else.

    Every mount takes time; a slim view has what compiled programs need, and no more.
    """
    words = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"]
    words += ["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"]
    shown = []
    for path in _SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
            shown.append(f"{path}/")
    for path in () if slim else _ETC:
        words += ["--ro-bind-try", path, path]
    for path in hidden:  # the reference itself, should it be installed for all users
        if path.startswith(tuple(shown)) and os.path.isdir(path):
            words += ["--tmpfs", path, "--remount-ro", path]
    # What the warden's children have used so far would tell a run of those before it.
    words += ["--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    # Nobody may say there that others go first when memory runs out, or forget his own peak.
    words += ["--remount-ro", "/proc"]
    for name in _DEVICES[:1] if slim else _DEVICES:
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    words += ["--symlink", "/proc/self/fd", "/dev/fd"]
    for path in ("/tmp", "/dev/shm", WORK):  # noqa: S108 - private ones
        words += ["--size", str(_SCRATCH), "--tmpfs", path]
    return [*words, "--chdir", WORK]


def unprivileged_ids() -> tuple[int, int]:
    """Who runs submissions: root becomes nobody, since process limits don't bind root."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    import pwd

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        return _UNPRIVILEGED, _UNPRIVILEGED
    return nobody.pw_uid, nobody.pw_gid


def counts_all_processes() -> bool:
    """Whether the kernel's limit counts a user's processes everywhere, as it did before 5.14."""
    numbers = os.uname().release.split("-")[0].split(".")
    try:
        return (int(numbers[0]), int(numbers[1])) < (5, 14)
    except (ValueError, IndexError):
        return True


def tasks_of(user: int) -> int:
    """How many threads of all processes a user has now."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):
                if entry.stat().st_uid == user:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))
    return count


def sweep_orphans(program: str, user: int) -> None:
    """End what a grader left behind that was killed in the moment of starting a sandbox.

    The inner process of bubblewrap then waits for ever for the outer one, which is gone: it is in a
    process namespace of its own already, and its parent is no bubblewrap.
    """
    start = os.fsencode(program) + b"\0--unshare-all\0--die-with-parent\0--as-pid-1\0"
    depth = len(_status("self").get("NSpid", []))
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, IndexError):
            if not Path("/proc", name, "cmdline").read_bytes().startswith(start):
                continue
            status = _status(name)
            parent = Path("/proc", status["PPid"][0], "cmdline").read_bytes()
            inner = len(status["NSpid"]) > depth
            if inner and int(status["Uid"][0]) == user and not parent.startswith(start):
                os.kill(int(name), signal.SIGKILL)


def _status(process: str) -> dict[str, list[str]]:
    """What the kernel says of a process."""
    lines = Path("/proc", process, "status").read_text(errors="replace").splitlines()
    return {name: rest.split() for name, _, rest in (line.partition(":") for line in lines)}
