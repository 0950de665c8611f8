"""The tools are tried for real; one that is missing is one that goes by a name nobody has."""

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

from checkers_cli.grading import tools
from checkers_cli.grading.sandbox import Sandbox
from checkers_cli.grading.tools import (
    SANITIZERS,
    VALGRIND,
    Tried,
    compile_leak,
    memory_tool,
    toolchain,
    try_compiler,
    try_sanitizers,
    try_valgrind,
    versions,
)


@needs_gcc
def test_the_toolchain_is_the_compilers_first_line() -> None:
    assert "gcc" in toolchain()
    assert "\n" not in toolchain()


def test_no_compiler_has_no_version() -> None:
    assert toolchain("no-such-compiler") == ""


@sandboxes
def test_the_compiler_makes_a_program(sandbox: Sandbox) -> None:
    taken = compile_leak(sandbox).taken
    assert taken is not None
    assert taken.startswith(b"\x7fELF")
    assert try_compiler(sandbox) == Tried("gcc", True, toolchain())


@sandboxes
@needs_sanitizers
def test_sanitizers_find_a_leak(sandbox: Sandbox) -> None:
    assert try_sanitizers(sandbox) == Tried(SANITIZERS, True, "finds leaks")


@in_bubblewrap
@needs_valgrind
def test_valgrind_finds_a_leak(sandbox: Sandbox) -> None:
    assert try_valgrind(sandbox) == Tried(VALGRIND, True, "finds leaks")


@in_limits
def test_what_is_missing_says_what_to_install(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "VALGRIND_COMMAND", ("no-such-valgrind",))
    monkeypatch.setattr(tools, "SANITIZE", ("-fno-such-sanitizer",))
    tried = try_valgrind(sandbox)
    assert tried == Tried(VALGRIND, False, "not usable here: apt-get install valgrind")
    assert not try_sanitizers(sandbox).works
    assert "apt-get install gcc libasan" in try_sanitizers(sandbox).words
    assert memory_tool(sandbox) == ""


@in_limits
def test_a_tool_that_finds_nothing_does_not_work(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "VALGRIND_COMMAND", ())
    assert try_valgrind(sandbox) == Tried(VALGRIND, False, "runs, but found no leak")


@in_limits
@needs_sanitizers
@needs_valgrind
def test_sanitizers_come_before_valgrind(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory_tool(sandbox) == SANITIZERS
    monkeypatch.setattr(tools, "SANITIZE", ("-fno-such-sanitizer",))
    assert memory_tool(sandbox) == VALGRIND


def test_versions_of_what_is_not_handed_in() -> None:
    found = versions([("sh", "x"), ("./program",), ("no-such-program",), (), ("sh",)])
    assert [line.split(":")[0] for line in found] == ["no-such-program", "sh"]
    assert found[0] == "no-such-program: "
