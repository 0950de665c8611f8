"""Runs untrusted commands: inside of bubblewrap, or with resource limits only.

Files go in and out as open files in memory, never as paths: nothing that belongs to the grader can
be seen from inside, nothing that is written inside can be left behind, and it makes no difference
whose home folder the submissions are in.
"""

import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import Descriptors, Held, all_of
from checkers_cli.grading.sandbox.view import (
    ENVIRONMENT,
    WORK,
    counts_all_processes,
    sweep_orphans,
    tasks_of,
    unprivileged_ids,
    view,
)
from checkers_cli.installation import PACKAGE
from checkers_cli.util.errors import UnusableInput

BUBBLEWRAP = "bubblewrap"
LIMITS_ONLY = "limits"

MOST_RUNS = 16  # one after the other in one sandbox; the warden has room for 64
_INODES = 4000  # in all private file systems together
_STACK = 64 << 20
# Seconds by which a run may take longer as no core is free. That is the machine's fault, or the
# doing of a program that wants no verdict: so there is an end to it, before anybody gives up.
_STARVED = 30.0
_LATE = 10.0  # seconds after that when the warden itself is given up
_GRACE = 5.0  # seconds that it then has to end what it has started


class Sandbox:
    """Runs jobs; each `run` stands alone, and many threads may call it at once."""

    kind = LIMITS_ONLY
    _end = signal.SIGTERM  # to the warden, which ends all that it has started
    # A process that is forked while a program is being written holds it open for writing until it
    # becomes something else; until then that program cannot be started: "text file busy".
    _starting: AbstractContextManager[Any] = threading.Lock()

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        if not sys.platform.startswith("linux"):
            raise UnusableInput(
                "programs are run on Linux only: elsewhere, use a container or a virtual machine"
            )
        _allow_many_files()
        self.hidden = [os.path.realpath(path) for path in (str(PACKAGE), *hidden)]
        self.ids = unprivileged_ids()
        self._running: set[int] = set()
        self._lock = threading.Lock()
        self._path = ""  # of the warden, where it is needed as a file
        self._stopped = False
        self._stack = ExitStack()
        self.warden = self._stack.enter_context(Held(_compile_warden(), executable=True))

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._stack.close()

    def stop(self) -> None:
        """End everything that runs; whoever waits for it gets a `JudgeError`."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                self._kill(pid)

    def _kill(self, pid: int) -> None:
        """End one; as a group, for it may have a child that does not know of its end yet."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, self._end)

    def run(self, job: Job) -> Ended:
        """Run a command once and wait for its end; `JudgeError` if that is not its fault."""
        (ended,) = self.run_all(job)
        return ended

    def run_all(self, job: Job) -> list[Ended]:
        """Run a command on its inputs one after the other, and wait for the end of all.

        There may be fewer runs than inputs, but there is one: the last is then one that was stopped
        or that left something behind, and the others need a sandbox that it has not been in. Files
        other than compiled programs could be changed from inside: then there is one run each time.
        """
        with ExitStack() as stack:
            files = Descriptors(stack)
            runs = [
                (files.copy(stdin) if stdin else files.null(), files.empty(), files.empty())
                for stdin in job.stdins[: MOST_RUNS if job.slim else 1]
            ]
            report, complaints = files.empty(), files.empty()
            taken = files.empty() if job.take else -1
            files.pass_on(report, taken, *(fd for run in runs for fd in run))
            options = self._warden_options(job, report, taken)
            options += [f"run={','.join(map(str, run))}" for run in runs]
            command, folder = self._command(job, files, options, stack)
            patience = (job.limits.wall + _STARVED) * len(runs) + _LATE
            self._spawn(command, folder, job, patience, complaints, files.passed)
            lines = all_of(report).splitlines()
            if not lines:
                complaint = all_of(complaints)[-300:].decode("utf-8", "replace").strip()
                raise JudgeError(f"the sandbox did not report: {complaint or 'no reason given'}")
            made = all_of(taken) if job.take else None
            return [
                _ended(line, all_of(stdout), all_of(stderr), made)
                for line, (_, stdout, stderr) in zip(lines, runs, strict=False)
            ]

    def _spawn(
        self,
        command: list[str],
        folder: str,
        job: Job,
        patience: float,
        complaints: int,
        passed: Sequence[int],
    ) -> None:
        """Start the command and wait for its end."""
        root = os.geteuid() == 0
        if self._stopped:
            raise JudgeError("stopped")
        try:
            with self._starting:
                process = subprocess.Popen(  # noqa: S603 - that is what it is for
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=complaints,
                    stderr=complaints,
                    env={**ENVIRONMENT, **job.environment},
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
            if self._stopped:  # since this one was started
                self._kill(process.pid)
        try:
            self._wait(process, patience)
        finally:
            with self._lock:
                self._running.discard(process.pid)
        if self._stopped:
            raise JudgeError("stopped")

    def _wait(self, process: "subprocess.Popen[bytes]", seconds: float) -> None:
        """Wait for a process; one that does not even end when its time is long over is ended."""
        ended = False
        try:
            ended = _ends(process, seconds)
        finally:  # also after Ctrl-C, where this is the main thread
            if not ended:
                self._end_at_last(process)

    def _end_at_last(self, process: "subprocess.Popen[bytes]") -> None:
        """End one in the way that leaves nothing of it, or else in any way."""
        if process.returncode is None:
            self._kill(process.pid)
        try:
            _ends(process, _GRACE)
        finally:
            process.kill()
            process.wait()

    def _warden_options(self, job: Job, report: int, taken: int) -> list[str]:
        options = {
            "report": report,
            "starved": round(_STARVED * 1000),
            "stack": _STACK,
            **job.limits.warden_options(self._other_processes()),
        }
        if job.take:
            options["artifact"] = taken
        words = [f"{name}={value}" for name, value in options.items()]
        return words + ([f"take={job.take}"] if job.take else [])

    def _command(
        self, job: Job, files: Descriptors, options: list[str], stack: ExitStack
    ) -> tuple[list[str], str]:
        """The words to start, and the folder to start them in: limits only."""
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="checkers-"))
        for name, held in job.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._starting:
                path.write_bytes(held.content())
            path.chmod(0o755 if held.executable else 0o644)
        if os.geteuid() == 0:
            for path in [Path(folder), *Path(folder).rglob("*")]:
                os.chown(path, *self.ids)
        return [self._warden_path(), *options, "--", *job.command], folder

    def _other_processes(self) -> int:
        """Processes of other runs that the kernel counts together with those of a run."""
        return tasks_of(self.ids[0])

    def _warden_path(self) -> str:
        """The warden as a file, written once: what was just written may be busy for a moment."""
        with self._lock:
            if not self._path:
                folder = tempfile.TemporaryDirectory(prefix="checkers-")
                path = Path(self._stack.enter_context(folder), "warden")
                path.write_bytes(self.warden.content())
                path.chmod(0o755)
                path.parent.chmod(0o755)
                self._path = str(path)
        return self._path


