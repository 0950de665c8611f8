"""Opens what students pack: zip and tar, in memory, taking nothing in them on trust.

Nothing is ever written to disk. An archive with a path that leads outside, or with files behind a
link, is refused as a whole: whoever packed that did not just hand in their work.
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from checkers_cli.grading.submissions.filenames import printable_name, write_size
from checkers_cli.grading.submissions.members import (
    BOUNDS,
    Bounds,
    Member,
    Notes,
    Refused,
    out_of_bounds,
    settle,
)
from checkers_cli.grading.submissions.tar import Damaged, tar_entries


class BadArchive(Refused):
    """Why an archive is not opened, in one line."""


@dataclass(frozen=True)
class _Found:
    """What an archive says that it holds; the name is still as it stands there."""

    member: Member
    kind: str  # "" for a regular file, "folder", "a link", "not a regular file"


def archive_members(data: bytes, notes: Notes, bounds: Bounds = BOUNDS) -> list[Member]:
    """The files in an archive, in order of name; `BadArchive` if it is not to be opened.

    What it is follows from its bytes: browsers unpack a `.tar.gz` half-way and leave its name.
    """
    if len(data) > bounds.archive:
        raise BadArchive(f"archive: larger than {write_size(bounds.archive)}")
    foreign = next((kind for magic, kind in _FOREIGN.items() if data.startswith(magic)), "")
    if foreign:
        raise BadArchive(f"a {foreign} archive cannot be opened here; ask for a .zip")
    try:
        if data.startswith(b"\x1f\x8b"):
            found = _in_tar(_gunzip(data, bounds), bounds)
        elif data[257:262] == b"ustar":
            found = _in_tar(data, bounds)
        elif data.startswith(b"PK") or b"PK\x05\x06" in data:  # something may stand before a zip
            found = _in_zip(data, bounds)
        else:
            raise BadArchive("archive: damaged, or neither a zip nor a tar")
        return settle(_usable(found, notes, bounds), notes)
    except (Damaged, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise BadArchive(f"archive: damaged ({printable_name(str(error))})") from None
    except BadArchive:
        raise
    except Refused as error:
        raise BadArchive(f"archive: {error}") from None


_FOREIGN = {
    b"Rar!\x1a\x07": ".rar",
    b"7z\xbc\xaf\x27\x1c": ".7z",
    b"\xfd7zXZ\x00": ".xz",
    b"BZh": ".bz2",
    b"\x28\xb5\x2f\xfd": ".zst",
}


def _usable(found: Iterable[_Found], notes: Notes, bounds: Bounds) -> Iterator[Member]:
    """The regular files among what was found, under names that lead nowhere else."""
    links: set[str] = set()
    for count, one in enumerate(found):
        if count >= bounds.looked_at:
            raise BadArchive(f"archive: holds more than {bounds.looked_at} files and folders")
        name = _inside(one.member.name)
        why = out_of_bounds(name, bounds) or one.kind
        if why == "a link":
            links.add(name)
        elif links and not links.isdisjoint(_paths_to(name, bounds)):
            raise BadArchive(f"archive: holds a file behind a link: {printable_name(name)}")
        if why and why != "folder":
            notes.leave_out(name, why)
        elif name and not why:
            yield replace(one.member, name=name)


def _paths_to(name: str, bounds: Bounds) -> Iterator[str]:
    """The name and the folders on the way to it."""
    parts = name.split("/")[: bounds.depth]
    return ("/".join(parts[:length]) for length in range(1, len(parts) + 1))


def _inside(name: str) -> str:
    """A member's name without empty parts; `BadArchive` if it leads out of the archive."""
    parts = name.replace("\\", "/").split("/")
    if "\0" in name or ".." in parts or not parts[0] or re.match(r"[A-Za-z]:", name):
        raise BadArchive(
            f"archive: holds a path that leads outside: {printable_name(name) or '(none)'}"
        )
    return "/".join(part for part in parts if part not in ("", "."))


