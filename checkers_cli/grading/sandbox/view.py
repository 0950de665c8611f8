"""The file system and environment that a submission sees inside bubblewrap."""

import os
from collections.abc import Sequence

WORK = "/work"  # the working folder inside the sandbox
_SCRATCH = 64 << 20  # bytes for each private file system
# Parts of the system that are visible read-only; links are copied as links.
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
    """The options of bubblewrap: the system read-only, small private folders, nothing else.

    `hidden` folders are replaced by empty ones. Every mount takes time, so a slim view has only
    what compiled programs need.
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
    for path in hidden:  # such as this package, if it is installed for all users
        if path.startswith(tuple(shown)) and os.path.isdir(path):
            words += ["--tmpfs", path, "--remount-ro", path]
    # Hide /proc/1, the warden: the times of its children would tell a run about earlier runs.
    words += ["--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
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
