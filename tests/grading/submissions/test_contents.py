import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.submissions.contents import Contents, select_contents
from checkers_cli.grading.submissions.members import (
    Bounds,
    Member,
    Notes,
    Refused,
    refuse_conflicts,
)

MAIN = b"int main(void) { return 0; }\n"
ELF = b"\x7fELF\x02\x01\x01\0"
Files = dict[str, bytes]


def member(name: str, data: bytes) -> Member:
    return Member(name, len(data), name.endswith("run"), lambda most: data[:most])


def sorted_out(files: Files, wanted: str | None = None) -> tuple[Contents, tuple[str, ...]]:
    notes = Notes()
    contents = select_contents([member(n, d) for n, d in files.items()], wanted, notes)
    return contents, notes.lines()


def problem_of(files: Files, wanted: str | None = None) -> str:
    with pytest.raises(Refused) as caught:
        sorted_out(files, wanted)
    assert str(caught.value).isprintable()
    return str(caught.value)


def zipped(files: Files) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def test_c_sources_are_listed_in_order_of_name() -> None:
    files = {"b.c": MAIN, "src/a.c": b"a", "board.h": b"h", "Makefile": b"all:", "-o.c": b""}
    contents, notes = sorted_out(files)
    assert contents == Contents("c", files, ("-o.c", "b.c", "src/a.c"))
    assert notes == ()


def test_names_are_relative_to_the_innermost_common_folder() -> None:
    contents, _ = sorted_out({"w/x/main.c": MAIN, "w/x/lib/a.h": b"", "__MACOSX/w/._main.c": b""})
    assert contents.files.keys() == {"main.c", "lib/a.h"}
    beside, _ = sorted_out({"w/main.c": MAIN, "README": b"hello"})
    assert beside.files.keys() == {"w/main.c", "README"}


def test_files_other_than_sources_are_left_out(snapshot: SnapshotAssertion) -> None:
    files = {
        "main.c": MAIN,
        "main.o": ELF,
        "a.out": ELF,
        "notes.txt": b"read me",
        "report.pdf": b"%PDF\0",
        "film.mp4": bytes(300_000),
        "old.zip": b"PK",
        ".vscode/settings.json": b"{}",
        "cmake-build-debug/CMakeFiles/CompilerId.c": b"int main;",
        "build/generated.c": b"int main;",
    }
    contents, notes = sorted_out(files)
    assert contents == Contents("c", {"main.c": MAIN, "notes.txt": b"read me"}, ("main.c",))
    assert notes == snapshot


def test_sources_only_in_a_build_folder_are_kept() -> None:
    contents, _ = sorted_out({"build/main.c": MAIN, "README": b""})
    assert contents.sources == ("build/main.c",)


def test_a_submission_in_c_and_python_is_graded_as_c() -> None:
    files = {"main.c": MAIN, "test.py": b"print()"}
    contents, notes = sorted_out(files)
    assert (contents.language, contents.sources) == ("c", ("main.c",))
    assert notes == ("contains both C and Python; graded as C",)
    assert sorted_out(files, "python")[0].sources == ("test.py",)


@pytest.mark.parametrize(
    ("files", "script"),
    [
        ({"x.py": b""}, "x.py"),
        ({"x.py": b"__main__", "main.py": b""}, "main.py"),
        ({"x.py": b"", "y.py": b"if __name__ == '__main__':"}, "y.py"),
        ({"a/main.py": b"", "main.py": b""}, "main.py"),
        ({"a/main.py": b"", "x.py": b""}, "a/main.py"),
    ],
)
def test_the_main_script_is_chosen(files: Files, script: str) -> None:
    contents, _ = sorted_out(files)
    assert (contents.language, contents.sources) == ("python", (script,))
    assert contents.files == files


def test_a_single_executable_is_the_program() -> None:
    for name, data in (("prog", ELF), ("prog.exe", ELF), ("run", b"#!/bin/sh\n")):
        assert sorted_out({name: data})[0] == Contents("executable", {name: data}, (name,))
    contents, notes = sorted_out({"prog": ELF, "README": b"hello"})
    assert contents.files == {"prog": ELF}
    assert notes == ("left out, beside the executable: README",)


def test_an_archive_inside_is_unpacked_once() -> None:
    once = zipped({"work/main.c": MAIN})
    contents, _ = sorted_out({"report.pdf": b"%PDF\0", "code/work.zip": once})
    assert contents == Contents("c", {"main.c": MAIN}, ("main.c",))
    assert "only work.zip" in problem_of({"outer.zip": zipped({"work.zip": once})})


