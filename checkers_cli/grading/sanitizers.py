"""Reads what sanitizers and valgrind say: findings with function and line, no addresses."""

import re
from collections.abc import Iterator, Sequence

from checkers_cli.grading.filenames import shown
from checkers_cli.grading.results import Finding

LEAK = "leak"
INVALID = "invalid access"
UNDEFINED = "undefined behaviour"
UNINITIALISED = "uninitialised value"
MOST = 20  # findings that are kept
_LONGEST_STACK = 60  # lines after a finding's first that are looked at: a program may forge many

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
    lines = text.splitlines()
    for number, line in enumerate(lines):
        runtime = _RUNTIME.match(line)
        if runtime:
            where = f"{_source(runtime[1], sources) or _plain(runtime[1])}:{runtime[2]}"
            found.append(Finding(UNDEFINED, _plain(runtime[3]), where))
            continue
        leak = _LEAK.match(line)
        error = _ASAN_ERROR.search(line)
        if leak:
            frames = _asan_frames(_following(lines, number))
            where = _where(frames, sources)
            if where and not _is_the_librarys(frames):
                leaks.add(leak[1], leak[2], where)
        elif error:
            frames = _asan_frames(_following(lines, number))
            found.append(Finding(INVALID, _plain(error[1]), _where(frames, sources)))
    return _together([*found, *leaks.findings()])


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
            bytes_ = f"{size:,} byte{'' if size == 1 else 's'}"
            blocks = "a block are" if count == 1 else f"{count:,} blocks are"
            yield Finding(LEAK, f"{bytes_} in {blocks} never freed", where)


def _following(lines: Sequence[str], number: int) -> Sequence[str]:
    return lines[number + 1 : number + 1 + _LONGEST_STACK]


def _asan_frames(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The frames of the first stack in these lines: function and place."""
    frames: list[tuple[str, str]] = []
    for line in lines:
        frame = _ASAN_FRAME.match(line)
        if frame:
            frames.append((frame[1] or "", frame[2]))
        elif frames:
            break
    return frames


def _is_the_librarys(frames: Sequence[tuple[str, str]]) -> bool:
    """Whether a block is the C library's own, such as the buffer of standard output."""
    return len(frames) > 1 and frames[1][0].startswith(("_IO_", "__GI__IO_"))


def read_valgrind(text: str, sources: Sequence[str]) -> list[Finding]:
    """What valgrind has found."""
    found: list[Finding] = []
    leaks = _Leaks()
    lines = [match[1] for match in map(_VALGRIND.match, text.splitlines()) if match]
    for number, line in enumerate(lines):
        leak = _VALGRIND_LEAK.match(line)
        rest = _following(lines, number)
        if leak:
            leaks.add(leak[2] or leak[1], leak[3], _where(_valgrind_frames(rest), sources))
            continue
        for start, kind in _VALGRIND_ERRORS.items():
            if line.startswith(start):
                what = _plain(line)
                where = _where(_valgrind_frames(rest), sources)
                if kind == UNINITIALISED:
                    where = _creation(rest, sources) or where
                found.append(Finding(kind, what, where))
    return _together([*found, *leaks.findings()])


def _valgrind_frames(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The frames of the stack that begins here, or after one line that says more."""
    frames: list[tuple[str, str]] = []
    for number, line in enumerate(lines):
        frame = _VALGRIND_FRAME.match(line)
        if frame:
            frames.append((frame[1], frame[2]))
        elif number or not line.startswith(" "):
            break
    return frames


def _creation(lines: Sequence[str], sources: Sequence[str]) -> str:
    """Where the uninitialised value comes from, if the report says so before it ends."""
    for number, line in enumerate(lines):
        if not line.strip():
            return ""
        if line.strip().startswith(_CREATED):
            return _where(_valgrind_frames(lines[number + 1 :]), sources)
    return ""


def _where(frames: Sequence[tuple[str, str]], sources: Sequence[str]) -> str:
    """The innermost place in the submission's own sources: "make_node (tree.c:44)"."""
    for function, place in frames:
        at = _PLACE.match(place)
        source = _source(at[1], sources) if at else ""
        if at and source:
            return f"{_plain(function)} ({source}:{at[2]})"
    return next((_plain(f) for f, p in frames if f and "/program" in p), "")


def _source(path: str, sources: Sequence[str]) -> str:
    """The source that a tool means, which may say it with its folder or without."""
    fitting = [
        name
        for name in sources
        if path == name or path.endswith(f"/{name}") or name.endswith(f"/{path}")
    ]
    return _plain(max(fitting, key=len)) if fitting else ""


def _together(found: Sequence[Finding]) -> list[Finding]:
    """The same finding once, in the order found."""
    return list(dict.fromkeys(found))[:MOST]


def _plain(text: str) -> str:
    """A short piece of plain text, without addresses: these differ from run to run."""
    return shown(_HEX.sub("...", text), 120)
