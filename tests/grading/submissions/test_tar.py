import io
import random
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.submissions.tar import ArchiveEntry, Damaged, is_tar, tar_entries

needs_tar = pytest.mark.skipif(shutil.which("tar") is None, reason="tar is not installed")


def header(name: str, kind: bytes, size: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.size = size
    return info.tobuf(tarfile.GNU_FORMAT)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 512)


def extended(body: bytes) -> bytes:
    return header("x", tarfile.XHDTYPE, len(body)) + padded(body)


def record(key: str, value: str) -> bytes:
    rest = f" {key}={value}\n".encode()
    length = len(rest) + len(str(len(rest) + 2))
    return str(length).encode() + rest


def entries(data: bytes, most: int = 100) -> list[ArchiveEntry]:
    return list(tar_entries(data, most))


def bytes_of(entry: ArchiveEntry) -> bytes:
    return entry.member.read_start(10_000)


def test_entries_agree_with_tarfile() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, size in (("a", 0), ("ö" * 90, 700), ("b/" * 70 + "c", 512), ("d", 1)):
            info = tarfile.TarInfo(name)
            info.size = size
            info.mode = 0o755 if name == "d" else 0o644
            archive.addfile(info, io.BytesIO(random.Random(size).randbytes(size)))
    data = stream.getvalue()
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        expected = [
            (
                info.name,
                "",
                info.name == "d",
                info.size,
                data[info.offset_data : info.offset_data + info.size],
            )
            for info in archive
        ]
    assert [
        (e.member.name, e.kind, e.member.executable, e.member.size, bytes_of(e))
        for e in entries(data)
    ] == expected


def test_the_kinds_of_tar_entries() -> None:
    kinds = [
        tarfile.DIRTYPE,
        tarfile.SYMTYPE,
        tarfile.LNKTYPE,
        tarfile.FIFOTYPE,
        tarfile.BLKTYPE,
        b"Z",
        tarfile.CONTTYPE,
    ]
    assert [entry.kind for entry in entries(b"".join(header("x", k, 0) for k in kinds))] == [
        "folder",
        "a link",
        "a link",
        "not a regular file",
        "not a regular file",
        "not a regular file",
        "",
    ]


def test_the_size_of_an_extended_header_counts() -> None:
    data = extended(record("size", "3")) + header("a", tarfile.REGTYPE, 0) + padded(b"abc")
    (entry,) = entries(data)
    assert (entry.member.size, bytes_of(entry)) == (3, data[1536:1539])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(2048),
        header("a", tarfile.REGTYPE, 10),
        header("a", tarfile.REGTYPE, 8**11 - 1),
        header("a", tarfile.GNUTYPE_SPARSE, 0),
        extended(record("GNU.sparse.realsize", "99999999999")) + header("a", tarfile.REGTYPE, 0),
        extended(record("size", "99999999999")) + header("a", tarfile.REGTYPE, 0),
        extended(record("size", "-5")) + header("a", tarfile.REGTYPE, 0),
        extended(record("size", "9" * 5000)) + header("a", tarfile.REGTYPE, 0),
        extended(b"0 a=b\n"),
        extended(b"999 a=b\n"),
        extended(b"-3 a=b\n"),
        extended(b"no number at all"),
        extended(b"9" * 5000),
        header("a", tarfile.REGTYPE, 0)[:300],
    ],
)
def test_an_inconsistent_tar_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        entries(data)


def test_a_negative_size_is_damaged() -> None:
    block = bytearray(header("a", tarfile.REGTYPE, 0))
    block[124:136] = b"\xff" * 12  # minus one, in the binary form
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    with pytest.raises(Damaged):
        entries(bytes(block))


def test_a_huge_extended_header_is_damaged() -> None:
    with pytest.raises(Damaged, match="too long"):
        entries(extended(b"0" * 1_100_000))


def test_a_tar_of_extended_headers_only_is_damaged() -> None:
    with pytest.raises(Damaged, match="too many"):
        entries(extended(record("path", "a")) * 40, most=10)


def real_tar(folder: Path, format: str) -> bytes:
    """What the program tar makes of a file, a file in a folder, and a link."""
    (folder / "PK" / "inner").mkdir(parents=True)  # a zip begins with these letters, too
    (folder / "PK" / "main.c").write_bytes(b"int main(void) { return 0; }\n")
    (folder / "PK" / "inner" / "board.h").write_bytes(b"PK\x05\x06" * 300)
    (folder / "PK" / "inner" / "board.h").chmod(0o755)
    (folder / "PK" / "link").symlink_to("main.c")
    command = ["tar", f"--format={format}", "--sort=name", "-c", "-C", str(folder), "PK"]
    return subprocess.run(command, capture_output=True, check=True).stdout


@needs_tar
@pytest.mark.parametrize("format", ["v7", "oldgnu", "gnu", "ustar", "posix"])
def test_tars_of_all_formats_are_recognised(tmp_path: Path, format: str) -> None:
    data = real_tar(tmp_path, format)
    assert is_tar(data)
    assert (data[257:262] == b"ustar") is (format != "v7")
    assert [(e.member.name, e.kind, e.member.executable, e.member.size) for e in entries(data)] == [
        ("PK", "folder", True, 0),
        ("PK/inner", "folder", True, 0),
        ("PK/inner/board.h", "", True, 1200),
        ("PK/link", "a link", True, 0),
        ("PK/main.c", "", False, 29),
    ]


def v7_header(name: bytes, size: int) -> bytearray:
    """A header as the tar of Version 7 Unix wrote it: numbers with blanks before them."""
    fields = b"%6o \0%6o \0%6o \0%11o %11o " % (0o644, 100, 10, size, 10**8)
    block = bytearray((name.ljust(100, b"\0") + fields + b" " * 8).ljust(512, b"\0"))
    block[148:156] = b"%6o\0 " % sum(block)
    return block


def test_a_tar_of_version_7_unix_is_recognised() -> None:
    data = bytes(v7_header(b"src/", 0) + v7_header(b"src/a.c", 3) + padded(b"abc"))
    assert is_tar(data)
    folder, file = entries(data)
    assert (folder.kind, folder.member.name) == ("folder", "src")
    assert (file.member.name, bytes_of(file)) == ("src/a.c", b"abc")


@pytest.mark.parametrize("place", [0, 3, 100, 110, 130, 147, 149, 156, 200, 300, 400, 511])
def test_a_v7_header_with_a_changed_byte_is_not_a_tar(place: int) -> None:
    block = v7_header(b"a.c", 0)
    block[place] ^= 1
    assert not is_tar(bytes(block))


@pytest.mark.parametrize("place", [100, 124, 136, 156, 345, 500])
def test_a_right_checksum_alone_is_not_a_tar(place: int) -> None:
    """The other fields must be those of a header, too."""
    block = v7_header(b"a.c", 0)
    block[place] = ord("x")
    block[148:156] = b" " * 8
    block[148:156] = b"%6o\0 " % sum(block)
    assert not is_tar(bytes(block))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(512),
        bytes(10_240),
        b" " * 512,
        b"0" * 512,
        bytes(v7_header(b"a.c", 0))[:511],
        bytes(v7_header(b"", 0)),
        b"/* a source */\n" * 100,
        b"\x7fELF\x02\x01\x01" + bytes(1000),
    ],
)
def test_other_files_are_not_tars(data: bytes) -> None:
    assert not is_tar(data)


@given(st.binary(min_size=512, max_size=600))
def test_random_bytes_are_not_a_tar(data: bytes) -> None:
    assert not is_tar(data)
