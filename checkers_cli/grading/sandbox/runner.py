"""Runs untrusted commands: inside bubblewrap, or with resource limits only.

Files go in and out as open files in memory, not as paths. So a command cannot see files of the
grader, leaves no files behind, and needs no access to the folder of the submissions.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox import processes
from checkers_cli.grading.sandbox.cache import forget_notes
from checkers_cli.grading.sandbox.groups import (
    Groups,
    NoGroups,
    has_reached_its_limit,
    open_groups,
)
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import Descriptors, MemoryFile, read_all
from checkers_cli.grading.sandbox.oom import OomKills, is_killed
from checkers_cli.grading.sandbox.view import ENVIRONMENT, WORK, Extent, view
from checkers_cli.grading.sandbox.warden import compile_warden, read_report
from checkers_cli.installation import own_paths
from checkers_cli.util.disk import compiler_lacks_space, naming_full_disk
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.temporary import sweep_folders, temporary_folder

BUBBLEWRAP = "bubblewrap"
SWITCH = "CHECKERS_CGROUPS"  # in the environment: 0 for no control groups
LIMITS_ONLY = "limits"
_NO_MEMORY = "the machine ran out of memory, and the kernel killed a program"

MOST_RUNS = 16  # one after the other in one sandbox; at most 64, the RUNS_MOST of the warden
_INODES = 4000  # in all private file systems together
_STACK = 64 << 20  # bytes
# Time spent waiting for a free core does not count as wall time, up to this many seconds. Usually
# the machine is busy, but a program with many processes can also cause it, so there is a limit.
_STARVED = 30.0
_LATE = 10.0  # seconds after all limits of a run, when the warden itself is stopped
_GRACE = 5.0  # seconds for the stopped warden to kill the processes that it has started


class Sandbox:
    """Runs jobs with resource limits only. Runs are independent; any thread may start them."""

    kind = LIMITS_ONLY
    _stop_signal = signal.SIGTERM  # the warden then kills all processes that it has started
    # A program must not be written while another thread forks: the child inherits the descriptor
    # until its exec, and starting the program meanwhile fails with "text file busy".
    _fork_lock: AbstractContextManager[Any] = threading.Lock()

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        if not sys.platform.startswith("linux"):
            raise UnusableInput(
                "programs run on Linux only: on other systems, use a container or a virtual machine"
            )
        _allow_many_files()
        self.hidden = [os.path.realpath(path) for path in (*own_paths(), *hidden)]
        self.ids = processes.unprivileged_ids()
        sweep_folders({os.geteuid(), self.ids[0]})
        self._running: set[int] = set()
        self._lock = threading.Lock()
        self._path = ""  # of the warden, once it is written to disk
        self._stopped = False
        self.oom_kills = OomKills()
        self._stack = ExitStack()
        self.warden = self._stack.enter_context(MemoryFile(compile_warden(), executable=True))
        self.masking = False  # whether the warden hides parts of /proc
        self.groups, self.no_groups = _open_groups()
        if self.kind == LIMITS_ONLY and self.groups is not None:
            self._settle()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._stack.close()

    def stop(self) -> None:
        """Stop all runs; the threads that wait for them get a `JudgeError`."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                self._kill(pid)

    def _kill(self, pid: int) -> None:
        """Stop one process and its group: bubblewrap may have a child that is not watching yet."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, self._stop_signal)

    def forget_notes(self, leaves_notes: bool) -> None:
        """Make sure that no run learns which files were read before; here nothing is hidden."""

    def run(self, job: Job) -> Ended:
        """Run a command once and wait for it; `JudgeError` if the sandbox fails."""
        (ended,) = self.run_all(job)
        return ended

    def run_all(self, job: Job) -> list[Ended]:
        """Run a command on its inputs, one after the other, and wait for all of them.

        The result may have fewer runs than inputs, but at least one. After a run that was stopped
        or left something behind, the remaining inputs need a new sandbox. They also need one when
        the runs together took as long as a slow one, so that callers can give up slow programs.
        From a run on that was killed for lack of memory, all are left out. A job that is not slim
        gets one run, because its files can be changed from inside.
        """
        with ExitStack() as stack:
            files = Descriptors(stack)
            # A checked program has the report of the check on its standard error.
            errors = files.report if job.tracing else files.empty
            runs = [
                (files.copy(stdin) if stdin else files.null(), files.empty(), errors())
                for stdin in job.stdins[: MOST_RUNS if job.slim else 1]
            ]
            groups = [self._group(job, stack) for _ in runs]
            report, complaints = files.empty(), files.empty()
            artifact = files.empty() if job.artifact else -1
            descriptors = [(*run, *group) for run, group in zip(runs, groups, strict=True)]
            files.pass_on(report, artifact, *(fd for run in descriptors for fd in run))
            options = self._warden_options(job, report, artifact)
            options += [f"run={','.join(map(str, run))}" for run in descriptors]
            command, folder = self._command(job, files, options, stack)
            started = self.oom_kills.now()
            self._spawn(command, folder, job, report, complaints, files.passed)
            lines = read_all(report).splitlines()
            if not lines:
                complaint = read_all(complaints)[-300:].decode("utf-8", "replace").strip()
                raise JudgeError(f"the sandbox did not report: {complaint or 'no reason given'}")
            made = read_all(artifact) if job.artifact else None
            where = "" if folder == "/" else os.path.realpath(folder)
            ended = [
                read_report(line, read_all(stdout), read_all(stderr), made, where)
                for line, (_, stdout, stderr) in zip(lines, runs, strict=False)
            ]
            for number, (end, group) in enumerate(zip(ended, groups, strict=False)):
                if self._lacked_memory(job, end, group, started):
                    if number == 0:
                        raise JudgeError(_NO_MEMORY)
                    return ended[:number]
            if job.artifact and not made:
                self._refuse_full_disk(ended[0], folder)
            return ended

    def _group(self, job: Job, stack: ExitStack) -> tuple[int, ...]:
        """The descriptors of a new control group; none if the warden counts by itself."""
        groups = self.groups
        if groups is None:
            return ()
        try:
            return stack.enter_context(groups.group(job.limits))
        except OSError as error:
            self.groups, self.no_groups = None, f"control groups failed: {error.strerror}"
            return ()

    def _lacked_memory(self, job: Job, ended: Ended, group: Sequence[int], started: float) -> bool:
        """Whether a command was killed for lack of memory that it did not use up."""
        if group:  # the kernel tells the warden if it has killed a process of the group
            return ended.why == "memory" and not has_reached_its_limit(group[0])
        return is_killed(ended, bool(job.artifact)) and self.oom_kills.since(started)

    def _settle(self) -> None:
        """Find out by a run which of the better ways work here, and go on with those."""
        while True:
            try:
                self.run(Job(["true"], Limits()))
                return
            except JudgeError as error:
                if self.groups is not None:
                    self.groups, self.no_groups = None, str(error)
                elif self.masking:
                    self.masking = False
                else:
                    return  # the first job will say what is wrong

    def _refuse_full_disk(self, ended: Ended, folder: str) -> None:
        """Raise `NoSpace` if a build failed because the disk is full: no fault of its source."""
        places = [os.path.dirname(folder), ENVIRONMENT["TMPDIR"]]
        full = compiler_lacks_space(ended.stderr.decode("utf-8", "replace"), places)
        if full is not None:
            raise full

    def _spawn(
        self,
        command: list[str],
        folder: str,
        job: Job,
        report: int,
        complaints: int,
        passed: Sequence[int],
    ) -> None:
        """Start the command and wait for it."""
        root = os.geteuid() == 0
        if self._stopped:
            raise JudgeError("stopped")
        try:
            with self._fork_lock:
                process = subprocess.Popen(  # noqa: S603 - running commands is its purpose
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=complaints,
                    stderr=complaints,
                    env=ENVIRONMENT,
                    cwd=folder,
                    start_new_session=True,
                    pass_fds=passed,
                    user=self.ids[0] if root else None,
                    group=self.ids[1] if root else None,
                    extra_groups=[] if root else None,
                )
        except OSError as error:
            raise JudgeError(f"{command[0]}: {error.strerror}") from None
        with self._lock:
            self._running.add(process.pid)
            if self._stopped:  # by another thread, before the process was in `_running`
                self._kill(process.pid)
        try:
            self._wait(process, report, job.limits.wall + _STARVED + _LATE)
        finally:
            with self._lock:
                self._running.discard(process.pid)
        if self._stopped:
            raise JudgeError("stopped")

    def _wait(self, process: "subprocess.Popen[bytes]", report: int, patience: float) -> None:
        """Wait for a process, and kill it if for so many seconds it neither reports nor exits."""
        ended, size = False, -1
        try:
            while not ended and os.fstat(report).st_size > size:
                size = os.fstat(report).st_size
                ended = processes.wait_for_exit(process, patience)
        finally:  # also after Ctrl-C in the main thread
            if not ended:
                self._end_process(process)

    def _end_process(self, process: "subprocess.Popen[bytes]") -> None:
        """Stop a process so that its children end too; kill it if that fails."""
        if process.returncode is None:
            self._kill(process.pid)
        try:
            processes.wait_for_exit(process, _GRACE)
        finally:
            process.kill()
            process.wait()

    def _warden_options(self, job: Job, report: int, artifact: int) -> list[str]:
        options = {
            "report": report,
            "starved": round(_STARVED * 1000),
            "series": round(job.limits.slow * 1000),
            "stack": _STACK,
            **job.limits.warden_options(self._other_processes()),
        }
        if job.artifact:
            options["artifact"] = artifact
        words = [f"{name}={value}" for name, value in options.items()]
        return words + ([f"take={job.artifact}"] if job.artifact else [])

    def _command(
        self, job: Job, files: Descriptors, options: list[str], stack: ExitStack
    ) -> tuple[list[str], str]:
        """The command line that starts the warden, and its working folder."""
        folder = stack.enter_context(temporary_folder())
        with naming_full_disk(os.path.dirname(folder)):
            for name, file in job.files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                with self._fork_lock:
                    path.write_bytes(file.content())
                path.chmod(0o755 if file.executable else 0o644)
        if os.geteuid() == 0:
            for path in [Path(folder), *Path(folder).rglob("*")]:
                os.chown(path, *self.ids)
        return [self._warden_path(), *options, "--", *job.command], folder

    def _other_processes(self) -> int:
        """The number of other processes that RLIMIT_NPROC counts together with those of a run."""
        return processes.tasks_of(self.ids[0])

    def _warden_path(self) -> str:
        """The path of the warden, written once: a file just written can be busy for a moment."""
        with self._lock:
            if not self._path:
                folder = self._stack.enter_context(temporary_folder(0o755))
                path = Path(folder, "warden")
                with naming_full_disk(os.path.dirname(folder)):
                    path.write_bytes(self.warden.content())
                path.chmod(0o755)
                self._path = str(path)
        return self._path


class Bubblewrap(Sandbox):
    """Runs jobs inside bubblewrap."""

    kind = BUBBLEWRAP
    _stop_signal = signal.SIGKILL  # the kernel then kills all processes of the namespace
    _fork_lock = nullcontext()  # not needed: no program is written to disk

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        program = shutil.which("bwrap")
        if program is None:
            raise UnusableInput(
                "bubblewrap is not installed: apt-get install bubblewrap "
                "(or --sandbox limits, for programs that you trust)"
            )
        super().__init__(hidden)
        processes.sweep_orphans(program, self.ids[0])
        self._prefixes = {
            (extent, masked): [program, *view(self.hidden, extent, masked)]
            for extent in Extent
            for masked in (False, True)
        }
        self.masking = True
        counted = processes.counts_all_processes()
        self._counted_processes = processes.tasks_of(self.ids[0]) if counted else 0
        self._proc = os.open("/proc", os.O_RDONLY | os.O_CLOEXEC)
        self._stack.callback(os.close, self._proc)
        self._settle()

    def _command(
        self, job: Job, files: Descriptors, options: list[str], stack: ExitStack
    ) -> tuple[list[str], str]:
        words = list(self._prefixes[job.extent, self.masking])
        for name, file in job.files.items():
            # Valgrind needs the path of the program; a file bound from a descriptor has none.
            how = "--ro-bind-data" if file.executable and not job.tracing else "--file"
            perms = "0555" if file.executable else "0644"
            words += ["--perms", perms, how, str(files.open(file, True))]
            words.append(f"{WORK}/{name}")
        warden = str(files.open(self.warden, True))
        words += ["--perms", "0555", "--ro-bind-data", warden, "/warden"]
        words += ["--remount-ro", "/", "--", "/warden", *options]
        files.pass_on(self._proc)
        words += [f"inodes={_INODES}", f"proc={self._proc}", f"mask={int(self.masking)}"]
        words.append(f"filter={1 + 2 * job.tracing + 4 * bool(job.artifact)}")
        return [*words, "--", *job.command], "/"

    def forget_notes(self, leaves_notes: bool) -> None:
        """Make sure that no run learns which files of the system were read before."""
        forget_notes(leaves_notes)

    def _other_processes(self) -> int:
        return self._counted_processes

    def _refuse_full_disk(self, ended: Ended, folder: str) -> None:
        """Do nothing: a build inside bubblewrap writes to memory of its own."""


@contextmanager
def open_sandbox(kind: str, hidden: list[str]) -> Iterator[Sandbox]:
    """A sandbox that works; `UnusableInput` says what to do if it does not."""
    maker = Bubblewrap if kind == BUBBLEWRAP else Sandbox
    with maker(hidden) as sandbox:
        try:
            ended = sandbox.run(Job(["true"], Limits()))
        except JudgeError as error:
            raise UnusableInput(
                f"{kind} does not work here: {error}; `checkers doctor` says more "
                "(--sandbox limits is for programs that you trust)"
            ) from None
        if ended.why != "ended" or ended.status != 0:
            raise UnusableInput(f"{kind} does not work here: {ended.words}")
        yield sandbox


def _open_groups() -> tuple[Groups | None, str]:
    """The control groups that can be used here; if there are none, why."""
    if os.environ.get(SWITCH) == "0":
        return None, f"switched off by {SWITCH}=0"
    try:
        return open_groups(), ""
    except NoGroups as error:
        return None, str(error)


def _allow_many_files() -> None:
    """Raise the limit of open files: parallel runs have about fifty each, shells allow few."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
