import io
import os
import re
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.submissions import discover
from checkers_cli.grading.submissions.discover import (
    Entry,
    Submission,
    find_submissions,
    load,
    one_submission,
)
from checkers_cli.grading.submissions.lms import read_labels
from checkers_cli.util.errors import UnusableInput

MAIN = b"int main(void) { return 0; }\n"
ELF = b"\x7fELF\x02\x01\x01\0"


def make(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def tar_gz(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def only(folder: Path) -> Submission:
    (entry,) = find_submissions(str(folder))
    return load(entry)


def test_each_child_of_a_folder_is_a_submission(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "ann.c": MAIN,
            "ben/main.c": MAIN,
            "cat.zip": zipped({"cat/main.c": MAIN}),
            "dan.tar.gz": tar_gz({"./main.c": MAIN}),
            "eve.py": b"print()",
            "fay": ELF,
            "gil.docx": b"PK",
            ".DS_Store": b"",
            "desktop.ini": b"",
            "Thumbs.db": b"",
            "__MACOSX/x": b"",
        },
    )
    found = [load(entry) for entry in find_submissions(str(tmp_path))]
    assert [(s.entry.key, s.language, s.sources) for s in found] == [
        ("ann", "c", ("ann.c",)),
        ("ben", "c", ("main.c",)),
        ("cat", "c", ("main.c",)),
        ("dan", "c", ("main.c",)),
        ("eve", "python", ("eve.py",)),
        ("fay", "executable", ("fay",)),
        ("gil", "", ()),
    ]
    assert [s.problem for s in found] == [""] * 6 + ["contains no .c file, only gil.docx"]
    assert {(s.entry.student, s.entry.name) for s in found if s.entry.key == "cat"} == {
        ("cat", "cat")
    }


def test_a_canvas_download(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    make(
        tmp_path,
        {
            "doejane_LATE_123_900_main.c": b"old",
            "doejane_LATE_123_1000_main-1.c": MAIN,
            "doejane_LATE_123_1001_board-1.h": b"",
            "roerick_124_902_work.zip": zipped({"work/main.c": MAIN}),
            "poepat_125_99_main.c": b"old",
            "poepat_125_100_main.c": MAIN,
        },
    )
    found = [load(entry) for entry in find_submissions(str(tmp_path))]
    assert [
        (replace(s.entry, paths=tuple(map(os.path.basename, s.entry.paths))), s.notes)
        for s in found
    ] == snapshot
    assert [dict(s.files) for s in found] == [
        {"main.c": MAIN, "board.h": b""},
        {"main.c": MAIN},
        {"main.c": MAIN},
    ]


def test_a_moodle_download(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "José Núñez_77_assignsubmission_file_/main.c": MAIN,
            "José Núñez_77_assignsubmission_file_/lib/a.h": b"",
            "José Núñez_77_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
            "Jane Doe_78_assignsubmission_file_main.c": MAIN,
            "Jane Doe_78_assignsubmission_file_board.h": b"",
            "Al Li_79_assignsubmission_file_/work.zip": zipped({"work/main.c": MAIN}),
        },
    )
    found = [load(entry) for entry in find_submissions(str(tmp_path))]
    assert [
        (s.entry.key, s.entry.student, s.entry.name, s.entry.origin, sorted(s.files)) for s in found
    ] == [
        ("Al_Li-79", "79", "Al Li", "moodle", ["main.c"]),
        ("Jane_Doe-78", "78", "Jane Doe", "moodle", ["board.h", "main.c"]),
        ("Jose_Nunez-77", "77", "José Núñez", "moodle", ["lib/a.h", "main.c", "onlinetext.html"]),
    ]


def students(folder: Path) -> dict[str, tuple[str, bool, dict[str, bytes]]]:
    """Whose each submission is, whether it is late, and what is in it."""
    found = [load(entry) for entry in find_submissions(str(folder))]
    return {s.entry.key: (s.entry.student, s.entry.late, dict(s.files)) for s in found}


@pytest.mark.parametrize(
    "end",
    ["x_999_assignsubmission_file_main.c", "_LATE_999_111_main.c", "x_999_111_main.c"],
)
def test_a_file_name_cannot_claim_another_student(tmp_path: Path, end: str) -> None:
    theirs = b"int victim;"
    make(
        tmp_path / "moodle",
        {
            "Vera_999_assignsubmission_file_main.c": theirs,
            f"Zack_123_assignsubmission_file_{end}": MAIN,
        },
    )
    make(tmp_path / "canvas", {"vera_999_111_main.c": theirs, f"zack_LATE_123_112_{end}": MAIN})
    assert students(tmp_path / "moodle") == {
        "Vera-999": ("999", False, {"main.c": theirs}),
        "Zack-123": ("123", False, {end: MAIN}),
    }
    assert students(tmp_path / "canvas") == {
        "vera-999": ("999", False, {"main.c": theirs}),
        "zack-123": ("123", True, {end: MAIN}),
    }


def test_one_number_under_two_names_is_two_submissions(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "Vera V_999_assignsubmission_file_main.c": b"int victim;",
            "Vera W_999_assignsubmission_file_main.c": MAIN,
            "Vera!W_999_assignsubmission_file_main.c": MAIN,
            "Zack_123_assignsubmission_file_main.c": MAIN,
        },
    )
    first, *others, last = [load(entry) for entry in find_submissions(str(tmp_path))]
    assert first.files == {"main.c": b"int victim;"}
    assert first.notes == ("number 999 also occurs with another name: Vera W, Vera!W",)
    assert {one.files["main.c"] for one in others} == {MAIN}
    assert all("Vera V" in one.notes[0] for one in others)
    assert (last.entry.key, last.notes) == ("Zack-123", ())


