"""Selects the files of a submission that are graded, and its programming language."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from posixpath import basename

from checkers_cli.grading.submissions import filenames
from checkers_cli.grading.submissions.c_scan import defines_main, mentions_main
from checkers_cli.grading.submissions.members import (
    BOUNDS,
    Bounds,
    Member,
    Notes,
    Refused,
    paths_to,
    refuse_conflicts,
    unique_members,
)
from checkers_cli.grading.submissions.unpack import archive_members
from checkers_cli.util.text import listed

_SUFFIXES = {"c": (".c",), "python": (".py",)}
_MOST_UNUSUAL = 8  # files without the suffix .c that are scanned
_CPP = frozenset({".cpp", ".cc", ".cxx", ".c++"})
_NEEDED = {"c": (".c", ".h"), "python": (".py",)}
# Bytes. Text files up to this size are kept beside the sources: `#include` may name any file.
_SMALL = 250_000
# First bytes of an executable of this system: Mach-O (also universal) or ELF.
_MAGIC = {"darwin": (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")}.get(sys.platform, (b"\x7fELF",))


@dataclass(frozen=True)
class Contents:
    """The files of a submission that are graded."""

    language: str
    files: Mapping[str, bytes]
    sources: tuple[str, ...]


def select_contents(
    members: list[Member],
    wanted: str | None,
    notes: Notes,
    bounds: Bounds = BOUNDS,
    unpacking: bool = True,
) -> Contents:
    """Select and read the files to grade; `Refused` says why there is nothing to grade.

    An archive among the files is unpacked if there are no sources outside it; `unpacking` is false
    inside an archive, so that archives in archives are not opened.
    """
    kept = _enter_only_folder(_without_litter(unique_members(members, notes), notes))
    language = _language(kept, wanted, notes)
    if language:
        return _with_sources(language, kept, notes, bounds)
    texts = ((member.name, _read_small(member) or b"") for member in kept)
    if wanted in (None, "c") and _with_main(texts):
        return _with_sources("c", kept, notes, bounds)
    archives = [member for member in kept if filenames.is_archive(member.name)]
    if len(archives) > 1:
        names = listed([member.name for member in archives])
        raise Refused(f"several archives, and no source outside them: {names}")
    if archives and unpacking:
        inner = archive_members(archives[0].read(bounds.archive), notes, bounds)
        return select_contents(inner, wanted, notes, bounds, unpacking=False)
    return _only_executable(kept, wanted, notes, bounds)


def _without_litter(members: list[Member], notes: Notes) -> list[Member]:
    if len(members) == 1 and "/" not in members[0].name:
        return members  # A single file is what the student submitted, whatever its name.
    kept = []
    for member in members:
        for path in paths_to(member.name):
            why = filenames.litter_reason(path)
            if why:
                notes.leave_out(path, why)
                break
        else:
            kept.append(member)
    # A folder called `build` may contain the whole submission.
    outside = [member for member in kept if not filenames.in_build_folder(member.name)]
    if not any(_is_source(member.name) for member in outside):
        return kept
    for member in kept:
        if filenames.in_build_folder(member.name):
            notes.leave_out(member.name, "in a build folder")
    return outside


def _is_source(name: str) -> bool:
    return filenames.suffix_of(name) in (".c", ".py")


def _enter_only_folder(members: list[Member]) -> list[Member]:
    """The members with names relative to the innermost folder that contains all of them."""
    tops = {member.name.partition("/")[:2] for member in members}
    while len(tops) == 1 and next(iter(tops))[1]:
        members = [replace(member, name=member.name.partition("/")[2]) for member in members]
        tops = {member.name.partition("/")[:2] for member in members}
    return members


def _language(members: list[Member], wanted: str | None, notes: Notes) -> str:
    """The language of the sources; empty if there are no sources in the wanted language."""
    present = [
        language
        for language, suffixes in _SUFFIXES.items()
        if any(filenames.suffix_of(member.name) in suffixes for member in members)
    ]
    if wanted is not None:
        return wanted if wanted in present else ""
    if len(present) > 1:
        notes.add("contains both C and Python; graded as C")
    return present[0] if present else ""


def _with_sources(language: str, members: list[Member], notes: Notes, bounds: Bounds) -> Contents:
    needed = [member for member in members if _is_needed(member.name, language)]
    if len(needed) > bounds.files:
        raise Refused(f"contains more than {bounds.files} sources")
    files: dict[str, bytes] = {}
    left = bounds.total
    for member in needed:
        data = member.read(bounds.file)
        left -= len(data)
        if left < 0:
            most = filenames.size_text(bounds.total)
            raise Refused(f"the sources are larger than {most} in total")
        if _is_utf16(data):
            raise Refused(f"{filenames.printable_name(member.name)} is in UTF-16; save it as UTF-8")
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
        return Contents("c", files, tuple(sorted(_c_sources(files))))
    return Contents(language, files, (_main_script(files),))


def _c_sources(files: Mapping[str, bytes]) -> list[str]:
    """The C sources; files with other suffixes only if no `.c` file has a `main` function."""
    sources = [name for name in files if filenames.suffix_of(name) == ".c"]
    if any(mentions_main(files[name]) for name in sources):
        return sources
    mains = _with_main(files.items())
    # If the main source is called .cpp, the other sources are, too.
    suffixes = {filenames.suffix_of(name) for name in mains} & _CPP
    return [
        name
        for name in files
        if name in sources or name in mains or filenames.suffix_of(name) in suffixes
    ]


def _with_main(files: Iterable[tuple[str, bytes]]) -> list[str]:
    """The files that are C sources with a `main` function, such as `main.cpp` or `main.txt`."""
    mentioning = ((name, data) for name, data in files if mentions_main(data))
    return [name for name, data in islice(mentioning, _MOST_UNUSUAL) if defines_main(data)]


def _is_needed(name: str, language: str) -> bool:
    return filenames.suffix_of(name) in _NEEDED[language] or basename(name) in filenames.MAKEFILES


def _read_small(member: Member) -> bytes | None:
    """The content of a small text file; None if it is large, binary or unreadable."""
    if member.size > _SMALL or filenames.is_archive(member.name):
        return None
    try:
        data = member.start(_SMALL + 1)
    except Refused:  # The file is optional, so a damaged one is ignored.
        return None
    return None if len(data) > _SMALL or b"\0" in data else data


def _is_utf16(data: bytes) -> bool:
    """Whether a text is UTF-16, as some Windows editors save it.

    Without a byte order mark, every other byte of ASCII text in UTF-16 is zero.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    start = data[:400]
    fewer, more = sorted((start[::2].count(0), start[1::2].count(0)))
    return len(start) > 8 and fewer < 0.1 * len(start) and more > 0.4 * len(start)


