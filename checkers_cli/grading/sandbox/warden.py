"""Compiles the warden (warden.c) and reads its report."""

import os
import shutil
import subprocess
from pathlib import Path

from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.installation import PACKAGE
from checkers_cli.util.disk import compiler_lacks_space
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.temporary import temporary_folder


def compile_warden() -> bytes:
    """The executable of the warden.

    It is compiled each time, which takes a tenth of a second, so that it is never out of date.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise UnusableInput("a C compiler is needed to run programs: apt-get install gcc libc6-dev")
    with temporary_folder() as folder:
        out = Path(folder, "warden")
        source = str(PACKAGE / "grading" / "sandbox" / "warden.c")
        command = [compiler, "-O1", "-std=gnu17", "-pthread", "-s", "-o", str(out), source]
        # Known words in messages, and files of the compiler where they are removed in any case.
        environment = {**os.environ, "LC_ALL": "C", "TMPDIR": folder}
        # A static executable starts faster, but the static C library may not be installed.
        for flags in (["-static"], []):
            done = subprocess.run(  # noqa: S603
                [*command, *flags], capture_output=True, text=True, check=False, env=environment
            )
            if done.returncode == 0:
                break
        if done.returncode != 0 or not out.exists():
            full = compiler_lacks_space(done.stderr, [os.path.dirname(folder)])
            if full is not None:
                raise full
            line = (done.stderr.strip().splitlines() or ["no reason given"])[0]
            raise UnusableInput(
                f"{compiler} cannot compile the warden: {line} (apt-get install gcc libc6-dev)"
            )
        return out.read_bytes()


def read_report(
    line: bytes, stdout: bytes, stderr: bytes, artifact: bytes | None, folder: str = ""
) -> Ended:
    """The result of a run, from its line in the warden's report."""
    words = line.split()
    why, status = words[0].decode(), int(words[1])
    if why == "ended":
        status = os.waitstatus_to_exitcode(status)
    cpu, wall, peak = int(words[2]) / 1e6, int(words[3]) / 1e6, int(words[4]) * 1024
    return Ended(why, status, cpu, wall, peak, stdout, stderr, artifact, folder)
