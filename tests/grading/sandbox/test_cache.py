import os
import tempfile
from pathlib import Path

import pytest
from grading.machine import in_bubblewrap
from grading.machine import opened_sandbox as opened_sandbox
from grading.probing import AMPLE
from grading.probing import compiled_probe as compiled_probe

from checkers_cli.grading.sandbox import cache
from checkers_cli.grading.sandbox.cache import forget_notes, forget_reads
from checkers_cli.grading.sandbox.jobs import Job
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import Sandbox


def largest_files(folder: str, count: int) -> list[str]:
    paths = [entry.path for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)]
    return sorted(paths, key=os.path.getsize)[-count:]


@in_bubblewrap
def test_a_program_cannot_tell_which_files_were_read_before(
    sandbox: Sandbox, probe: MemoryFile
) -> None:
    files = largest_files("/usr/bin", 12)
    cached = []
    for forget in (False, True):
        for path in files:
            Path(path).read_bytes()
        if forget:
            sandbox.forget_notes(True)
        job = Job(["./probe", "cached", *files], AMPLE, {"probe": probe}, slim=True)
        cached.append(sandbox.run(job).stdout.decode().splitlines())
    assert len(cached[0]) > len(files) // 2  # less if there is little memory
    assert len(cached[1]) < len(files) // 3  # those that are in use now


def test_links_and_missing_folders_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/no/such/file")
    os.mkfifo(tmp_path / "fifo")
    forget_reads([str(tmp_path), "/no/such/folder"])


@pytest.mark.parametrize("name", ["locked", "open"])
def test_files_stay_as_they_are(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"text")
    path.chmod(0 if name == "locked" else 0o644)
    forget_reads([str(tmp_path)])
    path.chmod(0o644)
    assert path.read_bytes() == b"text"


def test_the_next_grading_forgets_what_hidden_cases_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[None] = []
    monkeypatch.setattr(cache, "forget_reads", lambda: calls.append(None))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    for leaves_notes, count in ((False, 0), (True, 1), (True, 2), (False, 3), (False, 3)):
        forget_notes(leaves_notes)
        assert len(calls) == count