def _gunzip(data: bytes, bounds: Bounds) -> bytes:
    """What was compressed, of which no more is made than may be."""
    most = _most_unpacked(data, bounds)
    stream = zlib.decompressobj(wbits=31)
    try:
        plain = stream.decompress(data, most + 1)
    except zlib.error as error:
        raise Damaged(str(error).rpartition(": ")[2]) from None
    if len(plain) > most:
        raise _bomb(data, bounds)
    if not stream.eof:
        raise Damaged("it ends too early")
    if stream.unused_data.strip(b"\0"):
        raise Damaged("something follows its end")
    return plain


def _most_unpacked(data: bytes, bounds: Bounds) -> int:
    # A small archive may be as hollow as it likes: a few files of a megabyte do no harm.
    return min(bounds.unpacked, max(1_000_000, bounds.ratio * len(data)))


def _bomb(data: bytes, bounds: Bounds) -> BadArchive:
    most = _most_unpacked(data, bounds)
    times = f", {bounds.ratio} times its size" if most < bounds.unpacked else ""
    return BadArchive(f"archive: unpacks to more than {write_size(most)}{times}")


def _in_tar(data: bytes, bounds: Bounds) -> Iterator[_Found]:
    for entry in tar_entries(data, bounds.looked_at):
        start = partial(_slice, data, entry.offset, entry.size)
        member = Member(entry.name, entry.size, entry.runnable, start)
        yield _Found(member, entry.kind)


def _slice(data: bytes, offset: int, size: int, most: int) -> bytes:
    return data[offset : offset + min(size, most)]


def _in_zip(data: bytes, bounds: Bounds) -> Iterator[_Found]:
    # Counted first: reading a directory of a million entries would take its time.
    if data.count(b"PK\x01\x02") > bounds.looked_at:
        raise BadArchive(f"archive: holds more than {bounds.looked_at} files and folders")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except NotImplementedError as error:
        raise BadArchive(f"archive: of a kind that cannot be opened here ({error})") from None
    except Exception as error:  # what the library meets in hostile bytes is not only BadZipFile
        raise Damaged(str(error) or "no sense in it") from None
    infos = archive.infolist()
    if sum(info.file_size for info in infos) > _most_unpacked(data, bounds):
        raise _bomb(data, bounds)
    if sum(info.compress_size for info in infos) > len(data):
        raise BadArchive("archive: its files overlap")
    for info in infos:
        start = partial(_zip_start, archive, info)
        runnable = bool(info.external_attr >> 16 & 0o111)
        yield _Found(Member(_zip_name(info), info.file_size, runnable, start), _zip_kind(info))


def _zip_kind(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16  # all zero if it was packed on Windows
    if info.filename.endswith(("/", "\\")) or stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "not a regular file"


def _zip_name(info: zipfile.ZipInfo) -> str:
    if "\0" in info.orig_filename:
        return info.orig_filename  # the library cuts it there; it is refused instead
    if info.flag_bits & 0x800 or info.filename != info.orig_filename:
        return info.filename
    # Most packers write UTF-8 without saying so, which the library takes for the DOS alphabet.
    return info.filename.encode("cp437").decode("utf-8", "surrogateescape")


def _zip_start(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """The first bytes of a file in a zip."""
    name = printable_name(info.filename)
    if info.flag_bits & 0x41:
        raise BadArchive(f"archive: {name} is encrypted; ask for one without a password")
    # Only these two are read in steps by the library; the others would unpack a bomb at once.
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadArchive(f"archive: {name} is compressed in a way that cannot be opened here")
    try:
        with archive.open(info) as stream:
            return stream.read(most)
    except NotImplementedError as error:
        raise BadArchive(f"archive: {name} cannot be opened here ({error})") from None
    except Exception as error:  # as above
        reason = str(error) or "it ends too early"
        raise BadArchive(f"archive: {name} in it is damaged ({printable_name(reason)})") from None
