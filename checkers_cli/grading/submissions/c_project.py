"""The C sources of a submission: which file each `#include` means, and which file uses which."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import basename, dirname, join, normpath, relpath

from checkers_cli.grading.submissions.c_scan import Include, Scan, macros_of, scan, text_of
from checkers_cli.grading.submissions.filenames import suffix_of
from checkers_cli.grading.submissions.versions import is_aside, most_by, newest

MAIN = "main"
STANDARD = frozenset({
    "assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h",
    "iso646.h", "limits.h", "locale.h", "math.h", "setjmp.h", "signal.h", "stdalign.h",
    "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "stdnoreturn.h", "string.h", "tgmath.h", "threads.h", "time.h", "uchar.h", "wchar.h",
    "wctype.h",
})  # fmt: skip
_MOST_SCANNED = 1_500_000  # bytes in all files together
_MOST_ALIKE = 10  # files of the same name that are compared
HEADERS = (".h", ".hpp", ".hh")
_INCLUDE_LINE = re.compile(
    rb'^([ \t]*#[ \t]*include[ \t]*)(?:"([^"\n]*)"|<([^>\n]*)>)', re.MULTILINE
)


@dataclass(frozen=True)
class Found:
    """The file that an `#include` means."""

    file: str
    folder: str | None = None  # to be searched for headers: `-I`
    corrected: str = ""  # the right name, if the written one is wrong


class Project:
    """The C sources of a submission, scanned."""

    def __init__(self, files: Mapping[str, bytes], sources: Iterable[str]) -> None:
        self.files = files
        self.sources = tuple(sources)
        self._scans: dict[str, Scan] = {}
        self._found: dict[str, dict[Include, Found]] = {}
        self._reads: dict[str, dict[str, None]] = {}
        self._by_name: dict[str, list[str]] = {}
        for name in files:
            self._by_name.setdefault(_loose(basename(name)), []).append(name)

    @cached_property
    def _texts(self) -> dict[str, str]:
        """The texts that are scanned: sources, headers, and no more than is bearable."""
        texts, left = {}, _MOST_SCANNED
        for name, data in self.files.items():
            is_source = name in self.sources or suffix_of(name) in (".c", *HEADERS)
            if is_source and len(data) <= left:
                texts[name] = text_of(data)
                left -= len(data)
        return texts

    @cached_property
    def _macros(self) -> frozenset[str]:
        return frozenset[str]().union(*(macros_of(text) for text in self._texts.values()))

    def scan(self, name: str) -> Scan:
        """What a file includes, defines and uses."""
        if name not in self._scans:
            self._scans[name] = scan(self._texts.get(name, ""), self._macros)
        return self._scans[name]

    def found(self, includer: str) -> dict[Include, Found]:
        """The files of the submission that a file includes."""
        if includer not in self._found:
            found = {one: self._find(includer, one) for one in self.scan(includer).includes}
            self._found[includer] = {one: file for one, file in found.items() if file}
        return self._found[includer]

    def _find(self, includer: str, include: Include) -> Found | None:
        """The file of the submission that an `#include` means; None if there is none."""
        here = dirname(includer)
        if include.quoted and normpath(join(here, include.name)) in self.files:
            return Found(normpath(join(here, include.name)))
        if include.name.lower() in STANDARD:
            return None
        plain = include.name.replace("\\", "/")
        alike = self._by_name.get(_loose(basename(plain)), [])[:_MOST_ALIKE]
        ends = [name for name in alike if f"/{name}".endswith(f"/{include.name}")]
        if ends:
            file = self.best(ends, includer)
            return Found(file, folder=file[: -len(include.name)].rstrip("/") or ".")
        if not alike:
            return None
        file = self.best(most_by(alike, lambda name: _same_end(name, plain)), includer)
        return Found(file, corrected=relpath(file, here or "."))

    def reads(self, name: str) -> Mapping[str, None]:
        """The source itself and the files that it includes, directly or not."""
        if name not in self._reads:
            seen: dict[str, None] = {name: None}
            waiting = [name]
            while waiting:
                file = waiting.pop()
                for found in self.found(file).values():
                    if found.file not in seen:
                        seen[found.file] = None
                        waiting.append(found.file)
            self._reads[name] = seen
        return self._reads[name]

    def functions(self, name: str) -> set[str]:
        """The functions that a source defines for others, with the sources that it includes."""
        # Functions in headers do not count: they are defined in all files that include the header.
        read = (file for file in self.reads(name) if suffix_of(file) not in HEADERS)
        return set[str]().union(*(self.scan(file).functions for file in read))

    def has_main(self, name: str) -> bool:
        """Whether a source, or a file that it includes, defines `main`."""
        return any(MAIN in self.scan(file).functions for file in self.reads(name))

    def needs(self, name: str, parts: Iterable[str]) -> dict[str, None]:
        """The source itself and those of `parts` whose functions it uses, directly or not."""
        definers: dict[str, list[str]] = {}
        for part in parts:
            for function in self.functions(part):
                definers.setdefault(function, []).append(part)
        needed: dict[str, None] = {name: None}
        known = self.functions(name)
        waiting = [name]
        while waiting:
            unit = waiting.pop()
            used = (self.scan(file).words & definers.keys() for file in self.reads(unit))
            for function in sorted(set[str]().union(*used) - known):
                if function in known:
                    continue  # a part that was added meanwhile defines it
                part = self.best(definers[function], unit)
                known |= self.functions(part)
                needed[part] = None
                waiting.append(part)
        return needed

    def best(self, names: list[str], near: str) -> str:
        """Which of several files of the same purpose is meant by another file."""
        own = [name for name in names if not is_aside(name) or is_aside(near)] or names
        close = most_by(own, lambda name: _same_start(name, near))
        return min(newest(close), key=lambda name: (-len(self.files[name]), name))

    def corrected(self, name: str, corrections: Mapping[str, str]) -> bytes:
        """The content of a file, with other names in its `#include` lines."""

        def correct(line: re.Match[bytes]) -> bytes:
            written = (line[2] or line[3] or b"").decode("utf-8", "surrogateescape")
            if written not in corrections:
                return line[0]
            return line[1] + b'"%b"' % corrections[written].encode("utf-8", "surrogateescape")

        return _INCLUDE_LINE.sub(correct, self.files[name])


def is_of_one_computer(path: str) -> bool:
    """Whether a path is absolute, on Windows or elsewhere."""
    return path.startswith(("/", "\\")) or path[1:2] == ":"


def _loose(name: str) -> str:
    """A name as systems compare it that ignore case and composition of letters."""
    if any("\udc80" <= letter <= "\udcff" for letter in name):  # not UTF-8: probably Windows
        name = name.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    return unicodedata.normalize("NFC", name).casefold()


def _same_start(name: str, other: str) -> int:
    """How many folders two files have in common, from the top."""
    pairs = zip(dirname(name).split("/"), dirname(other).split("/"), strict=False)
    count = 0
    for one, two in pairs:
        if one != two:
            break
        count += bool(one)
    return count


def _same_end(name: str, written: str) -> int:
    """How many parts of a path agree, from the end."""
    count = 0
    for one, two in zip(reversed(name.split("/")), reversed(written.split("/")), strict=False):
        if _loose(one) != _loose(two):
            break
        count += 1
    return count
