"""Lists the members of a tar: `tarfile` parses each header, this module steps through them.

The iteration of `tarfile` is not safe for untrusted archives: a few extended headers keep it busy
for hours, and a sparse file of a few bytes unpacks to any size.
"""

import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from checkers_cli.grading.submissions.members import Member

_BLOCK = 512
_LONGEST_HEADER = 1_000_000  # bytes, of an extended header: names and attributes
_EXTENDED = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_SKIPPED = (tarfile.XGLTYPE, tarfile.GNUTYPE_LONGLINK)
# The fields of a V7 header that are octal numbers: mode, user, group, size, time, checksum.
_V7_NUMBERS = ((100, 108), (108, 116), (116, 124), (124, 136), (136, 148), (148, 156))
_V7_TYPES = b"\x0001234567"
_V7_END = 345  # GNU tar writes numbers of devices up to here


class Damaged(ValueError):
    """The bytes of an archive are not valid."""


@dataclass(frozen=True)
class ArchiveEntry:
    """An archive member with its name as written in the archive, not checked yet."""

    member: Member
    kind: str  # "" for a regular file, "folder", "a link", "not a regular file"


@dataclass
class _Extended:
    """The fields of an extended header, which describe the file after it."""

    name: str | None = None
    size: int | None = None


def is_tar(data: bytes) -> bool:
    """Whether the bytes begin with the header of a tar.

    V7, the oldest format, has no magic number. Its header is recognised by all its fields, of which
    the checksum is one, so that no other file passes as a tar.
    """
    block = data[:_BLOCK]
    return block[257:262] == b"ustar" or _is_v7_header(block)


def _is_v7_header(block: bytes) -> bool:
    if len(block) < _BLOCK or not block[0] or block[156] not in _V7_TYPES:
        return False
    numbers = (block[start:end] for start, end in _V7_NUMBERS)
    if not all(re.fullmatch(rb" *[0-7]+[ \0]*", number) for number in numbers):
        return False
    try:
        _header(block)
    except Damaged:
        return False
    return not block[_V7_END:].strip(b"\0")


def tar_entries(data: bytes, most: int) -> Iterator[ArchiveEntry]:
    """The members of a tar, in order; `Damaged` if the archive is not valid.

    Raises `Damaged` also for more headers than `most` members can have.
    """
    position = 0
    extended = _Extended()
    headers = 0
    while data[position : position + _BLOCK].strip(b"\0"):
        headers += 1
        if headers > 3 * most:  # a file has at most two extended headers
            raise Damaged("too many headers")
        info = _header(data[position : position + _BLOCK])
        position += _BLOCK
        size = info.size
        if info.type in (*_EXTENDED, *_SKIPPED, tarfile.GNUTYPE_LONGNAME):
            _read_extended(info.type, _body(data, position, size), extended)
        else:
            size = extended.size if extended.size is not None else size
            name = extended.name if extended.name is not None else info.name
            kind = _kind(info)
            if kind in ("folder", "a link"):
                size = 0  # they have no bytes, whatever the header says
            _check_range(data, position, size)
            read_start = partial(_slice, data, position, size)
            yield ArchiveEntry(Member(name, size, bool(info.mode & 0o111), read_start), kind)
            extended = _Extended()
        position += -(-size // _BLOCK) * _BLOCK
    if position == 0:
        raise Damaged("it is empty")


def _slice(data: bytes, offset: int, size: int, most: int) -> bytes:
    return data[offset : offset + min(size, most)]


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.TarError, ValueError) as error:
        raise Damaged(f"tar: {error}") from None


def _kind(info: tarfile.TarInfo) -> str:
    if info.type == tarfile.GNUTYPE_SPARSE:
        raise Damaged("contains a sparse file")
    if info.isreg():
        return ""
    if info.isdir():
        return "folder"
    return "a link" if info.issym() or info.islnk() else "not a regular file"


def _check_range(data: bytes, position: int, size: int) -> None:
    if size < 0 or position + size > len(data):
        raise Damaged("it ends too early")


def _body(data: bytes, position: int, size: int) -> bytes:
    _check_range(data, position, size)
    if size > _LONGEST_HEADER:
        raise Damaged("a header is too long")
    return data[position : position + size]


def _read_extended(kind: bytes, body: bytes, extended: _Extended) -> None:
    if kind == tarfile.GNUTYPE_LONGNAME:
        extended.name = body.rstrip(b"\0").decode("utf-8", "surrogateescape")
    elif kind in _EXTENDED:
        for key, value in _records(body):
            if key == b"path":
                extended.name = value.decode("utf-8", "surrogateescape")
            elif key == b"size":
                extended.size = _number(value)
            elif key.startswith(b"GNU.sparse."):
                raise Damaged("contains a sparse file")


def _records(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of an extended header, whose lines are `LENGTH KEY=VALUE`."""
    position = 0
    while position < len(body) and body[position] != 0:
        space = body.find(b" ", position, position + 10)
        end = position + _number(body[position:space]) if space > 0 else 0
        if not 0 < space < end <= len(body):
            raise Damaged("an extended header is not valid")
        key, _, value = body[space + 1 : end - 1].partition(b"=")
        yield key, value
        position = end


def _number(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 15:
        raise Damaged("a number in a header is not valid")
    return int(digits)
