"""Processes on this machine: the user that runs submissions, waiting, counting, orphans."""

import os
import select
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

_UNPRIVILEGED = 65534  # the usual number of `nobody`, if there is no such account


def unprivileged_ids() -> tuple[int, int]:
    """User and group that run submissions: nobody for root, because RLIMIT_NPROC ignores root."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    import pwd

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        return _UNPRIVILEGED, _UNPRIVILEGED
    return nobody.pw_uid, nobody.pw_gid


def counts_all_processes() -> bool:
    """Whether RLIMIT_NPROC counts the processes of a user in all namespaces.

    Kernels before 5.14 do; newer ones count per user namespace.
    """
    numbers = os.uname().release.split("-")[0].split(".")
    try:
        return (int(numbers[0]), int(numbers[1])) < (5, 14)
    except (ValueError, IndexError):
        return True


def tasks_of(user: int) -> int:
    """The number of threads in all processes of a user."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):
                if entry.stat().st_uid == user:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))
    return count


def sweep_orphans(program: str, user: int) -> None:
    """Kill bubblewrap processes left by a grader that was killed while it started a sandbox.

    The inner process of bubblewrap then waits forever for the outer one, which is gone.
    """
    start = os.fsencode(program) + b"\0--unshare-all\0--die-with-parent\0--as-pid-1\0"
    depth = len(_status("self").get("NSpid", []))
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, LookupError):
            if not _is_orphan(name, program, user, depth):
                continue
            if Path("/proc", name, "cmdline").read_bytes().startswith(start):
                os.kill(int(name), signal.SIGKILL)


def _is_orphan(process: str, program: str, user: int, depth: int) -> bool:
    """Whether a process executes bubblewrap, and is process 1 of a namespace below this one.

    To read the command line of a process, the kernel locks its memory, and a submission can keep
    its memory locked. A submission can execute bubblewrap, too, but it cannot become process 1:
    that is the warden, and a namespace made by a submission would be one level deeper. So only the
    command line of a process that passes this test may be read. The test takes no lock of memory.
    """
    if not _executes(process, program):
        return False
    status = _status(process)
    numbers = status["NSpid"]  # of the process: in this namespace, and in each one below
    first = len(numbers) == depth + 1 and numbers[-1] == "1"
    own = first and int(status["Uid"][0]) == user
    return own and not _executes(status["PPid"][0], program)


def _executes(process: str, program: str) -> bool:
    """Whether a process executes this program."""
    try:
        return os.readlink(f"/proc/{process}/exe") == os.path.realpath(program)
    except OSError:  # of another user, or gone
        return False


def _status(process: str) -> dict[str, list[str]]:
    """The fields of /proc/PROCESS/status, split into words."""
    lines = Path("/proc", process, "status").read_text(errors="replace").splitlines()
    return {name: rest.split() for name, _, rest in (line.partition(":") for line in lines)}


def wait_for_exit(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait for a process; whether it exits in time."""
    try:
        pidfd = os.pidfd_open(process.pid)
    except OSError:  # a kernel before 5.3, or no descriptors left: `wait` polls instead
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        return process.returncode is not None
    try:
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        if not poll.poll(seconds * 1000):
            return False
    finally:
        os.close(pidfd)
    process.wait()
    return True
