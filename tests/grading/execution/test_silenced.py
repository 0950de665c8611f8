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
        'int f(void) { _Pragma(L"GCC diagnostic ignored \\"-Wall\\"") return 0; }',
        "#define PRAGMA(words) _Pragma(#words)",
        '#pragma GCC diagnostic/**/ ignored "-Wall"',
        '%:pragma GCC/* a */diagnostic ignored "-Wall"',
        '??=pragma GCC diagnostic ignored "-Wall"',
        '#pragma GCC diag\\\nnostic ignored "-Wall"',
        '#pragma GCC ??/\n diagnostic ignored "-Wall"',
        '# 50 "main.c" 3',
        '  #  1  "/usr/include/stdio.h" 1 3 4',
        f'#pragma GCC{" " * 21}diagnostic ignored "-Wall"',
        '#pragma GCC\fdiagnostic\v\0ignored "-Wall"',
        '#pragma GCC \\ \f\n diagnostic ignored "-Wall"',
        '#pragma GCC /* \n */ diagnostic ignored "-Wall"',
        f'#{" " * 21}1 "x.h" 3',
        '# 1 "x\\"y.h" 3',
        f'# 1 "{"x" * 201}" 3',
        '# 1/**/"x.h"/**/3',
    ],
)
def test_pragmas_are_noted_with_their_line(line: str) -> None:
    before = "int x; /* 1\n2 */ int \\\n y;\n"
    (note,) = silenced_warnings({"main.c": f"{before}{line}\n".encode()}, False)
    assert note.startswith("main.c, line 4, switches off warnings: ")
    assert note.split(": ", 1)[1].split()[0] in line


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('char *a = "/*";', 'char *b = "*/";'),
        ("// see /*", "// and */"),
        ("int a = '/*';", "int b = '*/';"),
        ('#define A "/*"', '#define B "*/"'),
        ("#define A '\"' /* \" */", "// '"),
        ('char *a = R"(" /* )";', 'char *b = R"(" */ )";'),
        ('char *a = R"x(", *b = ")"; /* )x";', '/* )x" */'),
        ('#define R\nchar *a = R"(";', 'char *b = ")";'),
        ("int a; // what??/", "int b;"),
        ("#if __has_include(</*>)\n#endif", "/* */"),
        ("\ufeff", ""),
    ],
)
def test_a_pragma_is_noted_between_what_looks_like_a_comment(before: str, after: str) -> None:
    text = f'{before}\n#pragma GCC diagnostic ignored "-Wall"\n{after}\n'
    if not before.isprintable():
        text = text.replace("\n", "", 1)
    (note,) = silenced_warnings({"main.c": text.encode()}, False)
    assert "switches off warnings: #" in note


def test_a_file_that_is_not_read_to_its_end_is_noted() -> None:
    text = f"{' ' * 300_001}\n#pragma GCC system_header\n"
    notes = silenced_warnings({"long.c": text.encode(), "main.c": text[2_000:].encode()}, False)
    assert notes == [
        "long.c: only the first 300 kB are searched for what switches off warnings",
        "main.c, line 2, switches off warnings: #pragma GCC system_header",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "#pragma once",
        "#pragma GCC poison gets",
        '#pragma GCC diagnostic error "-Wall"',
        "#pragma GCC diagnostic push",
        "/* the pragma for ignored diagnostics is not used */",
        '/* #pragma GCC diagnostic ignored "-Wall" */',
        '# 50 "main.c"',
        '# 50 "main.c" 2',
        'char text[] = "3 # 4";',
        'puts("#pragma GCC diagnostic ignored or _Pragma");',
        '#define HELP "_Pragma"',
        '// #pragma GCC diagnostic ignored "-Wall"',
        '// \\\n#pragma GCC diagnostic ignored "-Wall"',
        '#include <stdio.h> /*\n#pragma GCC diagnostic ignored "-Wall"\n*/',
        '/* don\'t "\n#pragma GCC diagnostic ignored "-Wall"\n*/ int a = \'"\';',
        '# 50 "stage 3"',
        "# 1. Stage 3",
        "int GCC = 1, diagnostic, ignored;",
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
