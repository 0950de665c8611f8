"""Finds submissions in a folder of downloads: whose each one is, and the files to grade.

`find_submissions` only lists names, so that the whole cohort is known at once. `load` reads one
submission later, when it is graded. An error in one submission is stored in its `problem` and never
stops the others.
"""

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from checkers_cli.grading.submissions import filenames, lms, members
from checkers_cli.grading.submissions.contents import Contents, select_contents
from checkers_cli.grading.submissions.members import BOUNDS, Member, Notes, Refused
from checkers_cli.grading.submissions.unpack import archive_members
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import listed, printable, reason

_LONGEST_KEY = 80


@dataclass(frozen=True)
class Entry:
    """A submission as known from its file name; its content has not been read yet."""

    key: str  # unique in the folder, and safe as a file name
    student: str  # student, name and entry are printable, whatever the names on disk are
    name: str
    entry: str
    origin: str  # canvas, moodle, plain
    late: bool
    paths: tuple[str, ...]  # its files or folders
    notes: tuple[str, ...] = ()  # for staff: conflicts with other submissions


@dataclass(frozen=True)
class Submission:
    """A submission that has been read."""

    entry: Entry
    language: str  # c, python, executable; empty if there is a problem
    files: Mapping[str, bytes]  # by relative name without `..`; a name may still look like `-o`
    sources: tuple[str, ...]  # the files to compile, or the one file to run
    has_makefile: bool
    problem: str  # one line: why it cannot be graded; empty if it can
    notes: tuple[str, ...]  # for staff: the files that were left out, and why

    @cached_property
    def digest(self) -> str:
        """A digest of everything that grading depends on: equal digests mean equal results."""
        result = hashlib.sha256()
        parts = [self.language.encode(), self.problem.encode(), *map(_bytes, self.sources), b"/"]
        for name in sorted(self.files):
            parts += [_bytes(name), self.files[name]]
        for part in parts:
            result.update(len(part).to_bytes(8, "big") + part)
        return result.hexdigest()


def find_submissions(folder: str, exclude: str = "") -> list[Entry]:
    """The submissions in a folder, in order of key: one for each child.

    In a bulk download, all files of a student are one submission. `exclude` is the path of the
    report, which may be in the same folder. Raises `UnusableInput` if there are no submissions.
    """
    found = _children(folder, exclude)
    labels = lms.read_labels(found)
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name in sorted(found, key=lambda name: (labels[name].number, name)):
        label = labels[name]
        # The same number with two names counts as two students, because merging them would let
        # files of one replace files of the other.
        groups.setdefault((label.origin, label.student, label.name), []).append(name)
    entries = [
        _make_entry(folder, [labels[name] for name in group], group, found[group[0]])
        for group in groups.values()
    ]
    return sorted(_with_unique_keys(_with_namesakes(entries)), key=lambda entry: entry.key)


def _children(folder: str, exclude: str) -> dict[str, bool]:
    """The names in a folder, and whether each is a folder itself."""
    shown = filenames.printable_name(folder)
    try:
        with os.scandir(folder) as children:
            # A link counts as a file here: `load` reports it, and nothing follows it.
            found = {
                child.name: child.is_dir(follow_symlinks=False)
                for child in children
                if not filenames.is_hidden(child.name)
                and os.path.realpath(child.path) != os.path.realpath(exclude)
            }
    except OSError as error:
        why = "is a file" if isinstance(error, NotADirectoryError) else reason(error)
        raise UnusableInput(f"{shown}: {why}; give the folder of submissions") from None
    if not found:
        raise UnusableInput(f"{shown}: contains no submissions; unpack the download there")
    return found


def one_submission(path: str) -> Entry:
    """A single file or folder as a submission; `UnusableInput` if it does not exist.

    A link is followed here, because the user named it.
    """
    try:
        real = os.path.realpath(path)
        is_folder = stat.S_ISDIR(os.stat(real).st_mode)
    except (OSError, ValueError) as error:
        # The whole path is shown: the end of a long one is the informative part.
        why = f"{printable(path)}: {reason(error)}"
        raise UnusableInput(f"{why}; give a program or its sources") from None
    name = os.path.basename(os.path.abspath(path)) or "submission"
    student = _shown(name if is_folder else filenames.without_suffix(name))
    return Entry(_safe_key(student, name), student, student, _shown(name), "plain", False, (real,))