def test_equal_stems_get_different_keys(tmp_path: Path) -> None:
    make(tmp_path, {"ann.c": MAIN, "ann.zip": b"", "Ann/main.c": MAIN, "ben.c": MAIN})
    keys = [entry.key for entry in find_submissions(str(tmp_path))]
    assert keys[-1] == "ben"
    assert len({key.lower() for key in keys}) == 4
    assert all(re.fullmatch(r"[Aa]nn-[0-9a-f]{8}", key) for key in keys[:3])


def test_one_submission_has_the_same_key_as_in_its_folder(tmp_path: Path) -> None:
    names = ["ann.c", "b b.c", "doe_1_2_x.c"]
    together = find_submissions(str(make(tmp_path / "all", dict.fromkeys(names, MAIN))))
    alone = [
        find_submissions(str(make(tmp_path / str(n), {name: MAIN})))[0]
        for n, name in enumerate(names)
    ]
    assert [entry.key for entry in together] == sorted(entry.key for entry in alone)


@pytest.mark.parametrize("name", ["missing", "file.c", "empty", "hidden"])
def test_an_unusable_folder_is_reported(
    tmp_path: Path, name: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"file.c": MAIN, "hidden/.DS_Store": b""})
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableInput) as caught:
        find_submissions(name)
    assert str(caught.value) == snapshot


def test_one_submission_is_a_file_or_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"real/prog.c": MAIN, "real/doe_1_2_x.c": MAIN, "real/.hidden": ELF})
    (tmp_path / "link.c").symlink_to("real/prog.c")
    monkeypatch.chdir(tmp_path / "real")
    entry = one_submission("prog.c")
    assert (entry.key, entry.student, entry.entry) == ("prog", "prog", "prog.c")
    assert load(entry).sources == ("prog.c",)
    assert load(one_submission("doe_1_2_x.c")).sources == ("doe_1_2_x.c",)
    assert load(one_submission(".hidden")).language == "executable"
    assert load(one_submission(".")).sources == ("doe_1_2_x.c", "prog.c")
    assert one_submission(".").key == "real"
    assert load(one_submission("../link.c")).files == {"prog.c": MAIN}
    for missing in ("nope.c", "a\0b"):
        with pytest.raises(UnusableInput, match=r"give a program or its sources"):
            one_submission(missing)


def test_a_link_or_pipe_is_a_problem_of_its_submission(tmp_path: Path) -> None:
    (tmp_path / "link.c").symlink_to("/etc/passwd")
    (tmp_path / "linked").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe.c")
    assert [load(entry).problem for entry in find_submissions(str(tmp_path))] == [
        "link.c is a link; links are not followed",
        "linked is a link; links are not followed",
        "pipe.c is neither a file nor a folder",
    ]


def test_a_missing_or_unreadable_file_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"a.c": MAIN, "b.zip": zipped({"main.c": MAIN})})
    a, b = find_submissions(str(tmp_path))
    (tmp_path / "a.c").unlink()
    assert load(a).problem == "cannot be read: no such file or directory"

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert load(b).problem == "cannot be read: permission denied"


