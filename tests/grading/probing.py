"""What the tests of the sandbox and its warden share: a program to run, and ways to run it."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox

MB = 1 << 20
# Generous, so that a busy machine makes no difference; each test is strict in one thing only.
AMPLE = Limits(cpu=20, wall=60, memory=512 * MB, output=MB, processes=32, files=64)

PROBE = (Path(__file__).parent / "probe.c").read_text()


@pytest.fixture(scope="module", name="probe")
def compiled_probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryFile]:
    """A program that does what its first argument says."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.c").write_text(PROBE)
    command = ["gcc", "-pthread", "-o", "probe", "probe.c"]
    subprocess.run(command, cwd=folder, check=True)
    with MemoryFile((folder / "probe").read_bytes(), executable=True) as file:
        yield file


def run(sandbox: Sandbox, probe: MemoryFile, *words: object, **limits: float) -> Ended:
    """What becomes of the probe with these arguments."""
    command = ["./probe", *map(str, words)]
    strict = replace(AMPLE, **limits)  # type: ignore[arg-type]
    return sandbox.run(Job(command, strict, {"probe": probe}))


def shell(sandbox: Sandbox, line: str, files: dict[str, bytes] | None = None) -> str:
    """What a line of shell prints; it must succeed."""
    with ExitStack() as stack:
        file = {name: stack.enter_context(MemoryFile(text)) for name, text in (files or {}).items()}
        ended = sandbox.run(Job(["sh", "-c", line], AMPLE, file))
    assert (ended.why, ended.status, ended.stderr) == ("ended", 0, b"")
    return ended.stdout.decode()


def processes_with(mark: str) -> list[int]:
    """The processes of the whole machine with this word among their arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if mark.encode() in words.split(b"\0"):
            found.append(int(entry.name))
    return found
