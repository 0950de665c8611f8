import gzip
import io
import random
import shutil
import stat
import struct
import subprocess
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.submissions.members import BOUNDS, Bounds, Notes
from checkers_cli.grading.submissions.unpack import BadArchive, archive_members

MAIN = b"int main(void) { return 0; }\n"


def zipped(
    *files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", method) as archive:
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def zip_info(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def tarred(*files: tuple[str, bytes | bytes, bytes], mode: str = "w") -> bytes:
    """A tar of (name, type, content or target of a link)."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, kind, content in files:
            info = tarfile.TarInfo(name)
            info.type = kind
            if kind == tarfile.REGTYPE:
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
            else:
                info.linkname = content.decode()
                archive.addfile(info)
    return stream.getvalue()


REG, LINK, HARD, DIR, FIFO, DEVICE = (
    tarfile.REGTYPE,
    tarfile.SYMTYPE,
    tarfile.LNKTYPE,
    tarfile.DIRTYPE,
    tarfile.FIFOTYPE,
    tarfile.CHRTYPE,
)


def unpacked(data: bytes, bounds: Bounds = BOUNDS) -> tuple[dict[str, bytes], tuple[str, ...]]:
    notes = Notes()
    members = archive_members(data, notes, bounds)
    return {member.name: member.read(bounds.file) for member in members}, notes.lines()


def why_refused(data: bytes, bounds: Bounds = BOUNDS) -> str:
    with pytest.raises(BadArchive) as caught:
        unpacked(data, bounds)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 250
    return text


@pytest.mark.parametrize(
    "data",
    [
        zipped(("src/main.c", MAIN), ("README", b"hello")),
        zipped(("src/main.c", MAIN), ("README", b"hello"), method=zipfile.ZIP_STORED),
        zipped(("src\\main.c", MAIN), ("./README", b"hello")),
        b"#!/bin/sh\n" + zipped(("src/main.c", MAIN), ("README", b"hello")),
        tarred(("./src", DIR, b""), ("./src/main.c", REG, MAIN), ("README", REG, b"hello")),
        tarred(("src//main.c", REG, MAIN), ("README", REG, b"hello"), mode="w:gz"),
    ],
    ids=["deflated", "stored", "backslash", "prefix", "tar", "tar.gz"],
)
def test_the_files_of_an_archive_are_listed(data: bytes) -> None:
    assert unpacked(data) == ({"src/main.c": MAIN, "README": b"hello"}, ())


@pytest.mark.parametrize("format", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_are_read_from_every_tar_format(format: int) -> None:
    name = "/".join(["a" * 60] * 3) + "/" + "b" * 90 + ".c"
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=format) as archive:
        info = tarfile.TarInfo(name if format != tarfile.USTAR_FORMAT else name[:150] + "/x.c")
        info.size = len(MAIN)
        archive.addfile(info, io.BytesIO(MAIN))
        after = tarfile.TarInfo("after.c")
        archive.addfile(after, io.BytesIO(b""))
    files, _ = unpacked(stream.getvalue())
    assert files == {info.name: MAIN, "after.c": b""}


@pytest.mark.skipif(shutil.which("tar") is None, reason="tar is not installed")
@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["tar", "tar.gz"])
def test_v7_tars_are_read(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.c").write_bytes(MAIN)
    (tmp_path / "README").write_bytes(zipped(("inner.c", MAIN)))
    command = ["tar", "--format=v7", "-c", "-C", str(tmp_path), "src", "README"]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    files, notes = unpacked(compress(data))
    assert (files["src/main.c"], list(files), notes) == (MAIN, ["README", "src/main.c"], ())


OUTSIDE = [
    "../evil.c",
    "/etc/evil.c",
    "a/../../evil.c",
    "a/..",
    "..\\evil.c",
    "a\\..\\..\\evil.c",
    "\\\\server\\evil.c",
    "C:\\evil.c",
    "c:evil.c",
    "..",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_an_archive_with_a_path_outside_is_refused(name: str) -> None:
    for data in (
        zipped(("main.c", MAIN), (name, b"evil")),
        tarred(("main.c", REG, MAIN), (name, REG, b"evil")),
        tarred(("main.c", REG, MAIN), (name, DIR, b""), mode="w:gz"),
        tarred(("main.c", REG, MAIN), (name, LINK, b"main.c")),
    ):
        assert why_refused(data).startswith("archive: contains a path that leads outside: ")


def test_a_name_with_a_nul_is_refused() -> None:
    data = zipped(("main.cX.txt", MAIN)).replace(b"main.cX.txt", b"main.c\0.txt")
    assert "leads outside: main.c\\x00.txt" in why_refused(data)


@pytest.mark.parametrize("target", ["/tmp", "..", "safe"])
def test_an_archive_with_a_file_behind_a_link_is_refused(target: str) -> None:
    link = zip_info("out", stat.S_IFLNK | 0o777)
    where = target.encode()
    for data in (
        zipped((link, where), ("out/evil.c", b"evil")),
        zipped((link, where), ("out", b"evil")),
        tarred(("out", LINK, where), ("out/evil.c", REG, b"evil")),
        tarred(("out", HARD, where), ("out", REG, b"evil")),
        tarred(("a/out", LINK, where), ("a/./out/b/evil.c", REG, b"evil"), mode="w:gz"),
    ):
        assert "contains a file behind a link" in why_refused(data)


def test_links_and_devices_are_left_out() -> None:
    of_tar = tarred(
        ("main.c", REG, MAIN),
        ("passwd.h", LINK, b"/etc/passwd"),
        ("hard.h", HARD, b"main.c"),
        ("pipe.h", FIFO, b""),
        ("zero.h", DEVICE, b""),
    )
    of_zip = zipped(
        ("main.c", MAIN),
        (zip_info("passwd.h", stat.S_IFLNK | 0o777), b"/etc/passwd"),
        (zip_info("hard.h", stat.S_IFLNK | 0o777), b"main.c"),
        (zip_info("pipe.h", stat.S_IFIFO | 0o666), b""),
        (zip_info("zero.h", stat.S_IFCHR | 0o666), b""),
    )
    for data in (of_tar, of_zip):
        assert unpacked(data) == (
            {"main.c": MAIN},
            (
                "left out, a link: passwd.h, hard.h",
                "left out, not a regular file: pipe.h, zero.h",
            ),
        )


def test_the_last_member_of_a_name_counts() -> None:
    for data in (
        zipped(("main.c", b"old"), ("./main.c", MAIN)),
        tarred(("main.c", REG, b"old"), ("main.c", REG, MAIN)),
    ):
        note = "main.c occurs more than once; the last one counts"
        assert unpacked(data) == ({"main.c": MAIN}, (note,))


def test_a_name_of_both_a_file_and_a_folder_is_refused() -> None:
    data = zipped(("src", b"file"), ("src/main.c", MAIN))
    assert why_refused(data) == "archive: contains src both as a file and as a folder"


def test_an_x_bit_is_kept() -> None:
    data = zipped((zip_info("run", stat.S_IFREG | 0o755), b"#!"), (zip_info("not", 0o644), b"#!"))
    assert [member.executable for member in archive_members(data, Notes())] == [False, True]


# Bombs


def test_a_zip_bomb_is_refused() -> None:
    data = zipped(("main.c", MAIN), ("zeros.txt", bytes(70_000_000)))
    assert why_refused(data) == "archive: unpacks to more than 13 MB, 200 times its size"
    assert "more than 2 MB" in why_refused(data, Bounds(unpacked=2_000_000))


def test_a_gzip_bomb_is_refused() -> None:
    data = tarred(("main.c", REG, bytes(70_000_000)), mode="w:gz")
    assert why_refused(data) == "archive: unpacks to more than 13 MB, 200 times its size"


def with_claimed_size(data: bytes, size: int) -> bytes:
    """A zip whose headers claim another size of what was compressed."""
    for signature, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + place
        data = data[:at] + struct.pack("<I", size) + data[at + 4 :]
    return data


def test_a_zip_bomb_that_claims_to_be_small_is_refused() -> None:
    data = with_claimed_size(zipped(("main.c", bytes(50_000_000))), 10)
    assert "main.c is damaged" in why_refused(data)


def test_a_zip_that_claims_to_be_large_is_refused() -> None:
    data = with_claimed_size(zipped(("main.c", MAIN)), 0xFFFFFFF0)
    assert "unpacks to more than 1 MB" in why_refused(data)


def test_a_zip_with_overlapping_members_is_refused() -> None:
    """Many files of the directory lead to one and the same compressed stretch."""
    one = zipped(("a.c", random.Random(1).randbytes(50_000)))
    start = one.index(b"PK\x01\x02")
    end = one.index(b"PK\x05\x06")
    record = one[start:end]
    many = record * 90
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 90, 90, len(many), start, 0)
    assert why_refused(one[:start] + many + tail) == "archive: its members overlap"


def test_an_archive_with_too_many_members_is_refused() -> None:
    names = [(f"{number}.c", b"") for number in range(60)]
    few = Bounds(entries=50)
    assert "more than 50 files" in why_refused(zipped(*names), few)
    assert "more than 50 files" in why_refused(tarred(*((n, REG, d) for n, d in names)), few)
    assert len(unpacked(zipped(*names))[0]) == 60


def test_an_archive_that_is_too_large_is_refused() -> None:
    assert why_refused(bytes(101), Bounds(archive=100)) == "archive: larger than 100 bytes"


# Damage


def encrypted() -> bytes:
    data = zipped(("main.c", MAIN))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(signature) + place
        data = data[:at] + b"\x01" + data[at + 1 :]
    return data


def with_bad_byte(data: bytes, sought: bytes) -> bytes:
    at = data.index(sought)
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]


UNUSABLE: dict[str, Callable[[], bytes]] = {
    "encrypted": encrypted,
    "bzip2 in a zip": lambda: zipped(("main.c", MAIN), method=zipfile.ZIP_BZIP2),
    "lzma in a zip": lambda: zipped(("main.c", MAIN), method=zipfile.ZIP_LZMA),
    "a zip cut short": lambda: zipped(("main.c", MAIN))[:-30],
    "a zip whose file is changed": lambda: with_bad_byte(
        zipped(("main.c", MAIN), method=zipfile.ZIP_STORED), MAIN
    ),
    "a tar cut short": lambda: tarred(("main.c", REG, bytes(5000)))[:2000],
    "a tar.gz cut short": lambda: tarred(("main.c", REG, MAIN), mode="w:gz")[:-12],
    "a tar.gz with a tail": lambda: tarred(("main.c", REG, MAIN), mode="w:gz") + b"more",
    "a tar.gz whose sum is wrong": lambda: (
        tarred(("main.c", REG, MAIN), mode="w:gz")[:-8] + b"8bytes!!"
    ),
    "a tar with a bad header": lambda: with_bad_byte(tarred(("main.c", REG, MAIN)), b"main.c"),
    "a web page": lambda: b"<html>Please log in</html>",
    "empty": lambda: b"",
    "rar": lambda: b"Rar!\x1a\x07\x01\x00",
    "7z": lambda: b"7z\xbc\xaf\x27\x1c",
    "tar.xz": lambda: tarred(("main.c", REG, MAIN), mode="w:xz"),
    "tar.bz2": lambda: tarred(("main.c", REG, MAIN), mode="w:bz2"),
}


def test_messages_of_unusable_archives(snapshot: SnapshotAssertion) -> None:
    assert {name: why_refused(make()) for name, make in UNUSABLE.items()} == snapshot


def test_zip_names_are_decoded_as_utf8() -> None:
    data = zipped(("müll.c", MAIN))  # flagged as UTF-8
    assert unpacked(data)[0] == {"müll.c": MAIN}
    unflagged = zipped(("mXXll.c", MAIN)).replace(b"mXXll.c", "müll.c".encode())
    assert unpacked(unflagged)[0] == {"müll.c": MAIN}
    latin = zipped(("mXll.c", MAIN)).replace(b"mXll.c", b"m\xfcll.c")
    assert unpacked(latin)[0] == {"m\udcfcll.c": MAIN}
    assert "damaged" in why_refused(data.replace("müll.c".encode(), b"m\xff\xffll.c"))


def test_names_that_are_too_long_or_too_deep_are_left_out() -> None:
    deep, long = "/".join("d" * 20) + "/x.c", "l" * 210 + ".c"
    files, notes = unpacked(zipped(("main.c", MAIN), (deep, MAIN), (long, MAIN)))
    assert files.keys() == {"main.c"}
    assert [note.partition(":")[0] for note in notes] == [
        "left out, nested too deeply",
        "left out, with too long a name",
    ]


# Properties

hostile_names = st.one_of(
    st.text(max_size=30).filter(lambda name: not any("\ud800" <= c <= "\udfff" for c in name)),
    st.lists(st.sampled_from(["..", ".", "", "a", "b.c", "C:", "\\", "-o", "\n"]), max_size=6).map(
        "/".join
    ),
)


def assert_safe(name: str) -> None:
    assert "\0" not in name
    assert not {"", ".", ".."} & set(name.split("/"))
    assert "\\" not in name
    name.encode("utf-8", "surrogateescape")


@given(st.lists(hostile_names, min_size=1, max_size=5), st.booleans())
@example([".."], True)
def test_every_name_that_comes_out_is_safe(names: list[str], as_tar: bool) -> None:
    if as_tar:
        data = tarred(*((name, REG, MAIN) for name in names))
    else:
        data = zipped(*((name.partition("\0")[0] or "x", MAIN) for name in names))
    try:
        files, _ = unpacked(data)
    except BadArchive:
        return
    for name in files:
        assert_safe(name)


SEEDS = [
    zipped(("a/main.c", MAIN), ("b.h", b"x" * 300)),
    tarred(("a/main.c", REG, MAIN), ("l", LINK, b"a"), ("b.h", REG, b"x" * 300)),
    tarred(("ä" * 120, REG, MAIN)),
]


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 4000), st.binary(min_size=1, max_size=4)), max_size=6),
    st.integers(0, 4000),
    st.booleans(),
)
def test_damage_is_refused_or_harmless(
    data: bytes, changes: list[tuple[int, bytes]], length: int, as_gzip: bool
) -> None:
    for place, new in changes:
        place %= len(data)
        data = data[:place] + new + data[place + len(new) :]
    data = data[: max(length, len(data) // 2)]
    if as_gzip:
        data = zlib.compress(data, wbits=31)
    try:
        files, _ = unpacked(data)
    except BadArchive:
        return
    for name, content in files.items():
        assert_safe(name)
        assert len(content) <= len(data) * BOUNDS.ratio + 1_000_000
