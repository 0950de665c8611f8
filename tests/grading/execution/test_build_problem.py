import pytest

from checkers_cli.grading.execution.build_problem import build_problem

FILES = {"main.c": b"#include <x.h>\nint main(void) { }\n", "old.cpp": b"int move(void) { }\n"}
UNDEFINED = (
    "/usr/bin/ld: /tmp/cc.o: in function `main':\nmain.c:(.text+0x5): undefined reference to `{}'\n"
)


def problem(messages: str, sources: tuple[str, ...] = ("main.c",)) -> str:
    return build_problem(messages.encode(), FILES, sources)


def missing(name: str) -> str:
    return problem(f"main.c:1:10: fatal error: {name}: No such file or directory\n")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x.h", "includes <x.h>, which is neither standard C nor in the submission"),
        ("y.h", 'includes "y.h", which is missing from the files'),
        ("Conio.H", "exists only on Windows"),
        ("pch.h", "Visual Studio"),
        ("bits/stdc++.h", "which is C++"),
        ("cs50.h", "another course"),
        ("STRING.h", "write <string.h>"),
        ("C:\\x.h", "a path of one computer"),
        ("z" * 400, "zzz..."),
    ],
)
def test_a_missing_header_is_explained(name: str, words: str) -> None:
    assert missing(name).startswith("main.c includes ")
    assert words in missing(name)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["f"], "the program uses f, but it is not defined in any of its files"),
        (["f", "g", "f"], "the program uses f, g, but they are not defined in any of its files"),
        (["f", "getch"], "the program uses getch, which exists only on Windows: use standard C"),
        (["sqrt", "pow"], "the program uses sqrt, pow, but the build command has no -lm"),
        (["move"], "not defined: old.cpp defines move, and is left out"),
        (["main"], "no main function: main.c does not define one"),
    ],
)
def test_an_undefined_function_is_explained(names: list[str], words: str) -> None:
    assert words in problem("".join(UNDEFINED.format(name) for name in names))


def test_a_mistyped_function_is_guessed() -> None:
    files = {"main.c": b"int print_board(void) { }\nint main(void) { print_bord(); }\n"}
    said = build_problem(UNDEFINED.format("print_bord").encode(), files, ["main.c"])
    assert said.endswith("not defined in any of its files; did you mean print_board?")


def test_other_words_of_the_linker_are_explained() -> None:
    last = "collect2: error: ld returned 1 exit status\n"
    large = "main.c:(.text+0x9): relocation truncated to fit: R_X86_64_PC32 against symbol `a'\n"
    assert problem(large + last) == "the arrays outside of functions are too large"
    assert problem("ld: cannot find -lm\n" + last) == (
        "the compiled files cannot be linked: ld: cannot find -lm"
    )


def test_a_quoted_source_line_is_no_error() -> None:
    said = " 1 | // undefined reference to `x'\nmain.c:1:1: error: no\n"
    assert problem(said) == "main.c:1:1: error: no"


def test_messages_without_an_error_are_shown_by_their_first_line() -> None:
    assert problem("make: *** No targets.  Stop.\nmore\n") == "make: *** No targets.  Stop."
    assert problem("") == ""


def test_two_main_functions_are_named() -> None:
    said = "b.c:(.text+0x7): multiple definition of `main'; /tmp/cc.o:a.c:(.text+0x7): first"
    assert build_problem(said.encode(), {"a.c": b"", "b.c": b"x"}, ["a.c", "b.c"]) == (
        "more than one of the files has a main function: a.c, b.c"
    )


def test_places_beyond_the_source_are_no_error() -> None:
    for place in ("9:9", "1:999999999999", "99999999999999:1", "0:0"):
        said = f"main.c:{place}: error: stray '\\342' in program"
        assert problem(said) == said
    assert "gone.c:1:1" in problem("gone.c:1:1: error: stray '\\342' in program")


def test_a_source_that_only_looks_like_the_linker_is_quoted() -> None:
    line = b"main.c:1:2: error: #error undefined reference to `"
    assert build_problem(line + b"\n", {"main.c": b""}, ["main.c"]) == line.decode()


@pytest.mark.parametrize("number", ["0000000001999999", "0", "00", "99999999999999999999"])
def test_a_line_that_does_not_exist_has_no_odd_character(number: str) -> None:
    line = f"foo.c:{number}:5: error: stray x in program"
    assert build_problem(f"{line}\n".encode(), {"foo.c": b"int x;\n"}, ["foo.c"]) == line
