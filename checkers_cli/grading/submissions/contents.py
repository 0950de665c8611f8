"""What counts in a submission: the language, the sources, and what is left out."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from posixpath import basename

from checkers_cli.grading.submissions.filenames import (
    MAKEFILES,
    in_build_folder,
    is_archive,
    litter_in,
    printable_name,
    suffix_of,
    write_size,
)
from checkers_cli.grading.submissions.members import (
    BOUNDS,
    Bounds,
    Member,
    Notes,
    Refused,
    refuse_conflicts,
    settle,
)
from checkers_cli.grading.submissions.unpack import archive_members
from checkers_cli.util.text import listed, reason

_SUFFIXES = {"c": (".c",), "python": (".py",)}
_ALSO_NEEDED = {"c": (".c", ".h"), "python": (".py",)}
_SMALL = 250_000  # bytes: more than any file has that is neither source nor junk
_PROGRAMS = {"darwin": (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")}.get(sys.platform, (b"\x7fELF",))


@dataclass(frozen=True)
class Contents:
    """What is left of a submission once it has been sorted out."""

    language: str
    files: Mapping[str, bytes]
    sources: tuple[str, ...]


def sort_out(
    members: list[Member],
    wanted: str | None,
    notes: Notes,
    bounds: Bounds = BOUNDS,
    unpacking: bool = True,
) -> Contents:
    """The files that count, read; `Refused` says why there is nothing to grade."""
    kept = _enter_only_folder(_without_litter(settle(members, notes), notes))
    language = _language(kept, wanted, notes)
    if language:
        return _with_sources(language, kept, notes, bounds)
    archives = [member for member in kept if is_archive(member.name)]
    if len(archives) > 1:
        names = listed([member.name for member in archives])
        raise Refused(f"several archives in it, and no source outside them: {names}")
    if archives and unpacking:
        packed = _read(archives[0], bounds.archive)
        inner = archive_members(packed, notes, bounds)
        return sort_out(inner, wanted, notes, bounds, unpacking=False)
    return _program(kept, wanted, notes, bounds)


def _without_litter(members: list[Member], notes: Notes) -> list[Member]:
    if len(members) == 1 and "/" not in members[0].name:
        return members  # it was handed in, so it is meant, or named when it cannot be graded
    kept = []
    for member in members:
        parts = member.name.split("/")
        for length, part in enumerate(parts, 1):
            why = litter_in(part)
            if why:
                notes.leave_out("/".join(parts[:length]), why)
                break
        else:
            kept.append(member)
    # A folder called `build` may well hold all of the work.
    outside = [member for member in kept if not in_build_folder(member.name)]
    if not any(_is_source(member.name) for member in outside):
        return kept
    for member in kept:
        if in_build_folder(member.name):
            notes.leave_out(member.name, "in a folder for what is built")
    return outside


def _is_source(name: str) -> bool:
    return suffix_of(name) in (".c", ".py")


def _enter_only_folder(members: list[Member]) -> list[Member]:
    """The members as seen from the innermost folder that holds all of them."""
    tops = {member.name.partition("/")[:2] for member in members}
    while len(tops) == 1 and next(iter(tops))[1]:
        members = [replace(member, name=member.name.partition("/")[2]) for member in members]
        tops = {member.name.partition("/")[:2] for member in members}
    return members


def _language(members: list[Member], wanted: str | None, notes: Notes) -> str:
    """The language of the sources; empty if there are none, or none that are wanted."""
    present = [
        language
        for language, suffixes in _SUFFIXES.items()
        if any(suffix_of(member.name) in suffixes for member in members)
    ]
    if wanted is not None:
        return wanted if wanted in present else ""
    if len(present) > 1:
        notes.say("C and Python are both in it; it is taken as C")
    return present[0] if present else ""


def _with_sources(language: str, members: list[Member], notes: Notes, bounds: Bounds) -> Contents:
    needed = [member for member in members if _is_needed(member.name, language)]
    if len(needed) > bounds.files:
        raise Refused(f"it holds more than {bounds.files} sources")
    files: dict[str, bytes] = {}
    left = bounds.total
    for member in needed:
        data = _read(member, bounds.file)
        left -= len(data)
        if left < 0:
            raise Refused(f"its sources are larger than {write_size(bounds.total)} in all")
        if _is_utf16(data):
            raise Refused(
                f"{printable_name(member.name)} is in UTF-16; it has to be saved as UTF-8"
            )
        files[member.name] = data
    for member in members:
        if member.name not in files:
            small = _read_small(member) if len(files) < bounds.files else None
            if small is None or len(small) > left:
                notes.leave_out(member.name, "not a source")
            else:
                left -= len(small)
                files[member.name] = small
    if language == "c":
        files = _with_lower_suffixes(files, notes)
        return Contents("c", files, tuple(sorted(n for n in files if suffix_of(n) == ".c")))
    return Contents(language, files, (_script(files),))


def _is_needed(name: str, language: str) -> bool:
    return suffix_of(name) in _ALSO_NEEDED[language] or basename(name) in MAKEFILES


def _read(member: Member, most: int) -> bytes:
    try:
        return member.read(most)
    except OSError as error:
        raise Refused(f"{printable_name(member.name)} cannot be read: {reason(error)}") from None


def _read_small(member: Member) -> bytes | None:
    """A file that may be of use, such as one to be included; none if it is large or not text."""
    if member.size > _SMALL or is_archive(member.name):
        return None
    try:
        data = member.start(_SMALL + 1)
    except (OSError, Refused):  # it is not needed, so that it is damaged does not matter
        return None
    return None if len(data) > _SMALL or b"\0" in data else data


def _is_utf16(data: bytes) -> bool:
    """Whether a text is in two bytes a letter, as some Windows editors save it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    start = data[:400]
    fewer, more = sorted((start[::2].count(0), start[1::2].count(0)))
    return len(start) > 8 and fewer < 0.1 * len(start) and more > 0.4 * len(start)


