"""From a folder of downloads to submissions: whose each is, and the files that count in it.

Finding them only lists names, so that a cohort is known at once; a submission is read when its turn
comes. Whatever is wrong with one is said in its `problem` and never stops the others.
"""

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from checkers_cli.grading.submissions.contents import Contents, sort_out
from checkers_cli.grading.submissions.filenames import (
    MAKEFILES,
    is_archive,
    is_hidden,
    printable_name,
    slug,
    without_suffix,
)
from checkers_cli.grading.submissions.lms import (
    DOWNLOADS,
    Label,
    read_label,
    read_labels,
    restore_names,
)
from checkers_cli.grading.submissions.members import (
    BOUNDS,
    Member,
    Notes,
    Refused,
    file_member,
    folder_members,
)
from checkers_cli.grading.submissions.unpack import archive_members
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import listed, printable, reason

_LONGEST_KEY = 80


@dataclass(frozen=True)
class Entry:
    """A submission as its name tells of it; nothing in it has been looked at yet."""

    key: str  # unique among those found together, and safe as a file's name
    student: str  # these three are fit to be shown, whatever the names on disk are
    name: str
    entry: str
    origin: str  # canvas, moodle, plain
    late: bool
    paths: tuple[str, ...]  # the files or folders that it consists of
    notes: tuple[str, ...] = ()  # for staff: what is odd about it beside the others


@dataclass(frozen=True)
class Submission:
    """A submission that has been read."""

    entry: Entry
    language: str  # c, python, executable; empty if there is a problem
    files: Mapping[str, bytes]  # by relative name; none leads outside, but any may look like `-o`
    sources: tuple[str, ...]  # what to compile, or the one to run
    has_makefile: bool
    problem: str  # empty, or one line: why it cannot be graded
    notes: tuple[str, ...]  # for staff: what was left out, and why

    @cached_property
    def digest(self) -> str:
        """The same for two submissions only if they are graded alike."""
        result = hashlib.sha256()
        parts = [self.language.encode(), self.problem.encode(), *map(_bytes, self.sources), b"/"]
        for name in sorted(self.files):
            parts += [_bytes(name), self.files[name]]
        for part in parts:
            result.update(len(part).to_bytes(8, "big") + part)
        return result.hexdigest()


def find_submissions(folder: str, leaving_out: str = "") -> list[Entry]:
    """The submissions in a folder, each child being one, in order of key.

    In a bulk download all files of a student are one submission; a report that lies among them is
    none. `UnusableInput` if there is none.
    """
    found = _children(folder, leaving_out)
    labels = read_labels(found)
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name in sorted(found, key=lambda name: (labels[name].number, name)):
        label = labels[name]
        # One number under two names is not taken for one student: files would replace each other.
        groups.setdefault((label.origin, label.student, label.name), []).append(name)
    entries = [
        _make_entry(folder, [labels[name] for name in group], group, found[group[0]])
        for group in groups.values()
    ]
    return sorted(_with_unique_keys(_with_namesakes(entries)), key=lambda entry: entry.key)


def _children(folder: str, leaving_out: str) -> dict[str, bool]:
    """The names in a folder, and whether each is a folder itself."""
    try:
        with os.scandir(folder) as children:
            # A link counts as a file here: it is reported when its turn comes, never followed.
            found = {
                child.name: child.is_dir(follow_symlinks=False)
                for child in children
                if not is_hidden(child.name)
                and os.path.realpath(child.path) != os.path.realpath(leaving_out)
            }
    except NotADirectoryError:
        raise UnusableInput(
            f"{printable_name(folder)}: a file; give the folder that the submissions are in"
        ) from None
    except OSError as error:
        raise UnusableInput(
            f"{printable_name(folder)}: {reason(error)}; give the folder of submissions"
        ) from None
    if not found:
        raise UnusableInput(
            f"{printable_name(folder)}: no submissions in it; unpack the download there"
        )
    return found


def one_submission(path: str) -> Entry:
    """The submission that a single file or folder is; `UnusableInput` if it is not there.

    It was named by whoever runs this, so if it is a link, it is followed.
    """
    try:
        real = os.path.realpath(path)
        is_folder = stat.S_ISDIR(os.stat(real).st_mode)
    except (OSError, ValueError) as error:
        # All of it: what is at the end of a long path is what tells where was looked.
        raise UnusableInput(
            f"{printable(path)}: {reason(error)}; give a program or its sources"
        ) from None
    name = os.path.basename(os.path.abspath(path)) or "submission"
    student = _label(name if is_folder else without_suffix(name))
    return Entry(_safe_key(student, name), student, student, _label(name), "plain", False, (real,))


