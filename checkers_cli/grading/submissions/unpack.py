"""Reads untrusted zip and tar archives in memory; nothing is written to disk.

An archive with a path that leads outside, or with files behind a link, is refused as a whole: no
packing tool makes such an archive by accident.
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from checkers_cli.grading.submissions import members
from checkers_cli.grading.submissions.filenames import printable_name, size_text
from checkers_cli.grading.submissions.members import BOUNDS, Bounds, Member, Notes, Refused
from checkers_cli.grading.submissions.tar import ArchiveEntry, Damaged, is_tar, tar_entries


class BadArchive(Refused):
    """An archive is refused; the message is the reason, in one line."""


def archive_members(data: bytes, notes: Notes, bounds: Bounds = BOUNDS) -> list[Member]:
    """The files in an archive, in order of name; `BadArchive` if the archive is refused.

    The bytes decide the format, not the name: some browsers unpack the gzip layer of a `.tar.gz`
    and keep its name.
    """
    if len(data) > bounds.archive:
        raise BadArchive(f"archive: larger than {size_text(bounds.archive)}")
    foreign = next((kind for magic, kind in _FOREIGN.items() if data.startswith(magic)), "")
    if foreign:
        raise BadArchive(f"a {foreign} archive cannot be opened; ask for a .zip")
    try:
        if data.startswith(b"\x1f\x8b"):
            entries = tar_entries(_gunzip(data, bounds), bounds.entries)
        elif is_tar(data):  # before the zip, because a tar may contain one
            entries = tar_entries(data, bounds.entries)
        elif data.startswith(b"PK") or b"PK\x05\x06" in data:  # a zip may have a prefix
            entries = _zip_members(data, bounds)
        else:
            raise BadArchive("archive: damaged, or neither a zip nor a tar")
        return members.unique_members(_regular_files(entries, notes, bounds), notes)
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


def _regular_files(
    entries: Iterable[ArchiveEntry], notes: Notes, bounds: Bounds
) -> Iterator[Member]:
    """The regular files among the archive members, with checked names."""
    links: set[str] = set()
    for count, entry in enumerate(entries):
        if count >= bounds.entries:
            raise BadArchive(f"archive: contains more than {bounds.entries} files and folders")
        name = _checked_name(entry.member.name)
        why = members.out_of_bounds(name, bounds) or entry.kind
        if why == "a link":
            links.add(name)
        elif links and not links.isdisjoint(islice(members.paths_to(name), bounds.depth)):
            raise BadArchive(f"archive: contains a file behind a link: {printable_name(name)}")
        if why and why != "folder":
            notes.leave_out(name, why)
        elif name and not why:
            yield replace(entry.member, name=name)


def _checked_name(name: str) -> str:
    """The name of a member without empty parts; `BadArchive` if it leads outside."""
    parts = name.replace("\\", "/").split("/")
    if "\0" in name or ".." in parts or not parts[0] or re.match(r"[A-Za-z]:", name):
        raise BadArchive(
            f"archive: contains a path that leads outside: {printable_name(name) or '(none)'}"
        )
    return "/".join(part for part in parts if part not in ("", "."))


def _gunzip(data: bytes, bounds: Bounds) -> bytes:
    """The decompressed bytes; `BadArchive` if there are more than allowed."""
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
        raise Damaged("extra bytes after the end")
    return plain


def _most_unpacked(data: bytes, bounds: Bounds) -> int:
    # The ratio does not matter up to a megabyte, which is harmless.
    return min(bounds.unpacked, max(1_000_000, bounds.ratio * len(data)))


def _bomb(data: bytes, bounds: Bounds) -> BadArchive:
    most = _most_unpacked(data, bounds)
    times = f", {bounds.ratio} times its size" if most < bounds.unpacked else ""
    return BadArchive(f"archive: unpacks to more than {size_text(most)}{times}")


def _zip_members(data: bytes, bounds: Bounds) -> Iterator[ArchiveEntry]:
    # Count before parsing: parsing a directory of a million entries takes too long.
    if data.count(b"PK\x01\x02") > bounds.entries:
        raise BadArchive(f"archive: contains more than {bounds.entries} files and folders")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except NotImplementedError as error:
        raise BadArchive(f"archive: this kind of zip cannot be opened ({error})") from None
    except Exception as error:  # hostile bytes make the library raise more than BadZipFile
        raise Damaged(str(error) or "not a valid zip") from None
    infos = archive.infolist()
    if sum(info.file_size for info in infos) > _most_unpacked(data, bounds):
        raise _bomb(data, bounds)
    if sum(info.compress_size for info in infos) > len(data):
        raise BadArchive("archive: its members overlap")
    for info in infos:
        read_start = partial(_read_zip_start, archive, info)
        executable = bool(info.external_attr >> 16 & 0o111)
        member = Member(_zip_name(info), info.file_size, executable, read_start)
        yield ArchiveEntry(member, _zip_kind(info))


def _zip_kind(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16  # zero if the zip was made on Windows
    if info.filename.endswith(("/", "\\")) or stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "not a regular file"


def _zip_name(info: zipfile.ZipInfo) -> str:
    if "\0" in info.orig_filename:
        return info.orig_filename  # to be refused: the library cuts `filename` at the NUL
    if info.flag_bits & 0x800 or info.filename != info.orig_filename:
        return info.filename
    # Many tools write UTF-8 without setting the flag; the library then assumes code page 437.
    return info.filename.encode("cp437").decode("utf-8", "surrogateescape")


def _read_zip_start(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """The first bytes of a zip member."""
    name = printable_name(info.filename)
    if info.flag_bits & 0x41:
        raise BadArchive(f"archive: {name} is encrypted; ask for a .zip without a password")
    # The library decompresses only these two step by step; others would unpack a bomb at once.
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadArchive(f"archive: {name} uses a compression that cannot be opened")
    try:
        with archive.open(info) as stream:
            return stream.read(most)
    except NotImplementedError as error:
        raise BadArchive(f"archive: {name} cannot be opened ({error})") from None
    except Exception as error:  # as above
        reason = str(error) or "it ends too early"
        raise BadArchive(f"archive: {name} is damaged ({printable_name(reason)})") from None
