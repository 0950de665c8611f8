"""The files of a submission before they are read: from a folder, from an archive, or just one.

A name or a size is only what somebody claims. Nothing is opened before it is known to be a regular
file, no link is followed, and every read is given the most that it may bring.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from checkers_cli.grading.submissions.filenames import litter_in, printable_name, write_size
from checkers_cli.util.text import listed


class Refused(ValueError):
    """Why a submission cannot be graded, in one line."""


@dataclass(frozen=True)
class Bounds:
    """How much a submission may hold: far more than the assignment needs, far less than hurts."""

    files: int = 200
    file: int = 8_000_000  # bytes
    total: int = 20_000_000
    program: int = 50_000_000  # an executable: statically linked ones are large
    archive: int = 30_000_000  # the archive's own file
    unpacked: int = 64_000_000  # all that is in an archive, whether it is wanted or not
    ratio: int = 200  # sources are packed to a fifth or so; this much only bombs reach
    looked_at: int = 10_000  # files and folders, whether they are wanted or not
    depth: int = 16
    name: int = 200  # bytes, in each part of a path


BOUNDS = Bounds()


@dataclass(frozen=True)
class Member:
    """A file that can be read; its name is relative, with slashes, and never leads outside."""

    name: str
    size: int  # as claimed
    runnable: bool  # it has an x bit
    start: Callable[[int], bytes]  # its first bytes, as many as asked for

    def read(self, most: int) -> bytes:
        """All of it; `Refused` if it is larger than this."""
        data = self.start(most + 1)
        if len(data) > most:
            raise Refused(f"{printable_name(self.name)} is larger than {write_size(most)}")
        return data


@dataclass
class Notes:
    """What staff should know of how a submission was read."""

    said: list[str] = field(default_factory=list)
    left_out: dict[str, dict[str, None]] = field(default_factory=dict)  # why: names, in order

    def say(self, text: str) -> None:
        """Note this, in one line."""
        self.said.append(text)

    def leave_out(self, name: str, why: str) -> None:
        """Note that this file or folder does not count."""
        self.left_out.setdefault(why, {})[name] = None

    def lines(self) -> tuple[str, ...]:
        """Everything noted, a line each."""
        return (
            *self.said,
            *(f"left out, {why}: {listed(names)}" for why, names in self.left_out.items()),
        )


def read_file(path: str, most: int) -> bytes:
    """The first bytes of a regular file; `OSError` for anything else, a link included."""
    # O_NONBLOCK: should a pipe have taken its place, opening it does not wait for a writer.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(os.open(path, flags), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError("not a regular file")
        return stream.read(most)


def file_member(path: str, name: str, found: os.stat_result) -> Member:
    """A file on disk under the name that it has in the submission."""
    return Member(name, found.st_size, bool(found.st_mode & 0o111), partial(read_file, path))


def folder_members(folder: str, notes: Notes, bounds: Bounds = BOUNDS) -> list[Member]:
    """The files in a folder and in the folders within it, in order of name."""
    members = []
    for count, (path, name) in enumerate(_walk(folder, "", bounds.depth, notes)):
        if count >= bounds.looked_at:
            raise Refused(f"it holds more than {bounds.looked_at} files and folders")
        found = os.lstat(path)
        why = out_of_bounds(name, bounds)
        if stat.S_ISLNK(found.st_mode):
            why = "a link"
        elif not stat.S_ISREG(found.st_mode):
            why = "not a regular file"
        if why:
            notes.leave_out(name, why)
        else:
            members.append(file_member(path, name, found))
    return sorted(members, key=lambda member: member.name)


def _walk(folder: str, prefix: str, deeper: int, notes: Notes) -> Iterator[tuple[str, str]]:
    """Path and name of everything that is not a folder; litter is not looked into."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            litter = litter_in(entry.name)
            if litter:
                notes.leave_out(name, litter)
            elif not entry.is_dir(follow_symlinks=False):
                yield entry.path, name
            elif deeper > 1:
                yield from _walk(entry.path, name + "/", deeper - 1, notes)
            else:
                notes.leave_out(name, "nested too deeply")


def out_of_bounds(name: str, bounds: Bounds = BOUNDS) -> str:
    """Why a name is left out, if it is too long or too deep."""
    parts = name.split("/")
    if len(parts) > bounds.depth:
        return "nested too deeply"
    if any(len(part.encode("utf-8", "surrogateescape")) > bounds.name for part in parts):
        return "with too long a name"
    return ""


def settle(members: Iterable[Member], notes: Notes) -> list[Member]:
    """The members in order of name, such that all of them can stand in one folder."""
    kept: dict[str, Member] = {}
    for member in members:
        if member.name in kept:
            notes.say(f"{printable_name(member.name)} is in it more than once; the last one counts")
        kept[member.name] = member
    refuse_conflicts(kept)
    return [kept[name] for name in sorted(kept)]


def refuse_conflicts(names: Collection[str]) -> None:
    """`Refused` if a name is that of a file and of a folder: no disk could hold both."""
    for name in names:
        parts = name.split("/")
        for length in range(1, len(parts)):
            above = "/".join(parts[:length])
            if above in names:
                raise Refused(f"it holds {printable_name(above)} both as a file and as a folder")
