import pytest

from checkers_cli.grading.execution.silenced import silenced_warnings


@pytest.mark.parametrize(
    "line",
    [
        '#pragma GCC diagnostic ignored "-Wunused-variable"',
        '  #  pragma  GCC  diagnostic  ignored "-Wall"',
        "#pragma GCC system_header",
        '#pragma clang diagnostic ignored "-Wformat"',
        'int f(void) { _Pragma("GCC diagnostic ignored \\"-Wall\\"") return 0; }',
    ],
)
def test_pragmas_are_noted_with_their_line(line: str) -> None:
    (note,) = silenced_warnings({"main.c": f"int x;\n{line}\n".encode()}, False)
    assert note.startswith("main.c, line 2, switches off warnings: ")
    assert note.endswith(line.strip()[-4:]) or "_Pragma" in line


@pytest.mark.parametrize(
    "line",
    [
        "#pragma once",
        "#pragma GCC poison gets",
        '#pragma GCC diagnostic error "-Wall"',
        "#pragma GCC diagnostic push",
        "/* the pragma for ignored diagnostics is not used */",
    ],
)
def test_other_pragmas_are_not_noted(line: str) -> None:
    assert silenced_warnings({"main.c": line.encode()}, True) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("CFLAGS = -Wall -w", "-w"),
        ("CFLAGS=-w", "-w"),
        ("\tgcc -Wno-unused-result -o program *.c", "-Wno-unused-result"),
    ],
)
def test_options_in_a_makefile_count_if_it_is_used(line: str, words: str) -> None:
    files = {"Makefile": f"all:\n{line}\n".encode()}
    (note,) = silenced_warnings(files, True)
    assert note == f"Makefile, line 2, switches off warnings: {words}"
    assert silenced_warnings(files, False) == []


@pytest.mark.parametrize("line", ["CFLAGS = -Wall -Wextra", "all: a-w b", "\tgcc -what -W"])
def test_other_options_are_not_noted(line: str) -> None:
    assert silenced_warnings({"Makefile": line.encode()}, True) == []


def test_there_are_only_so_many_notes() -> None:
    files = {f"{number}.c": b"#pragma GCC system_header\n" for number in range(20)}
    notes = silenced_warnings(files, False)
    assert len(notes) == 6
    assert notes[-1] == "and 15 more of this kind"
