import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.submissions.filenames import (
    in_build_folder,
    is_archive,
    is_hidden,
    litter_reason,
    printable_name,
    size_text,
    slug,
    suffix_of,
    without_suffix,
)

any_names = st.text(st.characters(), max_size=120)


def test_a_long_name_is_cut() -> None:
    assert printable_name("x" * 81) == "x" * 80 + "..."


@given(any_names, st.integers(1, 90))
def test_a_slug_is_safe(text: str, most: int) -> None:
    assert re.fullmatch(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*)?", slug(text, most))
    assert len(slug(text, most)) <= most


def test_a_slug_is_recognisable() -> None:
    assert slug("José Núñez-Ruiz") == "Jose_Nunez-Ruiz"
    assert slug("../-x") == "x"
    assert slug("日本") == ""


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("jo.c", "jo"),
        ("jo.tar.gz", "jo"),
        ("jo.7z", "jo"),
        ("jo.smith.zip", "jo.smith"),
        ("v1.2", "v1.2"),
        (".c", ".c"),
        ("program", "program"),
        ("a\n.c", "a\n"),
    ],
)
def test_without_suffix(name: str, stem: str) -> None:
    assert without_suffix(name) == stem


def test_the_suffix_of_a_name() -> None:
    assert [suffix_of(name) for name in ("a.b/c", "x/A.C", ".c", "a.tar.gz", "a.")] == [
        "",
        ".c",
        "",
        ".gz",
        ".",
    ]
    assert [name for name in ("a.ZIP", "a.tar.gz", "a.rar", "a.c", "zip") if is_archive(name)] == [
        "a.ZIP",
        "a.tar.gz",
        "a.rar",
    ]


def test_litter_is_recognised_by_name() -> None:
    work = ["main.c", "board.h", "Makefile", "a.out", "build", "-o.c", "data.txt", "o"]
    assert not any(litter_reason(name) or is_hidden(name) for name in work)
    hidden = [".git", "._main.c", "__MACOSX", "Thumbs.db", "desktop.ini", ".DS_Store"]
    assert all(is_hidden(name) for name in hidden)
    made = ["x/main.o", "cmake-build-debug", "CMakeFiles", "checkers.dSYM", "A.EXE"]
    assert {litter_reason(name) for name in made} == {"made by a tool"}
    assert in_build_folder("x/Debug/y/main.c")
    assert not in_build_folder("build")


def test_a_size_has_a_unit() -> None:
    assert [size_text(size) for size in (8_000_000, 999)] == ["8 MB", "999 bytes"]
