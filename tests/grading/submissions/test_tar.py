import io
import random
import tarfile

import pytest

from checkers_cli.grading.submissions.tar import ArchiveEntry, Damaged, tar_entries


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
