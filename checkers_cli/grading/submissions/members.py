"""The files of a submission before they are read: from a folder, an archive, or a single file.

Names and sizes are untrusted. Only regular files are opened, links are not followed, and every read
has an upper bound.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate

from checkers_cli.grading.submissions.filenames import litter_reason, printable_name, size_text
from checkers_cli.util.text import listed, reason

_MOST_NOTES = 50


class Refused(ValueError):
    """Why a submission cannot be graded, in one line."""


@dataclass(frozen=True)
class Bounds:
    """Size limits of a submission: far above what the assignment needs, harmless to the grader."""

    files: int = 200
    file: int = 8_000_000  # bytes
    total: int = 20_000_000
    program: int = 50_000_000  # an executable: statically linked ones are large
    archive: int = 30_000_000  # the archive's own file
    unpacked: int = 64_000_000  # all archive members together, also those that are left out
    ratio: int = 200  # unpacked to packed size: sources have about 5; only zip bombs reach this
    entries: int = 10_000  # files and folders, also those that are left out
    depth: int = 16
    name: int = 200  # bytes, in each part of a path


BOUNDS = Bounds()


@dataclass(frozen=True)
class Member:
    """A file that can be read; its name is relative, with slashes and without `..`."""

    name: str
    size: int  # as stated by the folder or archive, which may be wrong
    executable: bool  # whether it has an x bit
    read_start: Callable[[int], bytes]  # reads this many bytes, or fewer if it is shorter

    def start(self, length: int) -> bytes:
        """The first bytes; `Refused` if they cannot be read."""
        try:
            return self.read_start(length)
        except OSError as error:
            name = printable_name(self.name)
            raise Refused(f"{name} cannot be read: {reason(error)}") from None

    def read(self, most: int) -> bytes:
        """The content; `Refused` if it is larger than `most` bytes or cannot be read."""
        data = self.start(most + 1)
        if len(data) > most:
            raise Refused(f"{printable_name(self.name)} is larger than {size_text(most)}")
        return data


@dataclass
class Notes:
    """Notes for staff on how a submission was read."""

    texts: list[str] = field(default_factory=list)
    left_out: dict[str, dict[str, None]] = field(default_factory=dict)  # names by reason, in order

    def add(self, text: str) -> None:
        """Add a note of one line."""
        self.texts.append(text)

    def leave_out(self, name: str, why: str) -> None:
        """Note that a file or folder is left out."""
        self.left_out.setdefault(why, {})[name] = None

    def lines(self) -> tuple[str, ...]:
        """All notes, one line each."""
        more = len(self.texts) - _MOST_NOTES
        return (
            *self.texts[:_MOST_NOTES],
            *([f"and {more} more notes of this kind"] if more > 0 else []),
            *(f"left out, {why}: {listed(names)}" for why, names in self.left_out.items()),
        )


def read_file(path: str, most: int) -> bytes:
    """The first bytes of a regular file; `OSError` for anything else, including links."""
    # O_NONBLOCK: if a pipe has replaced the file, opening it must not wait for a writer.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(os.open(path, flags), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError("not a regular file")
        return stream.read(most)


def file_member(path: str, name: str, found: os.stat_result) -> Member:
    """A file on disk, with its name in the submission."""
    return Member(name, found.st_size, bool(found.st_mode & 0o111), partial(read_file, path))


def folder_members(folder: str, notes: Notes, bounds: Bounds = BOUNDS) -> list[Member]:
    """The files in a folder and its subfolders, in order of name."""
    members = []
    for count, (path, name) in enumerate(_walk(folder, "", bounds.depth, notes)):
        if count >= bounds.entries:
            raise Refused(f"contains more than {bounds.entries} files and folders")
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
    """Path and name of everything that is not a folder; folders of litter are not entered."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            litter = litter_reason(entry.name)
            if litter:
                notes.leave_out(name, litter)
            elif not entry.is_dir(follow_symlinks=False):
                yield entry.path, name
            elif deeper > 1:
                yield from _walk(entry.path, name + "/", deeper - 1, notes)
            else:
                notes.leave_out(name, "nested too deeply")


def paths_to(name: str) -> Iterator[str]:
    """The folders above a file, from the outermost on, and the name itself."""
    return accumulate(name.split("/"), lambda path, part: f"{path}/{part}")


def out_of_bounds(name: str, bounds: Bounds = BOUNDS) -> str:
    """Why a name is left out because it is too long or too deep; empty if it is not."""
    parts = name.split("/")
    if len(parts) > bounds.depth:
        return "nested too deeply"
    if any(len(part.encode("utf-8", "surrogateescape")) > bounds.name for part in parts):
        return "with too long a name"
    return ""


def unique_members(members: Iterable[Member], notes: Notes) -> list[Member]:
    """The members in order of name, without duplicates; `Refused` if names conflict."""
    kept: dict[str, Member] = {}
    for member in members:
        if member.name in kept:
            notes.add(f"{printable_name(member.name)} occurs more than once; the last one counts")
        kept[member.name] = member
    refuse_conflicts(kept)
    return [kept[name] for name in sorted(kept)]


def refuse_conflicts(names: Collection[str]) -> None:
    """Raise `Refused` if a name is that of a file and of a folder: they cannot be on one disk."""
    for name in names:
        for above in paths_to(name):
            if above != name and above in names:
                raise Refused(f"contains {printable_name(above)} both as a file and as a folder")