@pytest.mark.parametrize(
    "name",
    [
        "doe_1_2_..",
        "doe_1_2_.",
        "doe_1_2_..-1",
        "Jane Doe_1_assignsubmission_file_..",
        "Jane Doe_1_assignsubmission_file_",
    ],
)
def test_a_file_whose_original_name_is_a_dot_keeps_its_name(tmp_path: Path, name: str) -> None:
    make(tmp_path, {name: ELF})
    assert only(tmp_path).files == {name: ELF}
    (tmp_path / name).unlink()
    number = name.replace("doe_1_2", "doe_1_3").replace("file_", "file_x")
    make(tmp_path, {f"{name}/main.c": MAIN, f"{number}/board.h": b""})
    for part in "/".join(only(tmp_path).files).split("/"):
        assert part not in ("", ".", "..")


def test_hostile_file_names_are_made_printable(tmp_path: Path) -> None:
    raw = [b"-o.c", b"a\nb.c", b"\xff\xfe.c", b"'\"$(x).c", b"...c"]
    for name in raw[:4]:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(MAIN)
    found = [load(entry) for entry in find_submissions(str(tmp_path))]
    assert sorted(os.fsencode(s.sources[0]) for s in found) == sorted(raw[:4])
    for submission in found:
        entry = submission.entry
        assert all(text.isprintable() for text in (entry.student, entry.name, entry.entry))
        assert len(submission.digest) == 64


def submission(**changes: object) -> Submission:
    entry = Entry("k", "s", "n", "e", "plain", False, ())
    plain = Submission(entry, "c", {"a.c": MAIN, "b.h": b""}, ("a.c",), False, "", ())
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_the_digest_depends_on_the_content_only() -> None:
    same = [
        submission(),
        submission(files={"b.h": b"", "a.c": MAIN}),
        submission(notes=("x",), entry=replace(submission().entry, key="other", late=True)),
    ]
    different = [
        submission(),
        submission(files={"a.c": MAIN, "b.h": b" "}),
        submission(files={"a.c": MAIN, "c.h": b""}),
        submission(files={"a.c": MAIN}),
        submission(files={"a.c": MAIN + b"b.h"}),
        submission(files={"a.c": MAIN, "\udcff": b""}),
        submission(language="python"),
        submission(sources=("b.h",)),
        submission(problem="broken"),
    ]
    assert len({one.digest for one in same}) == 1
    assert len({one.digest for one in different}) == len(different)


def test_only_a_makefile_at_the_top_counts(tmp_path: Path) -> None:
    make(tmp_path / "1", {"ann/main.c": MAIN, "ann/Makefile": b"all:"})
    make(tmp_path / "2", {"ann/main.c": MAIN, "ann/sub/Makefile": b"all:"})
    assert only(tmp_path / "1").has_makefile
    assert not only(tmp_path / "2").has_makefile


# Keys

on_disk = st.binary(min_size=1, max_size=60).map(
    lambda raw: os.fsdecode(raw.replace(b"\0", b"0").replace(b"/", b"_"))
)
alike = st.from_regex(r"[aA]{1,2}[ _.-]?(\.c|\.zip|\.tar\.gz)?", fullmatch=True)


def entries_of(names: list[str]) -> list[Entry]:
    labels = read_labels(names)
    entries = [discover._make_entry("folder", [labels[name]], [name], False) for name in names]
    return list(discover._with_unique_keys(entries))


def assert_good_keys(entries: list[Entry]) -> None:
    for entry in entries:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}", entry.key)
    assert len({entry.key.lower() for entry in entries}) == len(entries)


@given(st.lists(st.one_of(on_disk, alike, st.just("x" * 200)), unique=True, max_size=12))
@example(["x" * 90 + ".c", "x" * 90 + ".zip", "x" * 91])
def test_keys_are_safe_and_unique(names: list[str]) -> None:
    entries = entries_of(names)
    assert_good_keys(entries)
    assert set(entries_of(names[::-1])) == set(entries)


def test_a_name_equal_to_the_key_of_another_gets_a_unique_key() -> None:
    names = ["ann.c", "ann.zip"]
    for _ in range(5):
        names.append(next(e.key for e in entries_of(names) if e.entry == "ann.c"))
        assert_good_keys(entries_of(names))
    assert len(set(names)) == 7
