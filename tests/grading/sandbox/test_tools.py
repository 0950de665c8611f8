"""The tools are tried for real; one is made missing by a name or a PATH on which it is not."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from grading.machine import (
    in_bubblewrap,
    in_limits,
    needs_gcc,
    needs_sanitizers,
    needs_valgrind,
    sandboxes,
)
from grading.machine import opened_sandbox as opened_sandbox

from checkers_cli.grading.sandbox import tools
from checkers_cli.grading.sandbox.runner import BUBBLEWRAP, Sandbox
from checkers_cli.grading.sandbox.tools import (
    FILTER,
    GROUPS,
    SANITIZERS,
    VALGRIND,
    ToolCheck,
    compile_leak,
    examine,
    memory_tool,
    toolchain,
    try_compiler,
    try_filter,
    try_groups,
    try_sanitizers,
    try_valgrind,
    versions,
)
from checkers_cli.grading.sandbox.view import ENVIRONMENT

ALL = ["gcc", BUBBLEWRAP, SANITIZERS, VALGRIND, FILTER, GROUPS]


@needs_gcc
def test_the_toolchain_is_the_compilers_first_line() -> None:
    assert "gcc" in toolchain()
    assert "\n" not in toolchain()


def test_no_compiler_has_no_version() -> None:
    assert toolchain("no-such-compiler") == ""


@sandboxes
def test_the_compiler_makes_a_program(sandbox: Sandbox) -> None:
    artifact = compile_leak(sandbox).artifact
    assert artifact is not None
    assert artifact.startswith(b"\x7fELF")
    assert try_compiler(sandbox) == ToolCheck("gcc", True, toolchain())


@sandboxes
@needs_sanitizers
def test_sanitizers_find_a_leak(sandbox: Sandbox) -> None:
    assert try_sanitizers(sandbox) == ToolCheck(SANITIZERS, True, "finds leaks")


@in_bubblewrap
@needs_valgrind
def test_valgrind_finds_a_leak(sandbox: Sandbox) -> None:
    assert try_valgrind(sandbox) == ToolCheck(VALGRIND, True, "finds leaks")


@in_limits
def test_a_missing_tool_says_what_to_install(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "VALGRIND_COMMAND", ("no-such-valgrind",))
    monkeypatch.setattr(tools, "SANITIZE", ("-fno-such-sanitizer",))
    tried = try_valgrind(sandbox)
    assert tried == ToolCheck(VALGRIND, False, "not usable here: apt-get install valgrind")
    assert not try_sanitizers(sandbox).works
    assert "apt-get install gcc libasan" in try_sanitizers(sandbox).words
    assert memory_tool(sandbox) == ""


@in_limits
def test_a_tool_that_finds_nothing_does_not_work(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "VALGRIND_COMMAND", ())
    assert try_valgrind(sandbox) == ToolCheck(VALGRIND, False, "runs, but found no leak")


@in_limits
@needs_sanitizers
@needs_valgrind
def test_sanitizers_come_before_valgrind(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory_tool(sandbox) == SANITIZERS
    monkeypatch.setattr(tools, "SANITIZE", ("-fno-such-sanitizer",))
    assert memory_tool(sandbox) == VALGRIND


def test_submitted_programs_have_no_version() -> None:
    found = versions([("sh", "x"), ("./program",), ("no-such-program",), (), ("sh",)])
    assert list(found) == ["no-such-program", "sh"]
    assert found["no-such-program"] == ""


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs that only commands inside of a sandbox find."""
    monkeypatch.setitem(ENVIRONMENT, "PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def program(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "tool").write_text(text)
    (folder / "tool").chmod(0o755)


def test_versions_are_those_of_the_programs_in_the_sandbox(
    inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{inside / 'venv'}:/usr/bin:/bin")
    program(inside, "#!/bin/sh\necho inside\n")
    program(inside / "venv", "#!/bin/sh\necho outside\n")
    assert toolchain("tool") == "inside"
    assert toolchain("./tool") == ""  # of the folder that it is graded in


@pytest.mark.parametrize("text", ["\x7fELF", "#!/no/such/interpreter\n", "#!/bin/sh\nsleep 60\n"])
def test_a_program_that_cannot_tell_its_version_has_none(
    inside: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(tools, "_VERSION_TIMEOUT", 0.2)
    program(inside, text)
    assert toolchain("tool") == ""


def test_asking_for_a_version_does_not_read_standard_input(inside: Path) -> None:
    program(inside, "#!/bin/sh\nread line && echo $line || echo nothing to read\n")
    assert toolchain("tool") == "nothing to read"


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


@in_bubblewrap
def test_system_calls_are_filtered_in_bubblewrap(sandbox: Sandbox) -> None:
    assert try_filter(sandbox).works


@in_limits
def test_a_machine_without_the_filter_is_told_so(sandbox: Sandbox) -> None:
    # Without bubblewrap there is no filter, as on other machines.
    found = try_filter(sandbox)
    assert not found.works
    assert found.words.endswith(", only for x86_64 and aarch64")


@in_limits
def test_why_the_kernel_does_not_count_is_told(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "groups", None)
    monkeypatch.setattr(sandbox, "no_groups", "switched off by CHECKERS_CGROUPS=0")
    assert try_groups(sandbox) == ToolCheck(GROUPS, False, "switched off by CHECKERS_CGROUPS=0")


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