class Bubblewrap(Sandbox):
    """Runs jobs inside of bubblewrap."""

    kind = BUBBLEWRAP
    _end = signal.SIGKILL  # nothing survives the namespace
    _starting = nullcontext()  # no program is written anywhere

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        program = shutil.which("bwrap")
        if program is None:
            raise UnusableInput(
                "bubblewrap is not installed: apt-get install bubblewrap "
                "(or --sandbox limits, for programs that you trust)"
            )
        super().__init__(hidden)
        sweep_orphans(program, self.ids[0])
        self._fixed = {slim: [program, *view(self.hidden, slim)] for slim in (False, True)}
        self._more_processes = tasks_of(self.ids[0]) if counts_all_processes() else 0
        self._proc = os.open("/proc", os.O_RDONLY | os.O_CLOEXEC)
        self._stack.callback(os.close, self._proc)

    def _command(
        self, job: Job, files: Descriptors, options: list[str], stack: ExitStack
    ) -> tuple[list[str], str]:
        words = list(self._fixed[job.slim])
        for name, held in job.files.items():
            # A file that is bound has no name that valgrind could find it by; others have.
            how = "--ro-bind-data" if held.executable and not job.tracing else "--file"
            perms = "0555" if held.executable else "0644"
            words += ["--perms", perms, how, str(files.of(held, True))]
            words.append(f"{WORK}/{name}")
        words += ["--perms", "0555", "--ro-bind-data", str(files.of(self.warden, True)), "/warden"]
        words += ["--remount-ro", "/", "--", "/warden", *options]
        files.pass_on(self._proc)
        words += [f"inodes={_INODES}", f"proc={self._proc}"]
        words.append(f"filter={1 + 2 * job.tracing + 4 * bool(job.take)}")
        return [*words, "--", *job.command], "/"

    def _other_processes(self) -> int:
        return self._more_processes


@contextmanager
def open_sandbox(kind: str, hidden: list[str]) -> Iterator[Sandbox]:
    """A sandbox that has been tried; `UnusableInput` says what to do if it does not work."""
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


def _allow_many_files() -> None:
    """Each run has some fifty files open, and there are many at once; shells allow few."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _ends(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Whether a process ends in time."""
    try:
        pidfd = os.pidfd_open(process.pid)
    except OSError:  # a kernel before 5.3, or none left: then by looking now and then
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


def _ended(report: bytes, stdout: bytes, stderr: bytes, taken: bytes | None) -> Ended:
    words = report.split()
    why, status = words[0].decode(), int(words[1])
    if why == "ended":
        status = os.waitstatus_to_exitcode(status)
    cpu, wall, peak = int(words[2]) / 1e6, int(words[3]) / 1e6, int(words[4]) * 1024
    return Ended(why, status, cpu, wall, peak, stdout, stderr, taken)


def _compile_warden() -> bytes:
    """The warden, made anew each time: that takes a tenth of a second, and is never stale."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise UnusableInput("a C compiler is needed to run programs: apt-get install gcc libc6-dev")
    with tempfile.TemporaryDirectory(prefix="checkers-") as folder:
        out = Path(folder, "warden")
        source = str(PACKAGE / "grading" / "sandbox" / "warden.c")
        command = [compiler, "-O1", "-std=gnu17", "-s", "-o", str(out), source]
        # Without shared libraries it starts faster, where the C library can be had like that.
        for flags in (["-static"], []):
            done = subprocess.run(  # noqa: S603
                [*command, *flags], capture_output=True, text=True, check=False
            )
            if done.returncode == 0:
                break
        if done.returncode != 0 or not out.exists():
            line = (done.stderr.strip().splitlines() or ["no reason given"])[0]
            raise UnusableInput(
                f"{compiler} cannot compile the warden: {line} (apt-get install gcc libc6-dev)"
            )
        return out.read_bytes()