def load(entry: Entry, wanted_language: str | None = None) -> Submission:
    """Read a submission; what is wrong with it is its `problem`, never an exception."""
    notes = Notes(list(entry.notes))
    problem = ""
    try:
        contents = sort_out(_members(entry, notes), wanted_language, notes)
    except Refused as error:
        problem = str(error)
    except OSError as error:
        problem = f"it cannot be read: {reason(error)}"
    if problem:
        contents = Contents("", {}, ())
    return Submission(
        entry,
        contents.language,
        contents.files,
        contents.sources,
        any(name in MAKEFILES for name in contents.files),
        problem,
        notes.lines(),
    )


def _make_entry(folder: str, labels: list[Label], names: list[str], is_folder: bool) -> Entry:
    first, *others = names
    student, name = labels[0].student, labels[0].name
    if labels[0].origin == "plain":
        student = name = first if is_folder else without_suffix(first)
        key = _safe_key(name, first)
    else:
        key = _safe_key(f"{slug(name)}-{student}", first)
    return Entry(
        key,
        _label(student),
        _label(name),
        _label(first) + (f" and {len(others)} more" if others else ""),
        labels[0].origin,
        any(label.late for label in labels),
        tuple(os.path.join(folder, name) for name in names),
    )


def _with_namesakes(entries: list[Entry]) -> Iterator[Entry]:
    """The entries, with a note on those that share a student's number with another name."""
    names: dict[str, list[str]] = {}
    for entry in entries:
        if entry.origin != "plain":
            names.setdefault(entry.student, []).append(entry.name)
    for entry in entries:
        others = [name for name in names.get(entry.student, []) if name != entry.name]
        if entry.origin == "plain" or not others:
            yield entry
        else:
            note = f"the same number, {entry.student}, is under another name too: {listed(others)}"
            yield replace(entry, notes=(*entry.notes, note))


def _label(name: str) -> str:
    return printable(name, 255)  # all of it: cut short, two students might look like one


def _safe_key(text: str, name: str) -> str:
    return slug(text, _LONGEST_KEY) or f"submission-{_digest(name, 8)}"


def _with_unique_keys(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, those with the same key told apart by a digest of their names.

    Keys that differ only in case count as the same: on some systems their files would be one.
    """
    wanted = list(entries)
    keys = [entry.key for entry in wanted]
    for attempt in count():  # a name can be made to look like another's key, but not for ever
        uses = Counter(key.lower() for key in keys)
        if len(uses) == len(keys):
            break
        for place, entry in enumerate(wanted):
            if uses[keys[place].lower()] > 1:
                digest = _digest(f"{attempt}/{os.path.basename(entry.paths[0])}", 8)
                keys[place] = f"{entry.key[: _LONGEST_KEY - 9]}-{digest}"
    return (replace(entry, key=key) for entry, key in zip(wanted, keys, strict=True))


def _digest(name: str, length: int) -> str:
    return hashlib.sha256(_bytes(name)).hexdigest()[:length]


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _members(entry: Entry, notes: Notes) -> list[Member]:
    """The files that an entry's files and folders hold."""
    names = [os.path.basename(path) for path in entry.paths]
    originals = _original_names(entry, names, notes)
    result: list[Member] = []
    for path, name in zip(entry.paths, names, strict=True):
        if name not in originals:
            continue  # an older attempt
        found = os.lstat(path)
        original = originals[name]
        if original in (".", "..") or (not original and not stat.S_ISDIR(found.st_mode)):
            original = name  # what was left of the name would be a folder
        if stat.S_ISDIR(found.st_mode):
            prefix = f"{original}/" if len(entry.paths) > 1 and original else ""
            inside = folder_members(path, notes)
            result += [replace(member, name=prefix + member.name) for member in inside]
        elif stat.S_ISREG(found.st_mode):
            result.append(file_member(path, original, found))
        elif stat.S_ISLNK(found.st_mode):
            raise Refused(f"{printable_name(name)} is a link, and links are not followed")
        else:
            raise Refused(f"{printable_name(name)} is neither a file nor a folder")
    if len(result) == 1 and len(entry.paths) == 1 and is_archive(result[0].name):
        return archive_members(result[0].start(BOUNDS.archive + 1), notes)
    return result


def _original_names(entry: Entry, names: list[str], notes: Notes) -> dict[str, str]:
    """What each file was called when it was handed in, without those that were replaced since."""
    labels: dict[str, Label] = {name: read_label(name, entry.origin) for name in names}
    if entry.origin not in DOWNLOADS or not DOWNLOADS[entry.origin].renames:
        return {name: label.file for name, label in labels.items()}
    restored, said = restore_names(label.file for label in labels.values())
    for text in said:
        notes.say(text)
    return {name: restored[label.file] for name, label in labels.items() if label.file in restored}
