"""Submissions that attack: each gets its verdict, and nobody else notices anything.

All of them are graded in one batch, together with good ones, by the real program, and once more
with the memory check. `hostile/` has the attackers and, in `expected.toml`, what each must get.
"""

import csv
import hashlib
import io
import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import tarfile
import time
import tomllib
import xml.etree.ElementTree as ET
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from support import PROGRAM

from checkers_cli.grading.sandbox.processes import unprivileged_ids
from checkers_cli.grading.submissions.discover import find_submissions

HERE = Path(__file__).parent / "hostile"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text())
RIGHT = (HERE.parent / "cohort_programs" / "correct.c").read_text()
# The memory check does nothing for what does not build or runs out of time.
CHECKED = {
    name: entry
    for name, entry in EXPECTED.items()
    if not set(entry["verdicts"]) <= {"CE", "TLE", "WTL"}
}
CASES = ("capture-optional", "error-4-before-5-white")
GOOD = ("correct", "multi-file", "habits")
ARCHIVES = ("zip-slip.zip", "zip-bomb.zip", "link-then-write.tar.gz", "devices.tar.gz")
JOBS = str(1 + (os.cpu_count() or 1))  # many attackers only wait, and so need no core
LONGEST = 420  # seconds: a batch that takes longer than this has been held up by somebody
# A hog must be caught as one before its time is over, also where the machine has to find every page
# first (256 MB have taken more than a second), and what computes must not pass for idle where cores
# are scarce. So there is little memory, ample CPU time for it, and four times that by the clock.
RUBRIC = """
[execution]
timeouts = 0
[limits]
cpu-seconds = 2
wall-seconds = 8
memory-mb = 128
output-kb = 1024
build-seconds = 12
memory-check-seconds = 5
"""
pytestmark = [pytest.mark.slow, needs_gcc, needs_bubblewrap]


@dataclass
class Batch:
    """What came of grading them all."""

    folder: Path
    done: "subprocess.CompletedProcess[bytes]"
    seconds: float
    results: dict[str, Any]  # by what it is called in `expected.toml`
    before: dict[str, str]
    expected: dict[str, dict[str, Any]]  # the part of `EXPECTED` that is in this batch
    with_memory_check: bool

    @property
    def report(self) -> Path:
        return self.folder / "report"


def hand_in(name: str, entry: dict[str, Any], folder: Path) -> str:
    """Put a hostile submission among the others; what it is called there."""
    source = HERE / entry.get("source", f"{name}.c")
    handed_in = entry.get("handed_in", source.name if "source" not in entry else f"{name}.c")
    if {"with_right", "files", "made"} & entry.keys():
        (folder / name).mkdir()
        handed_in = f"{name}/{handed_in.rpartition('/')[2]}"
    if entry.get("with_right"):
        (folder / name / "right.h").write_text(RIGHT)
    path = folder / handed_in
    path.parent.mkdir(exist_ok=True)
    if source.exists():
        shutil.copyfile(source, path)
    for file, text in entry.get("files", {}).items():
        (folder / name / file).write_text(text)
    for line in entry.get("made", []):
        subprocess.run(shlex.split(line), cwd=folder / name, check=True)
    return str(handed_in).split("/")[0]


