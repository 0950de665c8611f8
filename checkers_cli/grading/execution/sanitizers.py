"""Reads what sanitizers and valgrind say: findings with function and line, no addresses."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from checkers_cli.grading.results import Finding
from checkers_cli.util.text import plural, printable

LEAK = "leak"
INVALID = "invalid access"
UNDEFINED = "undefined behaviour"
UNINITIALISED = "uninitialised value"
MOST = 20  # findings that are kept
_LONGEST_STACK = 60  # lines after a finding's first that are looked at: a program may forge many
_DEEPEST = 20  # folders of a path: more than any source is in

Frame = tuple[str, str]  # function, and where it is

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
    """What AddressSanitizer, LeakSanitizer and UBSan have found."""
    found: list[Finding] = []
    leaks = _Leaks()
    known = _Sources(sources)
    for line, body in _reports(text.splitlines(), _begins_sanitizers):
        runtime, leak, error = _RUNTIME.match(line), _LEAK.match(line), _ASAN_ERROR.search(line)
        frames = _asan_frames(body)
        if runtime:
            place = f"{known.find(runtime[1]) or _plain(runtime[1])}:{runtime[2]}"
            where = _where(frames, known)  # with the function's name, if it is the same place
            where = where if where.endswith(f"({place})") else place
            found.append(Finding(UNDEFINED, _plain(runtime[3]), where))
        elif leak:
            where = _origin(frames, known)
            if where and not _is_the_librarys(frames, known):
                leaks.add(leak[1], leak[2], where)
        elif error:
            found.append(Finding(INVALID, _plain(error[1]), _where(frames, known)))
    return _together([*found, *leaks.findings()])


def _begins_sanitizers(line: str) -> bool:
    return bool(_RUNTIME.match(line) or _LEAK.match(line) or _ASAN_ERROR.search(line))


def _reports(
    lines: Sequence[str], begins: Callable[[str], bool]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Each line that begins a report, and what follows it: no line is in two reports.

    A program can forge as many as it likes before the tool has its say, so all are read.
    """
    starts = [number for number, line in enumerate(lines) if begins(line)]
    for start, end in pairwise([*starts, len(lines)]):
        yield lines[start], lines[start + 1 : min(end, start + 1 + _LONGEST_STACK)]


class _Leaks:
    """What is never freed, added up by where it was allocated."""

    def __init__(self) -> None:
        self._sums: dict[str, tuple[int, int]] = {}

    def add(self, size: str, count: str, where: str) -> None:
        """Blocks that were allocated at one place."""
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


def _is_the_librarys(frames: Sequence[Frame], sources: "_Sources") -> bool:
    """Whether a block is the C library's own, such as the buffer of standard output."""
    if len(frames) < 2 or not frames[1][0].startswith(("_IO_", "__GI__IO_")):
        return False
    return not _place(frames[1], sources)  # a student's function may be called that as well


def read_valgrind(text: str, sources: Sequence[str]) -> list[Finding]:
    """What valgrind has found."""
    found: list[Finding] = []
    leaks = _Leaks()
    known = _Sources(sources)
    lines = [match[1] for match in map(_VALGRIND.match, text.splitlines()) if match]
    for line, body in _reports(lines, _begins_valgrind):
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
    return _together([*found, *leaks.findings()])


def _begins_valgrind(line: str) -> bool:
    return line.startswith(tuple(_VALGRIND_ERRORS)) or bool(_VALGRIND_LEAK.match(line))


def _valgrind_frames(lines: Sequence[str]) -> list[Frame]:
    """The frames of the stack that begins here, or after one line that says more."""
    frames: list[Frame] = []
    for number, line in enumerate(lines):
        frame = _VALGRIND_FRAME.match(line)
        if frame:
            frames.append((frame[1], frame[2]))
        elif number or not line.startswith(" "):
            break
    return frames


def _creation(lines: Sequence[str], sources: "_Sources") -> str:
    """Where the uninitialised value comes from, if the report says so before it ends."""
    for number, line in enumerate(lines):
        if not line.strip():
            return ""
        if line.strip().startswith(_CREATED):
            return _where(_valgrind_frames(lines[number + 1 :]), sources)
    return ""


def _origin(frames: Sequence[Frame], sources: "_Sources") -> str:
    """Where a block was allocated: "allocate (tree.c:8), called from make_node (tree.c:44)".

    Many programs allocate in one place only; without its caller all leaks would be the same. A
    function's own calls of itself tell nothing.
    """
    own = [(frame[0], place) for frame in frames if (place := _place(frame, sources))]
    caller = next((place for function, place in own if function != own[0][0]), "")
    where = _where(frames, sources)
    if not where and any(function == "main" for function, _ in frames[1:]):
        where = _plain(frames[1][0])  # the program's own: #line can give it any place
    return f"{where}, called from {caller}" if caller else where


def _where(frames: Sequence[Frame], sources: "_Sources") -> str:
    """The innermost place in the submission's own sources: "make_node (tree.c:44)"."""
    own = next(filter(None, (_place(frame, sources) for frame in frames)), "")
    return own or next((_plain(f) for f, p in frames if f and "/program" in p), "")


def _place(frame: Frame, sources: "_Sources") -> str:
    """A frame's place, if that is in the submission's own sources."""
    at = _PLACE.match(frame[1])
    source = sources.find(at[1]) if at else ""
    return f"{_plain(frame[0])} ({source}:{at[2]})" if at and source else ""


class _Sources:
    """The submission's own files, found however a tool calls them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = set(names)
        self._ending: dict[str, str] = {}  # by each end of a name that a tool may say
        for name in sorted(names, key=len):
            self._ending |= dict.fromkeys(_ends(name), name)

    def find(self, path: str) -> str:
        """The source that a tool means, which may say it with its folder or without."""
        name = self._ending.get(path.removeprefix("./"), "")
        if not name and path.startswith("/"):  # others are a library's, from where that was built
            name = next(filter(self._names.__contains__, _ends(path)), "")
        return _plain(name)


def _ends(path: str) -> Iterator[str]:
    """A path, and what is left of it without its first folder, its second and so on."""
    parts = path.rsplit("/", _DEEPEST)
    return ("/".join(parts[start:]) for start in range(len(parts)))


def _together(found: Sequence[Finding]) -> list[Finding]:
    """The same finding once, in the order found."""
    return list(dict.fromkeys(found))[:MOST]


def _plain(text: str) -> str:
    """A short piece of plain text, without addresses: these differ from run to run."""
    return printable(_HEX.sub("...", text), 120)