def _with_lower_suffixes(files: dict[str, bytes], notes: Notes) -> dict[str, bytes]:
    """The files with `.C` renamed to `.c`, because gcc compiles `.C` as C++."""
    result = dict(files)
    for name in files:
        if name.endswith(".C"):
            lower = name[:-2] + ".c"
            if lower in files:
                notes.leave_out(name, f"beside {filenames.printable_name(lower)}")
            else:
                old, new = filenames.printable_name(name), filenames.printable_name(lower)
                notes.add(f"{old} is compiled as {new}")
                result[lower] = files[name]
            del result[name]
    refuse_conflicts(result)  # again, because a folder may have the new name
    return result


def _main_script(files: Mapping[str, bytes]) -> str:
    """The Python script to run: the only one, `main.py`, or the only one with `__main__`."""
    scripts = sorted(name for name in files if filenames.suffix_of(name) == ".py")
    named = [name for name in scripts if basename(name) == "main.py"]
    starting = [name for name in scripts if b"__main__" in files[name]]
    for choice in (scripts, named, starting):
        if len(choice) == 1:
            return choice[0]
    if "main.py" in scripts:
        return "main.py"
    raise Refused(f"several Python scripts, and none is called main.py: {listed(scripts)}")


def _only_executable(
    members: list[Member], wanted: str | None, notes: Notes, bounds: Bounds
) -> Contents:
    """The one executable in a submission without sources."""
    programs = {} if wanted in _SUFFIXES else {m.name: m for m in members if _is_executable(m)}
    if len(programs) > 1:
        raise Refused(f"several executables, and no source: {listed(programs)}")
    if not programs:
        names = listed([member.name for member in members])
        kind = {"python": "Python script", "executable": "executable"}.get(wanted or "", ".c file")
        nothing = ", only files that are left out" if notes.left_out else ": it is empty"
        raise Refused(f"contains no {kind}" + (f", only {names}" if names else nothing))
    (program,) = programs.values()
    for member in members:
        if member is not program:
            notes.leave_out(member.name, "beside the executable")
    files = {program.name: program.read(bounds.program)}
    return Contents("executable", files, (program.name,))


def _is_executable(member: Member) -> bool:
    start = member.start(4)
    return start.startswith(_MAGIC) or (member.executable and start.startswith(b"#!"))