def load(entry: Entry, wanted_language: str | None = None) -> Submission:
    """Read a submission; an error becomes its `problem` and never an exception."""
    notes = Notes(list(entry.notes))
    contents, problem = Contents("", {}, ()), ""
    try:
        contents = select_contents(_members(entry, notes), wanted_language, notes)
    except Refused as error:
        problem = str(error)
    except OSError as error:
        problem = f"cannot be read: {reason(error)}"
    language, files, sources = contents.language, contents.files, contents.sources
    has_makefile = any(name in filenames.MAKEFILES for name in files)
    return Submission(entry, language, files, sources, has_makefile, problem, notes.lines())


def _make_entry(folder: str, labels: list[lms.Label], names: list[str], is_folder: bool) -> Entry:
    first, *others = names
    student, name = labels[0].student, labels[0].name
    if labels[0].origin == "plain":
        student = name = first if is_folder else filenames.without_suffix(first)
        key = _safe_key(name, first)
    else:
        key = _safe_key(f"{filenames.slug(name)}-{student}", first)
    entry = _shown(first) + (f" and {len(others)} more" if others else "")
    late = any(label.late for label in labels)
    paths = tuple(os.path.join(folder, name) for name in names)
    return Entry(key, _shown(student), _shown(name), entry, labels[0].origin, late, paths)


def _with_namesakes(entries: list[Entry]) -> Iterator[Entry]:
    """The entries, with a note on those whose student number occurs with another name."""
    names: dict[str, list[str]] = {}
    for entry in entries:
        if entry.origin != "plain":
            names.setdefault(entry.student, []).append(entry.name)
    for entry in entries:
        others = [name for name in names.get(entry.student, []) if name != entry.name]
        if entry.origin == "plain" or not others:
            yield entry
        else:
            note = f"number {entry.student} also occurs with another name: {listed(others)}"
            yield replace(entry, notes=(*entry.notes, note))


def _shown(name: str) -> str:
    # The longest file name is 255 bytes: a shorter cut could make two students look alike.
    return printable(name, 255)


def _safe_key(text: str, name: str) -> str:
    return filenames.slug(text, _LONGEST_KEY) or f"submission-{_digest(name)}"


def _with_unique_keys(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, with a digest of the file name added to keys that are not unique.

    Keys that differ only in case count as equal, because some file systems ignore case.
    """
    wanted = list(entries)
    keys = [entry.key for entry in wanted]
    # A hostile name may equal the new key of another entry; then the next attempt hashes another
    # text.
    for attempt in count():
        uses = Counter(key.lower() for key in keys)
        if len(uses) == len(keys):
            break
        for place, entry in enumerate(wanted):
            if uses[keys[place].lower()] > 1:
                digest = _digest(f"{attempt}/{os.path.basename(entry.paths[0])}")
                keys[place] = f"{entry.key[: _LONGEST_KEY - 9]}-{digest}"
    return (replace(entry, key=key) for entry, key in zip(wanted, keys, strict=True))


def _digest(name: str) -> str:
    return hashlib.sha256(_bytes(name)).hexdigest()[:8]


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _members(entry: Entry, notes: Notes) -> list[Member]:
    """The files in the files, folders and archive of an entry."""
    names = [os.path.basename(path) for path in entry.paths]
    originals = _original_names(entry, names, notes)
    result: list[Member] = []
    for path, name in zip(entry.paths, names, strict=True):
        if name not in originals:
            continue  # an older attempt
        found = os.lstat(path)
        original = originals[name]
        if original in (".", "..") or (not original and not stat.S_ISDIR(found.st_mode)):
            original = name  # without its prefix, the name would be that of a folder
        if stat.S_ISDIR(found.st_mode):
            prefix = f"{original}/" if len(entry.paths) > 1 and original else ""
            inside = members.folder_members(path, notes)
            result += [replace(member, name=prefix + member.name) for member in inside]
        elif stat.S_ISREG(found.st_mode):
            result.append(members.file_member(path, original, found))
        elif stat.S_ISLNK(found.st_mode):
            raise Refused(f"{filenames.printable_name(name)} is a link; links are not followed")
        else:
            raise Refused(f"{filenames.printable_name(name)} is neither a file nor a folder")
    if len(result) == 1 and len(entry.paths) == 1 and filenames.is_archive(result[0].name):
        return archive_members(result[0].read_start(BOUNDS.archive + 1), notes)
    return result


def _original_names(entry: Entry, names: list[str], notes: Notes) -> dict[str, str]:
    """The name of each file when it was submitted, without files that were replaced later."""
    labels = {name: lms.read_label(name, entry.origin) for name in names}
    if entry.origin not in lms.DOWNLOADS or not lms.DOWNLOADS[entry.origin].renames:
        return {name: label.file for name, label in labels.items()}
    restored, renames = lms.restore_names(label.file for label in labels.values())
    notes.texts += renames
    return {name: restored[label.file] for name, label in labels.items() if label.file in restored}
