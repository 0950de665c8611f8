"""A tool is made missing by a PATH on which it is not, a library by one that cannot be imported."""

import sys
from pathlib import Path

import pytest
from grading.machine import needs_bubblewrap, needs_gcc, needs_sanitizers, needs_valgrind
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.cli.extras import install_command

KNOWN = (
    "gcc", "bubblewrap", "AddressSanitizer", "valgrind", "call", "jinja2", "msgspec", "rich",
    "engine",
)  # fmt: skip


@needs_gcc
@needs_bubblewrap
@needs_sanitizers
@needs_valgrind
def test_all_is_well(cli: CommandLine) -> None:
    result = cli("doctor")
    assert result.exit_code == 0
    # Control groups are not there on every machine, and nobody needs them.
    lines = [line for line in result.stdout.splitlines() if line[9:].startswith(KNOWN)]
    assert [line.split()[:2] for line in lines] == [["ok", name] for name in KNOWN]
    assert "MISSING" not in result.stdout


def test_everything_is_missing(
    cli: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("jinja2", "msgspec", "rich"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("checkers_cli.cli.doctor.install_command", lambda: "INSTALL COMMAND")
    result = cli("doctor")
    assert result.exit_code == 1
    *lines, engine = result.stdout.splitlines()
    assert engine.startswith("ok       engine")
    assert lines == snapshot


@needs_gcc
@needs_bubblewrap
@pytest.mark.parametrize("name", ["jinja2", "msgspec", "rich"])
def test_a_missing_library_alone_keeps_from_grading(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("checkers_cli.cli.doctor.examine", list)  # the tools take their time
    monkeypatch.setattr("checkers_cli.cli.doctor._NEEDED", ("jinja2", "msgspec", "rich"))
    result = cli("doctor")
    assert result.exit_code == 1
    assert f"MISSING  {name}" in result.stdout
    assert install_command() in result.stdout
