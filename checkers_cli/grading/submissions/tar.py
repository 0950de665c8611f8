"""What is in a tar: the library reads the headers, the walk from one to the next is done here.

The library's own walk trusts what it should not: a few extended headers keep it busy for hours, and
a sparse file of a few bytes unpacks to any size.
"""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = 512
_LONGEST_HEADER = 1_000_000  # an extended one: names and attributes
_EXTENDED = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_SKIPPED = (tarfile.XGLTYPE, tarfile.GNUTYPE_LONGLINK)


class Damaged(ValueError):
    """What is wrong with an archive's bytes."""


@dataclass(frozen=True)
class TarEntry:
    """A file in a tar: where its bytes are, and why it is left out if it is no regular one."""

    name: str
    kind: str  # "" for a regular file, "folder", "a link", "not a regular file"
    runnable: bool
    offset: int
    size: int


@dataclass
class _Ahead:
    """What an extended header says of the file that follows it."""

    name: str | None = None
    size: int | None = None


def tar_entries(data: bytes, most: int) -> Iterator[TarEntry]:
    """The entries of a tar, as they come; `Damaged` if they do not add up."""
    position = 0
    ahead = _Ahead()
    headers = 0
    while data[position : position + _BLOCK].strip(b"\0"):
        headers += 1
        if headers > 3 * most:  # each file has two extended headers at most
            raise Damaged("too many headers")
        info = _header(data[position : position + _BLOCK])
        position += _BLOCK
        size = info.size
        if info.type in (*_EXTENDED, *_SKIPPED, tarfile.GNUTYPE_LONGNAME):
            _look_ahead(info.type, _body(data, position, size), ahead)
        else:
            size = ahead.size if ahead.size is not None else size
            name = ahead.name if ahead.name is not None else info.name
            kind = _kind(info)
            if kind in ("folder", "a link"):
                size = 0  # whatever it says
            _within(data, position, size)
            yield TarEntry(name, kind, bool(info.mode & 0o111), position, size)
            ahead = _Ahead()
        position += -(-size // _BLOCK) * _BLOCK
    if position == 0:
        raise Damaged("nothing in it")


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.TarError, ValueError) as error:
        raise Damaged(f"tar: {error}") from None


def _kind(info: tarfile.TarInfo) -> str:
    if info.type == tarfile.GNUTYPE_SPARSE:
        raise Damaged("a sparse file is in it")  # no source is; its bytes are not in one piece
    if info.isreg():
        return ""
    if info.isdir():
        return "folder"
    return "a link" if info.issym() or info.islnk() else "not a regular file"


def _within(data: bytes, position: int, size: int) -> None:
    if size < 0 or position + size > len(data):
        raise Damaged("it ends too early")


def _body(data: bytes, position: int, size: int) -> bytes:
    _within(data, position, size)
    if size > _LONGEST_HEADER:
        raise Damaged("too long a header")
    return data[position : position + size]


def _look_ahead(kind: bytes, body: bytes, ahead: _Ahead) -> None:
    if kind == tarfile.GNUTYPE_LONGNAME:
        ahead.name = body.rstrip(b"\0").decode("utf-8", "surrogateescape")
    elif kind in _EXTENDED:
        for key, value in _records(body):
            if key == b"path":
                ahead.name = value.decode("utf-8", "surrogateescape")
            elif key == b"size":
                ahead.size = _number(value)
            elif key.startswith(b"GNU.sparse."):
                raise Damaged("a sparse file is in it")


def _records(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of an extended header: `LENGTH KEY=VALUE` and a newline, each."""
    position = 0
    while position < len(body) and body[position] != 0:
        space = body.find(b" ", position, position + 10)
        end = position + _number(body[position:space]) if space > 0 else 0
        if not 0 < space < end <= len(body):
            raise Damaged("an extended header makes no sense")
        key, _, value = body[space + 1 : end - 1].partition(b"=")
        yield key, value
        position = end


def _number(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 15:
        raise Damaged("a number in a header makes no sense")
    return int(digits)
