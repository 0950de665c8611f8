"""Control groups, for real: in a machine that is a process of this one (user-mode Linux).

Many machines have no control groups that a test may use, and this one has its own kernel.
"""

import os
import shutil
import site
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from grading.machine import needs_bubblewrap, needs_gcc
from grading.sandbox.inside_groups import ALL
from support import PROJECT

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox import groups
from checkers_cli.grading.sandbox.groups import Groups, NoGroups, open_groups
from checkers_cli.grading.sandbox.jobs import Job
from checkers_cli.grading.sandbox.runner import SWITCH, Sandbox

KERNEL = shutil.which("linux.uml") or ""
needs_kernel = pytest.mark.skipif(
    not KERNEL, reason="user-mode Linux is not installed: apt-get install user-mode-linux"
)
# Everything is run by the first process of that machine.
INIT = """#!/bin/sh
exec > '{log}' 2>&1
mount --bind / /mnt
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmp /tmp
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
mount -t cgroup2 groups /sys/fs/cgroup
echo '+memory +pids' > /sys/fs/cgroup/cgroup.subtree_control
cd '/mnt{project}'
{script}
echo "status $?"
halt -f
"""
ATTACKERS = "tests/grading/sandbox/inside_groups.py::test_attackers_get_the_same_verdicts"
# As systemd does it for a user: a part of the tree belongs to him, and he is in it alone.
DELEGATED = """
mkdir /sys/fs/cgroup/part
for name in . cgroup.procs cgroup.subtree_control; do
    chown 65534:65534 /sys/fs/cgroup/part/$name
done
sh -c 'echo $$ > /sys/fs/cgroup/part/cgroup.procs
       exec setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp {command}'
"""


def in_machine(folder: Path, script: str, seconds: int = 900) -> list[str]:
    """The lines that a script prints in the other machine, and its exit status."""
    folder.chmod(0o755)
    log = folder / "log"
    init = folder / "init"
    init.write_text(INIT.format(project=PROJECT, script=script, log=log))
    init.chmod(0o755)
    command = [KERNEL, "mem=2500M", "rootfstype=hostfs", "rootflags=/", "rw", f"init={init}"]
    done = subprocess.run(
        [*command, "con=null", "con0=fd:0,fd:1", f"umid={folder.name}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "HOME": str(folder)},
        timeout=seconds,
        check=False,
    )
    assert log.exists(), done.stdout.decode(errors="replace")[-2000:]
    return log.read_text(errors="replace").splitlines()


def python_for_all() -> str:
    """The command of a Python that every user may run, with the packages of this one.

    They are below /mnt, because the other machine has a /tmp of its own.
    """
    packages = ":".join(f"/mnt{path}" for path in (PROJECT, *site.getsitepackages()))
    for path in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        if all(parent.stat().st_mode & stat.S_IXOTH for parent in Path(path).parents):
            return f"PYTHONPATH={packages} {path}"
    raise AssertionError("no Python that every user may run")


def pytest_command(*files: str) -> str:
    folder = "tests/grading/sandbox"
    names = " ".join(f"{folder}/{file}" for file in files)
    return f"{python_for_all()} -m pytest -q -p no:cacheprovider --form pure {names}"


@pytest.mark.slow
@needs_kernel
@needs_gcc
@needs_bubblewrap
def test_the_kernel_counts_for_root(tmp_path: Path) -> None:
    command = pytest_command("inside_groups.py", "test_warden.py")
    switch = f"{ALL}={os.environ.get(ALL, '')}"
    # The tests of the warden that are about what the kernel counts here.
    chosen = "-k 'inside_groups or memory or files or forks'"
    lines = in_machine(
        tmp_path, f"env {switch} {command} {chosen}", 900 if switch[-1] == "=" else 3600
    )
    assert "status 0" in lines, "\n".join(lines)


@pytest.mark.slow
@needs_kernel
@needs_gcc
@needs_bubblewrap
def test_the_kernel_counts_for_a_user_with_a_part_of_the_tree(tmp_path: Path) -> None:
    command = f"{pytest_command('inside_groups.py')} --deselect {ATTACKERS}"
    lines = in_machine(tmp_path, DELEGATED.format(command=command))
    assert "status 0" in lines, "\n".join(lines)


def fake_tree(folder: Path, monkeypatch: pytest.MonkeyPatch, control: str, *pids: int) -> Path:
    """A folder that looks like a control group, as far as files can."""
    own = folder / "own"
    own.mkdir()
    (own / "cgroup.subtree_control").write_text(control)
    (own / "cgroup.procs").write_text("".join(f"{pid}\n" for pid in pids))
    monkeypatch.setattr(groups, "_own_group", lambda: own)
    return own


def test_a_group_with_controllers_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = fake_tree(tmp_path, monkeypatch, "cpu memory pids\n")
    assert open_groups().parent == own


def test_this_process_makes_room_for_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = fake_tree(tmp_path, monkeypatch, "", os.getpid())
    (own / "checkers-grader").mkdir()
    (own / "checkers-grader" / "cgroup.procs").write_text("")
    assert open_groups().parent == own
    assert (own / "checkers-grader" / "cgroup.procs").read_text() == str(os.getpid())
    assert (own / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_a_group_with_other_programs_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = fake_tree(tmp_path, monkeypatch, "", os.getpid(), 1)
    with pytest.raises(NoGroups, match="other programs are in this control group"):
        open_groups()
    assert (own / "cgroup.subtree_control").read_text() == ""


def test_without_control_groups_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "_own_group", lambda: tmp_path / "none")
    with pytest.raises(NoGroups, match="control groups cannot be made here: start it"):
        open_groups()


@needs_gcc
def test_groups_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    with Sandbox() as sandbox:
        assert sandbox.groups is None
        assert sandbox.no_groups == "switched off by CHECKERS_CGROUPS=0"


@needs_gcc
def test_if_a_group_cannot_be_made_the_warden_counts(tmp_path: Path) -> None:
    with Sandbox() as sandbox:
        sandbox.groups = Groups(tmp_path / "nowhere")
        assert sandbox.run(Job(["true"], Limits())).words == "exit status 0"
        assert sandbox.groups is None
        assert sandbox.no_groups == "control groups failed: No such file or directory"