def make_archives(folder: Path) -> None:
    with zipfile.ZipFile(folder / "zip-slip.zip", "w") as zipped:
        zipped.writestr("../../../slipped.c", "int main(void) { return 0; }")
    with zipfile.ZipFile(folder / "zip-bomb.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("main.c", b" " * (200 << 20))
    with tarfile.open(folder / "link-then-write.tar.gz", "w:gz") as tar:
        link = tarfile.TarInfo("out")
        link.type, link.linkname = tarfile.SYMTYPE, "/tmp"
        tar.addfile(link)
        content = b"int main(void) { return 0; }"
        file = tarfile.TarInfo("out/slipped.c")
        file.size = len(content)
        tar.addfile(file, io.BytesIO(content))
    with tarfile.open(folder / "devices.tar.gz", "w:gz") as tar:
        device = tarfile.TarInfo("main.c")
        device.type, device.devmajor, device.devminor = tarfile.CHRTYPE, 1, 5
        tar.addfile(device)


def digests(folder: Path) -> dict[str, str]:
    """Every file below a folder with a digest of what is in it."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="module", params=["as-usual", "memory-check"])
def batch(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Batch:
    with_memory_check = request.param == "memory-check"
    expected = CHECKED if with_memory_check else EXPECTED
    folder = tmp_path_factory.mktemp("hostile")
    submissions = folder / "submissions"
    submissions.mkdir()
    names = {hand_in(name, entry, submissions): name for name, entry in expected.items()}
    for name in GOOD:
        names[make_submission(name, submissions).name] = name
    make_archives(submissions)
    names |= {name: name for name in ARCHIVES}
    entries = {
        entry.key: os.path.basename(entry.paths[0]) for entry in find_submissions(str(submissions))
    }
    assert set(entries.values()) == set(names)
    copy_cases(CASES, folder / "cases")
    (folder / "rubric.toml").write_text(RUBRIC)
    (folder / "home").mkdir()
    (folder / "home" / "secret.txt").write_text("SECRET-OF-THE-GRADER")
    before = digests(folder)
    more = ["--memory-check"] if with_memory_check else ["--jobs", JOBS]
    started = time.monotonic()
    done = subprocess.run(
        [*PROGRAM, "grade", "submissions", "--cases", "cases", "--rubric", "rubric.toml", *more],
        cwd=folder,
        env={**os.environ, "HOME": str(folder / "home"), "SECRET": "SECRET-OF-THE-GRADER"},
        capture_output=True,
        check=False,
        timeout=3 * LONGEST,
    )
    seconds = time.monotonic() - started
    graded = json.loads((folder / "report" / "results.json").read_bytes())["submissions"]
    results = {names[entries[one["key"]]]: one for one in graded}
    return Batch(folder, done, seconds, results, before, expected, with_memory_check)


def test_every_hostile_program_is_graded(batch: Batch) -> None:
    assert batch.done.returncode == 0, batch.done.stderr.decode()
    assert set(batch.results) == {*batch.expected, *GOOD, *ARCHIVES}
    assert b"Traceback" not in batch.done.stderr


@pytest.mark.parametrize("name", EXPECTED)
def test_each_hostile_program_gets_its_verdict(batch: Batch, name: str) -> None:
    if name in batch.expected:
        verdicts = {run["verdict"] for run in batch.results[name]["runs"]}
        assert verdicts <= set(EXPECTED[name]["verdicts"]), batch.results[name]


@pytest.mark.parametrize("name", GOOD)
def test_honest_programs_are_accepted(batch: Batch, name: str) -> None:
    assert {run["verdict"] for run in batch.results[name]["runs"]} == {"AC"}


@pytest.mark.parametrize("name", GOOD)
def test_the_memory_check_of_honest_programs_is_undisturbed(batch: Batch, name: str) -> None:
    memory = batch.results[name]["memory"]
    if batch.with_memory_check:
        assert (memory["findings"], memory["problem"]) == ([], "")
    else:
        assert memory is None


@pytest.mark.parametrize("name", [name for name in EXPECTED if "findings" in EXPECTED[name]])
def test_the_memory_check_finds_what_attackers_hide(batch: Batch, name: str) -> None:
    memory = batch.results[name]["memory"]
    if batch.with_memory_check:
        assert {one["kind"] for one in memory["findings"]} == set(EXPECTED[name]["findings"])


@pytest.mark.parametrize("name", ARCHIVES)
def test_hostile_archives_do_not_build(batch: Batch, name: str) -> None:
    assert {run["verdict"] for run in batch.results[name]["runs"]} == {"CE"}
    assert batch.results[name]["build"]["problem"]


def test_no_secret_is_leaked(batch: Batch) -> None:
    for path in batch.report.rglob("*"):
        if path.is_file() and path.suffix in (".json", ".html", ".csv", ".xml"):
            content = path.read_bytes()
            assert b"SECRET-OF-THE-GRADER" not in content, path
            assert b"LEAKED" not in content, path
            assert b"root:x:0:" not in content, path
    for name, graded in batch.results.items():
        assert "LEAKED" not in json.dumps(graded), name
    with sqlite3.connect(batch.report / "work.sqlite") as store:
        for fact, blob in store.execute("SELECT fact, blob FROM facts WHERE blob IS NOT NULL"):
            is_a_run = isinstance(json.loads(fact), list)  # else it is the program itself
            assert not is_a_run or b"LEAKED" not in zlib.decompress(blob), fact


def test_nothing_changed_outside(batch: Batch) -> None:
    after = {
        name: digest
        for name, digest in digests(batch.folder).items()
        if not name.startswith("report/")
    }
    assert after == batch.before
    assert not list(Path("/tmp").glob("slipped*"))
    assert not (batch.folder.parent / "slipped.c").exists()


def test_no_process_survives(batch: Batch) -> None:
    left = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            inside = os.readlink(process / "cwd") == "/work"
            theirs = process.stat().st_uid == unprivileged_ids()[0]
        except OSError:
            continue
        if theirs and (b"/warden" in command or command.startswith(b"./program") or inside):
            left.append(command)
    assert left == []


def test_the_reports_are_well_formed(batch: Batch) -> None:
    suites = ET.parse(batch.report / "junit.xml").getroot()
    assert len(suites) == len(batch.results)
    with (batch.report / "marks.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == len(batch.results)
    for path in (batch.report / "gradescope").iterdir():
        assert json.loads(path.read_bytes())["tests"]
    for path in batch.report.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert text.count("<script") == (1 if path.name == "index.html" else 0), path
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_terminal_output_has_no_escape_sequences_of_programs(batch: Batch) -> None:
    assert b"\x1b" not in batch.done.stdout + batch.done.stderr


def test_the_batch_ends_in_time(batch: Batch) -> None:
    assert batch.seconds < LONGEST, f"{batch.seconds:.0f} s"
