"""A tool is made missing by a PATH on which it is not."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from grading.machine import needs_gcc

from checkers_cli.grading.sandbox.doctor import examine
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP
from checkers_cli.grading.sandbox.tools import SANITIZERS, VALGRIND

ALL = ["gcc", BUBBLEWRAP, SANITIZERS, VALGRIND]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter: root becomes somebody else to run things."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def only(folder: Path, monkeypatch: pytest.MonkeyPatch, *programs: str) -> None:
    """Have a PATH with nothing but these programs."""
    for name in programs:
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))


def test_doctor_lists_every_missing_tool(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(folder, monkeypatch)
    found = examine()
    assert [tried.name for tried, _ in found] == ALL
    assert not any(tried.works for tried, _ in found)
    words = {tried.name: tried.words for tried, _ in found}
    assert "apt-get install gcc" in words["gcc"]
    assert words[BUBBLEWRAP] == "not installed: apt-get install bubblewrap"
    assert words[VALGRIND] == "cannot be tried without gcc"
    assert all(purpose for _, purpose in found)


@needs_gcc
def test_doctor_suggests_remedies_for_a_failing_bubblewrap(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(folder, monkeypatch, "gcc", "as", "ld")
    (folder / "bwrap").write_text("#!/bin/sh\necho 'No permissions to create' >&2\nexit 1\n")
    (folder / "bwrap").chmod(0o755)
    tried = {tried.name: tried for tried, _ in examine()}
    assert not tried[BUBBLEWRAP].works
    assert "No permissions to create" in tried[BUBBLEWRAP].words
    assert "kernel.unprivileged_userns_clone" in tried[BUBBLEWRAP].words
    assert tried["gcc"].works