def test_a_capital_c_suffix_becomes_a_small_one() -> None:
    contents, notes = sorted_out({"Program.C": MAIN})
    assert contents == Contents("c", {"Program.c": MAIN}, ("Program.c",))
    assert notes == ("Program.C is compiled as Program.c",)
    contents, notes = sorted_out({"a.C": b"old", "a.c": MAIN})
    assert contents.files == {"a.c": MAIN}
    assert notes == ("left out, beside a.c: a.C",)
    files = {"a.C": MAIN, "a.c/b.c": MAIN}
    assert problem_of(files) == "contains a.c both as a file and as a folder"


def test_a_source_with_another_suffix_is_c_if_there_is_no_other() -> None:
    for name in ("main.cpp", "main.txt", "main.c.txt", "main"):
        assert sorted_out({name: MAIN, "README": b"main"})[0].sources == (name,)
        assert sorted_out({name: MAIN, "a.c": MAIN})[0].sources == ("a.c",)
        assert sorted_out({name: MAIN, "a.c": b"int a;"})[0].sources == ("a.c", name)
        assert "contains no executable" in problem_of({name: MAIN}, "executable")
    files = {"main.cpp": MAIN, "a.cpp": b"int a;", "b.txt": b"int b;"}
    assert sorted_out(files)[0].sources == ("a.cpp", "main.cpp")


PROBLEMS: dict[str, tuple[Files, str | None]] = {
    "nothing": ({}, None),
    "no source": ({"main.java": b"class Main { }", "report.pdf": b"%PDF"}, None),
    "nothing but litter": ({".git/a.c": b"", "a.o": b""}, None),
    "only what a build made": ({"main.o": ELF[:2]}, None),
    "a script without an x bit": ({"program": b"#!/bin/sh"}, None),
    "hostile names": ({"a\n\x1b[2J\udcff": b"", "<script>": b""}, None),
    "no Python": ({"main.c": MAIN}, "python"),
    "no executable": ({"main.c": MAIN}, "executable"),
    "not C": ({"prog": ELF}, "c"),
    "many scripts": ({"a.py": b"", "b.py": b""}, None),
    "many executables": ({"a": ELF, "b": ELF}, None),
    "many archives": ({"a.zip": b"", "b.rar": b""}, None),
    "rar inside": ({"report.pdf": b"%PDF", "a.rar": b"Rar!\x1a\x07\x01"}, None),
    "UTF-16": ({"main.c": MAIN.decode().encode("utf-16")}, None),
    "UTF-16 without a mark": ({"main.c": MAIN.decode().encode("utf-16-le")}, None),
    "too large a source": ({"main.c": bytes(8_000_001)}, None),
    "too much in all": ({f"{n}.c": b" " * 7_000_000 for n in range(3)}, None),
    "too many sources": ({f"{n}.c": b"" for n in range(201)}, None),
}


def test_messages_of_refused_contents(snapshot: SnapshotAssertion) -> None:
    assert {name: problem_of(*case) for name, case in PROBLEMS.items()} == snapshot


def test_any_encoding_but_utf16_is_accepted() -> None:
    for text in (b"", b"\0", bytes(500), "ä".encode("latin-1") * 9, b"\xef\xbb\xbf" + MAIN):
        assert sorted_out({"main.c": text})[0].files == {"main.c": text}


def unreadable(name: str) -> Member:
    def fail(_: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    return Member(name, 5, False, fail)


def test_an_unreadable_file_is_refused_only_if_needed() -> None:
    for name in ("main.c", "program", "work.zip"):
        with pytest.raises(Refused, match=f"{name} cannot be read: permission denied"):
            select_contents([unreadable(name)], None, Notes())
    notes = Notes()
    assert (
        select_contents([member("main.c", MAIN), unreadable("README")], None, notes).language == "c"
    )
    assert notes.lines() == ("left out, not a source: README",)


def test_other_files_are_kept_within_the_bounds() -> None:
    members = [member("main.c", MAIN), *(member(f"{n}.txt", b"x" * 100) for n in range(10))]
    bounds = Bounds(files=5, total=len(MAIN) + 250)
    contents = select_contents(members, None, Notes(), bounds)
    assert contents.files.keys() == {"main.c", "0.txt", "1.txt"}
    contents = select_contents(members, None, Notes(), Bounds(files=5))
    assert len(contents.files) == 5


names = st.lists(
    st.sampled_from(["a", "b.c", "x.c", "x.C", "y.py", ".git", "build"]), min_size=1
).map("/".join)


@given(st.dictionaries(names, st.just(MAIN), max_size=8))
def test_sources_are_among_the_files(files: Files) -> None:
    try:
        contents, _ = sorted_out(files)
    except Refused:
        return
    assert contents.sources
    assert set(contents.sources) <= contents.files.keys()
    assert not any(name.endswith(".C") for name in contents.sources)
    refuse_conflicts(contents.files)