def _with_lower_suffixes(files: dict[str, bytes], notes: Notes) -> dict[str, bytes]:
    """The files with `.C` made `.c`, since gcc takes `.C` for C++."""
    result = dict(files)
    for name in files:
        if name.endswith(".C"):
            lower = name[:-2] + ".c"
            if lower in files:
                notes.leave_out(name, f"beside {printable_name(lower)}")
            else:
                notes.say(f"{printable_name(name)} is compiled as {printable_name(lower)}")
                result[lower] = files[name]
            del result[name]
    refuse_conflicts(result)  # once more: there may be a folder of the new name
    return result


def _script(files: Mapping[str, bytes]) -> str:
    """The Python script to run."""
    scripts = sorted(name for name in files if suffix_of(name) == ".py")
    named = [name for name in scripts if basename(name) == "main.py"]
    starting = [name for name in scripts if b"__main__" in files[name]]
    for choice in (scripts, named, starting):
        if len(choice) == 1:
            return choice[0]
    if "main.py" in scripts:
        return "main.py"
    raise Refused(f"several Python scripts, and none is called main.py: {listed(scripts)}")


def _program(members: list[Member], wanted: str | None, notes: Notes, bounds: Bounds) -> Contents:
    """The one executable in a submission without sources."""
    programs = [] if wanted in _SUFFIXES else [m for m in members if _is_program(m)]
    if len(programs) > 1:
        names = listed([member.name for member in programs])
        raise Refused(f"several executables in it, and no source: {names}")
    if not programs:
        names = listed([member.name for member in members])
        kind = {"python": "Python script", "executable": "executable"}.get(wanted or "", ".c file")
        nothing = ", and what is in it does not count" if notes.left_out else ": it is empty"
        raise Refused(f"no {kind} in it" + (f", only {names}" if names else nothing))
    (program,) = programs
    for member in members:
        if member is not program:
            notes.leave_out(member.name, "beside the executable")
    return Contents("executable", {program.name: _read(program, bounds.program)}, (program.name,))


def _is_program(member: Member) -> bool:
    try:
        start = member.start(4)
    except OSError as error:
        raise Refused(f"{printable_name(member.name)} cannot be read: {reason(error)}") from None
    return start.startswith(_PROGRAMS) or (member.runnable and start.startswith(b"#!"))
