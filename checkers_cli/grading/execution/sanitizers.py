"""Parses reports of the sanitizers and valgrind into findings with function and line."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from checkers_cli.grading.results import Finding
from checkers_cli.util.text import plural, printable

LEAK = "leak"
INVALID = "invalid access"
UNDEFINED = "undefined behaviour"
UNINITIALISED = "uninitialised value"
MOST = 20  # findings of a submission
_LONGEST_STACK = 60  # lines of a report that are parsed: a program may forge long ones
_DEEPEST = 20  # folders of a path that are compared; no source is nested as deep

Frame = tuple[str, str]  # function, and its place

_ASAN_FRAME = re.compile(r"^ +#\d+ 0x[0-9a-f]+ (?:in (\S+) )?(\S.*)$")
_PLACE = re.compile(r"^(.*):(\d+)(?::\d+)?$")
_ASAN_ERROR = re.compile(
    r"ERROR: AddressSanitizer:? (.+?)(?: on (?:unknown )?address(?! which)| on 0x|: 0x|$)"
)
_LEAK = re.compile(r"^(?:Direct|Indirect) leak of (\d{1,18}) byte\(s\) in (\d{1,18}) object\(s\)")
_RUNTIME = re.compile(r"^(.+?):(\d+):\d+: runtime error: (.+)$")
_VALGRIND = re.compile(r"^==\d+== ?(.*)$")
_VALGRIND_FRAME = re.compile(r"^ +(?:at|by) 0x[0-9A-F]+: (\S+) \((?:in )?([^)]*)\)$")
_VALGRIND_LEAK = re.compile(
    r"^([\d,]{1,24}) (?:\(([\d,]{1,24}) direct[^)]*\) )?bytes in ([\d,]{1,24}) blocks are "
    r".*(?:lost|reachable)"
)
_VALGRIND_ERRORS = {
    "Invalid read": INVALID,
    "Invalid write": INVALID,
    "Invalid free": INVALID,
    "Mismatched free": INVALID,
    "Jump to the invalid address": INVALID,
    "Process terminating with default action of signal": INVALID,
    "Source and destination overlap": UNDEFINED,
    "Conditional jump or move depends on uninitialised": UNINITIALISED,
    "Use of uninitialised value": UNINITIALISED,
    "Syscall param": UNINITIALISED,
}
_CREATED = "Uninitialised value was created by"
_HEX = re.compile(r"\b0x[0-9a-fA-F]+\b")


def read_sanitizers(text: str, sources: Sequence[str]) -> list[Finding]:
    """The findings of AddressSanitizer, LeakSanitizer and UBSan."""
    found: list[Finding] = []
    leaks = _Leaks()
    known = _Sources(sources)
    for line, body in _reports(text.splitlines(), _begins_sanitizer_report):
        runtime, leak, error = _RUNTIME.match(line), _LEAK.match(line), _ASAN_ERROR.search(line)
        frames = _asan_frames(body)
        if runtime:
            place = f"{known.find(runtime[1]) or _plain(runtime[1])}:{runtime[2]}"
            where = _where(frames, known)  # has the function too, but may be another place
            where = where if where.endswith(f"({place})") else place
            found.append(Finding(UNDEFINED, _plain(runtime[3]), where))
        elif leak:
            where = _origin(frames, known)
            if where and not _is_of_c_library(frames, known):
                leaks.add(leak[1], leak[2], where)
        elif error:
            found.append(Finding(INVALID, _plain(error[1]), _where(frames, known)))
    return _distinct([*found, *leaks.findings()])


def _begins_sanitizer_report(line: str) -> bool:
    return bool(_RUNTIME.match(line) or _LEAK.match(line) or _ASAN_ERROR.search(line))


def _reports(
    lines: Sequence[str], begins: Callable[[str], bool]
) -> Iterator[tuple[str, Sequence[str]]]:
    """The first line of each report, and the lines after it; no line is in two reports.

    All reports are parsed, because a program can print forged ones before the real ones.
    """
    starts = [number for number, line in enumerate(lines) if begins(line)]
    for start, end in pairwise([*starts, len(lines)]):
        yield lines[start], lines[start + 1 : min(end, start + 1 + _LONGEST_STACK)]


class _Leaks:
    """Leaked bytes and blocks, summed by the place of allocation."""

    def __init__(self) -> None:
        self._sums: dict[str, tuple[int, int]] = {}

    def add(self, size: str, count: str, where: str) -> None:
        """Add blocks that were allocated at one place."""
        before = self._sums.get(where, (0, 0))
        numbers = [int(text.replace(",", "") or 0) for text in (size, count)]
        self._sums[where] = before[0] + numbers[0], before[1] + numbers[1]

    def findings(self) -> Iterator[Finding]:
        """A finding for each place."""
        for where, (size, count) in self._sums.items():
            bytes_ = plural(size, "byte")
            blocks = "a block are" if count == 1 else f"{count:,} blocks are"
            yield Finding(LEAK, f"{bytes_} in {blocks} never freed", where)


def _asan_frames(lines: Sequence[str]) -> list[Frame]:
    """The frames of the first stack in these lines."""
    frames: list[Frame] = []
    for line in lines:
        frame = _ASAN_FRAME.match(line)
        if frame:
            frames.append((frame[1] or "", frame[2]))
        elif frames:
            break
    return frames


def _is_of_c_library(frames: Sequence[Frame], sources: "_Sources") -> bool:
    """Whether a block belongs to the C library, such as the buffer of standard output."""
    if len(frames) < 2 or not frames[1][0].startswith(("_IO_", "__GI__IO_")):
        return False
    return not _place(frames[1], sources)  # a student's function may have such a name too


def read_valgrind(text: str, sources: Sequence[str]) -> list[Finding]:
    """The findings of valgrind."""
    found: list[Finding] = []
    leaks = _Leaks()
    known = _Sources(sources)
    lines = [match[1] for match in map(_VALGRIND.match, text.splitlines()) if match]
    for line, body in _reports(lines, _begins_valgrind_report):
        leak = _VALGRIND_LEAK.match(line)
        frames = _valgrind_frames(body)
        if leak:
            leaks.add(leak[2] or leak[1], leak[3], _origin(frames, known))
            continue
        kind = next(kind for start, kind in _VALGRIND_ERRORS.items() if line.startswith(start))
        where = _where(frames, known)
        if kind == UNINITIALISED:
            where = _creation(body, known) or where
        found.append(Finding(kind, _plain(line), where))
    return _distinct([*found, *leaks.findings()])


def _begins_valgrind_report(line: str) -> bool:
    return line.startswith(tuple(_VALGRIND_ERRORS)) or bool(_VALGRIND_LEAK.match(line))


def _valgrind_frames(lines: Sequence[str]) -> list[Frame]:
    """The frames of the stack that begins here, or after one line with details."""
    frames: list[Frame] = []
    for number, line in enumerate(lines):
        frame = _VALGRIND_FRAME.match(line)
        if frame:
            frames.append((frame[1], frame[2]))
        elif number or not line.startswith(" "):
            break
    return frames


def _creation(lines: Sequence[str], sources: "_Sources") -> str:
    """The place where an uninitialised value was created, if the report names it."""
    for number, line in enumerate(lines):
        if not line.strip():
            return ""
        if line.strip().startswith(_CREATED):
            return _where(_valgrind_frames(lines[number + 1 :]), sources)
    return ""


def _origin(frames: Sequence[Frame], sources: "_Sources") -> str:
    """The place of an allocation: "allocate (tree.c:8), called from make_node (tree.c:44)".

    Many programs allocate in one function only; without its caller all leaks would look the same.
    Recursive calls of that function are skipped.
    """
    own = [(frame[0], place) for frame in frames if (place := _place(frame, sources))]
    caller = next((place for function, place in own if function != own[0][0]), "")
    where = _where(frames, sources)
    if not where and any(function == "main" for function, _ in frames[1:]):
        where = _plain(frames[1][0])  # a function of the program, with a place changed by #line
    return f"{where}, called from {caller}" if caller else where


def _where(frames: Sequence[Frame], sources: "_Sources") -> str:
    """The innermost frame in the submitted sources: "make_node (tree.c:44)"."""
    own = next(filter(None, (_place(frame, sources) for frame in frames)), "")
    return own or next((_plain(f) for f, p in frames if f and "/program" in p), "")


def _place(frame: Frame, sources: "_Sources") -> str:
    """The place of a frame; empty if it is not in the submitted sources."""
    at = _PLACE.match(frame[1])
    source = sources.find(at[1]) if at else ""
    return f"{_plain(frame[0])} ({source}:{at[2]})" if at and source else ""


class _Sources:
    """The submitted files, found by the paths that tools print."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = set(names)
        self._ending: dict[str, str] = {}  # full names by their endings: tools may cut folders
        for name in sorted(names, key=len):
            self._ending |= dict.fromkeys(_ends(name), name)

    def find(self, path: str) -> str:
        """The source that a tool means by a path; empty if it is not a submitted file."""
        name = self._ending.get(path.removeprefix("./"), "")
        if not name and path.startswith("/"):  # relative ones belong to libraries
            name = next(filter(self._names.__contains__, _ends(path)), "")
        return _plain(name)


def _ends(path: str) -> Iterator[str]:
    """A path, and the path without its first folder, without the first two, and so on."""
    parts = path.rsplit("/", _DEEPEST)
    return ("/".join(parts[start:]) for start in range(len(parts)))


def _distinct(found: Sequence[Finding]) -> list[Finding]:
    """The findings without duplicates, in order."""
    return list(dict.fromkeys(found))[:MOST]


def _plain(text: str) -> str:
    """A short printable text without addresses, which differ from run to run."""
    return printable(_HEX.sub("...", text), 120)
