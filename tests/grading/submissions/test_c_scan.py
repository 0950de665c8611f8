import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.submissions.c_scan import (
    MOST_SCANNED,
    Include,
    defines_main,
    macros_of,
    scan,
    text_of,
)


def functions(text: str) -> set[str]:
    return set(scan(text, macros_of(text)).functions)


def includes(text: str) -> list[str]:
    return [include.name for include in scan(text, macros_of(text)).includes]


def test_includes_are_listed_as_written() -> None:
    text = '#include "a.h"\n  # include<b.h> // c\n#include "a.h"\n#include "x\\y.h"\n#include M\n'
    assert scan(text).includes == (
        Include("a.h", True), Include("b.h", False), Include("x\\y.h", True),
    )  # fmt: skip


def test_includes_in_comments_strings_and_skipped_parts_do_not_count() -> None:
    text = """
/* #include "a.h"
#include "b.h" */
// \\
#include "c.h"
char *s = "\\
#include d";
#if 0
#include "e.h"
#else
#include "yes.h"
#endif
#ifdef _WIN32
#include <f.h>
#elif defined(__linux__)
#include <too.h>
#else
#include <g.h>
#endif
"""
    assert includes(text) == ["yes.h", "too.h"]


def test_quoted_text_in_a_directive_is_no_comment() -> None:
    text = '#define A "/*"\n#include "a.h"\n#define B \'"\' /* "\n#include "b.h" */\nint f() {}\n'
    assert includes(text) == ["a.h"]
    assert functions(text) == {"f"}


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return 0; }",
        "main()\n{\n}",
        "void main(int c, char *v[]) { f(\"}\"); '}'; /* } */ }",
        "struct s { int a; };\nint a[] = { 1, 2 };\nint f(void);\nint main(void)\n{",
        "typedef int (*g)(int);\nstatic int f(void) { if (1) { } }\nint main() {",
        "__attribute__((unused)) int x;\nint main(void) __attribute__((cold)) {",
        "#ifdef DEBUG\nint main(int c) {\n#else\nint main(void) {\n#endif\n}",
        "#if X > 1\nint f(int a) {\n#else\nint f(void) {\n#endif\n}\nint main(void) { }",
        "#ifndef GUARD\n#define GUARD\nint main(void) { }\n#endif",
        "int x;\r\nint main(void)\r\n{\r\n",
    ],
)
def test_a_main_function_is_found(text: str) -> None:
    assert "main" in functions(text)
    assert defines_main(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "int main(void);",
        "// int main(void) { }",
        'char *s = "int main(void) { }";',
        "#if 0\nint main(void) { }\n#endif",
        "#ifdef TEST\nint main(void) { }\n#endif",
        "#if defined(TEST)\nint main(void) { }\n#endif",
        "int f(void) { return main(0); }",
        "#define main(x) {",
        "int domain(void) { }",
        "It has a main function.",
    ],
)
def test_other_mentions_of_main_are_not_definitions(text: str) -> None:
    assert "main" not in functions(text)


def test_static_functions_are_private() -> None:
    assert functions("static int f(int a) { }\nint g(void) { }\ninline int h(void) { }") == {"g"}


def test_a_macro_of_another_file_decides_nothing() -> None:
    text = "#ifdef TEST\nint test(void) { }\n#endif\n"
    assert scan(text).functions == frozenset()
    assert scan(text, {"TEST"}).functions == {"test"}


def test_words_are_identifiers_in_code() -> None:
    assert scan('f(a, "b"); // c\n').words == {"f", "a"}


def test_a_text_keeps_its_bytes_and_has_plain_line_ends() -> None:
    assert text_of(b"\xef\xbb\xbfa\r\nb\rc\n\xff") == "a\nb\nc\n\udcff"
    assert len(text_of(b"x" * (MOST_SCANNED + 9))) == MOST_SCANNED


@given(st.text(alphabet="#/*\"'\\\n {}();ifde01a", max_size=60))
def test_any_text_can_be_scanned(text: str) -> None:
    scan(text, macros_of(text))


@pytest.mark.parametrize(
    "part", ["/*", '"', "#", "#if 0\n", "{", "(", "\\", "/", "'", "#/*", " \n"]
)
def test_scanning_takes_linear_time(part: str) -> None:
    begin = time.process_time()
    scan((part * MOST_SCANNED)[:MOST_SCANNED])
    assert time.process_time() - begin < 5  # about 0.2 s; quadratic time would be hours
